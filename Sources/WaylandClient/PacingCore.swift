internal import LinuxIO

/// The state behind a ``SurfacePacing``, under its lock: the facts told to the compositor and the answers that it owes
/// us.
struct PacingCore: Sendable {
    /// The objects of one surface that commits are made of.
    struct Objects: Sendable {
        var compositor: WlCompositor
        var surface: WlSurface
        var shellSurface: XdgSurface
        var viewport: WpViewport?
        var presentation: WpPresentation?
    }

    private struct OwedCallback: Sendable {
        var proxy: WlCallback
        var since: Int64
        /// The number of the commit that it belongs to.
        var commit: UInt64
    }

    /// A subsurface that is hidden, and destroyed once the compositor has answered a commit that came later.
    private struct RetiredPart: Sendable {
        var objects: SubsurfaceObjects
        var commit: UInt64
    }

    private struct OwedFeedback: Sendable {
        var proxy: WpPresentationFeedback
        var token: UInt64
    }

    /// The largest number of open feedbacks: wlroots without a real display leaves most unanswered (0.15); asking on
    /// would never end.
    private static let mostFeedbacks = 32
    /// The periods, in nanoseconds, that a display can have: 10 kHz to 0.1 Hz.
    private static let periods: ClosedRange<Int64> = 100_000...10_000_000_000

    private var objects: Objects
    private(set) var isAlive = true
    private(set) var state: SurfaceState
    /// The clock of presentation times; `CLOCK_MONOTONIC` until the compositor names another one.
    var presentationClock = PresentationClock.monotonic

    /// True when the display's refresh period has been told and is not our guess.
    private(set) var knowsRefreshPeriod = false

    /// The number of commits so far.
    private var commitCount: UInt64 = 0
    private var retired: [RetiredPart] = []
    private var acknowledged: UInt64 = 0
    private var sentSize: SurfaceSize?
    private var sentScale = SurfaceScale.whole(1)
    private var sentFactor = 1
    private var callbacks: [OwedCallback] = []
    private var feedbacks: [OwedFeedback] = []
    /// The callback asked for by a commit that was not made; the next commit makes it true.
    private var spareCallback: OwedCallback?
    private var spareFeedback: OwedFeedback?
    /// The callback that the last preparation asked for, in case its commit is not made.
    private var preparedCallback: WlCallback?
    /// True from a preparation on, unless its commit is not made.
    private var isPrepared = false
    /// True from the beginning of a picture to its end.
    private var isDrawing = false
    /// True while a change of size waits for that end.
    private var isEndAwaited = false
    /// True from the moment on at which subsurfaces are drawn for another size, until a picture of that size is committed.
    private(set) var isResizing = false
    private var preparedFeedback: WpPresentationFeedback?

    init(_ objects: Objects, state: SurfaceState) {
        self.objects = objects
        self.state = state
        callbacks.reserveCapacity(Self.mostFeedbacks)
        feedbacks.reserveCapacity(Self.mostFeedbacks)
    }

    // MARK: - Configures

    /// Takes a configure; an older one that no commit has answered is dropped.
    mutating func configure(_ size: SurfaceSize, serial: UInt32, isSuspended: Bool) {
        state.resize(to: size, scale: state.surfaceScale)
        state.isConfigured = true
        state.isAboutToChange = false
        if state.isSuspended, !isSuspended {
            // Nobody was to answer until now.
            for index in callbacks.indices { callbacks[index].since = MonotonicClock.now() }
            noteOwed()
        }
        state.isSuspended = isSuspended
        state.configureSerial = serial
        state.configureNumber += 1
        state.isCommitWanted = true
    }

    mutating func setScale(_ scale: SurfaceScale) {
        guard scale != state.surfaceScale else { return }
        state.resize(to: state.logicalSize, scale: scale)
        state.isCommitWanted = state.isConfigured
    }

    /// Wants one commit for what travels with it: places and order of subsurfaces.
    mutating func wantCommit() { state.isCommitWanted = state.isConfigured }

    /// Takes over a subsurface that is hidden, until it can be destroyed.
    mutating func retire(_ objects: SubsurfaceObjects) {
        guard isAlive else { return objects.destroy() }
        retired.append(RetiredPart(objects: objects, commit: commitCount))
        wantCommit()
    }

    mutating func setRefreshPeriod(_ period: Int64) {
        guard Self.periods.contains(period) else { return }
        state.refreshPeriod = period
        knowsRefreshPeriod = true
    }

