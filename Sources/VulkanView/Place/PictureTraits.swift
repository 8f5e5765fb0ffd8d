internal import Frames
internal import VulkanCore

/// The properties that a shader or kernel is made for: all that differs between pictures and needs another pipeline.
struct PictureTraits: Hashable {
    let arrangement: PlaneArrangement
    let isLinear: Bool
    let isTurned: Bool
    /// The number of pixels side by side that share a chroma sample, as a shift: 0, 1 or 2.
    let columnShift: Int32
    /// The number of pixels one above the other that share a chroma sample, as a shift.
    let rowShift: Int32
    let weights: ColorWeights

    init(_ picture: Picture, _ placement: Placement) {
        let shifts = picture.format.samples?.chromaShifts ?? (columns: 0, rows: 0)
        arrangement = picture.arrangement
        isLinear = !placement.isOneToOne
        isTurned = placement.isTurned
        columnShift = Int32(shifts.columns)
        rowShift = Int32(shifts.rows)
        weights = ColorWeights(ColorTransform(picture.color, model: picture.format.model))
    }

    /// The specialization constants of Picture.glsl in their order.
    var constants: [UInt32] {
        let shape = [arrangement.rawValue, isLinear ? 1 : 0, isTurned ? 1 : 0, columnShift, rowShift]
        let rows = [weights.red, weights.green, weights.blue].flatMap { [$0.x, $0.y, $0.z, $0.w] }
        return (shape + rows).map { UInt32(bitPattern: $0) }
    }
}
