internal import Filters
internal import Frames
internal import LinuxIO
internal import Logging
internal import VulkanCore
internal import VulkanView
internal import WaylandClient

/// The reason to go on with another surface: the compositor has stopped showing commits to this one.
struct StuckSurface: Error {}

/// The render thread's loop: sleeps until something changes, and draws only when there is something new to show.
///
/// ``draw(_:)`` is the way of a frame, station by station. Confined to the render thread; ``LatchPolicy`` decides what is
/// done when.
final class RenderLoop {
    /// The objects that the loop works with.
    struct Parts {
        var view: View
        var pacing: SurfacePacing
        var orders: RenderOrders
        var shown: ShownFrames
        /// The outputs for pictures as they are seen.
        var outputs: ViewOutputs
        var phases: StartPhases
        var logger: Logger
        /// The number of frames after which to end; nil for never.
        var frameLimit: UInt64?
        /// True when draws may wait for the last moment.
        var mayLatchLate: Bool
        var report: (LiveViewEvent) -> Void
        /// Called with an input's number once its first picture is on its way to the screen.
        var showing: (UInt64) -> Void
        /// Called once this device has given a picture to the compositor.
        var pictureIsShown: () -> Void
        /// Called with what this run has shown about the compositor and the driver.
        var keep: (PresentationVerdict) -> Void
        /// Called when the view's choices may have changed.
        var describe: (ViewReport) -> Void
        /// Called with the places of what is shown, when they are other ones.
        var placed: ([PictureGeometry]) -> Void
        /// The picture of a view whose device was lost; nil for a view of its own.
        var kept: KeptPicture?
    }

    /// The rest of a view whose device was lost.
    struct KeptPicture {
        /// The last picture; nil where it went with the device.
        var frame: Frame?
        /// The number of its input.
        var input: UInt64
        /// True when it has been shown.
        var isShown: Bool
    }

    /// The age beyond which the picture on the screen is not one of now, in nanoseconds.
    private static let longestPast: Int64 = 2_000_000_000

    private let parts: Parts
    private let view: View
    private var newest: NewestPicture { view.newest }
    private let filters: FilterStage
    private var maker: PictureMaker
    private var geometry: [PictureGeometry] = []
    /// The newest frame that was handed on to others and not taken for the window yet.
    private var served: Frame?
    private var drain = OutputDrain()
    /// The owner of frames that are not shown.
    private var aside: ViewCell?
    private var others: OtherPictures
    private var policy = LatchPolicy()
    private var account: RenderAccount
    /// The orders that have been followed.
    private var followed: RenderOrders.Values
    /// True once the slot's first picture has been presented.
    private var isAnnounced = false
    private var refusals = PictureRefusals()
    private var isRedrawWanted = false
    /// True once a picture of this device was presented.
    private var hasShownPicture = false
    /// A frame that the view has and the screen has not.
    private var held: ShownFrame?
    /// True when the commit whose callback is owed was the first to show its frame.
    private var hasCommittedFrame = false
    private var drawnSize: SurfaceSize?
    private var callbacksHeard: UInt64 = 0
    /// The moment of the last commit whose callback was missed.
    private var missedCommit: Int64 = 0
    private var lastPresented: Int64 = 0

    init(_ parts: Parts) {
        self.parts = parts
        view = parts.view
        filters = FilterStage(device: view.device, ring: view.ring)
        maker = PictureMaker(filters, parts.outputs)
        others = OtherPictures(view)
        account = RenderAccount(parts.phases)
        followed = RenderOrders.Values(options: view.options, operations: [])
        policy.mayLatchLate = parts.mayLatchLate
        view.onSizeChange = { [report = parts.report] size in report(.sizeChanged(size)) }
        filters.onFailure = { [report = parts.report] in report(.filtersFailed($0.message)) }
        filters.onRecovery = { [report = parts.report] in report(.filtersRecovered) }
        filters.onReady = { [orders = parts.orders] in orders.change { $0.adjustments += 1 } }
        if let kept = parts.kept { goOn(with: kept) }
    }

    /// Shows the picture of a view whose device was lost, before anything else.
    private func goOn(with kept: KeptPicture) {
        // The commit that was under way has gone with the device.
        parts.pacing.cancelCommit()
        guard let frame = kept.frame, (try? view.show(frame)) != nil else { return }
        followed.inputNumber = kept.input
        isAnnounced = kept.isShown
        isRedrawWanted = true
        account.start = nil
    }

