public import LinuxIO

/// An event of a run of a source, always reported from the run's own thread.
enum CaptureEvent: Sendable {
    /// The source is open and its mode is known; the first frame is on its way.
    case opened(CaptureMode)
    /// The first frame has been published.
    case streaming(CaptureMode)
    /// The source has changed its mode by itself; the frames that follow have the new one.
    case modeChanged(CaptureMode)
    /// The run is over, because something went wrong.
    case failed(CaptureFault)
    /// The run is over, because a finite source has come to its end.
    case ended
}

/// The reason why a source cannot deliver.
public struct CaptureFault: Error, Sendable, Hashable, CustomStringConvertible, MessageConvertible {
    /// The kinds that a program may want to tell apart.
    public enum Kind: String, Sendable, Codable {
        /// Another program uses the camera.
        case busy
        /// The camera is not there, or no longer.
        case gone
        /// The user may not open the camera.
        case permission
        /// The USB bus has no room for this mode.
        case bandwidth
        /// The camera offers nothing that can be shown, or cannot do as asked.
        case unsupported
        /// The camera stopped delivering frames.
        case stalled
        /// Nothing comes into the input that the device takes pictures from.
        case noSignal
        /// A file is missing or malformed.
        case file
        /// The session was stopped meanwhile.
        case stopped
        /// Anything else that the driver reports.
        case io
    }

    /// The kind.
    public let kind: Kind
    /// The event and its remedy in one sentence, for the screen.
    public let message: Message
    /// The event and its remedy in one sentence in English, for logs and terminals.
    ///
    /// What would steer a terminal becomes `�`, and an endless one is cut.
    public let sentence: String

    /// Makes a fault.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - message: One sentence: what happened, and what to do.
    public init(_ kind: Kind, _ message: Message) {
        (self.kind, self.message) = (kind, message)
        sentence = message.description.showingControls().shortened(to: 2000)
    }

    /// The sentence.
    public var description: String { sentence }

    /// True when the cause may pass by itself: a camera that is plugged in, a program that is closed, a right that is granted.
    public var mayPass: Bool {
        switch kind {
        case .busy, .gone, .permission, .bandwidth, .stalled, .noSignal, .io: true
        case .unsupported, .file, .stopped: false
        }
    }
}
