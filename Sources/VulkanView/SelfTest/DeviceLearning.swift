public import Logging
internal import LinuxIO
internal import Synchronization
public import VulkanCore

/// A program's learning of its graphics device: what is known is used from the first frame on, what is not is found out after the
/// first picture, on a thread and a device of its own, and used from the next stream on.
///
/// Nothing is learned about the processor. Thread-safe, but for ``begin(on:)``.
public final class DeviceLearning: Sendable {
    private struct State {
        var device: PhysicalDevice?
        var instance: VulkanInstance?
        var trust: ImportTrust?
        /// The knowledge at the beginning.
        var record: DeviceRecord?
        var run: SelfTestRun?
        var note: Note?
        var thread: SystemThread?
        /// The thread that keeps a verdict on FIFO.
        var keeper: SystemThread?
        /// The moment at which the test was told to end; nil before.
        var stopTime: Int64?
        /// True where the file is not to be written.
        var isClosed = false
    }

    /// The note in the file that a self-test is under way.
    private final class Note: Sendable {
        /// True from its writing until somebody has judged the test's end.
        let isOpen = Atomic(false)
        /// True where the device has failed meanwhile, by the test, perhaps.
        let isSuspect = Atomic(false)
    }

    /// The longest wait for a test that is to end, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000

    private let state = Mutex(State())
    /// The devices that have failed during a self-test, by ``VulkanCore/PhysicalDevice/identity``.
    private let suspects = Mutex<Set<String>>([])
    private let file: DeviceRecordFile
    private let logger: Logger
    private let learnsOfProcessors: Bool
    private let timeFactor: Int

    /// Prepares to learn.
    ///
    /// - Parameters:
    ///   - file: The file of what is known.
    ///   - logger: Told of a file that cannot be used, and of a driver that hangs.
    public convenience init(_ file: DeviceRecordFile, logger: Logger) {
        self.init(file, logger: logger, learnsOfProcessors: false)
    }

    /// Prepares to learn as tests wish.
    ///
    /// - Parameters:
    ///   - file: The file of what is known.
    ///   - logger: Told of a file that cannot be used, and of a driver that hangs.
    ///   - learnsOfProcessors: True where drivers that draw on the processor are tested, too.
    ///   - timeFactor: The number of times that each self-test may take longer; for graphics cards that a processor plays.
    package init(
        _ file: DeviceRecordFile, logger: Logger, learnsOfProcessors: Bool, timeFactor: Int = 1
    ) {
        (self.file, self.logger) = (file, logger)
        (self.learnsOfProcessors, self.timeFactor) = (learnsOfProcessors, timeFactor)
    }

    deinit { end() }

    /// Uses what is known about a device, before anything is made on it; ends what was begun on another.
    ///
    /// - Parameter device: The device; called on its thread.
    public func begin(on device: VulkanDevice) {
        end()
        guard !device.isCPU || learnsOfProcessors else { return }
        let (record, isUsable) = file.use(for: device, logger)
        state.withLock { state in
            state = State(
                device: device.physical, instance: device.instance, trust: device.importTrust,
                record: record, isClosed: !isUsable || file.isReadOnly)
        }
    }

    /// Finds out what is not known, in the background, once.
    public func pictureIsShown() {
        state.withLock { state in
            guard state.thread == nil, !state.isClosed, state.record?.mayBeTested != false,
                let device = state.device, let instance = state.instance, let trust = state.trust
            else { return }
            // What it has done once it may do again.
            guard suspects.withLock({ !$0.contains(device.identity) }) else { return }
            let (run, note) = (SelfTestRun(device, of: instance), Note())
            (state.run, state.note) = (run, note)
            let factor = (state.record?.timeFactor ?? 1) * timeFactor
            state.thread = try? SystemThread(name: "learn device") { [file, logger] in
                do throws(DeviceRecordError) {
                    try Self.learn(run, note, timesLonger: factor, device, trust, file, logger)
                } catch {
                    logger.notice("\(error)")
                }
            }
        }
    }

    private static func learn(
        _ run: SelfTestRun, _ note: Note, timesLonger factor: Int, _ device: PhysicalDevice,
        _ trust: ImportTrust, _ file: DeviceRecordFile, _ logger: Logger
    ) throws(DeviceRecordError) {
        guard !run.isStopped else { return }
        // A driver that takes the program with it must not do so at each start: without this note nothing is begun.
        var record = try file.recordToChange(of: device)
        record.noteBegin()
        note.isOpen.store(true, ordering: .sequentiallyConsistent)
        do throws(DeviceRecordError) {
            try file.keep(record)
        } catch {
            note.isOpen.store(false, ordering: .sequentiallyConsistent)
            throw error
        }
        let report = run.firstReport(.silent, timesLonger: factor)
        // The program may end as soon as this is over; what is found is kept before the device is closed.
        defer { run.waitUntilClosed() }
        logger.debug("the self-test of \(device.name) has taken \(report.duration.rounded()) ms")
        record = try file.recordToChange(of: device)
        let isOpen = note.isOpen.exchange(false, ordering: .sequentiallyConsistent)
        if run.isBlocked || run.isStopped && !report.isComplete {
            guard isOpen, !note.isSuspect.load(ordering: .sequentiallyConsistent) else { return }
            record.takeNoteBack()
        } else {
            if let fault = report.fault {
                let outcome = report.isDeviceLost ? "frames go to it by copies" : "it is tested another time"
                logger.log(
                    level: report.isDeviceLost ? .warning : .notice,
                    "the self-test of \(device.name): \(fault); \(outcome)")
            }
            record.take(report)
            record.add(DeviceVerdict.all(of: trust.seenRefusals))
            trust.take(record)
        }
        try file.keep(record)
    }

