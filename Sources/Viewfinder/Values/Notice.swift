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
    /// The number of sentences so far: one that is said again counts again.
    private(set) var count = 0
    /// The thing that it tells of; nil for none.
    private(set) var subject: NoticeSubject?
    private let loop: EventLoop
    private var timer: EventLoop.TimerID?

    init(loop: EventLoop) { self.loop = loop }

    /// Shows a sentence in the place of an earlier one; nil takes it away.
    func show(_ message: Message?, about subject: NoticeSubject? = nil) {
        (self.message, self.subject) = (message, subject)
        if message != nil { count += 1 }
        loop.replan(&timer, at: message.map { _ in MonotonicClock.now() + Self.duration }) { [weak self] in
            self?.show(nil)
        }
        onChange()
    }
}

/// The sentence that has been given to the overlay last, where it stays as long as a hand rests on it, however long the title keeps it.
struct ToldNotice {
    private var count = 0
    /// The thing that it tells of; nil for none.
    private(set) var subject: NoticeSubject?

    /// Takes the sentence of the title.
    ///
    /// - Parameters:
    ///   - message: The sentence; nil while there is none, or while something else says the same.
    ///   - subject: The thing that it tells of.
    ///   - count: The number of sentences so far.
    /// - Returns: The sentence, where it is a new one, or is said again.
    mutating func take(_ message: Message?, about subject: NoticeSubject?, count: Int) -> Message? {
        guard let message, count != self.count else { return nil }
        (self.count, self.subject) = (count, subject)
        return message
    }
}
