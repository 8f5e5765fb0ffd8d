internal import Processor
internal import VulkanCore

extension ProcessorLayout {
    /// The planes of a camera's picture; nil where samples of different kinds share rows.
    init?(_ traits: SourceSlot.Traits) {
        guard case .planes(let kind) = traits.samples else { return nil }
        self.init(kind.format, size: traits.size)
    }

    /// The luma of a camera's picture alone; nil where there is none.
    init?(lumaOf traits: SourceSlot.Traits) {
        guard case .planes(let kind) = traits.samples else { return nil }
        self.init(lumaOf: kind.format, size: traits.size)
    }
}

extension SourceSlot {
    /// The source's planes as the processor sees them; nil when it does not.
    func processorPicture(_ layout: ProcessorLayout) -> ProcessorPicture? {
        guard let memory else { return nil }
        return unsafe ProcessorPicture(layout) { unsafe (memory[$0].address, memory[$0].stride) }
    }
}
