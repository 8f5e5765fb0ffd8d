internal import Frames
internal import Synchronization

/// Replaces each colour by that of a lookup picture: the second input, or a picture file.
///
/// The picture has 512×512 pixels: 8×8 tiles, from left to right and from top to bottom for blue 0…63, and in
/// each tile 64×64 pixels, from left to right for red and from top to bottom for green. Colours in between
/// are interpolated trilinearly and mixed in by `intensity`; alpha stays. A second input of another size is scaled
/// to this one first; a file must have it, in tiles or as a Hald picture of level 8, whose colours lie one behind the other.
///
/// GPUImage takes red and green from the nearest of 64 steps. For .cube files see ``ColorTableFilter``.
public final class LookupFilter: PointOperation, FileOperation, @unchecked Sendable {
    /// The share of the result that is mixed in: 0 (none)…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1

    /// The number of pixels along a side of the lookup picture.
    static let pictureSide = 512
    /// The number of pixels along a side of a tile, and of entries along each axis of the cube.
    static let tileSide = 64

    private let current = Mutex<ColorTable?>(nil)

    /// Makes the operation with its defaults.
    public override init() { super.init(inputs: 2) }

    /// The table that takes the place of the second input; nil for the input.
    ///
    /// Setting it from any thread shows in the next frame. With a table the operation has one input.
    public var table: ColorTable? {
        get { current.withLock { $0 } }
        set {
            current.withLock { $0 = newValue }
            // The table is part of the plan, too.
            resizeInput(to: newValue == nil ? 2 : 1)
        }
    }

    /// The endings of its files' names.
    public static let fileEndings = ["png", "jpg", "jpeg"]

    /// Takes the lookup picture of a file.
    ///
    /// - Parameters:
    ///   - file: The file's bytes, PNG or JPEG.
    ///   - name: The file's name, for errors.
    /// - Throws: `FilterError.badFile` when it holds no picture, or one of another size.
    public func load(_ file: [UInt8], name: String) throws(FilterError) {
        table = try ColorTable(lookupFile: file, name: name)
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        // There is a table then, unless another thread is taking it away.
        guard inputs.count > 1 else {
            return try plan.recolored(inputs[0], by: table ?? .identity, intensity: .live($intensity))
        }
        let (side, tile) = (LookupFilter.pictureSide, LookupFilter.tileSide)
        var picture = inputs[1]
        if picture.size.width != side || picture.size.height != side {
            picture = try plan.resized(picture, width: side, height: side)
        }
        // A cube in the order of its axes lets the lookup be part of whatever kernel the picture passes through.
        let cube = plan.values(
            "LookupTable", images: [picture], count: tile * tile * tile, localSize: (tile, 1),
            groups: (tile, tile))
        return try plan.recolored(inputs[0], by: cube, count: tile, intensity: .live($intensity))
    }
}
