internal import Frames

/// Replaces each colour by that of a lookup picture, the second input.
///
/// The picture has 512×512 pixels: 8×8 tiles, from left to right and from top to bottom for blue 0…63, and in
/// each tile 64×64 pixels, from left to right for red and from top to bottom for green. Colours in between
/// are interpolated trilinearly and mixed in by `intensity`; alpha stays. A picture of another size is scaled
/// to this one first.
///
/// GPUImage takes red and green from the nearest of 64 steps. For .cube files see ``ColorTableFilter``.
public final class LookupFilter: PointOperation, @unchecked Sendable {
    /// How much of the result is mixed in: 0 (nothing)…1.
    @Parameter(in: 0...1, unit: .fraction) public var intensity: Float = 1

    /// Pixels along a side of the lookup picture.
    static let pictureSide = 512
    /// Pixels along a side of a tile, and entries along each axis of the cube.
    static let tileSide = 64

    /// Makes the operation with its defaults.
    public init() { super.init(inputs: 2) }

    package override func lower(
        _ plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
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
