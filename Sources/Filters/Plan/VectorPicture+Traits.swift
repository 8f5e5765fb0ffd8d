internal import Frames
internal import Processor
internal import VulkanCore

extension VectorPicture {
    /// The layout of a source's picture, as far as it stays.
    init(_ traits: SourceSlot.Traits) {
        let turn = VectorPicture.turn(traits)
        guard case .planes(let planes) = traits.samples else {
            self.init(.bytes, turn: turn)
            return
        }
        let weights = planes.weights
        self.init(planes.format, weights: (weights.red, weights.green, weights.blue), turn: turn)
    }

    /// From a place in the upright picture to the one in memory, as two rows of a matrix.
    private static func turn(_ traits: SourceSlot.Traits) -> Turn {
        let (right, bottom) = (Int32(traits.size.width) - 1, Int32(traits.size.height) - 1)
        let turn: Turn =
            switch traits.rotation {
            case .none: (1, 0, 0, 0, 1, 0)
            case .clockwise90: (0, 1, 0, -1, 0, bottom)
            case .half: (-1, 0, right, 0, -1, bottom)
            case .clockwise270: (0, -1, right, 1, 0, 0)
            }
        guard traits.isMirrored else { return turn }
        let last = Int32(traits.uprightSize.width) - 1
        return (-turn.0, turn.1, turn.2 + turn.0 * last, -turn.3, turn.4, turn.5 + turn.3 * last)
    }
}
