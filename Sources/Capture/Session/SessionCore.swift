internal import Faults
internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization

/// The state behind a ``CaptureSession``: the run whose frames go to the outputs, the one that is being opened, and what is wanted.
///
/// Thread-safe. What takes time is done on the queue's thread, one piece of work after the other; ``stop()`` alone acts at once.
final class SessionCore: Sendable {
    let outputs: FrameFanOut
    private let memory: FrameMemoryExchange?
    private let encoder: (@Sendable () throws -> any PlaneEncoder)?
    private let logger: Logger
    private let calls: DeviceCalls
    private let queue = SerialQueue(name: "session")
    private let turn = PublishingTurn()
    /// The state, and those who want to know of it; entered under the lock of the values, which orders the states.
    let news = StateNews(CaptureState.stopped)
    private let values: Mutex<SessionValues>
    /// Orders what outputs hear of the source's end.
    private let ending = Mutex(())

    init(
        _ configuration: CaptureConfiguration, _ outputs: FrameFanOut, _ memory: FrameMemoryExchange?,
        _ encoder: (@Sendable () throws -> any PlaneEncoder)?, _ logger: Logger,
        _ calls: DeviceCalls = .system
    ) {
        self.outputs = outputs
        self.memory = memory
        self.encoder = encoder
        self.logger = logger
        self.calls = calls
        values = Mutex(SessionValues(configuration: configuration))
        outputs.onWish { [weak self] in self?.wake() }
    }

    private func wake() { values.withLock { $0.current?.run }?.wake() }

    /// Changes values, and tells of new states outside the lock.
    @discardableResult
    private func change<Result: Sendable>(_ edit: (inout SessionValues) -> Result) -> Result {
        let result = values.withLock { edit(&$0) }
        tellEnd()
        news.tell()
        return result
    }

    /// Tells the outputs whether frames are to be expected.
    private func tellEnd() {
        ending.withLock { _ in
            let isOver = values.withLock {
                $0.isAbandoned || news.state.isOver && !($0.isWanted && $0.starts > 0)
            }
            outputs.setSourceEnded(isOver)
        }
    }

    // MARK: - What is asked

    func start(waits: Bool, _ done: @escaping @Sendable (Result<CaptureMode, CaptureFault>) -> Void) {
        let generation = values.withLock { values in
            values.isWanted = true
            values.starts += 1
            return values.generation
        }
        // At once: who starts and then reads waits for frames.
        tellEnd()
        queue.add { [self] in
            defer { change { $0.starts -= 1 } }
            let (isWanted, mode, wasLookedFor) = values.withLock { values in
                (
                    values.isWanted(generation), values.current == nil ? nil : news.state.mode,
                    values.searching == generation
                )
            }
            guard isWanted else { return done(.failure(.stopped)) }
            if let mode { return done(.success(mode)) }
            let result = open(configuration, generation)
            if case .failure(let fault) = result {
                failed(fault, generation, isLookedFor: waits || wasLookedFor)
            }
            done(result)
        }
    }

    /// Ends everything at once; nothing is published or reported afterwards.
    @discardableResult
    func stop() -> Bool {
        let (runs, opening) = change { values -> ([CaptureRun], SessionOpening?) in
            values.isWanted = false
            values.isPaused = false
            values.lost = nil
            values.generation += 1
            values.retire()
            news.enter(.stopped)
            return (values.leaving + [values.candidate?.run].compactMap(\.self), values.candidate?.opening)
        }
        opening?.finish(.failure(.stopped))
        // Drivers that hang are waited for together.
        let deadline = MonotonicClock.now() + CaptureRun.patience
        for run in runs { run.cancel() }
        let areEnded = runs.map { $0.stop(until: deadline) }
        // A frame that nobody took would keep the device open.
        outputs.expire()
        closeLeaving()
        let areClosed = calls.nodes.areClosed(runs.compactMap(\.node), until: deadline)
        return areEnded.allSatisfy(\.self) && areClosed
    }

    /// Ends everything without waiting: nobody is left to be told.
    func abandon() {
        let (runs, opening) = values.withLock { values in
            (values.isWanted, values.isAbandoned) = (false, true)
            values.generation += 1
            values.retire()
            let runs = values.leaving + [values.candidate?.run].compactMap(\.self)
            values.leaving = []
            return (runs, values.candidate?.opening)
        }
        for run in runs { run.cancel() }
        opening?.finish(.failure(.stopped))
        news.finish()
        tellEnd()
        outputs.expire()
    }

