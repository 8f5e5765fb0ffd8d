internal import Frames
internal import VulkanCore

/// Sources whose pictures are larger than what a device reads: each is told of once.
struct PictureRefusals {
    /// The number of the input that was told of last.
    private var told: UInt64?

    /// Makes the news about a frame that cannot be seen.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - input: The number of the frame's input.
    ///   - device: The device.
    /// - Returns: The news; nil for another reason, and for an input that was told of.
    mutating func news(of error: FrameError, from input: UInt64, to device: VulkanDevice) -> LiveViewEvent? {
        guard let size = error.tooLarge, told != input else { return nil }
        told = input
        return .picturesRefused(of: size, by: device)
    }
}
