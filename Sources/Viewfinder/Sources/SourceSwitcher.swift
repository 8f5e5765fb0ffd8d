internal import Capture
internal import Frames
internal import LinuxIO
internal import Logging

/// The sources in switch order, the one that is shown, and the one that is about to be.
///
/// A switch opens the new source beside the old one; only its first frame ends the old one. Confined to the loop's
/// thread: sessions report from theirs through the loop's inbox, and are closed on a thread of their own, since a
/// driver may take its time over both.
final class SourceSwitcher {
    static let testCard = SourceEntry(source: .testCard(TestCardOptions()), name: "Test card")

    /// Called with a source that takes over, once its first frame is in its slot.
    var onTakeOver: (RunningSource) -> Void = { _ in }
    /// Called when the mode of a source is known while nothing is shown yet: its first frame is on its way.
    var onFirstMode: (CaptureMode) -> Void = { _ in }
    /// Called when a fact that the title tells has changed.
    var onChange: () -> Void = {}
    /// Called when none of the sources that were asked for can be shown, before any was; with the last one's reason.
    var onHopeless: (String) -> Void = { _ in }
    /// Called when a camera has gone, to search for the cameras that are there now.
    var onLoss: () -> Void = {}

    /// The wishes for the controls of the cameras that are opened from now on.
    var controls = ControlSettings()
    private(set) var entries: [SourceEntry]
    private(set) var shown: RunningSource?
    /// The counts of the sources that are closed.
    private(set) var retired = CaptureTotals()
    private var candidate: RunningSource?
    /// The source that is opened as soon as an earlier session on it has ended.
    private var waitingForClose: SourceEntry?
    /// The camera that was lost and is taken back when it returns.
    private var wanted: SourceEntry?
    private var failed: [Source] = []
    /// The cameras of the last search; nil when the next one counts whatever it finds.
    private var known: [CameraIdentity]?
    private var attempts: UInt64 = 0

    private let sourcesAreGiven: Bool
    private let notice: Notice
    private let closing: ClosingSessions
    private let loop: EventLoop
    private let request: ModeRequest
    private let memory: FrameMemoryExchange?
    private let logger: Logger

    /// Makes a switcher that shows nothing yet.
    ///
    /// - Parameters:
    ///   - sources: The sources in switch order.
    ///   - request: The mode that cameras are asked for.
    ///   - memory: The exchange by which cameras learn in which memory the frames are read best; nil for plain memory.
    ///   - loop: The main thread's loop.
    ///   - logger: Gets every switch and its reason.
    init(
        sources: [Source], request: ModeRequest, memory: FrameMemoryExchange? = nil, loop: EventLoop,
        logger: Logger
    ) {
        entries = sources.map { SourceEntry(source: $0, name: $0.name) }
        sourcesAreGiven = !sources.isEmpty
        self.request = request
        self.memory = memory
        self.loop = loop
        self.logger = logger
        notice = Notice(loop: loop)
        closing = ClosingSessions(loop: loop)
        notice.onChange = { [weak self] in self?.onChange() }
        closing.onClose = { [weak self] wasLost in self?.sessionClosed(wasLost: wasLost) }
    }

    /// The source that is about to be shown, or is.
    var current: SourceEntry? { candidate?.entry ?? shown?.entry }

    /// The sentence that the title shows for a while.
    var noticeText: String? { notice.sentence }

    /// The state of the source for the title.
    var titleState: WindowTitle.State {
        if let loss = shown?.loss { return loss }
        if shown == nil { return .starting }
        return wanted.map { .standingIn(for: $0.name) } ?? .live
    }

    /// The name of the source for the title.
    var titleName: String { (shown ?? candidate)?.entry.name ?? "No camera" }

    // MARK: Switching

    /// Shows the source at a place in the order, counted from 0; a place that does not exist is reported.
    func select(_ index: Int) {
        guard entries.indices.contains(index) else {
            return notify("There is no camera \(index + 1); \(entries.count) can be chosen")
        }
        wanted = nil
        failed = []
        switchTo(entries[index])
    }

