internal import Frames
internal import VulkanCore

/// The newest frame as a source of a graph.
///
/// Confined to the device's thread, but for connecting.
final class NewestInput: ImageSource, PlanProducer, RecordedSource, @unchecked Sendable {  // See above.
    let output = OutputPort(producer: nil)
    private let slot = SourceSlot()
    private let device: VulkanDevice
    private var newest: NewestPicture?

    /// Makes a source without a picture.
    init(device: VulkanDevice) {
        self.device = device
        output.attach(self)
        slot.producer = self
    }

    var planInput: InputPort? { nil }

    func describe(to plan: PlanBuilder, _ inputs: [PlanImage]) throws(FilterError) -> PlanImage {
        try plan.demand(device)
        guard slot.isFilled else { throw .missingPicture("FrameInput") }
        return plan.source(slot, size: slot.traits.uprightSize)
    }

    /// Makes the newest frame the picture, if its samples lie in buffers; others are no source.
    ///
    /// - Returns: True when there is a picture to compute with.
    func follow(_ newest: NewestPicture) -> Bool {
        guard let picture = newest.current, case .buffers(let buffers) = picture.samples else { return false }
        self.newest = newest
        slot.fill(picture.picture, buffers, keepingBits: true)
        slot.timestamp = newest.moment?.timestamp
        slot.memory = device.isCPU ? picture.memory : nil
        return true
    }

    /// Has no picture any more.
    func forget() {
        newest = nil
        slot.empty()
    }

    func refresh(on device: VulkanDevice) throws(FilterError) {}

    /// Records what brings the picture to where kernels read it.
    func record(into commands: Commands) { newest?.current?.acquire(into: commands) }
}
