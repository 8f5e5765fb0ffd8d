internal import Capture
internal import Decoders
internal import Faults
internal import Frames
internal import LinuxIO
internal import Logging

/// The sources in switch order, the one that is shown, and the one that is about to be.
///
/// One session shows them in turn: it opens a new source beside the old one, whose frames come until the first one of the new. Confined
/// to the loop's thread; the session reports from its own through the loop's inbox.
final class SourceSwitcher {
    /// A source on its way to the screen.
    private struct Candidate {
        let entry: SourceEntry
        let attempt: UInt64
        /// True for one that nobody has asked for just now: its failure is no news.
        let isRetry: Bool
        /// The wishes that were chosen for the source that is shown; nil for another source.
        let chosen: SourceWishes?
    }

    /// A camera that was lost.
    private struct Missed {
        var entry: SourceEntry
        let fault: CaptureFault
    }

    static let testCard = SourceEntry(source: .testCard(TestCardOptions()), name: "Test card")

    /// Called when wishes that were chosen are met, with their source, the wishes before, and those that hold now.
    var onChosen: (SourceEntry, SourceWishes, SourceWishes) -> Void = { _, _, _ in }
    /// Called with a source that takes over, when its frames come.
    var onTakeOver: () -> Void = {}
    /// Called when the mode of a source is known while nothing is shown yet: its first frame is on its way.
    var onFirstMode: (CaptureMode) -> Void = { _ in }
    /// Called when a fact that the title tells has changed.
    var onChange: () -> Void = {}
    /// Called when none of the sources that were asked for can be shown, before any was; with the last one's reason.
    var onHopeless: (Message) -> Void = { _ in }
    /// Called when a camera has gone, to search for the cameras that are there now.
    var onLoss: () -> Void = {}

    /// The session of all sources.
    let session: CaptureSession
    /// The newest frame of the source.
    let slot = FrameOutput()
    /// The wishes for the controls of the cameras that are opened from now on.
    var controls = ControlSettings()
    /// The kept settings of cameras, of which modes and colours are taken here.
    private var kept: [String: CameraSettings] = [:]
    /// The wishes that were chosen since the start, which come before the command line's and those that are kept.
    private var chosen: [Source: SourceWishes] = [:]
    /// The camera that is shown first, if it is there; nil for any.
    private var preferred: UserSettings.ChosenCamera?
    private let request: ModeRequest
    private let color: ColorWish
    /// A sentence about the start, which the next source shows, too.
    private var announcement: (words: Message, subject: NoticeSubject?)?
    private(set) var entries: [SourceEntry]
    private(set) var shown: ShownSource?
    private var candidate: Candidate?
    /// The source in switch order that was tried last: the next one is counted from there.
    private var tried: SourceEntry?
    /// The camera that was lost and is taken back when it returns.
    private var wanted: Missed?
    /// The sources that could not be opened since one was shown, and why.
    private var failed: [(source: Source, fault: CaptureFault)] = []
    /// The last faults of sources, until they are shown again or unplugged.
    private var lastFaults: [Source: CaptureFault] = [:]
    private var found = FoundCameras()
    private var attempts: UInt64 = 0
    private let retries: RetryTimer
    /// The node of a camera that may not be opened, while there is no other one.
    private var forbiddenNode: String?

    private let sourcesAreGiven: Bool
    private let notice: Notice
    private let loop: EventLoop
    private let logger: Logger