    /// Shows the source a number of places further, round the end.
    func step(_ places: Int) {
        guard !entries.isEmpty, let current else { return select(0) }
        let place = entries.firstIndex { $0.source == current.source }
        guard let place else { return select(places > 0 ? 0 : entries.count - 1) }
        guard entries.count > 1 else { return notify("There is no other camera") }
        select((place + places + entries.count) % entries.count)
    }

    private func switchTo(_ entry: SourceEntry) {
        if let candidate { closing.close(candidate) }
        candidate = nil
        waitingForClose = nil
        if let shown, shown.loss == nil, shown.entry.source == entry.source { return onChange() }
        if let shown, shown.entry.source == entry.source { retireShown() }
        guard !closing.contains(entry.source) else {
            waitingForClose = entry
            return
        }
        open(entry)
    }

    private func open(_ entry: SourceEntry) {
        attempts += 1
        let attempt = attempts
        let slot = FrameOutput()
        let inbox = loop.inbox
        let me = LoopBound(self)
        logger.info("opening \(entry.name)")
        let session = CaptureSession(
            CaptureConfiguration(entry.source, mode: request, controls: controls, isLookedFor: false),
            outputs: [slot],
            memory: memory, logger: logger)
        session.onState { state in inbox.post { me.object?.handle(state, of: attempt) } }
        candidate = RunningSource(attempt: attempt, entry: entry, session: session, slot: slot)
        session.start { _ in }
        onChange()
    }

    // MARK: Reports of the sessions

    private func handle(_ state: CaptureState, of attempt: UInt64) {
        if attempt == candidate?.attempt {
            handleCandidate(state)
        } else if attempt == shown?.attempt {
            handleShown(state)
        }
    }

    private func handleCandidate(_ state: CaptureState) {
        guard var arriving = candidate else { return }
        switch state {
        case .starting(let mode?):
            candidate?.mode = mode
            if shown == nil { onFirstMode(mode) }
        case .running(let mode), .paused(let mode):
            arriving.mode = mode
            if arriving.entry.id == nil { arriving.entry.name = mode.name }
            recognise(&arriving.entry)
            takeOver(arriving)
        case .failed(let fault), .interrupted(let fault):
            candidate = nil
            closing.close(arriving)
            candidateFailed(arriving.entry, because: fault.sentence)
        case .starting(nil), .stopped, .ended: break
        }
    }

    private func handleShown(_ state: CaptureState) {
        switch state {
        case .running(let mode), .paused(let mode): shown?.mode = mode
        case .starting, .stopped: break
        case .ended:
            shown?.loss = .ended
        case .failed(let fault), .interrupted(let fault):
            logger.error("\(fault.sentence)")
            shown?.loss = fault.kind == .gone ? .unplugged : .lost(fault.sentence)
            if fault.kind == .gone { searchAgain() }
            if let entry = shown?.entry {
                wanted = entry
                failed = [entry.source]
                openFallback(after: entry)
            }
        }
        onChange()
    }

    private func takeOver(_ arriving: RunningSource) {
        logger.info("showing \(arriving.entry.name): \(arriving.mode.map { "\($0)" } ?? "")")
        candidate = nil
        retireShown()
        shown = arriving
        if arriving.entry.source == wanted?.source { wanted = nil }
        notice.show(nil)
        onTakeOver(arriving)
        onChange()
    }

    private func candidateFailed(_ entry: SourceEntry, because reason: String) {
        guard shown == nil || shown?.loss != nil else { return notify(reason) }
        failed.append(entry.source)
        let isFirst = shown == nil && sourcesAreGiven
        if isFirst, entries.allSatisfy({ failed.contains($0.source) }) { return onHopeless(reason) }
        notify(reason)
        openFallback(after: entry)
    }

    /// Opens another source when nothing is alive on the screen: the next one that has not failed yet, else the test
    /// card.
    private func openFallback(after entry: SourceEntry) {
        // A camera that was pulled out may be gone from the list already.
        let place = entries.firstIndex { $0.source == entry.source }
        let order = entries[(place.map { $0 + 1 } ?? 0)...] + entries.prefix(place ?? 0)
        let next = order.first { !failed.contains($0.source) } ?? Self.testCard
        guard !failed.contains(next.source) else { return }
        switchTo(next)
    }