    /// The things with which another view goes on, once this one's device is lost.
    var kept: KeptPicture {
        KeptPicture(frame: newest.kept(), input: followed.inputNumber, isShown: isAnnounced)
    }

    /// True once a picture, or the background, was given to the compositor.
    var hasPresented: Bool { drawnSize != nil }

    /// Runs until it is told to stop or as many frames as asked for have been shown.
    func run() throws {
        defer {
            parts.describe(view.report)
            // Pictures that were computed and not handed on yet.
            try? maker.deliver(view.options)
            drain.end()
        }
        while true {
            let orders = parts.orders.take()
            drain.add(orders.drains)
            if orders.stop {
                for handler in orders.photographs { handler(.failure(.noPicture)) }
                return
            }
            follow(orders)
            let surface = parts.pacing.state
            hear(surface)
            try account.start?.prepare(view, for: orders, surface)
            try serve()
            let decision = policy.decide(situation(surface))
            switch decision {
            case .wait(let deadline, let forFrames):
                // Callbacks of a picture that stays would wait for the next one.
                if deadline == nil || surface.isFrameCallbackOwed { try filters.deliverReports() }
                try finish(until: deadline)
                let waitsForFirst = surface.hasPixels && account.start?.isAwaited(hasFrame: hasFrame) == true
                let patienceEnd = view.patienceEnd
                let isRung = parts.orders.wait(
                    until: patienceEnd.map { min($0, deadline ?? .max) } ?? deadline,
                    forFramesOf: forFrames || waitsForFirst ? orders.slots : [])
                // Whatever has changed may have freed an image.
                if isRung { policy.mayRetry() }
                if patienceEnd != nil { try view.checkPatience(at: MonotonicClock.now()) }
            case .draw, .drawAgain:
                guard try draw(surface, isRepeat: decision == .drawAgain) < parts.frameLimit ?? .max else {
                    return parts.report(.finished)
                }
            }
        }
    }

    /// Waits for a graphics card's end of the last draw, once, where its time is worth knowing and nothing else is to be done.
    ///
    /// The next draw can do nothing before that; a refresh later it is late in any case.
    ///
    /// - Parameter deadline: The moment at which something is to be done; nil for none.
    /// - Throws: The driver's error.
    private func finish(until deadline: Int64?) throws(ViewError) {
        guard policy.wantsFinish else { return }
        _ = try view.waitUntilDrawn(
            until: min(deadline ?? .max, MonotonicClock.now() + policy.display.period))
        policy.finished(at: MonotonicClock.now())
    }

    // MARK: - The way of a frame

    /// Takes the newest frame and draws.
    ///
    /// - Parameters:
    ///   - surface: The window's needs.
    ///   - isRepeat: True for the last picture once more, since its callback has not come; a source that rests is not woken for it.
    /// - Returns: The number of frames that have been shown until now.
    /// - Throws: The driver's error; ``StuckSurface`` where another surface is needed.
    private func draw(_ surface: SurfaceState, isRepeat: Bool) throws -> UInt64 {
        let begin = MonotonicClock.now()
        if isRepeat {
            try missCallback(surface)
        } else {
            if followed.slot != nil { account.start?.drawBegins(at: begin) }
            try load(at: begin)
            if takesFrames, try others.load(parts.logger) { isRedrawWanted = true }
        }
        guard held != nil || isRedrawWanted || isNewSize(surface), parts.pacing.beginPicture(for: surface)
        else { return 0 }
        defer { parts.pacing.endPicture() }
        let size = PixelSize(width: surface.bufferSize.width, height: surface.bufferSize.height)
        guard let drawing = try view.begin(size: size) else { return retryLater(surface) }
        let picture = try filters.record(newest, drawing.commands)
        try others.place(picture, in: drawing)
        let outcome = try view.present(drawing) {
            account.willCommit(held, parts.shown)
            if isRepeat { parts.pacing.forgetCallbacks() }
            parts.pacing.prepareCommit(for: surface, token: account.token)
        }
        guard outcome == .presented else {
            parts.pacing.cancelCommit()
            return retryLater(surface)
        }
        return presented(surface, from: begin, isRepeat: isRepeat)
    }