    func setPaused(_ isPaused: Bool) {
        change { values in
            values.isPaused = isPaused
            values.current?.run.setPaused(isPaused)
            switch news.state {
            case .running(let mode) where isPaused: news.enter(.paused(mode))
            case .paused(let mode) where !isPaused: news.enter(.running(mode))
            default: break
            }
        }
    }

    func configure(
        _ edit: @escaping @Sendable (inout CaptureConfiguration) -> Void,
        _ done: @escaping @Sendable (Result<CaptureMode?, CaptureFault>) -> Void
    ) {
        let givenUp = values.withLock { $0.givenUp }
        queue.add { [self] in
            let old = configuration
            var new = old
            edit(&new)
            let (isRunning, generation, isVoid) = values.withLock {
                ($0.current != nil, $0.generation, $0.givenUp != givenUp)
            }
            if isVoid { return done(.failure(.givenUp)) }
            let camera = isRunning ? news.state.mode?.cameraID : nil
            let isSame = new.differsOnlyInControls(from: old, of: camera)
            if isRunning, isSame, new.controls != old.controls { return done(setControls(to: new)) }
            guard isRunning || isSearched(generation), !isSame || new.controls != old.controls else {
                values.withLock { $0.configuration = new }
                return done(.success(isRunning ? news.state.mode : nil))
            }
            let result =
                isRunning
                ? reopen(from: old, to: new, generation, givenUp: givenUp)
                : replace(with: new, generation, givenUp: givenUp)
            done(result.map { $0 })
        }
    }

    /// Gives up the changes that have been asked for; the source that is being opened is not waited for any more.
    func giveUpChanges() {
        let opening = values.withLock { values -> SessionOpening? in
            values.givenUp += 1
            // One whose first frame has come is the source already.
            guard let candidate = values.candidate, values.current?.number != candidate.number else {
                return nil
            }
            values.candidate = nil
            values.leaving.append(candidate.run)
            return candidate.opening
        }
        opening?.finish(.failure(.givenUp))
    }

    /// Sets controls while the camera streams, all of them or none.
    private func setControls(to new: CaptureConfiguration) -> Result<CaptureMode?, CaptureFault> {
        if case .camera = new.source, let node = values.withLock({ $0.current?.run.node }) {
            do throws(CaptureFault) {
                // A driver that does not come back from it does not hold up what is asked of the session later.
                try calls.ask(node) { (calls) throws(CaptureFault) in
                    try ControlDevice(node, calls: calls).set(new.controls)
                }
            } catch {
                return .failure(error)
            }
        }
        values.withLock { $0.configuration = new }
        return .success(news.state.mode)
    }

    /// Opens a source in the place of a lost one, which goes on being looked for where that fails.
    private func replace(
        with new: CaptureConfiguration, _ generation: Int, givenUp: Int
    ) -> Result<CaptureMode, CaptureFault> {
        let before = values.withLock { _ in news.state }
        let result = open(new, generation, givenUp: givenUp)
        change { values in
            switch result {
            case .success: values.configuration = new
            case .failure:
                guard values.isWanted(generation), values.current == nil, news.state != before else { return }
                news.enter(before)
            }
        }
        return result
    }

    /// Opens the source with other wishes, or goes back to the old ones.
    private func reopen(
        from old: CaptureConfiguration, to new: CaptureConfiguration, _ generation: Int, givenUp: Int
    ) -> Result<CaptureMode, CaptureFault> {
        // Two sources can be open side by side; one device cannot be opened twice.
        var result = Result<CaptureMode, CaptureFault>.failure(.stopped)
        if new.source != old.source { result = open(new, generation, givenUp: givenUp) }
        if case .failure(let fault) = result,
            new.source == old.source || new.makesRoom && values.withLock({ $0.isInTheWay(fault) })
        {
            values.withLock { $0.retire() }
            closeLeaving()
            result = open(new, generation, givenUp: givenUp)
            if case .failure = result, case .failure(let second) = open(old, generation) {
                failed(second, generation, isLookedFor: true)
            }
        }
        if case .success = result { values.withLock { $0.configuration = new } }
        return result
    }

    // MARK: - Runs

