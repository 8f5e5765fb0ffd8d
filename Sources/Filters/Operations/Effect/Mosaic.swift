internal import PictureFiles

/// Shows the picture as a mosaic of small tiles.
///
/// Without a picture of tiles there are 64 of 8×8 small squares each: tile n has n of them light, in Bayer's order, and the
/// others black. A picture of tiles comes as the second input (``takesTiles``) or from a file: its tiles stand in rows from its
/// upper left corner on, the darkest first. The picture is divided from its upper left corner on; each part shows the
/// tile of the luminance in its middle, painted in the colour there.
public final class Mosaic: AreaOperation, FileOperation, @unchecked Sendable {
    /// A tile's extent, both as parts of the picture's width; below a pixel it is a pixel.
    @Parameter(in: 0.001...0.25, unit: .fraction)
    public var displayTileSize = Size2D(width: 0.025, height: 0.025)
    /// True when tiles have the picture's colour, by which those of a picture are multiplied; otherwise they have their own.
    @Parameter public var colorOn = true
    /// The number of tiles that a picture of tiles has, as far as there is room for them in it.
    @Parameter(in: 1...4096) public var numberOfTiles: Int = 64
    /// The extent of a tile in a picture of tiles, as parts of its width and its height.
    @Parameter(in: 0.001...1, unit: .fraction) public var inputTileSize = Size2D(width: 0.125, height: 0.125)

    /// Makes the operation with its defaults.
    ///
    /// - Parameter takesTiles: Whether its second input is a picture of tiles.
    public init(takesTiles: Bool = false) { super.init(inputs: takesTiles ? 2 : 1) }

    /// True when the second input is a picture of tiles; otherwise there is one input.
    ///
    /// Setting it from any thread shows in the next frame.
    public var takesTiles: Bool {
        get { input.maximum > 1 }
        set { resizeInput(to: newValue ? 2 : 1) }
    }

    /// The endings of its files' names.
    public static let fileEndings = ["png", "jpg", "jpeg"]

    /// Takes the picture of tiles of a file, as its second input.
    ///
    /// - Parameters:
    ///   - file: The file's bytes, PNG or JPEG.
    ///   - name: The file's name, for errors.
    /// - Throws: `FilterError.badFile` when it holds no picture.
    public func load(_ file: [UInt8], name: String) throws(FilterError) {
        let picture = try PictureFile(ofFilter: file, name: name)
        let tiles = PixelInput()
        try tiles.setPicture(picture.bytes, width: picture.width, height: picture.height)
        // Whatever was there before goes.
        takesTiles = false
        takesTiles = true
        try tiles.addTarget(self, atTargetIndex: 1)
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        guard inputs.count > 1 else { return try super.describe(to: plan, inputs) }
        return try plan.area("MosaicTiles", inputs, plan.allParameters(of: self))
    }
}
