internal import Frames
internal import LinuxIO
internal import Synchronization
internal import WaylandClient

/// The counts of presentations as they happen; the render thread and the compositor's answers write, the main thread
/// reads.
///
/// Nothing here allocates per frame: a report is made from the counts only when it is asked for.
final class ShownFrames: Sendable {
    private struct State: ~Copyable {
        var shown: UInt64 = 0
        var undecodable: UInt64 = 0
        var loads: UInt64 = 0
        var keepsBits = true
        var skipped: UInt64 = 0
        var last: ShownFrame?
        var stamp: Timestamp?
        var check = StampCheck()
        /// The number of the last frame that was taken.
        var number: UInt32?
        let captureToPresent = LatencyTimes()
        let readyToPresent = LatencyTimes()
        let takenToPresent = LatencyTimes()
        let age = LatencyTimes()
        let newerFor = LatencyTimes()
        var waiting = SmallCounts()
        var behind = SmallCounts()
        var ledger = CommitLedger()
        var presented: UInt64 = 0
        var discarded: UInt64 = 0
        var lastPresented: PresentedFrame?
        var presentations = CadenceCount()
        var callbacks = CadenceCount()
        var latch = LatchFacts()
        var cost = RenderCost()
    }

    /// The facts that the render loop knows of its own pace.
    struct LatchFacts: Sendable {
        var late: UInt64 = 0
        var missed: UInt64 = 0
        var drawEstimate: Int64 = 0
        var cameraPeriod: Int64?
        /// The display's period in nanoseconds; nil before the first draw.
        var displayPeriod: Int64?
    }

    private let state = Mutex(State())

    // MARK: - The render thread's side

    /// Judges the stamp of a frame that was taken.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - time: The moment at which it was taken.
    /// - Returns: The frame's facts, and the flaw that has just ended the trust in its source's stamps.
    func take(_ frame: Frame, at time: Int64) -> (ShownFrame, newDistrust: StampCheck.Problem?) {
        state.withLock { state in
            let wasTrusted = state.check.isTrusted
            let kind = (state.stamp?.clock, state.stamp?.kind)
            // The first frame of another source comes before the news of it, and may have been taken before the last one.
            if let last = state.number, frame.sequence &- last > UInt32.max / 2 { state.check = StampCheck() }
            state.number = frame.sequence
            state.check.add(frame.timestamp, arrival: frame.arrival)
            state.stamp = frame.timestamp
            let isTrusted = state.check.isTrusted
            // Times of two meanings must not stand in one distribution.
            if wasTrusted != isTrusted || kind != (frame.timestamp.clock, frame.timestamp.kind) {
                state.captureToPresent.reset()
                state.age.reset()
            }
            let shown = ShownFrame(
                origin: state.check.origin(of: frame.timestamp, arrival: frame.arrival),
                arrival: frame.arrival, taken: time, sequence: frame.sequence)
            return (shown, wasTrusted ? state.check.verdict : nil)
        }
    }

    /// Notes that frames come from another source from now on.
    func sourceChanged() {
        state.withLock { state in
            state.check = StampCheck()
            state.last = nil
            state.presentations.interrupt()
            state.callbacks.interrupt()
        }
    }

    /// Notes that the picture stands still from now on, or the window is hidden.
    func interrupt() {
        state.withLock { state in
            state.presentations.interrupt()
            state.callbacks.interrupt()
        }
    }

    /// Notes the frame that the commit about to be made is the first to show.
    func willCommit(_ frame: ShownFrame, token: UInt64) {
        state.withLock { $0.ledger.add(frame, token: token) }
    }

    /// Notes that a frame was presented.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - time: The moment at which the present call returned, in nanoseconds of the monotonic clock.
    ///   - newest: The arrival of a newer frame that waits to be taken.
    /// - Returns: The number of frames that have been shown.
    func add(_ frame: ShownFrame, at time: Int64, newest: Int64?) -> UInt64 {
        state.withLock { state in
            state.shown += 1
            if let last = state.last {
                let step = frame.sequence &- last.sequence
                if step > 1, step < UInt32.max / 2 { state.skipped += UInt64(step - 1) }
            }
            state.last = frame
            state.captureToPresent.add(time - frame.origin)
            state.readyToPresent.add(time - frame.arrival)
            state.takenToPresent.add(time - frame.taken)
            state.waiting.add(newest == nil ? 0 : 1)
            if let newest { state.newerFor.add(time - newest) }
            return state.shown
        }
    }

    /// Notes that the compositor has taken the last commit.
    ///
    /// - Parameters:
    ///   - time: The moment at which its frame callback was heard.
    ///   - newest: The number of a newer frame that waits to be taken.
    ///   - period: The display's period.
    func latched(at time: Int64, newest: UInt32?, period: Int64) {
        state.withLock { state in
            guard let last = state.last else { return }
            state.callbacks.add(time, period: period)
            let step = newest.map { $0 &- last.sequence } ?? 0
            if step < UInt32.max / 2 { state.behind.add(Int(step)) }
        }
    }

