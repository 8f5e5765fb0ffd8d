internal import Filters
internal import Frames
internal import LinuxIO
internal import Logging
internal import VulkanCore
internal import VulkanView
internal import WaylandClient

/// The render thread's loop: sleeps until something changes, and draws only when there is something new to show.
///
/// Confined to the render thread. What to do when is for ``LatchPolicy`` to say.
final class RenderLoop {
    /// What the loop works with.
    struct Parts {
        var view: View
        var pacing: SurfacePacing
        var orders: RenderOrders
        var shown: ShownFrames
        var phases: StartPhases
        var logger: Logger
        /// After how many frames to end; nil for never.
        var frameLimit: UInt64?
        /// Whether draws may wait for the last moment.
        var mayLatchLate: Bool
        var report: (Renderer.Event) -> Void
        /// Makes what filters run in, when there are some for the first time.
        var makeStage: () throws(FilterError) -> FilterStage
        /// Told when the view's choices may have changed.
        var describe: (ViewReport) -> Void
    }

    /// Hidden windows and stuck compositors are asked again at most this often.
    private static let longestRetry: Int64 = 500_000_000
    private static let drawsBetweenReports = 64

    private let parts: Parts
    /// The steps to the first picture; nil after it.
    private var start: FirstPicture?
    private var policy = LatchPolicy()
    private var cost = RenderCost()
    private var filters: LoopFilters
    /// What the way to the first frame has cost.
    private var startCost: RenderCost?
    private var slot: LatestFrame?
    private var isFrozen = false
    /// Whether the slot's first picture has been presented.
    private var isAnnounced = false
    private var isRedrawWanted = false
    /// A frame that the view has and the screen has not.
    private var held: ShownFrame?
    private var photographs = 0
    /// Whether the commit whose callback is owed was the first to show its frame.
    private var hasCommittedFrame = false
    private var drawnSize: SurfaceSize?
    private var retryAt: Int64?
    private var retryDelay: Int64 = 0
    private var callbacksHeard: UInt64 = 0
    private var lastPresented: Int64 = 0
    private var token: UInt64 = 0
    private var draws = 0

    init(_ parts: Parts) {
        self.parts = parts
        start = FirstPicture(parts.phases)
        filters = LoopFilters(parts)
        policy.mayLatchLate = parts.mayLatchLate
    }

    /// Runs until it is told to stop or as many frames as asked for have been shown.
    func run() throws {
        defer { parts.describe(parts.view.report) }
        while true {
            let orders = parts.orders.take()
            if orders.stop { return }
            follow(orders)
            if photographs != orders.photographs {
                photographs = orders.photographs
                takePhotograph()
            }
            let surface = parts.pacing.state
            hear(surface)
            try start?.prepare(parts.view, for: orders, surface)
            switch policy.decide(situation(surface)) {
            case .wait(let deadline, let forFrames):
                let isRung = parts.orders.wait(until: deadline, forFramesOf: forFrames ? slot : nil)
                // Whatever has changed may have freed an image.
                if isRung { retryAt = nil }
            case .draw:
                guard try draw(surface) < parts.frameLimit ?? .max else { return parts.report(.finished) }
            }
        }
    }

    // MARK: - What has changed

    private func follow(_ orders: RenderOrders.Values) {
        if orders.slot !== slot {
            slot = orders.slot
            isAnnounced = false
            policy.sourceChanged()
            parts.shown.sourceChanged()
        }
        if orders.isFrozen != isFrozen {
            isFrozen = orders.isFrozen
            parts.shown.interrupt()
        }
        parts.view.options = orders.options
        isRedrawWanted = isRedrawWanted || orders.redraw
        if filters.follow(orders, isShowing: isAnnounced) { isRedrawWanted = true }
    }

    /// Takes what the compositor has told since the last turn.
    private func hear(_ surface: SurfaceState) {
        policy.claim(period: surface.refreshPeriod)
        if surface.lastPresented != lastPresented {
            lastPresented = surface.lastPresented
            policy.presented(at: lastPresented)
        }
        if surface.callbackCount != callbacksHeard {
            callbacksHeard = surface.callbackCount
            policy.callbackCame(at: surface.lastCallback)
            guard hasCommittedFrame else { return }
            hasCommittedFrame = false
            parts.shown.latched(
                at: surface.lastCallback, newest: slot?.waiting?.sequence, period: policy.display.period)
        }
    }

