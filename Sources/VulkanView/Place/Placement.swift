public import Frames

/// The place of a picture in a window: a pure function of sizes, pixel shape and the viewer's choices.
///
/// Fit's rectangle has whole-pixel edges: the side that does not touch the window is rounded to the nearest pixel, and
/// an odd rest puts the wider bar right or below. Fill cuts by texture coordinates, so nothing is drawn outside. Of a
/// ``ViewOptions/crop`` each mode shows that part as if it were the picture.
public struct Placement: Hashable, Sendable {
    /// One corner of the quad.
    public struct Vertex: Hashable, Sendable {
        /// The place across the window, from -1 at its left edge to 1 at its right edge.
        public var x: Float
        /// The place down the window, from -1 at its top edge to 1 at its bottom edge, as in Vulkan's clip space.
        public var y: Float
        /// The place across the frame as it lies in memory, from 0 to 1.
        public var u: Float
        /// The place down the frame as it lies in memory, from 0 to 1.
        public var v: Float
    }

    /// A rectangle of whole pixels of the window.
    public struct Rectangle: Hashable, Sendable {
        /// The number of pixels left of it.
        public var x: Int
        /// The number of pixels above it.
        public var y: Int
        /// Its size.
        public var size: PixelSize

        /// Makes a rectangle.
        public init(x: Int, y: Int, size: PixelSize) {
            self.x = x
            self.y = y
            self.size = size
        }
    }

    /// The part of the window that the picture covers; the rest is background.
    public let rectangle: Rectangle
    /// The corners of a triangle strip: top left, top right, bottom left, bottom right of the rectangle.
    public let vertices: [Vertex]
    /// True when each pixel of the window shows exactly one pixel of the frame, so that nothing has to be filtered.
    public let isOneToOne: Bool
    /// True when the frame's rows run down the window.
    let isTurned: Bool
    /// The way across the frame, along the rectangle's rows, or along its columns when it is turned.
    let columns: PlaceSteps
    /// The way down the frame.
    let rows: PlaceSteps

    /// The part of the picture's width that is seen.
    let across: PictureSpan
    /// The part of the picture's height that is seen.
    let down: PictureSpan

    /// Places a picture.
    ///
    /// - Parameters:
    ///   - frame: The frame's size as it lies in memory; not empty, and at most 65536 on each side.
    ///   - sampleAspect: A pixel's width divided by its height; brought to `Rational.asPixelShape`.
    ///   - options: The viewer's choices; ``ViewOptions/frameRotation`` counts as the frame's own turn, which is none
    ///     without it. Mirroring comes after the rotation.
    ///   - window: The window's size in pixels; with the same bounds.
    public init(
        frame: PixelSize, sampleAspect: Rational = Rational(1), options: ViewOptions, window: PixelSize
    ) {
        let options = options.frameRotation.map { options.after(rotation: $0, isMirrored: false) } ?? options
        let turned = options.rotation.swapsSides ? PixelSize(width: frame.height, height: frame.width) : frame
        let shape = sampleAspect.asPixelShape
        let aspect = options.rotation.swapsSides ? (shape.reciprocal ?? Rational(1)) : shape
        let crop = options.crop
        // The picture's sides in pixels of one size, as whole numbers: only their ratio counts.
        let width = Int128(turned.width) * Int128(aspect.numerator)
        let height = Int128(turned.height) * Int128(aspect.denominator)
        // The sides of the part that is shown, by the window's other side.
        let wide =
            width * Int128(crop.width.numerator) * Int128(crop.height.denominator) * Int128(window.height)
        let high =
            height * Int128(crop.height.numerator) * Int128(crop.width.denominator) * Int128(window.width)
        var covered = window
        var (seenAcross, seenDown) = (WideFraction(crop.width), WideFraction(crop.height))
        // Compared as products, so that equal shapes are equal.
        switch options.fillMode {
        case .stretch: break
        case .fit where wide > high:
            covered.height = Self.nearest(high * Int128(window.height), over: wide)
        case .fit:
            covered.width = Self.nearest(wide * Int128(window.width), over: high)
        case .fill where wide > high:
            // As much of the width as has the window's shape together with all of the part's height.
            seenAcross = WideFraction(
                Int128(window.width) * height * Int128(crop.height.numerator),
                Int128(window.height) * width * Int128(crop.height.denominator))
        case .fill:
            seenDown = WideFraction(
                Int128(window.height) * width * Int128(crop.width.numerator),
                Int128(window.width) * height * Int128(crop.width.denominator))
        }
        let across = PictureSpan(
            showing: seenAcross, ofPartAt: crop.x, crop.width, count: turned.width, covered: covered.width)
        let down = PictureSpan(
            showing: seenDown, ofPartAt: crop.y, crop.height, count: turned.height, covered: covered.height)
        (self.across, self.down) = (across, down)
        rectangle = Rectangle(
            x: (window.width - covered.width) / 2, y: (window.height - covered.height) / 2, size: covered)
        isOneToOne = across.pixels == covered.width && down.pixels == covered.height
        vertices = Self.corners(of: rectangle, in: window, across: across, down: down, options: options)
        isTurned = options.rotation.swapsSides
        (columns, rows) = Self.steps(covered, across, down, options)
    }

    /// Works out the ways across and down the frame for a rectangle of this size.
    private static func steps(
        _ covered: PixelSize, _ across: PictureSpan, _ down: PictureSpan, _ options: ViewOptions
    ) -> (columns: PlaceSteps, rows: PlaceSteps) {
        let isAcrossBackwards =
            options.isMirrored != (options.rotation == .half || options.rotation == .clockwise90)
        let isDownBackwards = options.rotation == .half || options.rotation == .clockwise270
        let horizontal = across.steps(covered.width, isBackwards: isAcrossBackwards)
        let vertical = down.steps(covered.height, isBackwards: isDownBackwards)
        return options.rotation.swapsSides ? (vertical, horizontal) : (horizontal, vertical)
    }

    /// Gives the nearest whole number to a quotient, at least 1.
    private static func nearest(_ dividend: Int128, over divisor: Int128) -> Int {
        max(1, Int(truncatingIfNeeded: (2 * dividend + divisor) / (2 * divisor)))
    }

    private static func corners(
        of rectangle: Rectangle, in window: PixelSize, across: PictureSpan, down: PictureSpan,
        options: ViewOptions
    ) -> [Vertex] {
        let right = rectangle.x + rectangle.size.width
        let bottom = rectangle.y + rectangle.size.height
        let places = [
            (rectangle.x, rectangle.y, across.start, down.start),
            (right, rectangle.y, across.end, down.start),
            (rectangle.x, bottom, across.start, down.end), (right, bottom, across.end, down.end),
        ]
        return places.map { x, y, s, t in
            let (u, v) = framePoint(s: options.isMirrored ? 1 - s : s, t: t, rotation: options.rotation)
            return Vertex(
                x: Float(Double(2 * x) / Double(window.width) - 1),
                y: Float(Double(2 * y) / Double(window.height) - 1), u: Float(u), v: Float(v))
        }
    }

    /// Finds the point of the frame that is seen at a point of the turned picture.
    private static func framePoint(s: Double, t: Double, rotation: Rotation) -> (u: Double, v: Double) {
        switch rotation {
        case .none: (s, t)
        case .clockwise90: (t, 1 - s)
        case .half: (1 - s, 1 - t)
        case .clockwise270: (1 - t, s)
        }
    }
}