    /// Makes a switcher that shows nothing yet.
    ///
    /// - Parameters:
    ///   - sources: The sources in switch order.
    ///   - request: The mode that cameras are asked for.
    ///   - color: The facts in the place of those that sources tell of their colours.
    ///   - memory: The exchange by which cameras learn in which memory the frames are read best; nil for plain memory.
    ///   - loop: The main thread's loop.
    ///   - logger: Gets every switch and its reason.
    init(
        sources: [Source], request: ModeRequest, color: ColorWish = ColorWish(),
        memory: FrameMemoryExchange? = nil, loop: EventLoop, logger: Logger
    ) {
        entries = sources.map { SourceEntry(source: $0, name: $0.name) }
        sourcesAreGiven = !sources.isEmpty
        (self.request, self.color) = (request, color)
        self.loop = loop
        self.logger = logger
        notice = Notice(loop: loop)
        retries = RetryTimer(loop: loop)
        session = CaptureSession(
            CaptureConfiguration(Self.testCard.source, mode: request, isLookedFor: false), outputs: [slot],
            memory: memory, encoder: JPEGEncoder.init, logger: logger)
        notice.onChange = { [weak self] in self?.onChange() }
        retries.onMoment = { [weak self] in self?.retry() }
        let (inbox, me) = (loop.inbox, LoopBound(self))
        session.onState { state in inbox.post { me.object?.handle(state) } }
    }

    /// Takes what is kept of cameras, for those that are opened from now on.
    ///
    /// - Parameters:
    ///   - settings: The settings of the file.
    ///   - controls: The wishes for the controls of all cameras, which come before what is kept.
    func take(_ settings: UserSettings, _ controls: [ControlSetting]) {
        self.controls.all = controls
        self.controls.cameras = settings.cameras.mapValues(\.controls).filter { !$0.value.isEmpty }
        kept = settings.cameras
        if !sourcesAreGiven { preferred = settings.lastCamera }
    }

    /// The source that is about to be shown, or is.
    var current: SourceEntry? { candidate?.entry ?? shown?.entry }

    /// The sentence that the title shows for a while.
    var noticeMessage: Message? { notice.message == titleState.message ? nil : notice.message }

    /// The thing that the sentence tells of; nil for none.
    var noticeSubject: NoticeSubject? { noticeMessage == nil ? nil : notice.subject }

    /// The number of sentences so far.
    var noticeCount: Int { notice.count }

    /// The state of the source for the title.
    var titleState: WindowTitle.State {
        guard let shown else { return .starting }
        if let loss = shown.loss { return loss }
        if let wanted {
            guard wanted.fault.kind == .gone else { return .lost(wanted.fault.message) }
            let (name, isForbidden) = (wanted.entry.name, wanted.entry.id.map(found.isForbidden) ?? false)
            return isForbidden
                ? .lost(Fault.withdrawn.message([.camera: name])) : .standingIn(for: name)
        }
        guard isStandIn else { return .live }
        let reason =
            (firstFault ?? found.unavailable.first?.fault)?.message
            ?? forbiddenNode.map { Fault.forbidden.message([.path: $0]) }
        return reason.map { .lost($0) } ?? .live
    }

    /// True while the test card is shown because there is no camera at all, as far as this user may know.
    var isWithoutCameras: Bool { isStandIn && entries.isEmpty && found.isEmpty && titleState == .live }

    /// The name of the source for logs and statistics.
    var sourceName: String { titleName.description }

    /// The name of the source for the title.
    var titleName: Message {
        (shown?.entry ?? candidate?.entry)?.title
            ?? Message("No camera", comment: "In the title, in the place of a camera's name")
    }

    /// True while the picture on the screen is one of before, since its source is lost.
    var isPictureOver: Bool { shown?.loss != nil }

    /// True while the test card is shown because no source can be.
    private var isStandIn: Bool { shown?.entry == Self.testCard && !entries.contains(Self.testCard) }

    /// True while what is on the screen is alive, and not there for want of anything else.
    private var isAlive: Bool { shown != nil && shown?.loss == nil && !isStandIn }

    private func fault(of entry: SourceEntry) -> CaptureFault? {
        failed.first { $0.source == entry.source }?.fault
    }

    /// The words why a source could not be shown the last time; nil where nothing is known against it.
    func faultWords(of entry: SourceEntry) -> String? { lastFaults[entry.source]?.message.sentence }

