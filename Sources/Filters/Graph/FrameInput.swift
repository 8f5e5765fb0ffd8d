public import Frames
public import VulkanCore

/// A camera's or a movie's frames, as a source: the newest one is the picture.
///
/// Frames are read where they lie when the device can import their memory. Confined to the device's thread, but for
/// connecting.
public final class FrameInput: ImageSource, PlanProducer, @unchecked Sendable {  // See above.
    /// Where pictures leave.
    public let output = OutputPort(producer: nil)
    private let slot = SourceSlot()
    private let planes: FramePlanes
    private let isCPU: Bool

    /// Makes a source without a picture.
    ///
    /// - Parameter context: Runs the graph.
    public convenience init(context: FilterContext) {
        self.init(device: context.device, ring: context.ring)
    }

    /// Makes a source without a picture.
    package init(device: VulkanDevice, ring: CommandRing, importRoute: ImportRoute? = nil) {
        isCPU = device.isCPU
        planes = FramePlanes(device: device, ring: ring, access: .buffers, forced: importRoute)
        output.attach(self)
        slot.producer = self
    }

    package var planInput: InputPort? { nil }

    package func lower(_ plan: PlanBuilder, _ inputs: [PlanImage]) throws(FilterError) -> PlanImage {
        guard slot.isFilled else { throw .missingPicture("FrameInput") }
        return plan.source(slot, size: slot.traits.uprightSize)
    }

    /// Makes a frame the picture; its buffer is kept as long as it is read.
    ///
    /// - Throws: ``FrameError`` for a bad frame; the last picture stays.
    public func setFrame(_ frame: Frame) throws(FrameError) {
        try planes.load(frame)
        if let picture = planes.picture, let buffers = planes.buffers {
            slot.fill(picture, buffers)
            slot.timestamp = frame.timestamp
            slot.memory = isCPU ? planes.memory : nil
        }
    }

    /// Lets go of the last frame's memory; the next one makes a picture again.
    package func forget() {
        planes.forget()
        slot.empty()
    }

    /// What the newest frame is; nil before the first.
    package var picture: Picture? { planes.picture }

    /// The way of the last frame to the device, and why; nil before the first frame.
    package var route: (name: String, reason: String)? { planes.route }

    /// Records what brings the picture to where kernels read it.
    package func record(into commands: Commands) { _ = planes.recordBuffers(into: commands) }
}

extension FrameInput: RecordedSource {}
