/// Shows the picture as a mosaic of small tiles.
///
/// There are 64 tiles, of 8×8 small squares each: tile n has n of them light, in Bayer's order, and the others black.
/// The picture is divided from its upper left corner on; each part shows the tile of the luminance in its middle,
/// painted in the colour there. GPUImage takes the tiles from a picture file.
public final class Mosaic: AreaOperation, @unchecked Sendable {
    /// A tile's extent, both as parts of the picture's width; below a pixel it is a pixel.
    @Parameter(in: 0.001...0.25, unit: .fraction)
    public var displayTileSize = Size2D(width: 0.025, height: 0.025)
    /// True when light squares have the picture's colour; otherwise they are white.
    @Parameter public var colorOn = true

    /// Makes the operation with its defaults.
    public init() { super.init() }
}
