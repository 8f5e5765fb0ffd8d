internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization

/// The state behind a ``CaptureSession``: the run whose frames go to the outputs, the one that is being opened, and what is wanted.
///
/// Thread-safe. What takes time is done on the queue's thread, one piece of work after the other; ``stop()`` alone acts at once.
final class SessionCore: Sendable {
    /// A run that is being opened, and the bell that ends the wait for it.
    private final class Opening: Sendable {
        let bell: Wakeup
        private let outcome = Mutex<Result<CaptureMode, CaptureFault>?>(nil)

        init() throws(SystemError) { bell = try Wakeup() }

        func finish(_ result: Result<CaptureMode, CaptureFault>) {
            outcome.withLock { $0 = $0 ?? result }
            bell.ring()
        }

        func wait() -> Result<CaptureMode, CaptureFault> {
            while true {
                if let result = outcome.withLock({ $0 }) { return result }
                bell.wait()
            }
        }
    }

    private struct Values {
        var configuration: CaptureConfiguration
        var isWanted = false
        var isPaused = false
        /// The count of starts and stops: work of an earlier one is void.
        var generation = 0
        var state = CaptureState.stopped
        var current: (run: CaptureRun, number: Int)?
        var candidate: (run: CaptureRun, number: Int, opening: Opening)?
        /// Runs that are over and whose threads may not have ended.
        var leaving: [CaptureRun] = []
        var runs = 0
        var totals = CaptureStatistics()
        var processorTime: Int64 = 0
        var firstSteps: CaptureStart?
        var observers: [ObjectIdentifier: @Sendable (CaptureState) -> Void] = [:]
        var readers: [Int: AsyncStream<CaptureState>.Continuation] = [:]
        var readerCount = 0
    }

    let outputs: FrameFanOut
    private let memory: FrameMemoryExchange?
    private let logger: Logger
    private let calls: DeviceCalls
    private let queue = SerialQueue(name: "session")
    private let values: Mutex<Values>

    init(
        _ configuration: CaptureConfiguration, _ outputs: FrameFanOut, _ memory: FrameMemoryExchange?,
        _ logger: Logger, _ calls: DeviceCalls = .system
    ) {
        self.outputs = outputs
        self.memory = memory
        self.logger = logger
        self.calls = calls
        values = Mutex(Values(configuration: configuration))
        outputs.onWish { [weak self] in self?.wake() }
    }

    private func wake() { values.withLock { $0.current?.run }?.wake() }

    // MARK: - What is asked

    func start(waits: Bool, _ done: @escaping @Sendable (Result<CaptureMode, CaptureFault>) -> Void) {
        let generation = values.withLock { values in
            values.isWanted = true
            return values.generation
        }
        queue.add { [self] in
            if case .running(let mode) = state { return done(.success(mode)) }
            if case .paused(let mode) = state { return done(.success(mode)) }
            let result = open(configuration, generation)
            if case .failure(let fault) = result { failed(fault, generation, isLookedFor: waits) }
            done(result)
        }
    }

    /// Ends everything at once; nothing is published or reported afterwards.
    @discardableResult
    func stop() -> Bool {
        let (runs, opening) = values.withLock { values in
            values.isWanted = false
            values.generation += 1
            let runs = values.leaving + [values.current?.run, values.candidate?.run].compactMap(\.self)
            retire(&values)
            return (runs, values.candidate?.opening)
        }
        opening?.finish(.failure(.stopped))
        set(.stopped)
        let areEnded = runs.map { $0.stop() }
        // A frame that nobody took would keep the device open.
        outputs.expire()
        closeLeaving()
        return areEnded.allSatisfy(\.self)
    }

    /// Ends everything without waiting: nobody is left to be told.
    func abandon() {
        let (runs, opening, readers) = values.withLock { values in
            values.isWanted = false
            values.generation += 1
            let runs = values.leaving + [values.current?.run, values.candidate?.run].compactMap(\.self)
            (values.current, values.leaving, values.observers) = (nil, [], [:])
            return (runs, values.candidate?.opening, values.readers)
        }
        for run in runs { run.cancel() }
        opening?.finish(.failure(.stopped))
        for reader in readers.values { reader.finish() }
    }

    func setPaused(_ isPaused: Bool) {
        let state = values.withLock { values -> CaptureState? in
            values.isPaused = isPaused
            values.current?.run.setPaused(isPaused)
            switch values.state {
            case .running(let mode) where isPaused: return .paused(mode)
            case .paused(let mode) where !isPaused: return .running(mode)
            default: return nil
            }
        }
        if let state { set(state) }
    }