    /// Takes note, once, of a callback that is owed for too long.
    ///
    /// - Throws: ``StuckSurface`` where FIFO's picture keeps back all later ones.
    private func missCallback(_ surface: SurfaceState) throws(StuckSurface) {
        isRedrawWanted = true
        guard surface.owedSince != missedCommit else { return }
        missedCommit = surface.owedSince
        let verdict = view.callbackIsMissing(at: MonotonicClock.now())
        parts.describe(view.report)
        // A compositor that tells of hidden windows has done so by now: mutter waits for three seconds.
        guard let verdict, surface.tellsSuspension else { return }
        parts.keep(verdict)
        throw StuckSurface()
    }

    /// Gives the newest frame to the device.
    private func load(at time: Int64) throws(ViewError) {
        guard takesFrames else { return }
        var taken = followed.every == nil ? followed.slot?.take() : served.take()
        defer { Frame.release(&taken) }
        if let frame = taken, let facts = try load(frame, at: time, by: view.show) { held = facts }
    }

    /// Gives a frame to the device; one that cannot be decoded costs itself alone.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - time: Now.
    ///   - show: Gives it to its owner.
    /// - Returns: The facts about it; nil when it cannot be seen.
    /// - Throws: The driver's error.
    private func load(
        _ frame: Frame, at time: Int64, by show: (Frame) throws(ViewError) -> Void
    ) throws(ViewError) -> ShownFrame? {
        policy.took(arrival: frame.arrival, sequence: frame.sequence)
        let (facts, distrust) = parts.shown.take(frame, at: time)
        if let distrust { parts.report(.stampsDistrusted(distrust)) }
        do throws(ViewError) {
            try account.measureTextures { () throws(ViewError) in try show(frame) }
        } catch .frame(let error) {
            parts.shown.addUndecodable()
            followed.slot?.miss(FrameDrop(sequence: frame.sequence, reason: .undecodable))
            parts.logger.debug("frame \(frame.sequence) is lost: \(error)")
            let news = refusals.news(of: error, from: followed.inputNumber, to: view.device)
            if let news { parts.report(news) }
            return nil
        }
        refusals.isSeen()
        return facts
    }

    private func retryLater(_ surface: SurfaceState) -> UInt64 {
        policy.failed(at: MonotonicClock.now(), refreshPeriod: surface.refreshPeriod)
        return 0
    }

    /// Takes note of a draw that is on its way to the screen.
    private func presented(_ surface: SurfaceState, from begin: Int64, isRepeat: Bool) -> UInt64 {
        (isRedrawWanted, drawnSize) = (false, surface.bufferSize)
        hasCommittedFrame = held != nil
        let end = MonotonicClock.now()
        policy.drew(from: begin, to: end, byCard: !view.device.isCPU, isRepeat: isRepeat)
        let isFirst = held != nil && !isAnnounced
        if !hasShownPicture, newest.moment != nil {
            hasShownPicture = true
            parts.pictureIsShown()
        }
        if view.geometry != geometry {
            geometry = view.geometry
            parts.placed(geometry)
        }
        let (cost, isReportDue) = account.presented(held, by: view, isFirst: isFirst, at: end)
        var count: UInt64 = 0
        if let held { count = parts.shown.add(held, at: end, newest: followed.slot?.waiting?.arrival) }
        held = nil
        parts.shown.note(policy, cost)
        if isReportDue { parts.describe(view.report) }
        if isFirst {
            isAnnounced = true
            parts.showing(followed.inputNumber)
        }
        return count
    }

    // MARK: - What has changed

    private func follow(_ orders: RenderOrders.Values) {
        let before = followed
        followed = orders
        if orders.inputNumber != before.inputNumber {
            isAnnounced = false
            policy.sourceChanged()
            parts.shown.sourceChanged()
        }
        if orders.isFrozen != before.isFrozen { parts.shown.interrupt() }
        view.options = orders.options
        if before.every == nil, let every = orders.every, orders.inputNumber == before.inputNumber {
            beginOutputs(before: every)
        }
        if before.every != nil, orders.every == nil { try? maker.deliver(view.options) }
        if orders.every == nil || !orders.isFrozen && orders.isEnabled { aside = nil }
        if orders.every == nil || orders.isFrozen || !orders.isEnabled { Frame.release(&served) }
        others.follow(orders)
        if orders.isEnabled != before.isEnabled || orders.background != before.background {
            isRedrawWanted = true
        }
        view.isEnabled = orders.isEnabled
        view.background = orders.background
        let isAdjusted = orders.adjustments != before.adjustments
        if !orders.operations.elementsEqual(before.operations, by: ===) {
            filters.operations = orders.operations
            filters.isWaitedFor = !isAnnounced
            isRedrawWanted = true
        } else if isAdjusted {
            filters.recompute()
            if filters.isActive { isRedrawWanted = true }
        }
        if orders.redraw { isRedrawWanted = true }
        for handler in orders.photographs { handler(photograph()) }
    }

