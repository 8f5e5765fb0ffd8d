internal import Frames
internal import LinuxIO
internal import VulkanCore

/// Sources whose pictures are larger than what a device reads, or of which none can be read: each is told of once.
struct PictureRefusals {
    /// The time without a picture after which damaged ones are told of, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    /// The number of the input that was told of last.
    private var told: UInt64?
    /// The input all of whose pictures are damaged, and the moment of the first one.
    private var damaged: (input: UInt64, since: Int64)?

    /// Makes the news about a frame that cannot be seen.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - input: The number of the frame's input.
    ///   - device: The device.
    ///   - now: The moment.
    /// - Returns: The news; nil for an input that was told of, and while a good picture may still come.
    mutating func news(
        of error: FrameError, from input: UInt64, to device: VulkanDevice,
        at now: Int64 = MonotonicClock.now()
    ) -> LiveViewEvent? {
        guard told != input else { return nil }
        if let size = error.tooLarge {
            told = input
            return .picturesRefused(of: size, by: device)
        }
        if damaged?.input != input { damaged = (input, now) }
        guard let since = damaged?.since, now - since >= Self.patience else { return nil }
        told = input
        return .picturesRefused("no picture can be shown (\(error)); choose another format or source")
    }

    /// Takes note of a picture that can be seen.
    mutating func isSeen() { damaged = nil }
}
