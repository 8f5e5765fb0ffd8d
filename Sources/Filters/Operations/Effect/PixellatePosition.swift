/// Shows square cells of one colour within a circle.
///
/// As ``Pixellate``, but only where a pixel's centre lies in the circle; the rest stays as it is. GPUImage measures the
/// radius in widths of the picture; here it is the shorter side, which a turn does not change.
public final class PixellatePosition: AreaOperation, @unchecked Sendable {
    /// A cell's side as a part of the picture's width; below a pixel it is a pixel.
    @Parameter(in: 0...0.3, unit: .fraction) public var fractionalWidthOfAPixel: Float = 0.05
    /// The circle's centre.
    @Parameter(in: 0...1, unit: .fraction) public var center = Position.center
    /// The circle's radius as a part of the picture's shorter side; 0 gives the picture back.
    @Parameter(in: 0...1, unit: .fraction) public var radius: Float = 0.25
}
