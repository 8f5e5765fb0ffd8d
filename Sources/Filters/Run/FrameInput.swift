public import Frames
public import VulkanCore

/// A camera's or a movie's frames, as a source: the newest one is the picture.
///
/// Frames are read where they lie when the device can import their memory. Confined to the device's thread, but for
/// connecting.
public final class FrameInput: ImageSource, @unchecked Sendable {  // See above.
    /// The port where pictures leave.
    public var output: OutputPort { input.output }
    private let input: NewestInput
    private let newest: NewestPicture

    /// Makes a source without a picture.
    ///
    /// - Parameter context: Runs the graph.
    public convenience init(context: FilterContext) {
        self.init(device: context.device, ring: context.ring)
    }

    /// Makes a source without a picture.
    package init(device: VulkanDevice, ring: CommandRing) {
        input = NewestInput(device: device)
        newest = NewestPicture(device: device, ring: ring, viewAccess: .buffers)
    }

    /// Makes a frame the picture; its buffer is kept as long as it is read.
    ///
    /// - Throws: ``FrameError`` for a bad frame; the last picture stays.
    public func setFrame(_ frame: Frame) throws(FrameError) {
        try newest.load(frame)
        _ = input.follow(newest)
    }
}
