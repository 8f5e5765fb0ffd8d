/// Shows square cells of one colour.
///
/// A cell has the colour in its middle, between pixels bilinearly. Cells are counted from the upper left corner.
/// GPUImage allows no cell below a hundredth of the width; here the smallest is a pixel, so that 0 gives the picture
/// back.
public final class Pixellate: AreaOperation, @unchecked Sendable {
    /// A cell's side as a part of the picture's width; below a pixel it is a pixel.
    @Parameter(in: 0...0.3, unit: .fraction) public var fractionalWidthOfAPixel: Float = 0.01
}
