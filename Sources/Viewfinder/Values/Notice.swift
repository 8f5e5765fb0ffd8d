internal import LinuxIO

/// A sentence in the title that passes after a while; confined to the loop's thread.
final class Notice {
    private static let duration: Int64 = 8_000_000_000

    /// Called when the sentence has come or gone.
    var onChange: () -> Void = {}

    private(set) var sentence: String?
    private let loop: EventLoop
    private var timer: EventLoop.TimerID?

    init(loop: EventLoop) { self.loop = loop }

    /// Shows a sentence in the place of an earlier one; nil takes it away.
    func show(_ sentence: String?) {
        self.sentence = sentence
        if let timer { loop.cancel(timer) }
        timer = nil
        if sentence != nil {
            let due = MonotonicClock.now() + Self.duration
            timer = loop.schedule(at: due) { [weak self] in self?.show(nil) }
        }
        onChange()
    }
}
