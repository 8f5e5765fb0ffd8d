internal import Faults
public import Frames
public import LinuxIO
internal import VulkanCore

/// News of a ``LiveView``.
public enum LiveViewEvent: Sendable {
    /// A picture of the source is on its way to the screen, for the first time since the source was set.
    case showing
    /// The source's stamps turn out to be wrong; ages count from the frames' arrival from now on.
    case stampsDistrusted(StampCheck.Problem)
    /// The source's pictures cannot be shown, for this reason: they are larger than what the graphics device reads, or for two seconds
    /// none of them could be read. It is told once for each source.
    case picturesRefused(Message)
    /// The filters cannot be run, for this reason; the picture goes on without them.
    case filtersFailed(Message)
    /// The filters are run again, after ``filtersFailed(_:)``.
    case filtersRecovered
    /// The picture has another size than before, in square pixels, upright and turned as the placement says; or it is the first.
    case sizeChanged(PixelSize)
    /// The graphics device has failed, for this reason; the view goes on with another one, or with the same, opened anew.
    case deviceReplaced(Message)
    /// The graphics driver has not come back from a call, for this reason; the last picture stays, and nothing else is shown until
    /// ``driverAnswers``, or for ever.
    case driverHangs(Message)
    /// The graphics driver has come back, after ``driverHangs(_:)``, and pictures go on.
    case driverAnswers
    /// As many frames as asked for have been presented.
    case finished
    /// Vulkan cannot go on, for this reason: the view shows nothing any more.
    case failed(LiveViewError)
    /// News of another picture than the first: its number in ``LiveView/channels``, and what has happened.
    indirect case channel(Int, LiveViewEvent)
}

extension LiveViewEvent {
    /// Tells that pictures are larger than what a device reads.
    static func picturesRefused(of size: PixelSize, by device: VulkanDevice) -> LiveViewEvent {
        .picturesRefused(Fault.pictureTooLarge.message([.device: device.name, .mode: size]))
    }
}

/// The reason why a view cannot do something: one sentence that says what happened and what to do.
public struct LiveViewError: Error, Sendable, CustomStringConvertible, MessageConvertible {
    /// The sentence, for the screen.
    public let message: Message
    /// True where this machine has no Vulkan driver that works at all.
    public let lacksDriver: Bool
    /// The sentence in English.
    public var description: String { message.description }

    static let closed = LiveViewError("The view is closed: there is no picture any more")
    static let noPicture = LiveViewError("There is no picture yet that could be saved")

    init(_ message: Message) { (self.message, lacksDriver) = (message, false) }

    /// Wraps another library's error, which is a sentence already.
    init(_ error: any Error) {
        message = "\(error)"
        lacksDriver = (error as? VulkanError)?.kind == .noDriver
    }
}
