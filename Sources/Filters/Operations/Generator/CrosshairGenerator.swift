internal import Frames

/// Crosses at places, on nothing: what a corner detector found, to be laid over its picture.
///
/// Each is two bars across the pixel of its place, an odd number of pixels long and a fifth as thick. The rest is
/// transparent, of the same colour, so that no edge darkens when the picture is scaled.
public final class CrosshairGenerator: ImageGenerator, @unchecked Sendable {
    /// The length of the bars.
    @Parameter(in: 1...255, unit: .pixels) public var crosshairWidth: Float = 5
    /// Their colour.
    @Parameter(in: 0...1) public var crosshairColor = Color.green
    /// Where the crosses are, up to 65,535; those outside the picture show as far as they reach into it.
    @Parameter(unit: .fraction) public var positions: [Position] = []

    /// Makes the generator with its defaults.
    ///
    /// - Parameters:
    ///   - width: Pixels of its picture.
    ///   - height: Rows of its picture.
    public override init(width: Int, height: Int) { super.init(width: width, height: height) }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let places = plan.fixed($positions).compactMap(pixel).prefix(65535)
        // A cross far away stands for none: a table is never empty.
        let words = (places.isEmpty ? [(-1000, -1000)] : Array(places)).flatMap { [word($0.x), word($0.y)] }
        let parameters: [PlanParameter] = [
            .live($crosshairWidth), .live($crosshairColor),
            .constant("size", Size2D(width: Float(width), height: Float(height))),
        ]
        let drawn = plan.values(
            "CrosshairMarks", images: [],
            values: [plan.table(words)], parameters,
            count: width * height, groups: (words.count / 2, 1), isCleared: true)
        return try plan.area(
            name, [], parameters, values: [drawn], size: PixelSize(width: width, height: height))
    }

    /// The pixel of a place; nil where no cross is so long that it reaches into the picture.
    private func pixel(_ place: Position) -> (x: Int, y: Int)? {
        let (x, y) = (place.x * Float(width), place.y * Float(height))
        guard abs(x - Float(width) / 2) < Float(width) / 2 + 128,
            abs(y - Float(height) / 2) < Float(height) / 2 + 128
        else { return nil }
        return (Int(x.rounded(.down)), Int(y.rounded(.down)))
    }

    private func word(_ number: Int) -> UInt32 { UInt32(bitPattern: Int32(number)) }
}