    /// Opens a source and waits for its first frame; the run before goes on until then.
    ///
    /// - Parameters:
    ///   - configuration: The wishes.
    ///   - generation: The count of stops for which it is wanted.
    ///   - givenUp: The count of changes that were given up when this one was asked for; nil for what is no change.
    /// - Returns: The mode of its frames, or the reason why none come.
    private func open(
        _ configuration: CaptureConfiguration, _ generation: Int, givenUp: Int? = nil
    ) -> Result<CaptureMode, CaptureFault> {
        do throws(SystemError) {
            let opening = try SessionOpening()
            let number = values.withLock { values in
                values.runs += 1
                return values.runs
            }
            let run = try CaptureRun(
                configuration, outputs: outputs, memory: memory, encoder: encoder, logger: logger,
                calls: calls, turn: turn,
                mayTakeLess: !configuration.makesRoom || values.withLock { $0.current == nil }
            ) { [weak self] in
                self?.admit(number) ?? false
            } report: { [weak self] event in
                self?.hear(event, number)
            }
            let refusal = change { values -> CaptureFault? in
                guard values.isWanted(generation) else { return .stopped }
                guard givenUp.map({ $0 == values.givenUp }) ?? true else { return .givenUp }
                values.candidate = (run, number, opening)
                // While a lost source is looked for, a try is no news.
                if values.current == nil, values.searching != generation { news.enter(.starting(nil)) }
                return nil
            }
            if let refusal { return .failure(refusal) }
            let result: Result<CaptureMode, CaptureFault>
            do throws(SystemError) {
                try run.begin()
                watch(run, number)
                result = opening.wait()
            } catch {
                result = .failure(CaptureFault(starting: error))
            }
            values.withLock { values in
                values.tried = run.node.map { ($0, run.bus) }
                guard values.candidate?.number == number else { return }
                values.candidate = nil
                if values.current?.number != number { values.leaving.append(run) }
            }
            closeLeaving()
            return result
        } catch {
            return .failure(CaptureFault(starting: error))
        }
    }

    /// Ends a run whose driver does not come back from a call, as soon as that has lasted too long; then it is looked for like others.
    private func watch(_ run: CaptureRun, _ number: Int) {
        guard case .camera = run.source else { return }
        // Where there is no thread for it, the others will say so.
        _ = try? SystemThread(name: "watch camera") { [weak self] in
            // Looked at every two seconds, and just when a call that is under way then would have lasted too long.
            while !run.isOver(
                until: MonotonicClock.now() + min(2_000_000_000, max(1_000_000, run.remainingPatience + 1)))
            {
                guard run.isSilent else { continue }
                let name = run.mode?.name ?? run.node ?? "the camera"
                self?.end(number, CaptureFault(silent: name))
                return
            }
        }
    }

    /// Makes a candidate the run whose frames count; called with its first frame.
    private func admit(_ number: Int) -> Bool {
        let (isAdmitted, old) = values.withLock { values -> (Bool, CaptureRun?) in
            if values.current?.number == number { return (true, nil) }
            guard let candidate = values.candidate, candidate.number == number else { return (false, nil) }
            let old = values.current?.run
            values.retire()
            values.current = (candidate.run, number)
            candidate.run.setPaused(values.isPaused)
            return (true, old)
        }
        old?.cancel()
        return isAdmitted
    }

    private func hear(_ event: CaptureEvent, _ number: Int) {
        switch event {
        case .opened(let mode):
            change { values in
                guard values.current == nil, values.candidate?.number == number else { return }
                news.enter(.starting(mode))
            }
        case .streaming(let mode), .modeChanged(let mode):
            let opening = change { values -> SessionOpening? in
                guard let current = values.current, current.number == number else { return nil }
                let opening = values.candidate?.number == number ? values.candidate?.opening : nil
                if opening != nil { values.candidate = nil }
                values.firstSteps = current.run.start
                values.lost = nil
                news.enter(values.isPaused ? .paused(mode) : .running(mode))
                return opening
            }
            opening?.finish(.success(mode))
        case .failed(let fault): end(number, fault)
        case .ended: end(number, nil)
        }
    }

    /// Takes note of the end of a run that nobody has stopped.
    private func end(_ number: Int, _ fault: CaptureFault?) {
        let (opening, generation) = change { values -> (SessionOpening?, Int?) in
            guard values.current?.number == number else {
                return (values.candidate?.number == number ? values.candidate?.opening : nil, nil)
            }
            if let fault {
                values.lost = (news.state.mode?.name, fault.kind == .gone ? fault : nil)
                let isLookedFor = fault.mayPass && values.configuration.isLookedFor
                news.enter(isLookedFor ? .interrupted(fault) : .failed(fault))
            } else {
                values.searching = nil
                news.enter(.ended)
            }
            return (nil, values.generation)
        }
        opening?.finish(
            .failure(fault ?? CaptureFault(.file, "the source ended without a frame; give another one")))
        guard let generation else { return }
        if let fault { logger.warning("\(fault.sentence)") }
        queue.add { [self] in
            // Another source may have taken its place meanwhile.
            let isLast = values.withLock { values in
                guard values.current?.number == number else { return false }
                values.retire()
                return true
            }
            guard isLast else { return }
            closeLeaving()
            guard let fault else { return }
            // A device that is gone answers again only when its last user has closed it: a frame that nobody took is one.
            outputs.expire()
            failed(fault, generation, isLookedFor: true)
        }
    }

