/// Shows a newspaper's print: black dots on white, the larger the darker the picture.
///
/// The picture is divided into square cells as by ``Pixellate``; a dot's diameter is 1 − luminance in the middle of
/// its cell, in parts of the cell's side. Alpha is 1. GPUImage displaces the dots where the picture is not square.
public final class Halftone: AreaOperation, @unchecked Sendable {
    /// A cell's side as a part of the picture's width; below a pixel it is a pixel.
    @Parameter(in: 0...0.05, unit: .fraction) public var fractionalWidthOfAPixel: Float = 0.01

    public override class var readsLuminance: Bool { true }
}