    /// Keeps a verdict on FIFO, which processors have, too, in the background: the disk may be slow.
    public func keep(_ verdict: PresentationVerdict) {
        let keeper = try? SystemThread(name: "keep verdict") { [file, logger] in
            do throws(DeviceRecordError) { try file.keep(verdict) } catch { logger.notice("\(error)") }
        }
        state.withLock { $0.keeper = keeper }
    }

    /// Tells that the device was lost or hangs.
    ///
    /// A self-test that is under way may have done that: it counts as one without an end, and this program begins none on that device any
    /// more.
    public func deviceFailed() {
        let name = state.withLock { state -> String? in
            guard let device = state.device, let note = state.note,
                note.isOpen.load(ordering: .sequentiallyConsistent)
            else { return nil }
            note.isSuspect.store(true, ordering: .sequentiallyConsistent)
            suspects.withLock { _ = $0.insert(device.identity) }
            return device.name
        }
        if let name { logger.notice("a self-test was under way when \(name) failed; it is not repeated now") }
    }

    /// Tells a test that is under way to end, and does not wait for that.
    public func stop() {
        let run = state.withLock { state in
            state.stopTime = state.stopTime ?? MonotonicClock.now()
            return state.run
        }
        run?.stop()
    }

    /// Ends a test that is under way, which does not count then, and keeps what frames have shown.
    ///
    /// Waits for two seconds at most, from ``stop()`` on, and for the disk. A driver that does not come back has the test count as one without an end.
    public func end() {
        let state = state.withLock { state in
            let ended = state
            state = State()
            return ended
        }
        state.run?.stop()
        let end = (state.stopTime ?? MonotonicClock.now()) + Self.patience
        _ = state.keeper?.join(until: end)
        let isOver = state.thread?.join(until: end) != false
        guard let device = state.device, let trust = state.trust, !state.isClosed else { return }
        let seen = DeviceVerdict.all(of: trust.seenRefusals)
        // One that has seen that it is to end was stopped, even where it does not end in time; whoever judges it first does so alone. Else its driver
        // may hang, as it would at the next start.
        let isHeard = !isOver && state.run?.hasHeardStop == true
        let isNoted = isHeard && state.note?.isOpen.exchange(false, ordering: .sequentiallyConsistent) == true
        let isStopped = isNoted && state.note?.isSuspect.load(ordering: .sequentiallyConsistent) == false
        guard !seen.isEmpty || isStopped else { return }
        do throws(DeviceRecordError) {
            var record = try file.recordToChange(of: device)
            record.add(seen)
            if isStopped { record.takeNoteBack() }
            try file.keep(record)
        } catch {
            logger.notice("\(error)")
        }
    }
}

extension DeviceRecordFile {
    /// Uses what is known about a device, before anything is made on it; nothing is known about processors.
    ///
    /// For drawing without a window; a view does the same, and more (``DeviceLearning``).
    ///
    /// - Parameters:
    ///   - device: The device; called on its thread.
    ///   - logger: Told of a file that cannot be used.
    public func use(on device: VulkanDevice, logger: Logger) {
        if !device.isCPU { _ = use(for: device, logger) }
    }

    /// Uses what is known about any device, and gives it; false where the file cannot be used.
    fileprivate func use(
        for device: VulkanDevice, _ logger: Logger
    ) -> (record: DeviceRecord?, isUsable: Bool) {
        let record: DeviceRecord?
        do throws(DeviceRecordError) {
            record = try self.record(of: device.physical)
        } catch {
            logger.log(level: error.isOfOtherVersion ? .notice : .warning, "\(error)")
            return (nil, false)
        }
        guard var known = record else { return (nil, true) }
        if !known.isTested, !known.mayBeTested {
            let words = "the last self-tests of \(device.name) have not come to an end"
            let advice = "frames go to it by copies until 'viewfinder doctor --gpu' has tested it"
            logger.warning("\(words); \(advice)")
            known.verdicts = known.verdicts.filter(\.isByFrames) + DeviceRecord.distrust(words)
        }
        device.importTrust.take(known)
        return (record, true)
    }
}

extension ImportTrust {
    /// Uses a record; what frames have shown against a kind meanwhile stays.
    func take(_ record: DeviceRecord) {
        take(DeviceVerdict.knowledge(record.verdicts, from: "devices.json"), barredPaths: record.barredPaths)
    }
}
