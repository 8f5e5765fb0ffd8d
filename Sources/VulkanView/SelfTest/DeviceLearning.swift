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
        var thread: SystemThread?
        /// True where the file is not to be written.
        var isClosed = false
    }

    private let state = Mutex(State())
    private let file: DeviceRecordFile
    private let logger: Logger

    /// Prepares to learn.
    ///
    /// - Parameters:
    ///   - file: The file of what is known.
    ///   - logger: Told of a file that cannot be used, and of a driver that hangs.
    public init(_ file: DeviceRecordFile, logger: Logger) { (self.file, self.logger) = (file, logger) }

    deinit { end() }

    /// Uses what is known about a device, before anything is made on it; ends what was begun on another.
    ///
    /// - Parameter device: The device; called on its thread.
    public func begin(on device: VulkanDevice) {
        end()
        guard !device.isCPU else { return }
        var (record, isClosed): (DeviceRecord?, Bool) = (nil, false)
        do throws(DeviceRecordError) {
            record = try file.record(of: device.physical)
        } catch {
            isClosed = true
            logger.warning("\(error)")
        }
        if let record { device.importTrust.take(record) }
        state.withLock { [record, isClosed] state in
            state = State(
                device: device.physical, instance: device.instance, trust: device.importTrust,
                record: record, isClosed: isClosed)
        }
    }

    /// Finds out what is not known, in the background, once.
    public func pictureIsShown() {
        state.withLock { state in
            guard state.thread == nil, !state.isClosed, state.record?.isTested != true,
                let device = state.device, let instance = state.instance, let trust = state.trust
            else { return }
            let run = SelfTestRun(device, of: instance)
            state.run = run
            state.thread = try? SystemThread(name: "learn device") { [file, logger] in
                Self.learn(run, device, trust, file, logger)
            }
        }
    }

    private static func learn(
        _ run: SelfTestRun, _ device: PhysicalDevice, _ trust: ImportTrust, _ file: DeviceRecordFile,
        _ logger: Logger
    ) {
        let report = run.report(.silent)
        guard !run.isStopped else { return }
        if let fault = report.fault { logger.warning("\(fault); frames go to it by copies") }
        let record = DeviceRecord(file.key(of: device), report)
        trust.take(record)
        do throws(DeviceRecordError) { try file.keep(record) } catch { logger.notice("\(error)") }
    }

    /// Ends a test that is under way, and keeps what frames have shown.
    public func end() {
        let state = state.withLock { state in
            let ended = state
            state = State()
            return ended
        }
        state.run?.stop()
        state.thread?.join(within: 2)
        guard let device = state.device, let trust = state.trust, !state.isClosed else { return }
        // Those that a test has found are in the file already.
        let seen = DeviceVerdict.all(of: trust.seenRefusals)
        guard !seen.isEmpty else { return }
        do throws(DeviceRecordError) {
            var record =
                try file.record(of: device) ?? DeviceRecord(file.key(of: device), name: device.name)
            record.verdicts.removeAll { old in
                seen.contains { ($0.memory, $0.writer) == (old.memory, old.writer) }
            }
            record.verdicts += seen
            try file.keep(record)
        } catch {
            logger.notice("\(error)")
        }
    }
}

extension ImportTrust {
    /// Uses a record; what frames have shown against a kind meanwhile stays.
    func take(_ record: DeviceRecord) {
        take(DeviceVerdict.knowledge(record.verdicts, from: "devices.json"), barredPaths: record.barredPaths)
    }
}