    /// The device nodes that are no sources yet, since they cannot be asked, and why.
    var unusable: [(path: String, reason: Message)] {
        guard !sourcesAreGiven else { return [] }
        let forbidden = found.forbidden.map { (path: $0, reason: Fault.forbidden.message([.path: $0])) }
        return forbidden + found.unavailable.map { (path: $0.path, reason: $0.fault.message) }
    }

    /// The former and the new ids of the cameras whose ids the last search has changed; they keep their settings.
    var renamings: [(old: String, new: String)] { found.renamings }

    /// The device nodes that were looked at and are no cameras, with the reasons.
    var otherNodes: [CameraList.OtherNode] { sourcesAreGiven ? [] : found.others }

    /// Forgets the faults of cameras that are gone, and of those that have come anew.
    private func forgetFaults(of new: [SourceEntry], among found: [SourceEntry]) {
        lastFaults = lastFaults.filter { source, _ in
            guard case .camera(.identity) = source else { return true }
            return found.contains { $0.source == source } && !new.contains { $0.source == source }
        }
    }

    /// The reason why the first source in switch order is not shown.
    private var firstFault: CaptureFault? { entries.lazy.compactMap { self.fault(of: $0) }.first }

    // MARK: Switching

    /// Shows the source at a place in the order, counted from 0; a place that does not exist is reported.
    func select(_ index: Int) {
        guard !entries.isEmpty else {
            return notify(
                Message("There is no camera", comment: "A notice; a camera was asked for by a key"))
        }
        guard entries.indices.contains(index) else {
            return notify(
                entries.count > 1
                    ? Message(
                        "There is no camera {number}, only 1 to {count}",
                        ["number": index + 1, "count": entries.count],
                        comment: "A notice; the number was asked for by a key")
                    : Message(
                        "There is no camera {number}", ["number": index + 1],
                        comment: "A notice; the number was asked for by a key"))
        }
        wanted = nil
        failed = []
        switchTo(entries[index])
    }

    /// Shows a source in switch order, if it is still there.
    func select(_ source: Source) {
        if let place = entries.firstIndex(where: { $0.source == source }) { select(place) }
    }

    /// Shows the source a number of places further, round the end, counted from the last one that was tried.
    func step(_ places: Int) {
        guard !entries.isEmpty, let from = tried ?? current else { return select(0) }
        let place = entries.firstIndex { $0.source == from.source }
        guard let place else { return select(places > 0 ? 0 : entries.count - 1) }
        guard entries.count > 1 || isStandIn else {
            return notify(
                Message("There is no other camera", comment: "A notice; the next camera was asked for"))
        }
        select((place + places + entries.count) % entries.count)
    }

    private func switchTo(_ entry: SourceEntry, isRetry: Bool = false, makesRoom: Bool? = nil) {
        let isChanging = candidate != nil
        if isChanging { session.giveUpChanges() }
        candidate = nil
        if !isRetry { note(tried: entry) }
        // A change may be too far to be given up: then this is another one.
        if !isChanging, let shown, shown.loss == nil, shown.entry.source == entry.source { return onChange() }
        // What the user looks at is not stopped for a try.
        open(entry, wishes(of: entry), isRetry: isRetry, makesRoom: makesRoom ?? !isRetry)
    }

