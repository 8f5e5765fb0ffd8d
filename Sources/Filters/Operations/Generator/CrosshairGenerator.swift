internal import Frames

/// Crosses at places on a transparent picture, to lay a corner detector's findings over its picture.
///
/// Each is two bars across the pixel of its place, an odd number of pixels long and a fifth as thick. The rest is
/// transparent, of the same colour, so that no edge darkens when the picture is scaled.
public final class CrosshairGenerator: ImageGenerator, @unchecked Sendable {
    /// The length of the bars.
    @Parameter(in: 1...255, unit: .pixels) public var crosshairWidth: Float = 5
    /// The crosses' colour.
    @Parameter(in: 0...1) public var crosshairColor = Color.green
    /// The places of the crosses, up to 4096 of them.
    ///
    /// Those outside the picture show as far as they reach into it. Setting them for each frame costs nothing more.
    @Parameter(unit: .fraction) public var positions: [Position] = []

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let size = pictureSize
        let parameters: [PlanParameter] = [
            .live($crosshairWidth), .live($crosshairColor),
            .constant("size", Size2D(width: Float(size.width), height: Float(size.height))),
        ]
        let places = plan.processorValues(count: 1 + 2 * 4096) { [self] words in
            words.write(positions.lazy.compactMap { self.pixel($0, in: size) })
        }
        let marks = plan.values(
            "CrosshairMarks", images: [], values: [places], parameters, count: size.width * size.height,
            groups: (64, 1), isCleared: true)
        return try plan.area(name, [], parameters, values: [marks], size: size)
    }

    /// Finds the pixel of a place; nil where no cross is so long that it reaches into the picture.
    private func pixel(_ place: Position, in size: PixelSize) -> SIMD2<Int32>? {
        let (width, height) = (Float(size.width), Float(size.height))
        let (x, y) = (place.x * width, place.y * height)
        guard abs(x - width / 2) < width / 2 + 128, abs(y - height / 2) < height / 2 + 128
        else { return nil }
        return SIMD2(Int32(x.rounded(.down)), Int32(y.rounded(.down)))
    }
}

extension MutableSpan<UInt32> {
    /// Writes the number of crosses, and then as many as there is room for.
    fileprivate mutating func write(_ places: some Sequence<SIMD2<Int32>>) {
        var count = 0
        for place in places where 2 * count + 2 < self.count {
            self[1 + 2 * count] = UInt32(bitPattern: place.x)
            self[2 + 2 * count] = UInt32(bitPattern: place.y)
            count += 1
        }
        self[0] = UInt32(count)
    }
}
