internal import Frames
internal import LinuxIO
public import VulkanCore

/// A test of a graphics device by itself: which paths draw the right bits, which memories of others it reads rightly, and how fast.
///
/// It works off screen and changes nothing but the device's own memory. On a device that shows pictures it takes turns with them, so
/// a program gives it one of its own (``VulkanCore/VulkanDevice/init(_:of:surface:logger:)``). Confined to the device's thread;
/// a driver that hangs keeps that: ``SelfTestRun`` gives it up.
public final class DeviceSelfTest {
    /// The parts of the test.
    public struct Parts: OptionSet, Sendable {
        /// The bits of the parts.
        public let rawValue: Int

        /// Makes parts of their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The bits that the paths draw.
        public static let paths = Parts(rawValue: 1)
        /// The bits that are read where others have written them.
        public static let routes = Parts(rawValue: 2)
        /// The coherence of such memory with the processor's caches; with ``routes``.
        public static let coherence = Parts(rawValue: 4)
        /// The times of paths, routes and memory types.
        public static let times = Parts(rawValue: 8)
        /// The parts that nobody notices.
        public static let silent: Parts = [.paths, .routes, .coherence]
        /// All parts.
        public static let all: Parts = [.silent, .times]
    }

    /// The number of times that a processor may take longer than a graphics card: it draws by compilers that take seconds, and nobody
    /// waits for what is asked for there.
    static let processorFactor = 500

    private let device: VulkanDevice
    private let make: (MemoryFinding.Memory) throws(SystemError) -> TrialMemory
    private let isStopped: @Sendable () -> Bool
    /// True once a part had no time for everything.
    private var isCut = false

    /// Prepares a test.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - isStopped: True when the test is to end early; asked often, on the device's thread.
    public init(_ device: VulkanDevice, isStopped: @escaping @Sendable () -> Bool = { false }) {
        self.device = device
        self.isStopped = isStopped
        make = { (memory) throws(SystemError) in try TrialMemory(memory) }
    }

    /// Prepares a test whose dma-bufs are files in memory, which only the drivers of tests take.
    package init(takingFilesForShared device: VulkanDevice) {
        self.device = device
        isStopped = { false }
        make = { (memory) throws(SystemError) in
            memory.isShared
                ? TrialMemory(try SharedPages(fileOf: TrialMemory.byteCount, isShared: true))
                : try TrialMemory(memory)
        }
    }

    /// Runs the test.
    ///
    /// - Parameters:
    ///   - parts: The parts that are run; each is bounded in time, but for the driver's last call in it, and what there was no time for is
    ///     missing in the report. The silent parts have 150 ms on a graphics card.
    ///   - factor: The number of times that each part may take longer than it does at first.
    /// - Returns: The report; where the device has failed, its ``SelfTestReport/fault`` says so.
    public func run(_ parts: Parts = .all, timesLonger factor: Int = 1) -> SelfTestReport {
        let begin = MonotonicClock.now()
        var report = SelfTestReport(device.physical.facts)
        isCut = false
        do throws(VulkanError) {
            try runSilent(parts, factor, &report)
            report.isComplete = parts.isSuperset(of: .silent) && !isCut
            if parts.contains(.times) { try runTimes(&report) }
        } catch {
            report.fault = "\(error)"
            report.isDeviceLost = error.kind == .deviceLost
        }
        report.verdicts = DeviceVerdict.all(in: report.memories)
        for finding in report.paths {
            guard report.barredPaths[finding.path] == nil, let difference = finding.difference else {
                continue
            }
            report.barredPaths[finding.path] = "\(finding.format): \(difference)"
        }
        report.ranking = WayRanking.ranked(
            report.times.compactMap { way in way.cost.map { (way.name, $0) } })
        report.duration = Double(MonotonicClock.now() - begin) / 1e6
        return report
    }

    private func runSilent(
        _ parts: Parts, _ factor: Int, _ report: inout SelfTestReport
    ) throws(VulkanError) {
        let isSilent = !parts.contains(.times)
        func clock(_ milliseconds: Int64) -> () -> Bool { self.clock(milliseconds * Int64(factor)) }
        if parts.contains(.paths) {
            report.paths = try PathTrial(device: device, isOver: clock(isSilent ? 60 : 1000)).run()
        }
        guard parts.contains(.routes) else { return }
        let trial = MemoryTrial(device: device, make: make)
        // The silent part is short as a whole.
        let silentEnd = clock(90)
        for memory in MemoryFinding.Memory.allCases {
            let isOver = isSilent ? silentEnd : clock(1000)
            if isOver() { return }
            report.memories.append(
                try trial.run(
                    memory, hammers: parts.contains(.coherence) && (!isSilent || memory != .filePages),
                    until: isOver))
        }
    }

    private func runTimes(_ report: inout SelfTestReport) throws(VulkanError) {
        report.times = try TimeTrial(device, until: clock(3000, onProcessor: 5)).run()
        report.memoryTimes = try MemoryTimeTrial(device).run(until: clock(500))
    }

    /// Tells when a part's time is over.
    ///
    /// - Parameters:
    ///   - milliseconds: The time on a graphics card.
    ///   - factor: The number of times that a processor may take longer.
    /// - Returns: The question whether it is over, which is asked only where something is left to do.
    private func clock(_ milliseconds: Int64, onProcessor factor: Int = processorFactor) -> () -> Bool {
        let end = MonotonicClock.now() + milliseconds * 1_000_000 * Int64(device.isCPU ? factor : 1)
        return { [self] in
            guard isStopped() || MonotonicClock.now() > end else { return false }
            isCut = true
            return true
        }
    }
}