    /// Opens a source, beside which the one that is shown goes on.
    ///
    /// - Parameters:
    ///   - entry: The source.
    ///   - wished: The wishes for it.
    ///   - isRetry: True where nobody has asked for it just now.
    ///   - isChosen: True where it is the source that is shown, with wishes that were chosen.
    ///   - makesRoom: True where the source that is shown may be stopped for it.
    private func open(
        _ entry: SourceEntry, _ wished: SourceWishes, isRetry: Bool = false, isChosen: Bool = false,
        makesRoom: Bool = true
    ) {
        attempts += 1
        let (attempt, inbox, me) = (attempts, loop.inbox, LoopBound(self))
        logger.info("opening \(entry.name)")
        candidate = Candidate(
            entry: entry, attempt: attempt, isRetry: isRetry, chosen: isChosen ? wished : nil)
        let done: @Sendable (Result<CaptureMode, CaptureFault>) -> Void = { result in
            inbox.post { me.object?.finished(attempt, result) }
        }
        // A camera may have lost what was once chosen of it, or have another one's id; what is asked for now is told.
        let isAsked = wished.mode.isStrict || wished.mode == request
        let cameras = wishesOfCameras(opening: entry, wished)
        session.configure { [controls] wishes in
            wishes.cameras = cameras
            (wishes.source, wishes.controls, wishes.mode) = (entry.source, controls, wished.mode)
            wishes.fallbacks = isAsked ? [] : [ModeRequest()]
            wishes.color = wished.color
            wishes.makesRoom = makesRoom
        } done: { [session] result in
            switch result {
            case .success(let mode?): done(.success(mode))
            // It does not run.
            case .success(nil): session.start(done)
            case .failure(let fault): done(.failure(fault))
            }
        }
        onChange()
    }

    // MARK: Wishes for a source

    /// The wishes that hold for a source: what was chosen, else the command line's, else those that are kept.
    func wishes(of entry: SourceEntry) -> SourceWishes {
        let source = lasting(entry)
        if let chosen = chosen[source] { return chosen }
        var kept: CameraSettings?
        if case .camera(.identity(let id)) = source { kept = self.kept[id] }
        // A wish on the command line is one for the whole mode.
        return SourceWishes(
            mode: request == ModeRequest() ? kept?.mode ?? request : request,
            color: color.or(kept?.color ?? ColorWish()), given: request, givenColor: color)
    }

    /// The wishes for cameras by their ids, by which the session sets one whose id it learns when it opens it: one that the command line names by
    /// its node, its number or its name.
    ///
    /// - Parameters:
    ///   - entry: The source that is opened.
    ///   - wished: The wishes for it.
    /// - Returns: The wishes for each camera of which anything is kept.
    private func wishesOfCameras(
        opening entry: SourceEntry, _ wished: SourceWishes
    ) -> [String: CaptureConfiguration.CameraWishes] {
        // Of each camera of which anything is kept, so that the session learns its id.
        var all = kept.mapValues {
            CaptureConfiguration.CameraWishes(
                mode: $0.mode ?? ModeRequest(), color: $0.color ?? ColorWish())
        }
        for (source, wishes) in chosen {
            guard case .camera(.identity(let id)) = source else { continue }
            all[id] = CaptureConfiguration.CameraWishes(mode: wishes.mode, color: wishes.color)
        }
        if let id = entry.id ?? identity(of: entry.source) {
            all[id] = CaptureConfiguration.CameraWishes(mode: wished.mode, color: wished.color)
        }
        return all
    }

    /// Shows the source that is shown with other wishes; where they cannot be met, it goes on as it was, and a notice says why.
    ///
    /// - Parameter edit: Changes the wishes that hold, or those that are about to.
    func choose(_ edit: (inout SourceWishes) -> Void) {
        guard let shown, shown.loss == nil else { return }
        let before = candidate?.chosen ?? wishes(of: shown.entry)
        var wished = before
        edit(&wished)
        wished.chosen(insteadOf: before.mode)
        guard wished.lasting != before.lasting else { return }
        if candidate != nil { session.giveUpChanges() }
        open(shown.entry, wished, isChosen: true)
    }

    /// The source by which wishes for it are known: a camera's own name, since its node may have another number once it was plugged in again.
    private func lasting(_ entry: SourceEntry) -> Source {
        (entry.id ?? identity(of: entry.source)).map { .camera(.identity($0)) } ?? entry.source
    }

    /// Notes the place from which the key goes on.
    private func note(tried entry: SourceEntry) {
        if entries.contains(where: { $0.source == entry.source }) { tried = entry }
    }

    // MARK: Reports of the session