    private var takesFrames: Bool { !isFrozen || !isAnnounced }

    private func isNewSize(_ surface: SurfaceState) -> Bool {
        surface.bufferSize != drawnSize || surface.isCommitWanted
    }

    private func situation(_ surface: SurfaceState) -> LatchPolicy.Situation {
        LatchPolicy.Situation(
            now: MonotonicClock.now(),
            isConfigured: surface.hasPixels && start?.isAwaited(slot) != true,
            isSuspended: surface.isSuspended, isCallbackOwed: surface.isFrameCallbackOwed,
            owedSince: surface.owedSince, isNewSize: isNewSize(surface), isRedrawWanted: isRedrawWanted,
            holdsFrame: held != nil, takesFrames: takesFrames,
            isFrameWaiting: slot?.waiting != nil, retryAt: retryAt)
    }

    private func takePhotograph() {
        do throws(ViewError) {
            guard let picture = try parts.view.photograph() else {
                return parts.report(.photographFailed("There is no picture yet that could be saved"))
            }
            parts.report(.photograph(picture))
        } catch {
            parts.report(.photographFailed("The picture could not be saved: \(error)"))
        }
    }

    // MARK: - Drawing

    /// Takes the newest frame and draws.
    ///
    /// - Returns: How many frames have been shown until now.
    private func draw(_ surface: SurfaceState) throws -> UInt64 {
        let begin = MonotonicClock.now()
        if slot != nil { start?.drawBegins(at: begin) }
        if takesFrames {
            var frame = slot?.take()
            defer { Frame.release(&frame) }
            if let frame { try accept(frame, at: begin) }
        }
        guard held != nil || isRedrawWanted || isNewSize(surface) else { return 0 }
        // Those of the draw before: they are done by now.
        try filters.recordResults()
        let size = PixelSize(width: surface.bufferSize.width, height: surface.bufferSize.height)
        var isPrepared = false
        let outcome = try parts.view.draw(size: size) {
            if held != nil { start?.presentBegins() }
            token += 1
            if let held { parts.shown.willCommit(held, token: token) }
            parts.pacing.prepareCommit(for: surface, token: token)
            isPrepared = true
        }
        guard outcome == .presented else {
            if isPrepared { parts.pacing.cancelCommit() }
            retryDelay = min(max(surface.refreshPeriod / 2, retryDelay * 2), Self.longestRetry)
            retryAt = MonotonicClock.now() + retryDelay
            return 0
        }
        (retryAt, retryDelay, isRedrawWanted, drawnSize) = (nil, 0, false, surface.bufferSize)
        hasCommittedFrame = held != nil
        let end = MonotonicClock.now()
        policy.drew(from: begin, to: end)
        draws += 1
        return count(end)
    }

    /// Gives a frame to the view; one that cannot be decoded costs itself alone.
    private func accept(_ frame: Frame, at time: Int64) throws(ViewError) {
        policy.took(arrival: frame.arrival, sequence: frame.sequence)
        let (facts, distrust) = parts.shown.take(frame, at: time)
        if let distrust { parts.report(.stampsDistrusted(distrust)) }
        let before = MonotonicClock.threadTime()
        defer { cost.textures += MonotonicClock.threadTime() - before }
        do throws(ViewError) {
            try parts.view.show(frame)
            held = facts
            filters.record(frame)
        } catch .frame(let error) {
            parts.shown.addUndecodable()
            parts.logger.debug("frame \(frame.sequence) is lost: \(error)")
        }
    }

    private func count(_ end: Int64) -> UInt64 {
        let isFirst = held != nil && !isAnnounced
        var count: UInt64 = 0
        if let held {
            start?.presented(at: end)
            start = nil
            count = parts.shown.add(held, at: end, newest: slot?.waiting?.arrival)
            self.held = nil
            cost.frames += 1
        }
        cost.thread = MonotonicClock.threadTime()
        (cost.driver, cost.driverWall) = (parts.view.driverTime.processor, parts.view.driverTime.wall)
        cost.drawing = parts.view.drawingTime.processor
        if isFirst, startCost == nil { startCost = cost }
        parts.shown.note(policy, cost - (startCost ?? cost))
        if isFirst || draws % Self.drawsBetweenReports == 1 { parts.describe(parts.view.report) }
        if isFirst {
            isAnnounced = true
            parts.report(.showing)
        }
        return count
    }
}
