/// Shows an engraving: black diagonal lines on white, the denser the darker the picture.
///
/// Rising lines where the luminance is below 1, falling ones below 0.75, more rising ones between them below 0.5,
/// more falling ones below 0.3. Alpha stays. The lines are at 45° in every picture, which GPUImage has only in square
/// ones.
public final class Crosshatch: PointOperation, @unchecked Sendable {
    /// The distance from line to line, along a row, as a part of the picture's width; below a pixel it is a pixel.
    @Parameter(in: 0.01...0.06, unit: .fraction) public var crossHatchSpacing: Float = 0.03
    /// A line's width along a row as a part of the picture's width.
    @Parameter(in: 0...0.01, unit: .fraction) public var lineWidth: Float = 0.003

    public override class var usesPlace: Bool { true }
}