    private func finished(_ attempt: UInt64, _ result: Result<CaptureMode, CaptureFault>) {
        guard let arriving = candidate, arriving.attempt == attempt else { return }
        candidate = nil
        switch result {
        case .success(let mode):
            takeOver(arriving.entry, mode)
            if let wished = arriving.chosen { met(wished) }
            // It may have gone since.
            handle(session.state)
        case .failure(let fault):
            if shown?.loss == nil, let mode = session.state.mode { shown?.mode = mode }
            candidateFailed(arriving, because: fault)
        }
    }

    /// Notes wishes that were chosen and are met.
    private func met(_ wished: SourceWishes) {
        guard let entry = shown?.entry else { return }
        let before = wishes(of: entry)
        chosen[lasting(entry)] = wished.lasting
        onChosen(entry, before, wished.lasting)
    }

    private func handle(_ state: CaptureState) {
        switch state {
        case .starting(let mode?):
            if shown == nil { onFirstMode(mode) }
        case .running(let mode), .paused(let mode):
            // Until a candidate has taken over, it may be either's.
            guard candidate == nil, shown?.loss == nil else { return }
            shown?.mode = mode
            shown?.offers = session.offeredModes
        case .failed(let fault), .interrupted(let fault): lost(because: fault)
        case .ended:
            if candidate == nil { shown?.loss = .ended }
        case .starting(nil), .stopped: return
        }
        onChange()
    }

    private func takeOver(_ entry: SourceEntry, _ mode: CaptureMode) {
        logger.info("showing \(entry.name): \(mode)")
        var arriving = ShownSource(entry: entry, mode: mode, offers: session.offeredModes)
        if entry.id == nil { (arriving.entry.name, arriving.entry.id) = (mode.name, mode.cameraID) }
        recognise(&arriving.entry)
        shown = arriving
        note(tried: entry)
        if entry.source == wanted?.entry.source { wanted = nil }
        lastFaults[entry.source] = nil
        adoptID()
        if !isStandIn { failed = [] }
        notice.show(announcement?.words, about: announcement?.subject)
        announcement = nil
        onTakeOver()
        onChange()
        retryLater()
    }

    /// Takes note of the end of what is shown; a candidate that fails says so itself.
    private func lost(because fault: CaptureFault) {
        guard let entry = shown?.entry, shown?.loss == nil else { return }
        logger.error("\(fault.sentence)")
        shown?.loss = fault.kind == .gone ? .standingIn(for: entry.name) : .lost(fault.message)
        if fault.kind == .gone { searchAgain() }
        // Whoever has chosen another one already does not miss it; what stands in for another one is not missed itself.
        let isLeft = candidate.map { !$0.isRetry && $0.chosen == nil } ?? false
        if wanted == nil, !isLeft { wanted = Missed(entry: entry, fault: fault) }
        failed = [(entry.source, fault)]
        lastFaults[entry.source] = fault
        if candidate == nil { openFallback(after: entry) }
        retryLater(first: true)
    }

    private func candidateFailed(_ candidate: Candidate, because fault: CaptureFault) {
        let entry = candidate.entry
        // Where only other wishes were not met, the source itself goes on.
        if candidate.chosen == nil || shown?.loss != nil { lastFaults[entry.source] = fault }
        func tell() {
            guard !candidate.isRetry else { return logger.debug("\(fault.sentence)") }
            notify(fault.message, about: Self.subject(of: fault, entry, isChosen: candidate.chosen != nil))
        }
        guard !isAlive, candidate.chosen == nil || shown?.loss != nil else { return tell() }
        failed.removeAll { $0.source == entry.source }
        failed.append((entry.source, fault))
        let isFirst = shown == nil && sourcesAreGiven
        if isFirst, entries.allSatisfy({ self.fault(of: $0) != nil }) { return onHopeless(fault.message) }
        tell()
        openFallback(after: entry)
        retryLater()
    }