    // MARK: Cameras come and go

    /// Notes the cameras that the system has now.
    ///
    /// - Parameters:
    ///   - cameras: The cameras in switch order.
    ///   - forbidden: The device nodes that this user may not open.
    ///   - replacesEntries: True when they are the sources that the switch key goes through.
    func camerasChanged(_ cameras: [CameraIdentity], forbidden: [String] = [], replacesEntries: Bool) {
        guard cameras.map(\.id) != known?.map(\.id) || cameras.map(\.path) != known?.map(\.path) else {
            return
        }
        known = cameras
        let found = SourceEntry.entries(for: cameras)
        if replacesEntries { entries = found }
        if var entry = shown?.entry {
            recognise(&entry)
            shown?.entry = entry
        }
        if let wanted, let back = found.first(where: { $0.id == wanted.id }) {
            returnTo(back, as: wanted)
        } else if replacesEntries, wanted == nil, current == nil || current == Self.testCard {
            switchTo(found.first ?? Self.testCard)
            if found.isEmpty, let node = forbidden.first { notify(CameraTable.advice(forbidden: node)) }
        }
        onChange()
    }

    /// Opens a camera that was lost, by its id: its node may have another number now.
    private func returnTo(_ back: SourceEntry, as wanted: SourceEntry) {
        if let place = entries.firstIndex(where: { $0.source == wanted.source }) { entries[place] = back }
        self.wanted = back
        switchTo(back)
    }

    /// Gives a camera's entry its stable id, and the name by which users tell it from others of its kind.
    private func recognise(_ entry: inout SourceEntry) {
        guard let id = entry.id ?? identity(of: entry.source) else { return }
        let known = SourceEntry.entries(for: known ?? []).first { $0.id == id }
        entry.id = id
        entry.name = known?.name ?? entry.name
    }

    /// Finds the stable id of the camera that a source names now; nil when it is not there or no camera.
    private func identity(of source: Source) -> String? {
        guard case .camera(let selector) = source else { return nil }
        switch selector {
        case .path(let path): return known?.first { $0.path == path }?.id
        case .number(let number): return known?.dropFirst(number - 1).first?.id
        case .identity(let text): return known?.first { $0.id == text || $0.name == text }?.id
        }
    }

    /// Searches again and forgets the last search: a camera that went and came between two searches would look as if
    /// nothing had happened.
    private func searchAgain() {
        known = nil
        onLoss()
    }

    /// Looks for a lost camera now and, while it is missed, a few times more, less and less often.
    ///
    /// After a loose contact a device answers again only when its last user has closed it, and nothing tells. The last
    /// pictures, on their way through the graphics device, are users, too.
    private func searchForWanted(again delay: Int64 = 100_000_000) {
        guard let missed = wanted, delay < 10_000_000_000 else { return }
        // A camera that is being opened has been found.
        if candidate?.entry.source != missed.source { searchAgain() }
        loop.schedule(at: MonotonicClock.now() + delay) { [weak self] in
            if self?.wanted?.source == missed.source { self?.searchForWanted(again: delay * 2) }
        }
    }

    // MARK: Closing

    /// Ends every session and waits for them, each a bounded time.
    func stop() {
        candidate?.session.stop()
        shown?.session.stop()
        candidate = nil
        shown = nil
    }

    private func retireShown() {
        guard let leaving = shown else { return }
        retired.add(leaving)
        shown = nil
        closing.close(leaving)
    }

    private func sessionClosed(wasLost: Bool) {
        if wasLost { searchForWanted() }
        guard let entry = waitingForClose, !closing.contains(entry.source) else { return }
        waitingForClose = nil
        open(entry)
    }

    /// Tells the user that something went well, in the title, for a while.
    func tell(_ sentence: String) {
        logger.info("\(sentence)")
        notice.show(sentence)
    }

    /// Tells the user that something went wrong, in the title, for a while.
    func notify(_ sentence: String) {
        logger.warning("\(sentence)")
        notice.show(sentence)
    }
}
