internal import LinuxIO
internal import Logging
internal import Overlay

/// Finds the fonts on a thread of its own: without a cache of them that takes seconds, and with a folder on a network as long as it likes.
final class FontLoader {
    private let loop: EventLoop
    private let logger: Logger
    private let me = LoopBound<FontLoader>()
    private var texts: Appearance?
    private var found: Result<Typesetter, OverlayError>?
    private var search: (thread: SystemThread, finding: Finding, shortEnd: Int64)?
    private var timer: EventLoop.TimerID?
    /// Called once fonts are there, or there are none.
    var onEnd: () -> Void = {}

    /// The thread's finding, handed over by the loop's inbox.
    @safe private final class Finding: @unchecked Sendable {
        let texts: Appearance
        var result: Result<Typesetter, OverlayError>?

        init(_ texts: Appearance) { self.texts = texts }

        func make() { result = Result { () throws(OverlayError) in try Typesetter(texts) } }
    }

    /// The time after which what is missing is told, in nanoseconds.
    private static let patience: Int64 = 5_000_000_000
    /// The time for which those who need fonts wait for them, from the beginning on: with a cache they take some hundredths of a second,
    /// and the first key is not lost.
    private static let shortWait: Int64 = 500_000_000

    init(_ loop: EventLoop, _ logger: Logger) {
        (self.loop, self.logger) = (loop, logger)
        me.object = self
    }

    deinit { timer.map(loop.cancel) }

    /// True until fonts are there, or there are none.
    var isAtWork: Bool { texts != nil && found == nil }

    /// Looks for the fonts of an appearance, unless they are there or looked for.
    func begin(_ wishes: Appearance) {
        let texts = Appearance(
            textScale: wishes.textScale, fontName: wishes.fontName, isRightToLeft: wishes.isRightToLeft)
        guard texts != self.texts else { return }
        (self.texts, found) = (texts, nil)
        find(Finding(texts))
    }

    /// The maker of texts for an appearance; another one only where texts change, since fonts are found anew.
    ///
    /// - Returns: nil while they are looked for.
    /// - Throws: The reason why nothing can be drawn.
    func typesetter(_ wishes: Appearance) throws(OverlayError) -> Typesetter? {
        begin(wishes)
        if let search, search.thread.join(until: search.shortEnd) { keep(search.finding) }
        return try found?.get()
    }

    private func find(_ finding: Finding) {
        let now = MonotonicClock.now()
        do throws(SystemError) {
            let thread = try SystemThread(name: "fonts") { [me, inbox = loop.inbox] in
                finding.make()
                inbox.post { me.object?.take(finding) }
            }
            search = (thread, finding, now + Self.shortWait)
        } catch {
            finding.make()
            return keep(finding)
        }
        loop.replan(&timer, at: now + Self.patience) { [logger] in
            logger.warning(
                "words on the picture wait, because the fonts are still looked for; a folder of them that does not answer may be on a network"
            )
        }
    }

    private func take(_ finding: Finding) {
        guard finding.texts == texts, found == nil else { return }
        keep(finding)
        onEnd()
    }

    private func keep(_ finding: Finding) {
        loop.cancel(&timer)
        (search, found) = (nil, finding.result)
    }
}