    /// Takes note of the compositor's events since the last turn.
    private func hear(_ surface: SurfaceState) {
        policy.claim(period: surface.refreshPeriod)
        if surface.isSuspended { view.windowIsHidden() }
        if surface.lastPresented != lastPresented {
            lastPresented = surface.lastPresented
            policy.presented(at: lastPresented)
        }
        if surface.callbackCount != callbacksHeard {
            callbacksHeard = surface.callbackCount
            policy.callbackCame(at: surface.lastCallback)
            if let verdict = view.callbackCame(
                at: surface.lastCallback, after: surface.lastCallbackDelay)
            {
                parts.keep(verdict)
            }
            guard hasCommittedFrame else { return }
            hasCommittedFrame = false
            parts.shown.latched(
                at: surface.lastCallback, newest: followed.slot?.waiting?.sequence,
                period: policy.display.period)
        }
    }

    private var hasFrame: Bool { held != nil || isFrameWaiting }

    private var isFrameWaiting: Bool {
        let isFirstWaiting = followed.every == nil ? followed.slot?.waiting != nil : served != nil
        return isFirstWaiting || others.areWaiting
    }

    private var takesFrames: Bool { followed.isEnabled && (!followed.isFrozen || !isAnnounced) }

    private func isNewSize(_ surface: SurfaceState) -> Bool {
        surface.bufferSize != drawnSize || surface.isCommitWanted
    }

    private func situation(_ surface: SurfaceState) -> LatchPolicy.Situation {
        LatchPolicy.Situation(
            now: MonotonicClock.now(),
            isConfigured: surface.hasPixels && account.start?.isAwaited(hasFrame: hasFrame) != true,
            isSuspended: surface.isSuspended, tellsSuspension: surface.tellsSuspension,
            isCallbackOwed: surface.isFrameCallbackOwed,
            owedSince: surface.owedSince, isNewSize: isNewSize(surface), isRedrawWanted: isRedrawWanted,
            holdsFrame: held != nil, takesFrames: takesFrames,
            isFrameWaiting: isFrameWaiting)
    }

    // MARK: - The pictures for others

    /// Hands each frame of the source on to the outputs for pictures, with what filters make of it, whether the window shows it or
    /// not; the last one is shown next.
    private func serve() throws(ViewError) {
        guard let every = followed.every else { return drain.served(isDone: true) }
        if filters.isActive { Frame.release(&served) }
        let isDone = try maker.serve(every, view.options, load: loadForOutputs) { frame in
            if takesFrames { swap(&served, &frame) }
        }
        if !isDone { parts.orders.again() }
        drain.served(isDone: isDone)
    }

    /// Gives a frame to the device for the outputs; while the picture on the screen stands still, beside it.
    private func loadForOutputs(_ frame: Frame) throws(ViewError) -> NewestPicture? {
        let now = MonotonicClock.now()
        if takesFrames {
            guard let facts = try load(frame, at: now, by: view.show) else { return nil }
            held = facts
            return newest
        }
        let cell = if let aside { aside } else { try view.makeCell() }
        aside = cell
        return try load(frame, at: now, by: cell.show) == nil ? nil : cell.newest
    }

    /// Begins the first output for pictures with the one on the screen.
    private func beginOutputs(before every: FrameOutput) {
        guard takesFrames, let now = newest.moment, now.arrival > MonotonicClock.now() - Self.longestPast,
            now.arrival < every.waiting?.arrival ?? .max
        else { return }
        // A failure is met again by the next frame.
        try? maker.begin(with: newest, newest.kept(), view.options)
    }

    private func photograph() -> Result<OffscreenPicture, LiveViewError> {
        Result(photograph: { () throws(ViewError) in try view.photograph(recording: filters.record) })
    }
}
