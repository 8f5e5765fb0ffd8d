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
        var phases: StartPhases
        var logger: Logger
        /// The number of frames after which to end; nil for never.
        var frameLimit: UInt64?
        /// True when draws may wait for the last moment.
        var mayLatchLate: Bool
        var report: (LiveViewEvent) -> Void
        /// Called once this device has given a picture to the compositor.
        var pictureIsShown: () -> Void
        /// Called with what this run has shown about the compositor and the driver.
        var keep: (PresentationVerdict) -> Void
        /// Called when the view's choices may have changed.
        var describe: (ViewReport) -> Void
        /// Called with the places of what is shown, when they are other ones.
        var placed: ([PictureGeometry]) -> Void
        /// The channels of a view whose device was lost.
        var kept: [Channel.Kept] = []
    }

    private let parts: Parts
    private let view: View
    private var channels: [Channel] = []
    private var geometry: [PictureGeometry] = []
    private var drain = OutputDrain()
    private var policy = LatchPolicy()
    private var account: RenderAccount
    /// The orders that have been followed.
    private var followed: RenderOrders.Values
    private var isRedrawWanted = false
    /// True once a picture of this device was presented.
    private var hasShownPicture = false
    private var drawnSize: SurfaceSize?
    private var callbacksHeard: UInt64 = 0
    /// The moment of the last commit whose callback was missed.
    private var missedCommit: Int64 = 0
    private var lastPresented: Int64 = 0

    init(_ parts: Parts) {
        self.parts = parts
        view = parts.view
        account = RenderAccount(parts.phases)
        followed = RenderOrders.Values(options: view.options)
        policy.mayLatchLate = parts.mayLatchLate
        // The commit that was under way has gone with the device.
        if !parts.kept.isEmpty { parts.pacing.cancelCommit() }
    }

    /// The things with which another view goes on, once this one's device is lost.
    var kept: [Channel.Kept] { channels.isEmpty ? parts.kept : channels.map(\.kept) }

    /// True once a picture, or the background, was given to the compositor.
    var hasPresented: Bool { drawnSize != nil }

    /// Runs until it is told to stop or as many frames as asked for have been shown.
    func run() throws {
        defer {
            parts.describe(view.report)
            // Pictures that were computed and not handed on yet.
            for channel in channels { try? channel.deliver() }
            drain.end()
        }
        while true {
            let orders = parts.orders.take()
            drain.add(orders.drains)
            if orders.stop {
                for handler in orders.photographs { handler(.failure(.noPicture)) }
                return
            }
            try follow(orders)
            let surface = parts.pacing.state
            hear(surface)
            try account.start?.prepare(view, for: orders, surface)
            try serve()
            let decision = policy.decide(situation(surface))
            switch decision {
            case .wait(let deadline, let forFrames):
                // Callbacks of a picture that stays would wait for the next one.
                if deadline == nil || surface.isFrameCallbackOwed {
                    for channel in channels { try channel.filters.deliverReports() }
                }
                try finish(until: deadline)
                let waitsForFirst = surface.hasPixels && self.waitsForFirst
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
            if hasSource { account.start?.drawBegins(at: begin) }
            if takesFrames { for channel in channels { try channel.load(at: begin) } }
        }
        guard holdsFrame || isRedrawWanted || isNewSize(surface), parts.pacing.beginPicture(for: surface)
        else { return 0 }
        defer { parts.pacing.endPicture() }
        let size = PixelSize(width: surface.bufferSize.width, height: surface.bufferSize.height)
        guard let drawing = try view.begin(size: size) else { return retryLater(surface) }
        var layout: CellLayout?
        for (number, channel) in channels.enumerated() {
            let picture = try channel.record(channel.cell.newest, drawing.commands)
            let cells = layout ?? self.layout(of: picture, in: drawing.size)
            layout = cells
            try view.place(picture, of: channel.cell, in: cells[number], of: drawing)
        }
        let outcome = try view.present(drawing) {
            account.willCommit(hasFrame: holdsFrame)
            for channel in channels { channel.willCommit(account.token) }
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

    /// Divides the window, for pictures of the first one's shape.
    private func layout(of picture: CurrentPicture?, in window: PixelSize) -> CellLayout {
        guard followed.arrangement == .grid else { return .row(of: channels.count, in: window) }
        guard let picture, !picture.size.isEmpty else { return .grid(of: channels.count, in: window) }
        let aspect = Rational(picture.size.width, picture.size.height) * picture.sampleAspect
        return .grid(of: channels.count, aspect: aspect, in: window)
    }

    private func retryLater(_ surface: SurfaceState) -> UInt64 {
        policy.failed(at: MonotonicClock.now(), refreshPeriod: surface.refreshPeriod)
        return 0
    }

    /// Takes note of a draw that is on its way to the screen.
    private func presented(_ surface: SurfaceState, from begin: Int64, isRepeat: Bool) -> UInt64 {
        (isRedrawWanted, drawnSize) = (false, surface.bufferSize)
        let end = MonotonicClock.now()
        policy.drew(from: begin, to: end, byCard: !view.device.isCPU, isRepeat: isRepeat)
        if !hasShownPicture, channels.contains(where: { $0.cell.newest.moment != nil }) {
            hasShownPicture = true
            parts.pictureIsShown()
        }
        if view.geometry != geometry {
            geometry = view.geometry
            parts.placed(geometry)
        }
        account.loaded(channels.reduce(0) { $0 + $1.loadTime })
        let isFirst = channels.contains { $0.held != nil && !$0.isAnnounced }
        let (cost, isReportDue) = account.presented(
            hasFrame: holdsFrame, by: view, isFirst: isFirst, at: end)
        var count: UInt64 = 0
        for (number, channel) in channels.enumerated() {
            let shown = channel.presented(at: end)
            if number == 0 { count = shown }
            channel.owner.shown.note(policy, cost, keepsBits: channel.filters.keepsBits)
        }
        if isReportDue { parts.describe(view.report) }
        for channel in channels { channel.announce() }
        return count
    }

    // MARK: - What has changed

    private func follow(_ orders: RenderOrders.Values) throws(ViewError) {
        let before = followed
        followed = orders
        let areOthers = try channels.follow(orders.channels, make: makeChannel)
        if orders.channels.first?.number != before.channels.first?.number { policy.sourceChanged() }
        if !before.channels.isEmpty, areOthers || orders.arrangement != before.arrangement {
            isRedrawWanted = true
        }
        for (channel, input) in zip(channels, orders.channels)
        where channel.follow(input, orders, takesFrames: takesFrames) { isRedrawWanted = true }
        if orders.isEnabled != before.isEnabled || orders.background != before.background {
            isRedrawWanted = true
        }
        view.background = orders.background
        if orders.redraw { isRedrawWanted = true }
        for handler in orders.photographs { handler(channels.photograph(in: view)) }
    }

    private func makeChannel(_ owner: LiveViewChannel, _ number: Int) throws(ViewError) -> Channel {
        let channel = try Channel(
            owner, number: number, in: view, isInWindow: true,
            kept: parts.kept.first { $0.owner === owner }, logger: parts.logger, report: parts.report)
        // The window's pace is that of its first picture.
        if number == 0 {
            channel.onTake = { [weak self] frame in
                self?.policy.took(arrival: frame.arrival, sequence: frame.sequence)
            }
        }
        // A picture that is kept is shown before anything else.
        if channel.cell.newest.moment != nil {
            isRedrawWanted = true
            account.start = nil
        }
        return channel
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
            for channel in channels {
                channel.latched(at: surface.lastCallback, period: policy.display.period)
            }
        }
    }

    private var holdsFrame: Bool { channels.contains { $0.held != nil } }

    private var isFrameWaiting: Bool { channels.contains(where: \.isFrameWaiting) }

    private var hasSource: Bool { followed.channels.contains { $0.slot != nil } }

    private var waitsForFirst: Bool {
        account.start?.isAwaited(hasFrame: holdsFrame || isFrameWaiting) == true
    }

    private var takesFrames: Bool {
        followed.isEnabled && !(followed.isFrozen && channels.contains(where: \.isAnnounced))
    }

    private func isNewSize(_ surface: SurfaceState) -> Bool {
        surface.bufferSize != drawnSize || surface.isCommitWanted
    }

    private func situation(_ surface: SurfaceState) -> LatchPolicy.Situation {
        LatchPolicy.Situation(
            now: MonotonicClock.now(),
            isConfigured: surface.hasPixels && !waitsForFirst,
            isSuspended: surface.isSuspended, tellsSuspension: surface.tellsSuspension,
            isCallbackOwed: surface.isFrameCallbackOwed,
            owedSince: surface.owedSince, isNewSize: isNewSize(surface), isRedrawWanted: isRedrawWanted,
            holdsFrame: holdsFrame, takesFrames: takesFrames,
            isFrameWaiting: isFrameWaiting)
    }

    // MARK: - The pictures for others

    /// Has all channels serve the frames that wait for outputs.
    private func serve() throws(ViewError) {
        let takesFrames = takesFrames
        var isDone = true
        for channel in channels where try !channel.serve(takesFrames: takesFrames) { isDone = false }
        if !isDone { parts.orders.again() }
        drain.served(isDone: isDone)
    }
}