    /// The thing that a person may want to do something about where a source cannot be shown; nil for none.
    ///
    /// - Parameters:
    ///   - fault: The reason.
    ///   - entry: The source.
    ///   - isChosen: True where it is the one that is shown, with wishes that were chosen.
    /// - Returns: The thing.
    static func subject(of fault: CaptureFault, _ entry: SourceEntry, isChosen: Bool) -> NoticeSubject? {
        isChosen ? .modes : fault.mayPass ? .source(entry.source) : nil
    }

    /// Opens another source when nothing is alive on the screen: the next one that has not failed yet, else the test
    /// card.
    private func openFallback(after entry: SourceEntry) {
        // A camera that was pulled out may be gone from the list already.
        let place = entries.firstIndex { $0.source == entry.source }
        let order = entries[(place.map { $0 + 1 } ?? 0)...] + entries.prefix(place ?? 0)
        let next = order.first { fault(of: $0) == nil } ?? Self.testCard
        guard fault(of: next) == nil else { return }
        switchTo(next, isRetry: next != Self.testCard && isStandIn)
    }

    // MARK: What is missed

    /// Looks now and then, less and less often, for what is missed.
    ///
    /// A device after a loose contact answers again only when its last user has closed it, and the last pictures, on their way through the
    /// graphics device, are users, too; nothing tells that, nor the end of a program that used the camera, nor a signal that is back.
    ///
    /// - Parameter isFirst: True to begin with a short time.
    private func retryLater(first isFirst: Bool = false) {
        if isFirst { retries.restart() }
        guard isMissing else { return }
        retries.plan(
            upTo: wanted?.fault.kind == .gone && !othersAreMissed
                ? RetryTimer.longestOfUnplugged : RetryTimer.longest)
    }

    /// True while there is a source that is wanted, and not shown.
    private var isMissing: Bool {
        wanted.map { $0.fault.mayPass || $0.entry.id != nil } ?? false
            || isStandIn
                && (entries.contains { fault(of: $0)?.mayPass ?? true } || !found.unavailable.isEmpty)
    }

    /// True while there is something to look for that may be there by now.
    var canTryAgain: Bool { isMissing && candidate == nil }

    /// Looks at once for what is missed, and soon again.
    func tryAgain() {
        retries.restart()
        retry()
    }

    private func retry() {
        defer { retryLater() }
        guard isMissing, candidate == nil else { return }
        if let wanted {
            wanted.entry.id != nil ? searchAgain() : switchTo(wanted.entry, isRetry: true)
        } else if !found.unavailable.isEmpty {
            searchAgain()
        }
        if candidate == nil, othersAreMissed { tryOthers() }
    }

    /// The sources in switch order but for the one that is missed.
    private var others: [SourceEntry] { entries.filter { $0.source != wanted?.entry.source } }

    /// True while even what could stand in for the missed one is missing.
    private var othersAreMissed: Bool { isStandIn && !others.isEmpty }

    private func tryOthers() {
        failed.removeAll { $0.fault.mayPass }
        if let next = others.first(where: { fault(of: $0) == nil }) { switchTo(next, isRetry: true) }
    }

    // MARK: Cameras come and go

