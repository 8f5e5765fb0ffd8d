internal import Frames
internal import VulkanCore

/// The properties that a shader or kernel is made for: all that differs between pictures and needs another pipeline.
struct PictureTraits {
    let hasPattern: Bool
    let isLinear: Bool
    let isTurned: Bool
    let weights: ColorWeights
    /// The way from the picture's colours to the screen's.
    let screen: ScreenColors
    /// The part of a colour that is drawn.
    let part: ColorPart
    /// The specialization constants of Picture.glsl in their order; rows without a pattern have those of the placement alone.
    let constants: [UInt32]

    init(_ picture: Picture, _ placement: Placement, _ part: ColorPart) {
        let numbers = SampleNumbers(picture)
        hasPattern = picture.hasPattern
        isLinear = !placement.isOneToOne
        isTurned = placement.isTurned
        weights = numbers.weights
        screen = ScreenColors(picture.color)
        let place: [UInt32] = [!hasPattern, isLinear, isTurned].map { $0 ? 1 : 0 } + [screen.kind.rawValue]
        let shifts = [numbers.columnShift, numbers.rowShift].map { UInt32(bitPattern: $0) }
        let rows = weights.rows.flatMap { [$0.x, $0.y, $0.z, $0.w] }.map { UInt32(bitPattern: $0) }
        let own = shifts + rows + [numbers.isGrey ? 1 : 0] + numbers.channels
        constants = place + (hasPattern ? own : own.map { _ in 0 }) + [part.rawValue]
        self.part = part
    }
}
