internal import Frames
internal import VulkanCore

/// The properties that a shader or kernel is made for: all that differs between pictures and needs another pipeline.
struct PictureTraits: Hashable {
    let format: PixelFormat
    let isLinear: Bool
    let isTurned: Bool
    /// The number of pixels side by side that share a chroma sample, as a shift: 0, 1 or 2.
    let columnShift: Int32
    /// The number of pixels one above the other that share a chroma sample, as a shift.
    let rowShift: Int32
    let weights: ColorWeights

    init(_ picture: Picture, _ placement: Placement) {
        self.init(
            picture.format, picture.color, isLinear: !placement.isOneToOne, isTurned: placement.isTurned)
    }

    init(_ format: PixelFormat, _ color: ColorDescription, isLinear: Bool, isTurned: Bool) {
        let shifts = format.samples?.chromaShifts ?? (columns: 0, rows: 0)
        self.format = format
        self.isLinear = isLinear
        self.isTurned = isTurned
        columnShift = Int32(shifts.columns)
        rowShift = Int32(shifts.rows)
        weights = ColorWeights(ColorTransform(color, model: format.model))
    }

    /// The pattern by which fast ways are chosen.
    var arrangement: PlaneArrangement { PlaneArrangement(format) ?? .planar }
    /// The channels' samples; of a grey picture one channel's.
    var channels: ArraySlice<SampleLayout.Channel> { format.samples?.channels.prefix(3) ?? [] }

    /// The specialization constants of Picture.glsl in their order.
    var constants: [UInt32] {
        let shape = [arrangement.rawValue, isLinear ? 1 : 0, isTurned ? 1 : 0, columnShift, rowShift]
        let rows = [weights.red, weights.green, weights.blue].flatMap { [$0.x, $0.y, $0.z, $0.w] }
        return (shape + rows).map { UInt32(bitPattern: $0) }
    }
}
