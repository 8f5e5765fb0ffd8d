internal import Filters
internal import Frames
internal import VulkanCore

/// The render loop's side of the outputs that get pictures as they are seen: with the filters, every frame of the source.
///
/// Confined to the render thread.
struct PictureOutputs {
    /// The outputs.
    let outputs: FrameFanOut

    /// Hands on a frame as it is, where no filters make another picture of it.
    func forward(_ frame: Frame) { outputs.publish(frame) }

    /// Tells of a frame that cannot be handed on.
    func miss(_ sequence: UInt32, _ reason: DropReason) {
        outputs.miss(FrameDrop(sequence: sequence, reason: reason))
    }

    /// Hands on the pictures that the filters have made since the last time.
    func deliver(of filters: FilterStage) throws(VulkanError) {
        try filters.deliver { frame, sequence in
            if let frame = frame {
                outputs.publish(frame)
            } else {
                miss(sequence, .noBuffer)
            }
        }
    }
}
