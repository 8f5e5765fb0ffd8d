public import Capture
public import LinuxIO

/// The state of a ``LiveView``'s picture.
public enum LiveViewState: Sendable, Equatable {
    /// There is no picture yet.
    case starting
    /// The newest frames are shown.
    case showing
    /// The newest frames are shown without the filters, which cannot be run, for this reason.
    case unfiltered(Message)
    /// No frames come for now, for this reason; the source is looked for, and the last picture stays.
    case interrupted(CaptureFault)
    /// No frames come any more, for this reason; the last picture stays.
    case failed(CaptureFault)
    /// The source has come to its end; the last picture stays.
    case ended
    /// The graphics driver does not come back from a call, for this reason; the last picture stays.
    case hanging(Message)
    /// Vulkan cannot go on, for this reason: nothing is shown any more.
    case broken(Message)
    /// The window is closed.
    case closed

    /// The sentence for the user, for the screen; nil where there is nothing to say.
    public var message: Message? {
        switch self {
        case .starting: Message("starting", comment: "In a window's title: the first picture is waited for")
        case .showing, .closed: nil
        case .interrupted(let fault), .failed(let fault): fault.message
        case .ended: Message("ended", comment: "In a window's title: the source has no more pictures")
        case .unfiltered(let reason), .hanging(let reason), .broken(let reason): reason
        }
    }

    /// The sentence for the user in English; nil where there is nothing to say.
    public var sentence: String? { message?.description }
}