    // MARK: - Pictures and sizes

    /// Begins a picture, unless it would be one of an old size.
    ///
    /// - Returns: False where another one is wanted by now.
    mutating func beginPicture(_ drawn: SurfaceState) -> Bool {
        guard !state.isAboutToChange, drawn.bufferSize == state.bufferSize,
            drawn.logicalSize == state.logicalSize
        else { return false }
        isDrawing = true
        return true
    }

    /// Ends a picture.
    ///
    /// - Returns: True where a change of size waits for it.
    mutating func endPicture() -> Bool {
        guard isDrawing else { return false }
        isDrawing = false
        noteSize()
        defer { isEndAwaited = false }
        return isEndAwaited
    }

    /// Lets no picture begin until the next configure is taken: subsurfaces are drawn for its size, and are to come with its first picture.
    ///
    /// - Returns: False while a picture is under way, whose end is told then.
    mutating func beginResizing() -> Bool {
        guard !isDrawing else {
            isEndAwaited = true
            return false
        }
        (state.isAboutToChange, isResizing) = (true, true)
        return true
    }

    /// Takes note of a commit of the newest size.
    private mutating func noteSize() {
        if isPrepared, !state.isAboutToChange, sentSize == state.logicalSize { isResizing = false }
    }

    // MARK: - Commits

    mutating func send(_ drawn: SurfaceState) {
        (preparedCallback, preparedFeedback) = (nil, nil)
        commitCount += 1
        if drawn.configureNumber > acknowledged {
            acknowledged = drawn.configureNumber
            objects.shellSurface.ackConfigure(serial: drawn.configureSerial)
        }
        sendScale(drawn)
        sendSize(drawn)
        isPrepared = true
        // Who tells no beginnings commits at once.
        if !isDrawing { noteSize() }
        if acknowledged == state.configureNumber, drawn.bufferSize == state.bufferSize {
            state.isCommitWanted = false
        }
    }

    private mutating func sendScale(_ drawn: SurfaceState) {
        guard drawn.surfaceScale != sentScale else { return }
        sentScale = drawn.surfaceScale
        sentSize = nil
        // fractional-scale-v1: the buffer's own scale is 1 then; else its sizes would have to be multiples.
        let factor = if case .whole(let factor) = drawn.surfaceScale { factor } else { 1 }
        guard factor != sentFactor, objects.surface.understands(version: 3) else { return }
        sentFactor = factor
        objects.surface.setBufferScale(scale: Int32(clamping: factor))
    }

    private mutating func sendSize(_ drawn: SurfaceState) {
        guard drawn.logicalSize != sentSize else { return }
        sentSize = drawn.logicalSize
        let width = Int32(clamping: drawn.logicalSize.width)
        let height = Int32(clamping: drawn.logicalSize.height)
        if case .fractional = drawn.surfaceScale {
            objects.viewport?.setDestination(width: width, height: height)
        }
        objects.shellSurface.setWindowGeometry(x: 0, y: 0, width: width, height: height)
        guard let region = objects.compositor.createRegion() else { return }
        region.add(x: 0, y: 0, width: width, height: height)
        objects.surface.setOpaqueRegion(region: region)
        region.destroy()
    }

    mutating func askForCallback(_ listener: Listener) {
        let now = MonotonicClock.now()
        if var spare = spareCallback {
            spareCallback = nil
            (spare.since, spare.commit) = (now, commitCount)
            callbacks.append(spare)
        } else if let proxy = objects.surface.frame() {
            proxy.handle.listen(listener)
            callbacks.append(OwedCallback(proxy: proxy, since: now, commit: commitCount))
        }
        preparedCallback = callbacks.last?.proxy
        noteOwed()
    }

    mutating func askForFeedback(_ token: UInt64, _ listener: Listener) {
        if var spare = spareFeedback {
            spareFeedback = nil
            spare.token = token
            feedbacks.append(spare)
        } else if feedbacks.count < Self.mostFeedbacks,
            let proxy = objects.presentation?.feedback(surface: objects.surface)
        {
            proxy.handle.listen(listener)
            feedbacks.append(OwedFeedback(proxy: proxy, token: token))
        } else {
            return
        }
        preparedFeedback = feedbacks.last?.proxy
    }