    /// Waits for the threads of runs that are over, and keeps their counts; those that hang stay.
    private func closeLeaving() {
        let deadline = MonotonicClock.now() + CaptureRun.patience
        for run in values.withLock({ $0.leaving }) where run.stop(until: deadline) {
            values.withLock { values in
                guard let place = values.leaving.firstIndex(where: { $0 === run }) else { return }
                values.leaving.remove(at: place)
                values.totals.add(run.statistics)
                values.totals.rate = nil
                values.processorTime += run.processorTime
            }
        }
    }

    // MARK: - Losses

    private func failed(_ fault: CaptureFault, _ generation: Int, isLookedFor: Bool) {
        let searches = change { values in
            guard values.isWanted(generation) else { return false }
            // A camera that was unplugged and is not found yet is no news.
            var fault = fault.kind == .gone ? values.lost?.unplugged ?? fault : fault
            // A driver that still does not answer, or send, is no news, either.
            if case .interrupted(let before) = news.state, before.kind == .stalled, fault.kind == .stalled {
                fault = before
            }
            if fault.kind == .permission, let name = values.lost?.name {
                fault = CaptureFault(.permission, Fault.withdrawn.message([.camera: name]))
            }
            guard isLookedFor, values.configuration.isLookedFor, fault.mayPass else {
                values.searching = nil
                news.enter(.failed(fault))
                return false
            }
            news.enter(.interrupted(fault))
            defer { values.searching = generation }
            return values.searching != generation
        }
        guard searches else { return }
        logger.info("looked for until it comes back: \(fault.sentence)")
        do throws(SystemError) {
            try SourceSearch.start { [weak self] in self?.attempt(generation) ?? true }
        } catch {
            change { values in
                values.searching = nil
                news.enter(.failed(CaptureFault(starting: error)))
            }
        }
    }

    /// Tries to open what was lost.
    ///
    /// - Returns: True when there is nothing to look for any more.
    private func attempt(_ generation: Int) -> Bool {
        guard let done = try? Wakeup() else { return false }
        queue.add { [self] in
            defer { done.ring() }
            guard isSearched(generation), values.withLock({ $0.current == nil }) else { return }
            if case .failure(let fault) = open(configuration, generation) {
                failed(fault, generation, isLookedFor: true)
            }
        }
        done.wait()
        return values.withLock { values in
            guard values.searching == generation else { return true }
            if values.isWanted(generation), values.current == nil { return false }
            values.searching = nil
            return true
        }
    }

    private func isSearched(_ generation: Int) -> Bool {
        values.withLock { $0.isWanted(generation) && $0.searching == generation }
    }

    // MARK: - News

    var configuration: CaptureConfiguration { values.withLock { $0.configuration } }

    var statistics: CaptureStatistics {
        values.withLock { values in
            var result = values.totals
            for run in values.leaving + [values.current?.run].compactMap(\.self) {
                result.add(run.statistics)
            }
            return result
        }
    }

    /// The node of the camera whose frames count; nil where there is none.
    var node: String? { values.withLock { $0.current?.run.node } }

    /// The controls of the camera whose frames count.
    func controls() throws(CaptureFault) -> CameraControls {
        guard let node else {
            throw CaptureFault(.unsupported, "no camera is running; start the session with one")
        }
        return try CameraControls(node: node, calls: calls)
    }

    var controlFaults: [CaptureFault] { values.withLock { $0.current?.run.controlFaults } ?? [] }

    var offeredModes: [ModeOffer] { values.withLock { $0.current?.run.offers } ?? [] }

    var firstSteps: CaptureStart? { values.withLock { $0.current?.run.start ?? $0.firstSteps } }

    var processorTime: Int64 {
        values.withLock { values in
            let runs = values.leaving + [values.current?.run].compactMap(\.self)
            return runs.reduce(values.processorTime) { $0 + $1.processorTime }
        }
    }
}