    func configure(
        _ edit: @escaping @Sendable (inout CaptureConfiguration) -> Void,
        _ done: @escaping @Sendable (Result<CaptureMode?, CaptureFault>) -> Void
    ) {
        queue.add { [self] in
            let old = configuration
            var new = old
            edit(&new)
            let (isRunning, generation) = values.withLock { ($0.current != nil, $0.generation) }
            guard isRunning, new != old else {
                values.withLock { $0.configuration = new }
                return done(.success(isRunning ? state.mode : nil))
            }
            done(change(from: old, to: new, generation).map { $0 })
        }
    }

    /// Opens the source with other wishes, or goes back to the old ones.
    private func change(
        from old: CaptureConfiguration, to new: CaptureConfiguration, _ generation: Int
    ) -> Result<CaptureMode, CaptureFault> {
        // Two sources can be open side by side; one device cannot be opened twice.
        var result = Result<CaptureMode, CaptureFault>.failure(.stopped)
        if new.source != old.source { result = open(new, generation) }
        if case .failure(let fault) = result, fault.mayNeedRoom || new.source == old.source {
            retireCurrent()
            result = open(new, generation)
            if case .failure = result {
                if case .failure(let second) = open(old, generation) {
                    failed(second, generation, isLookedFor: true)
                }
            }
        }
        if case .success = result { values.withLock { $0.configuration = new } }
        return result
    }

    // MARK: - Runs

    /// Opens a source and waits for its first frame; the run before goes on until then.
    private func open(
        _ configuration: CaptureConfiguration, _ generation: Int
    ) -> Result<CaptureMode, CaptureFault> {
        do throws(SystemError) {
            let opening = try Opening()
            let number = values.withLock { values in
                values.runs += 1
                return values.runs
            }
            let run = try CaptureRun(
                configuration, outputs: outputs, memory: memory, logger: logger, calls: calls
            ) { [weak self] in
                self?.admit(number) ?? false
            } report: { [weak self] event in
                self?.hear(event, number)
            }
            let isWanted = values.withLock { values in
                guard values.generation == generation, values.isWanted else { return false }
                values.candidate = (run, number, opening)
                return true
            }
            guard isWanted else { return .failure(.stopped) }
            if case .running = state {} else { set(.starting(nil)) }
            try run.begin()
            let result = opening.wait()
            values.withLock { values in
                if values.candidate?.number == number {
                    values.candidate = nil
                    values.leaving.append(run)
                }
            }
            closeLeaving()
            return result
        } catch {
            return .failure(
                CaptureFault(.io, "the camera's thread cannot be started (\(error)); close other programs"))
        }
    }

    /// Makes a candidate the run whose frames count; called with its first frame.
    private func admit(_ number: Int) -> Bool {
        let (isAdmitted, old) = values.withLock { values -> (Bool, CaptureRun?) in
            if values.current?.number == number { return (true, nil) }
            guard let candidate = values.candidate, candidate.number == number else { return (false, nil) }
            let old = values.current?.run
            if let old { values.leaving.append(old) }
            values.current = (candidate.run, number)
            return (true, old)
        }
        old?.cancel()
        return isAdmitted
    }

    private func hear(_ event: CaptureEvent, _ number: Int) {
        let (isCurrent, opening, isFirst, isPaused) = values.withLock { values in
            let opening = values.candidate?.number == number ? values.candidate?.opening : nil
            return (
                values.current?.number == number, opening, values.current == nil, values.isPaused
            )
        }
        switch event {
        case .opened(let mode):
            if opening != nil, isFirst { set(.starting(mode)) }
        case .streaming(let mode), .modeChanged(let mode):
            guard isCurrent else { return }
            values.withLock { values in
                if values.candidate?.number == number { values.candidate = nil }
                if isPaused { values.current?.run.setPaused(true) }
                values.firstSteps = values.current?.run.start
            }
            set(isPaused ? .paused(mode) : .running(mode))
            opening?.finish(.success(mode))
        case .failed(let fault):
            if isCurrent { lose(fault) } else { opening?.finish(.failure(fault)) }
        case .ended:
            if isCurrent {
                set(.ended)
                queue.add { [self] in retireCurrent() }
            } else {
                opening?.finish(
                    .failure(CaptureFault(.file, "the source ended without a frame; give another one")))
            }
        }
    }

    /// Puts the runs aside, inside the lock.
    private func retire(_ values: inout Values) {
        values.leaving += [values.current?.run].compactMap(\.self)
        values.current = nil
    }

    private func retireCurrent() {
        values.withLock { retire(&$0) }
        closeLeaving()
    }