    /// Takes the loop's measurements of itself, and whether filters keep all bits of the frames.
    func note(_ policy: LatchPolicy, _ cost: RenderCost, keepsBits: Bool) {
        let latch = LatchFacts(
            late: policy.late, missed: policy.missed, drawEstimate: policy.drawTime.value,
            cameraPeriod: policy.camera.period, displayPeriod: policy.display.period)
        state.withLock { state in
            state.latch = latch
            state.cost = cost
            state.keepsBits = keepsBits
        }
    }

    /// Notes that samples of frames have been read so many times more.
    func add(loads: UInt64) { state.withLock { $0.loads += loads } }

    /// Notes a frame that could not be decoded or read.
    func addUndecodable() { state.withLock { $0.undecodable += 1 } }

    // MARK: - The compositor's answers

    /// Notes the fate of a commit.
    func presented(_ frame: PresentedFrame) {
        state.withLock { state in
            let shown = state.ledger.take(token: frame.token)
            guard let time = frame.time else {
                state.discarded += 1
                return
            }
            state.presented += 1
            state.lastPresented = frame
            guard let shown else { return }
            state.age.add(time - shown.origin)
            state.presentations.add(time, period: state.latch.displayPeriod ?? frame.refreshPeriod)
        }
    }

    // MARK: - The reader's side

    /// The number of frames that have been shown.
    var count: UInt64 { state.withLock { $0.shown } }

    /// Reads the counts, and removes the times since the last call.
    ///
    /// - Parameter final: True when the times are to be those of the whole run.
    /// - Returns: The counts and times for a report.
    func takeSummary(final: Bool) -> LiveViewStatistics {
        state.withLock { state in
            var summary = LiveViewStatistics()
            summary.shown = state.shown
            summary.undecodable = state.undecodable
            summary.loads = state.loads
            summary.keepsBits = state.keepsBits
            summary.skipped = state.skipped
            summary.captureToPresent = state.captureToPresent.take(final).percentiles
            summary.readyToPresent = state.readyToPresent.take(final).percentiles
            summary.takenToPresent = state.takenToPresent.take(final).percentiles
            summary.stamp = state.stamp.map { LiveViewStatistics.Stamp($0, state.check) }
            summary.queueDepth = state.waiting.pairs
            summary.cost = state.cost
            Self.addScreen(state, final, to: &summary)
            Self.addPace(state, final, to: &summary)
            for times in [
                state.captureToPresent, state.readyToPresent, state.takenToPresent, state.age, state.newerFor,
            ] { times.recent.reset() }
            return summary
        }
    }

    private static func addScreen(
        _ state: borrowing State, _ final: Bool, to summary: inout LiveViewStatistics
    ) {
        let age = state.age.take(final)
        if age.count > 0 {
            let percentiles = age.percentiles
            summary.age = LiveViewStatistics.Age(
                p50: percentiles.p50, p95: percentiles.p95, p99: percentiles.p99,
                histogram: age.milliseconds)
        }
        summary.screen = LiveViewStatistics.Screen(
            presented: state.presented, discarded: state.discarded,
            hardwareClock: state.lastPresented?.isHardwareClock ?? false,
            verticallySynchronized: state.lastPresented?.isVerticallySynchronized ?? false,
            refresh: state.latch.displayPeriod.map { Double($0) / 1e6 })
    }

    private static func addPace(_ state: borrowing State, _ final: Bool, to summary: inout LiveViewStatistics)
    {
        let latch = state.latch
        let display = latch.displayPeriod ?? 0
        summary.cadence =
            state.presentations.report(camera: latch.cameraPeriod, display: display, source: "presentation")
            ?? state.callbacks.report(camera: latch.cameraPeriod, display: display, source: "callback")
        let newer = state.waiting.total - state.waiting.count(of: 0)
        summary.staleness = LiveViewStatistics.Staleness(
            share: state.waiting.total == 0 ? 0 : Double(newer) / Double(state.waiting.total),
            newerFor: state.newerFor.take(final).percentiles, behindAtLatch: state.behind.pairs)
        summary.latch = LiveViewStatistics.Latch(
            late: latch.late, missed: latch.missed, drawEstimate: Double(latch.drawEstimate) / 1e6,
            cameraPeriod: latch.cameraPeriod.map { Double($0) / 1e6 })
    }
}

extension LatencyTimes {
    fileprivate func take(_ final: Bool) -> LatencyHistogram { final ? all : recent }
}

extension LiveViewStatistics.Stamp {
    init(_ timestamp: Timestamp, _ check: StampCheck) {
        let meaning =
            switch timestamp.kind {
            case .startOfExposure: "the start of exposure"
            case .endOfFrame: "the end of the frame"
            case .generated: "the making of the frame"
            }
        clock = timestamp.clock
        kind = timestamp.kind
        trusted = check.isTrusted
        problems = Dictionary(uniqueKeysWithValues: check.counts.map { ($0.key.rawValue, $0.value) })
        sentence =
            check.verdict.map {
                "the source's stamps \($0.words) and are not believed; ages count from the frames' arrival"
            } ?? "ages count from \(meaning)"
    }
}