    mutating func takeBackCommit() {
        if let proxy = preparedCallback, callbacks.last?.proxy == proxy {
            spareCallback = callbacks.popLast()
        }
        if let proxy = preparedFeedback, feedbacks.last?.proxy == proxy {
            spareFeedback = feedbacks.popLast()
        }
        (preparedCallback, preparedFeedback) = (nil, nil)
        isPrepared = false
        state.isCommitWanted = state.isConfigured
        noteOwed()
    }

    // MARK: - Answers

    /// Takes the answer to a callback; wlroots tells the newest first, so an answer says nothing about the older ones.
    mutating func callbackCame(_ proxy: ProxyHandle) {
        if let spare = spareCallback, spare.proxy.handle == proxy {
            spareCallback = nil
            proxy.discard()
        } else if let place = callbacks.firstIndex(where: { $0.proxy.handle == proxy }) {
            let owed = callbacks.remove(at: place)
            proxy.discard()
            destroyParts(retiredBefore: owed.commit)
            state.callbackCount += 1
            state.lastCallback = MonotonicClock.now()
            state.lastCallbackDelay = state.lastCallback - owed.since
        }
        noteOwed()
    }

    /// Gives up the callbacks of earlier commits.
    mutating func forgetCallbacks() {
        for callback in callbacks { callback.proxy.handle.discard() }
        callbacks.removeAll(keepingCapacity: true)
        noteOwed()
    }

    private mutating func destroyParts(retiredBefore commit: UInt64) {
        guard !retired.isEmpty else { return }
        for part in retired where part.commit < commit { part.objects.destroy() }
        retired.removeAll { $0.commit < commit }
    }

    /// - Returns: The frame; nil while the answer is not complete.
    mutating func feedbackCame(
        _ proxy: ProxyHandle, _ event: WpPresentationFeedback.Event
    ) -> PresentedFrame? {
        if case .syncOutput = event { return nil }
        if let spare = spareFeedback, spare.proxy.handle == proxy {
            spareFeedback = nil
            proxy.discard()
            return nil
        }
        guard let place = feedbacks.firstIndex(where: { $0.proxy.handle == proxy }) else { return nil }
        let feedback = feedbacks.remove(at: place)
        proxy.discard()
        let frame = PresentedFrame(event, token: feedback.token, clock: presentationClock)
        setRefreshPeriod(frame.refreshPeriod)
        state.lastPresented = frame.time ?? state.lastPresented
        return frame
    }

    /// Goes on with other objects, of which the compositor has heard nothing yet and with which no commit is under way.
    mutating func restart(on objects: Objects) {
        forgetAnswers()
        self.objects = objects
        (sentSize, sentScale, sentFactor) = (nil, .whole(1), 1)
        // What was asked of the others needs no answer any more.
        acknowledged = state.configureNumber
        (state.isConfigured, state.isSuspended, state.isCommitWanted) = (false, false, false)
        (state.isAboutToChange, isResizing) = (false, false)
    }

    mutating func close() {
        guard isAlive else { return }
        isAlive = false
        forgetAnswers()
    }

    private mutating func forgetAnswers() {
        forgetCallbacks()
        spareCallback?.proxy.handle.discard()
        for feedback in feedbacks + [spareFeedback].compactMap(\.self) { feedback.proxy.handle.discard() }
        (feedbacks, spareCallback, spareFeedback) = ([], nil, nil)
        (preparedCallback, preparedFeedback) = (nil, nil)
        destroyParts(retiredBefore: .max)
    }

    private mutating func noteOwed() {
        state.isFrameCallbackOwed = !callbacks.isEmpty
        state.owedSince = callbacks.first?.since ?? 0
    }
}

extension PresentedFrame {
    fileprivate init(_ event: WpPresentationFeedback.Event, token: UInt64, clock: PresentationClock) {
        guard case .presented(let high, let low, let nanoseconds, let refresh, _, _, let flags) = event else {
            self.init(
                token: token, time: nil, clock: clock.number, refreshPeriod: 0,
                isVerticallySynchronized: false,
                isHardwareClock: false)
            return
        }
        // 2³¹ s are 68 years: what is beyond is no clock's time, and would not fit.
        let seconds = Int64(min(UInt64(high) << 32 | UInt64(low), 1 << 31))
        self.init(
            token: token, time: clock.monotonicTime(seconds * 1_000_000_000 + Int64(nanoseconds)),
            clock: clock.number,
            refreshPeriod: Int64(refresh), isVerticallySynchronized: flags.contains(.vsync),
            isHardwareClock: flags.contains(.hwClock))
    }
}
