internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization

/// A source at work that fills frames on a run's thread until it is told to stop.
protocol FrameProducer {
    /// Opens the source, publishes its frames, and closes it.
    ///
    /// - Parameter context: The run, which takes the frames and says when to stop.
    /// - Throws: The reason why it cannot go on.
    func run(_ context: CaptureContext) throws(CaptureFault)
}

/// The state that a run's thread shares with the run's owner.
///
/// Thread-safe.
final class CaptureContext: Sendable {
    private static let longestRest: Int64 = 1_500_000_000

    /// A bell that rings when the run is to stop; producers wait for it together with their source.
    let bell: Wakeup
    let counter = CaptureCounter()
    let logger: Logger
    /// The way of all calls on devices.
    let calls: DeviceCalls
    /// The exchange with the consumer about memory; nil when the run was given none.
    let memory: FrameMemoryExchange?
    /// Makes the encoder of a test card in a compressed format; nil where such a card is refused.
    let encoder: (@Sendable () throws -> any PlaneEncoder)?
    /// The outputs that get the frames.
    private let outputs: FrameFanOut
    /// A bell that rings when someone looks again.
    let attention: Wakeup
    /// Called before the first frame is handed over: false when nobody has a use for it any more.
    private let admit: @Sendable () -> Bool
    private let turn: PublishingTurn
    /// False where a bus without room is to be told before smaller pictures are tried.
    let mayTakeLess: Bool
    private let report: @Sendable (CaptureEvent) -> Void
    private let stopped = Atomic(false)
    private let paused = Atomic(false)
    private let isAdmitted = Atomic(false)
    private let path = Mutex<String?>(nil)
    private let watch = Mutex<CallWatch?>(nil)
    private let place = Mutex<String?>(nil)
    private let identity = Mutex<String?>(nil)
    private let faults = Mutex<[CaptureFault]>([])
    private let listed = Mutex<[ModeOffer]>([])
    private let lastMode = Mutex<CaptureMode?>(nil)
    private let expected = Mutex<CaptureMode?>(nil)
    private let steps = Mutex(CaptureStart(began: MonotonicClock.now()))

    init(
        outputs: FrameFanOut, bell: Wakeup, attention: Wakeup, memory: FrameMemoryExchange?,
        encoder: (@Sendable () throws -> any PlaneEncoder)?, logger: Logger, calls: DeviceCalls,
        turn: PublishingTurn, mayTakeLess: Bool, admit: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (CaptureEvent) -> Void
    ) {
        (self.memory, self.encoder) = (memory, encoder)
        self.outputs = outputs
        self.bell = bell
        self.attention = attention
        self.logger = logger
        self.calls = calls
        self.turn = turn
        self.mayTakeLess = mayTakeLess
        self.admit = admit
        self.report = report
    }

    var isStopped: Bool { stopped.load(ordering: .acquiring) }

    /// The device node that was opened, without links; nil for other sources, and before.
    var node: String? { path.withLock { $0 } }

    /// Notes the device node that is being opened, without links, and begins to watch the calls on it.
    ///
    /// - Returns: The way of all calls on it.
    func note(node: String) -> DeviceCalls {
        path.withLock { $0 = node }
        let watch = calls.nodes.begin(node, isOfRun: true)
        self.watch.withLock { $0 = watch }
        return calls.watched(by: watch)
    }

    /// The last mode that the source was set to; nil before the first.
    var mode: CaptureMode? { expected.withLock { $0 } }

    /// True while the device's driver does not come back from a call.
    var isSilent: Bool { remainingPatience < 0 }

    /// The time until a call on the device that is under way has lasted too long, in nanoseconds; all of it while there is none.
    var remainingPatience: Int64 { calls.patience - watch.withLock { $0?.lasting ?? 0 } }

    /// True when another run of this program has the device, too.
    var isShared: Bool { node.map(calls.nodes.runs) ?? 0 > 1 }

    /// The place where the opened camera is plugged in, in its driver's words; nil where that does not tell, and before.
    var bus: String? { place.withLock { $0 } }

    /// Notes the place where the camera is plugged in.
    func note(bus: String) { place.withLock { $0 = bus.isEmpty ? nil : bus } }

    /// The id of the camera that is being opened; nil where it is not known, for other sources, and before.
    var camera: String? { identity.withLock { $0 } }

    /// Notes the id of the camera that is being opened.
    func note(camera: String?) { identity.withLock { $0 = camera } }

    /// The faults of the wishes for controls that the camera did not take when it was opened.
    var controlFaults: [CaptureFault] { faults.withLock { $0 } }

    /// Notes the faults of wishes for controls, and says them.
    func note(controlFaults: [CaptureFault]) {
        guard !controlFaults.isEmpty || !self.controlFaults.isEmpty else { return }
        for fault in controlFaults { logger.warning("\(fault.sentence)") }
        faults.withLock { $0 = controlFaults }
    }

