internal import LinuxIO
internal import LiveView
internal import LiveViewOverlay
internal import Overlay
internal import VulkanView
internal import WaylandClient

/// The timer of photographs: countdowns, bursts and time lapses.
extension Viewer {
    /// Takes a photograph, or begins or ends what the timer is set to.
    func pressShutter() {
        carryOut(photographTimer.press(at: MonotonicClock.now(), shown: renderer.shownCount))
    }

    /// Sets the timer to the next delay, in words that are seen without the bar.
    func stepTimer() {
        setTimer(photographTimer.mode.next)
        guard case .after(let seconds) = photographTimer.mode else { return }
        switcher.tell(
            seconds == 0
                ? Message("timer off", comment: "A notice: pictures are taken at once")
                : Message(
                    "timer: {seconds} s", ["seconds": seconds],
                    comment: "A notice: pictures are taken so many seconds after the press"))
    }

    /// Sets the timer, and ends what it has begun; delays are kept.
    func setTimer(_ mode: PhotographTimer.Mode) {
        carryOut(photographTimer.choose(mode))
        if case .after(let seconds) = mode { keeper.keep(.timer(seconds)) }
    }

    /// Ends what the timer has begun.
    func endTimer() { carryOut(photographTimer.end()) }

    /// Tells whether an event is the key that ends a countdown: it comes before all else that the key does.
    func isEndOfCountdown(_ event: WindowEvent) -> Bool {
        guard photographTimer.isCountingDown, case .key(let key) = event else { return false }
        return KeyBindings.action(for: key) == .leaveFullScreenOrQuit
    }

    // MARK: - On the screen

    /// The state of the shutter as the title tells it.
    var shutterWords: Message? {
        if let left = photographTimer.left(at: MonotonicClock.now()) {
            return Message(
                "{seconds} …", ["seconds": left.seconds],
                comment: "In the title: the seconds until a picture is taken")
        }
        return photographTimer.taken.map(Message.pictures)
    }

    /// The number in the middle of the picture; nil without a countdown.
    var countdownElement: Element? {
        photographTimer.left(at: MonotonicClock.now()).map { seconds, part in
            Element("countdown", name: ScreenWords.countdown, .face(.countdown(seconds, left: part)))
        }
    }

    /// The mark with the number of photographs that a series has taken; nil without one.
    var seriesMark: Element? {
        guard let taken = photographTimer.taken, taken > 0 else { return nil }
        return .mark(
            "series", icon: ViewerScreen.icon(of: photographTimer.mode), Message.pictures(taken).localized)
    }

    // MARK: - Orders

    private func carryOut(_ order: PhotographTimer.Order?) {
        switch order {
        case .photograph: photograph()
        case .photographOfSeries: photographOfSeries()
        case .tell(let count):
            let (words, subject) = Self.endOfSeries(count, lastFile)
            switcher.tell(words, about: subject)
        case .tellCancelled:
            switcher.tell(Message("countdown cancelled", comment: "A notice: no picture is taken"))
        case nil: break
        }
        planShutter()
        updateTitle()
    }

    /// The words at the end of a series, and the file that their buttons open: the last one.
    static func endOfSeries(_ count: Int, _ last: LastFile?) -> (words: Message, subject: NoticeSubject?) {
        guard count > 0, let last, let end = last.path.lastIndex(of: "/") else {
            return (.saved(pictures: count, in: nil), nil)
        }
        let folder = UserFolders().name(of: String(last.path[..<end]))
        return (.saved(pictures: count, in: folder), .file(last.path))
    }

    /// Comes back when the shutter has something to do.
    private func planShutter() {
        let next = photographTimer.nextMoment(after: MonotonicClock.now())
        loop.replan(&shutterMoment, at: next) { [weak self] in self?.advanceTimer() }
    }

    private func advanceTimer() {
        let isCountingDown = photographTimer.isCountingDown
        let order = photographTimer.advance(to: MonotonicClock.now(), shown: renderer.shownCount)
        isCountingDown || order != nil ? carryOut(order) : planShutter()
    }

    private func photographOfSeries() {
        // Named by the moment of the press, so that names are in order.
        let moment = NewFile.text(ofMilliseconds: NewFile.now)
        takePicture { viewer, result in
            switch result {
            case .success(let picture):
                viewer.photographTimer.pictureCame()
                viewer.overlay?.flash()
                viewer.save(picture, at: moment) { viewer, saved in
                    switch saved {
                    case .success: viewer.carryOut(viewer.photographTimer.wasSaved())
                    case .failure(let error): viewer.seriesFailed(error, isLasting: true)
                    }
                }
                viewer.planShutter()
                viewer.updateTitle()
            case .failure(let error): viewer.seriesFailed(error)
            }
        }
    }

    /// Ends the series with the words of its first fault.
    private func seriesFailed(_ error: ViewfinderError, isLasting: Bool = false) {
        if photographTimer.failed() {
            isLasting ? tellLasting(error, of: .photograph) : tell(.failure(error))
        }
        carryOut(nil)
    }
}

extension PhotographTimer {
    /// Takes what the user has set.
    init(_ settings: UserSettings) {
        self.init(
            .after(seconds: settings.timer ?? 0), interval: settings.timeLapse ?? Self.usualInterval)
    }
}
