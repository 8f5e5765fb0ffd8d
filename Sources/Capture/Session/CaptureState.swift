/// The state of a ``CaptureSession``.
public enum CaptureState: Sendable, Equatable {
    /// It was not started, or was stopped.
    case stopped
    /// The source is being opened; with its mode as soon as that is known.
    case starting(CaptureMode?)
    /// Frames come.
    case running(CaptureMode)
    /// The source is open, and its frames are held back.
    case paused(CaptureMode)
    /// The source was lost, or is not there yet; it is looked for.
    case interrupted(CaptureFault)
    /// The source cannot deliver, and is not looked for.
    case failed(CaptureFault)
    /// A finite source has come to its end.
    case ended

    /// The mode of the frames that come, or are held back; nil where none is known, and after a loss or the end.
    public var mode: CaptureMode? {
        switch self {
        case .starting(let mode): mode
        case .running(let mode), .paused(let mode): mode
        case .stopped, .interrupted, .failed, .ended: nil
        }
    }

    /// The reason why no frames come; nil where there is none.
    public var fault: CaptureFault? {
        switch self {
        case .interrupted(let fault), .failed(let fault): fault
        case .stopped, .starting, .running, .paused, .ended: nil
        }
    }

    /// True when no frames are to be expected: the session does not run, and looks for nothing.
    public var isOver: Bool {
        switch self {
        case .stopped, .failed, .ended: true
        case .starting, .running, .paused, .interrupted: false
        }
    }
}