    /// The modes that the source offered when it was opened; none for a source that has only one, and before.
    var offers: [ModeOffer] { listed.withLock { $0 } }

    /// Notes the modes that the source offers.
    func note(offers: [ModeOffer]) { listed.withLock { $0 = offers } }

    /// The moments of the run's first steps.
    var start: CaptureStart { steps.withLock { $0 } }

    /// Notes that a step is taken, the first time.
    func note(_ step: any WritableKeyPath<CaptureStart, Int64?> & Sendable) {
        let now = MonotonicClock.now()
        steps.withLock { steps in steps[keyPath: step] = steps[keyPath: step] ?? now }
    }

    /// Notes that the source's mode is known, and reports one that is new.
    func opened(_ mode: CaptureMode) {
        note(\.modeKnown)
        let isNew = expected.withLock { expected in
            defer { expected = mode }
            return expected != mode
        }
        if isNew { tell(.opened(mode)) }
    }

    /// Waits while no output wants frames, or the run is paused, for a limited time: the source is to notice its end.
    ///
    /// Frames that the source makes or loses meanwhile are not counted.
    ///
    /// - Returns: True when it has waited.
    func restWhileNeglected() -> Bool {
        // The first frame is awaited, whoever looks.
        guard isAdmitted.load(ordering: .relaxed), !isStopped, isPaused || !outputs.wantsFrames else {
            return false
        }
        outputs.expire()
        _ = try? Poll.wait(
            for: Poll.Entry(bell.descriptor, .readable), and: Poll.Entry(attention.descriptor, .readable),
            until: MonotonicClock.now() + CaptureContext.longestRest)
        attention.clear()
        counter.restarted()
        return true
    }

    var isPaused: Bool { paused.load(ordering: .acquiring) }

    /// Holds the frames back, or goes on.
    func setPaused(_ isPaused: Bool) {
        paused.store(isPaused, ordering: .releasing)
        attention.ring()
    }

    func stop() {
        stopped.store(true, ordering: .releasing)
        bell.ring()
    }

    /// Runs the source; the body of the run's thread.
    func run(_ configuration: CaptureConfiguration) {
        steps.withLock { $0.began = MonotonicClock.now() }
        defer { if let watch = watch.withLock({ $0 }) { calls.nodes.end(watch) } }
        do throws(CaptureFault) {
            try configuration.check()
            try configuration.producer().run(self)
            tell(.ended)
        } catch {
            tell(.failed(error))
        }
    }

    /// True when every frame counts, late ones too.
    var takesEveryFrame: Bool { outputs.takesEveryFrame }

    /// Counts a frame that has come.
    func captured(sequence: UInt32) {
        if let gap = counter.captured(sequence: sequence) { miss(gap) }
    }

    /// Counts and tells a frame that is not handed over.
    ///
    /// - Parameters:
    ///   - sequence: The source's count of it.
    ///   - reason: The reason.
    ///   - wasCaptured: False for one that the source never had.
    func drop(_ sequence: UInt32, _ reason: DropReason, wasCaptured: Bool = true) {
        let drop = FrameDrop(sequence: sequence, reason: reason)
        if wasCaptured { counter.dropped(drop) } else { counter.lost(drop) }
        miss(drop)
    }

    /// Tells the outputs of a loss, while the frames that they get are this run's.
    private func miss(_ drop: FrameDrop) {
        guard isAdmitted.load(ordering: .relaxed), !isStopped else { return }
        turn.take { if !isStopped { outputs.miss(drop) } }
    }

    /// Hands a frame over; the first one of the run and the first one of another mode are reported.
    ///
    /// One that is held back, because the run is paused or over, does not count.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - mode: The mode of the source.
    ///   - isLate: True when a newer one follows at once.
    func publish(_ frame: consuming Frame, mode: CaptureMode, isLate: Bool = false) {
        guard mayPublish() else { return counter.heldBack() }
        let arrival = frame.arrival
        var frame: Frame? = consume frame
        turn.take {
            guard !isStopped, !isPaused, let taken = frame.take() else { return }
            outputs.publish(taken, isLate: isLate)
        }
        if frame == nil { counter.published(at: arrival) } else { counter.heldBack() }
        Frame.release(&frame)
        let before = lastMode.withLock { last in
            defer { last = mode }
            return last
        }
        if before == nil {
            note(\.firstFrame)
            tell(.streaming(mode))
        } else if before != mode {
            tell(.modeChanged(mode))
        }
    }

    private func mayPublish() -> Bool {
        if isStopped { return false }
        if isAdmitted.load(ordering: .relaxed) { return !isPaused }
        guard admit() else { return false }
        isAdmitted.store(true, ordering: .relaxed)
        return true
    }

    /// Reports an event, unless the run was stopped.
    func tell(_ event: CaptureEvent) {
        if !isStopped { report(event) }
    }
}