    /// Notes the cameras that the system has now.
    ///
    /// - Parameters:
    ///   - search: The findings.
    ///   - replacesEntries: True when they are the sources that the switch key goes through.
    func camerasChanged(_ search: CameraList.Search, replacesEntries: Bool) {
        guard let newIDs = found.take(search) else { return }
        for (old, new) in found.renamings {
            kept[new] = kept.removeValue(forKey: old)
            controls.cameras[new] = controls.cameras.removeValue(forKey: old)
            chosen[.camera(.identity(new))] = chosen.removeValue(forKey: .camera(.identity(old)))
        }
        // What may be asked by now may turn out to be no camera.
        if let node = forbiddenNode, !self.found.isEmpty || !search.forbidden.contains(node) {
            forbiddenNode = nil
        }
        let found = found.entries
        let new = found.filter { $0.id.map(newIDs.contains) ?? false }
        failed.removeAll { failure in new.contains { $0.source == failure.source } }
        forgetFaults(of: new, among: found)
        if replacesEntries { entries = found }
        adoptID()
        if var entry = shown?.entry {
            recognise(&entry)
            shown?.entry = entry
        }
        if let wanted, let back = found.first(where: { $0.id == wanted.entry.id }) {
            returnTo(back)
        } else if replacesEntries, current == nil || current == Self.testCard {
            let last = found.first { $0.id == preferred?.id }
            let next = last ?? new.first ?? found.first { fault(of: $0) == nil }
            switchTo(next ?? Self.testCard)
            if let preferred, last == nil, !found.isEmpty {
                announce(
                    Message(
                        "{camera} is not there; showing another camera",
                        ["camera": preferred.name.withoutControls.shortened(to: 100)],
                        comment: "A notice; the camera was shown the last time"))
            }
            preferred = nil
            if found.isEmpty, let node = search.forbidden.first { advise(forbidden: node) }
        } else if !new.isEmpty, candidate == nil, othersAreMissed {
            tryOthers()
        }
        onChange()
        retryLater()
    }

    /// Says what to do about a camera that may not be opened, unless it may a moment later: udev makes a node first and then grants access.
    private func advise(forbidden node: String) {
        loop.schedule(at: MonotonicClock.now() + 700_000_000) { [weak self] in
            guard let self, found.isEmpty, found.forbidden.contains(node) else { return }
            forbiddenNode = node
            notify(Fault.forbidden.message([.path: node]))
        }
    }

    /// Opens a camera that was lost, by its id: its node may have another number now.
    private func returnTo(_ back: SourceEntry) {
        guard let missed = wanted, candidate?.entry.source != back.source else { return }
        let place = entries.firstIndex { $0.source == missed.entry.source }
        if let place { entries[place] = back }
        wanted?.entry = back
        // What stands in for it is no reason to show it smaller than before.
        switchTo(back, isRetry: true, makesRoom: missed.fault.kind == .gone)
    }

    /// Gives a camera's entry its stable id, and the name by which users tell it from others of its kind.
    private func recognise(_ entry: inout SourceEntry) {
        guard let id = entry.id ?? identity(of: entry.source) else { return }
        entry.id = id
        entry.name = found.entries.first { $0.id == id }?.name ?? entry.name
    }

    /// Gives the shown camera the id that it has now, if it is another one than before; then it may be the one that was missed.
    private func adoptID() {
        guard let old = shown?.entry, shown?.loss == nil, let new = old.id.flatMap(found.renamed)
        else { return }
        shown?.entry = new
        if tried?.source == old.source { tried = new }
        if wanted?.entry.id == new.id { wanted = nil }
    }

    /// Finds the stable id of the camera that a source names now; nil when it is not there or no camera.
    private func identity(of source: Source) -> String? {
        guard case .camera(let selector) = source else { return nil }
        return found.id(of: selector)
    }

    private func searchAgain() {
        found.forget()
        onLoss()
    }

    // MARK: The end

    /// Ends the session and waits for it, a bounded time.
    func stop() {
        retries.cancel()
        session.stop()
        candidate = nil
        shown = nil
    }

    /// Tells the user that something went well, in the title, for a while.
    func tell(_ message: Message, about subject: NoticeSubject? = nil) {
        logger.info("\(message)")
        notice.show(message, about: subject)
    }

    /// Tells the user what went wrong at the start, in the title, until the first picture and for a while after it.
    func announce(_ message: Message, about subject: NoticeSubject? = nil) {
        notify(message, about: subject)
        announcement = (message, subject)
    }

    /// Tells the user that something went wrong, in the title, for a while.
    func notify(_ message: Message, about subject: NoticeSubject? = nil) {
        logger.warning("\(message)")
        notice.show(message, about: subject)
    }
}
