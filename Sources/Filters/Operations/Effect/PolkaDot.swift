/// Shows dots of one colour on black.
///
/// The picture is divided into square cells as by ``Pixellate``; a cell's colour fills the circle around its middle,
/// alpha all of it. GPUImage displaces the dots where the picture is not square.
public final class PolkaDot: AreaOperation, @unchecked Sendable {
    /// A dot's diameter as a part of the cell's side.
    @Parameter(in: 0...1, unit: .fraction) public var dotScaling: Float = 0.9
    /// A cell's side as a part of the picture's width; below a pixel it is a pixel.
    @Parameter(in: 0...0.3, unit: .fraction) public var fractionalWidthOfAPixel: Float = 0.01
}
