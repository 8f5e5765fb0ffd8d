public import Capture

/// The state of a ``LiveView``'s picture.
public enum LiveViewState: Sendable, Equatable {
    /// There is no picture yet.
    case starting
    /// The newest frames are shown.
    case showing
    /// The newest frames are shown without the filters, which cannot be run, for this reason.
    case unfiltered(String)
    /// No frames come for now, for this reason; the source is looked for, and the last picture stays.
    case interrupted(CaptureFault)
    /// No frames come any more, for this reason; the last picture stays.
    case failed(CaptureFault)
    /// The source has come to its end; the last picture stays.
    case ended
    /// Vulkan cannot go on, for this reason: nothing is shown any more.
    case broken(String)
    /// The window is closed.
    case closed

    /// The sentence for the user; nil where there is nothing to say.
    public var sentence: String? {
        switch self {
        case .starting: "starting"
        case .showing, .closed: nil
        case .interrupted(let fault), .failed(let fault): fault.sentence
        case .ended: "ended"
        case .unfiltered(let reason), .broken(let reason): reason
        }
    }
}
