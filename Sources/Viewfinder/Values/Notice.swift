internal import Capture
internal import LinuxIO

/// Something that a sentence tells of, and about which a person may want to do something.
enum NoticeSubject: Equatable {
    case file(String)
    /// A folder in which something could not be saved.
    case folder(String)
    /// The folders to save in, of which another one is to be chosen.
    case folders
    /// A source that could not be shown, and may be now.
    case source(Source)
    /// The modes of the camera that is shown, of which one could not be had.
    case modes
    /// Controls of the camera that another program has changed, with the values that they had.
    case controls([ControlSetting])
    /// A reset of the camera's controls, with the values that they had, and those that were kept of the camera of that id.
    case reset(former: [ControlSetting], kept: [ControlSetting], camera: String?)
}

/// A sentence in the title that passes after a while; confined to the loop's thread.
final class Notice {
    /// The time for which a sentence stands, in nanoseconds.
    static let duration: Int64 = 8_000_000_000

    /// Called when the sentence has come or gone.
    var onChange: () -> Void = {}

    private(set) var message: Message?
    /// The thing that it tells of; nil for none.
    private(set) var subject: NoticeSubject?
    private let loop: EventLoop
    private var timer: EventLoop.TimerID?

    init(loop: EventLoop) { self.loop = loop }

    /// Shows a sentence in the place of an earlier one; nil takes it away.
    func show(_ message: Message?, about subject: NoticeSubject? = nil) {
        (self.message, self.subject) = (message, subject)
        if let timer { loop.cancel(timer) }
        timer = nil
        if message != nil {
            let due = MonotonicClock.now() + Self.duration
            timer = loop.schedule(at: due) { [weak self] in self?.show(nil) }
        }
        onChange()
    }
}
