public import Frames

/// The place of a picture in a window: a pure function of sizes, pixel shape and the viewer's choices.
///
/// Fit's rectangle has whole-pixel edges: the side that does not touch the window is rounded to the nearest pixel, and
/// an odd rest puts the wider bar right or below. Fill cuts by texture coordinates, so nothing is drawn outside.
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

    /// Places a picture.
    ///
    /// - Parameters:
    ///   - frame: The frame's size as it lies in memory; not empty.
    ///   - sampleAspect: A pixel's width divided by its height; above zero.
    ///   - options: The viewer's choices. Mirroring comes after the rotation.
    ///   - window: The window's size in pixels; not empty.
    public init(
        frame: PixelSize, sampleAspect: Rational = Rational(1), options: ViewOptions, window: PixelSize
    ) {
        let turned = options.rotation.swapsSides ? PixelSize(width: frame.height, height: frame.width) : frame
        let aspect = options.rotation.swapsSides ? (sampleAspect.reciprocal ?? Rational(1)) : sampleAspect
        // The picture's shape in square pixels, in whole numbers: only the ratio of the two counts.
        let shape = PixelSize(
            width: turned.width * aspect.numerator, height: turned.height * aspect.denominator)
        var covered = window
        var across = Span.whole
        var down = Span.whole
        // Compared as products, so that equal shapes are equal.
        let isWider = shape.width * window.height > window.width * shape.height
        switch options.fillMode {
        case .stretch: break
        case .fit where isWider:
            covered.height = Self.nearest(window.width * shape.height, over: shape.width)
        case .fit:
            covered.width = Self.nearest(window.height * shape.width, over: shape.height)
        case .fill where isWider:
            across = Span(
                showing: Rational(window.width * shape.height, window.height * shape.width), of: turned.width)
        case .fill:
            down = Span(
                showing: Rational(window.height * shape.width, window.width * shape.height), of: turned.height
            )
        }
        rectangle = Rectangle(
            x: (window.width - covered.width) / 2, y: (window.height - covered.height) / 2, size: covered)
        isOneToOne =
            across.pixels(of: turned.width) == covered.width
            && down.pixels(of: turned.height) == covered.height
        vertices = Self.corners(of: rectangle, in: window, across: across, down: down, options: options)
        isTurned = options.rotation.swapsSides
        (columns, rows) = Self.steps(covered, turned, across, down, options)
    }

    /// Works out the ways across and down the frame for a rectangle of this size.
    private static func steps(
        _ covered: PixelSize, _ turned: PixelSize, _ across: Span, _ down: Span, _ options: ViewOptions
    ) -> (columns: PlaceSteps, rows: PlaceSteps) {
        let isAcrossBackwards =
            options.isMirrored != (options.rotation == .half || options.rotation == .clockwise90)
        let isDownBackwards = options.rotation == .half || options.rotation == .clockwise270
        let horizontal = across.steps(of: turned.width, covered.width, isBackwards: isAcrossBackwards)
        let vertical = down.steps(of: turned.height, covered.height, isBackwards: isDownBackwards)
        return options.rotation.swapsSides ? (vertical, horizontal) : (horizontal, vertical)
    }

    /// The part of the picture's width or height that is seen, as fractions of it.
    private struct Span {
        static let whole = Span(start: 0, end: 1, share: Rational(1))
        let start: Double
        let end: Double
        let share: Rational

        private init(start: Double, end: Double, share: Rational) {
            self.start = start
            self.end = end
            self.share = share
        }

        /// Takes the middle part; where it is a whole number of pixels it starts at one, so that 1:1 stays 1:1.
        init(showing share: Rational, of count: Int) {
            let cut = share * Rational(count)
            var start = (1 - share.value) / 2
            if cut.denominator == 1 { start = Double((count - cut.numerator) / 2) / Double(count) }
            self.init(start: start, end: start + share.value, share: share)
        }

        /// Works out the steps over the part in a window's rectangle of `covered` pixels.
        func steps(of count: Int, _ covered: Int, isBackwards: Bool) -> PlaceSteps {
            let (start, length) = (start * Double(count), share.value * Double(count))
            return isBackwards
                ? PlaceSteps(start: Double(count) - start, length: -length, count: covered)
                : PlaceSteps(start: start, length: length, count: covered)
        }

        /// Works out the number of pixels that are seen of `count`; nil when it is not a whole number.
        func pixels(of count: Int) -> Int? {
            let cut = share * Rational(count)
            return cut.denominator == 1 ? cut.numerator : nil
        }
    }

    /// Gives the nearest whole number to a quotient, at least 1.
    private static func nearest(_ dividend: Int, over divisor: Int) -> Int {
        max(1, (2 * dividend + divisor) / (2 * divisor))
    }

    private static func corners(
        of rectangle: Rectangle, in window: PixelSize, across: Span, down: Span, options: ViewOptions
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