    /// Waits for the threads of runs that are over, and keeps their counts.
    private func closeLeaving() {
        let runs = values.withLock { values in
            defer { values.leaving = [] }
            return values.leaving
        }
        for run in runs {
            run.stop()
            values.withLock { values in
                values.totals.add(run.statistics)
                values.processorTime += run.processorTime
            }
        }
    }

    // MARK: - Losses

    private func lose(_ fault: CaptureFault) {
        logger.warning("\(fault.sentence)")
        let generation = values.withLock { $0.generation }
        set(fault.mayPass && configuration.isLookedFor ? .interrupted(fault) : .failed(fault))
        queue.add { [self] in
            retireCurrent()
            // A device that is gone answers again only when its last user has closed it: a frame that nobody took is one.
            outputs.expire()
            failed(fault, generation, isLookedFor: true)
        }
    }

    private func failed(_ fault: CaptureFault, _ generation: Int, isLookedFor: Bool) {
        guard isWanted(generation) else { return }
        guard isLookedFor, configuration.isLookedFor, fault.mayPass else { return set(.failed(fault)) }
        logger.info("looked for until it comes back: \(fault.sentence)")
        set(.interrupted(fault))
        SourceSearch.start { [weak self] in self?.attempt(generation) ?? true }
    }

    /// Tries to open what was lost.
    ///
    /// - Returns: True when there is nothing to look for any more.
    private func attempt(_ generation: Int) -> Bool {
        guard isWanted(generation), case .interrupted = state else { return true }
        guard let done = try? Wakeup() else { return false }
        queue.add { [self] in
            defer { done.ring() }
            guard isWanted(generation), case .interrupted = state else { return }
            if case .failure(let fault) = open(configuration, generation), isWanted(generation) {
                set(fault.mayPass ? .interrupted(fault) : .failed(fault))
            }
        }
        done.wait()
        if case .interrupted = state { return !isWanted(generation) }
        return true
    }

    private func isWanted(_ generation: Int) -> Bool {
        values.withLock { $0.isWanted && $0.generation == generation }
    }

    // MARK: - News

    var configuration: CaptureConfiguration { values.withLock { $0.configuration } }

    var state: CaptureState { values.withLock { $0.state } }

    private func set(_ state: CaptureState) {
        let (observers, readers) = values.withLock {
            values -> ([@Sendable (CaptureState) -> Void], [AsyncStream<CaptureState>.Continuation]) in
            let isNew = values.state != state
            values.state = state
            return isNew ? (Array(values.observers.values), Array(values.readers.values)) : ([], [])
        }
        for observer in observers { observer(state) }
        for reader in readers { reader.yield(state) }
    }

    var states: AsyncStream<CaptureState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CaptureState.self, bufferingPolicy: .bufferingNewest(16))
        let (number, state) = values.withLock { values in
            values.readerCount += 1
            values.readers[values.readerCount] = continuation
            return (values.readerCount, values.state)
        }
        continuation.onTermination = { [weak self] _ in
            self?.values.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        continuation.yield(state)
        return stream
    }

    func onState(_ observer: ObjectIdentifier, _ changed: (@Sendable (CaptureState) -> Void)?) {
        values.withLock { $0.observers[observer] = changed }
    }

    var statistics: CaptureStatistics {
        let (totals, run) = values.withLock { ($0.totals, $0.current?.run) }
        var result = totals
        if let run { result.add(run.statistics) }
        return result
    }

    func drop(_ sequence: UInt32, _ reason: DropReason) {
        values.withLock { $0.current?.run }?.drop(sequence, reason)
    }

    var firstSteps: CaptureStart? { values.withLock { $0.current?.run.start ?? $0.firstSteps } }

    var processorTime: Int64 {
        let (past, run) = values.withLock { ($0.processorTime, $0.current?.run) }
        return past + (run?.processorTime ?? 0)
    }
}

extension CaptureFault {
    fileprivate static let stopped = CaptureFault(
        .stopped, "the session was stopped before its first frame came")

    /// True when the cause may pass by itself: a camera that is plugged in, a program that is closed, a right that is granted.
    fileprivate var mayPass: Bool {
        switch kind {
        case .busy, .gone, .permission, .bandwidth, .stalled, .io: true
        case .unsupported, .file, .stopped: false
        }
    }

    /// True when another camera may be in the way.
    fileprivate var mayNeedRoom: Bool { kind == .bandwidth || kind == .busy }
}

extension CaptureStatistics {
    /// Adds the counts of another run; its rate is the one that counts.
    mutating func add(_ other: CaptureStatistics) {
        captured += other.captured
        published += other.published
        for (reason, count) in other.dropped { dropped[reason, default: 0] += count }
        rate = other.rate
    }
}
