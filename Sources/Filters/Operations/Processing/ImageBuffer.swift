/// Delays the picture by a number of frames.
///
/// Until as many frames have come, it gives the oldest one. All of them stay in the device's memory, so no more than 240. GPUImage gives nothing until then.
public final class ImageBuffer: BasicOperation, @unchecked Sendable {
    /// The number of frames; 0 gives each frame back.
    @Parameter(in: 0...60, unit: .frames) public var bufferSize: Int = 1

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let frames = min(240, plan.fixed($bufferSize))
        guard frames > 0 else { return inputs[0] }
        let memory = plan.memory("frame", of: self)
        let before = plan.previous(memory, size: inputs[0].size, layout: inputs[0].layout, frames: frames)
        let delayed = try plan.point(
            name, function: "delayedFrame", [inputs[0], before], [.hasPrevious("hasPrevious", memory)],
            layout: inputs[0].layout)
        plan.remember(inputs[0], as: memory)
        return delayed
    }
}
