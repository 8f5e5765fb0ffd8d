internal import LinuxIO
internal import Synchronization
public import VulkanCore

/// A self-test on a thread and a device of its own, which is given up where it hangs.
public final class SelfTestRun: Sendable {
    /// The time after which a driver counts as hanging, in seconds: those that draw on the processor compile for many.
    public var patience: Int { physical.kind == .cpu ? 120 : 10 }

    private struct State {
        var report: SelfTestReport?
        var isStopped = false
        /// True once the test has seen that.
        var hasHeardStop = false
        /// True where no device could be opened, since another driver hangs.
        var isBlocked = false
        var hangsOnClosing = false
        var thread: SystemThread?
        /// The last moment at which the test was seen to go on.
        var lastSign = MonotonicClock.now()
    }

    private let state = Mutex(State())
    private let physical: PhysicalDevice
    private let instance: VulkanInstance

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - physical: The device.
    ///   - instance: Its instance.
    public init(_ physical: PhysicalDevice, of instance: VulkanInstance) {
        (self.physical, self.instance) = (physical, instance)
    }

    /// Ends the test early; its report is then incomplete.
    public func stop() { state.withLock { $0.isStopped = true } }

    /// True once ``stop()`` was called.
    public var isStopped: Bool { state.withLock { $0.isStopped } }

    /// True once the test has seen that it is to end: its driver has come back since.
    var hasHeardStop: Bool { state.withLock { $0.hasHeardStop } }

    /// True where nothing was tested, since the driver of another device hangs and keeps all others from being opened.
    public var isBlocked: Bool { state.withLock { $0.isBlocked } }

    /// Runs the test, and waits for its end.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - factor: The number of times that each part may take longer than it does at first.
    ///   - limit: The longest time without a step of the test in seconds; a thread that hangs longer is left to itself. Nil for
    ///     ``patience``.
    /// - Returns: The report. One of a driver that hangs has that as its ``SelfTestReport/fault``, unless all was tested before.
    public func report(
        _ parts: DeviceSelfTest.Parts, timesLonger factor: Int = 1, within limit: Int? = nil
    ) -> SelfTestReport {
        let report = firstReport(parts, timesLonger: factor, within: limit)
        if !waitUntilClosed(within: limit) { state.withLock { $0.hangsOnClosing = true } }
        return report
    }

    /// True where all was tested and the driver has not closed the test's device in time.
    public var hangsOnClosing: Bool { state.withLock { $0.hangsOnClosing } }

    /// Waits until the device of a test that was done to its end is closed.
    ///
    /// - Parameter limit: The limit in seconds; nil for ``patience``.
    /// - Returns: False where it is not.
    @discardableResult
    func waitUntilClosed(within limit: Int? = nil) -> Bool {
        let thread = state.withLock { $0.report == nil ? nil : $0.thread }
        return thread?.join(within: limit ?? patience) != false
    }

    /// Runs the test, and waits for the report; the test's device is closed behind that.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - factor: The number of times that each part may take longer than it does at first.
    ///   - limit: The longest time without a step of the test in seconds; nil for ``patience``.
    /// - Returns: The report.
    func firstReport(
        _ parts: DeviceSelfTest.Parts, timesLonger factor: Int, within limit: Int? = nil
    ) -> SelfTestReport {
        let seconds = limit ?? patience
        state.withLock { $0.lastSign = MonotonicClock.now() }
        do throws(SystemError) {
            let done = try Gate()
            let thread = try SystemThread(name: "self-test") { self.work(parts, factor, done) }
            state.withLock { $0.thread = thread }
            // A busy machine is slow, and no driver that hangs.
            var (last, isOver) = (state.withLock { $0.lastSign }, false)
            repeat {
                let seen = last
                isOver = done.wait(until: seen + Int64(seconds) * 1_000_000_000)
                last = state.withLock { $0.lastSign }
                isOver = isOver || last == seen
            } while !isOver
        } catch {
            return SelfTestReport(physical.facts, fault: "\(error)")
        }
        return state.withLock { $0.report }
            ?? SelfTestReport(
                physical.facts,
                fault:
                    "the driver of \(physical.name) has not answered in the self-test for \(seconds) seconds",
                isDeviceLost: true)
    }

    /// Notes that the test goes on, and tells it when it is to end.
    private func goesOn() -> Bool {
        state.withLock { state in
            state.lastSign = MonotonicClock.now()
            state.hasHeardStop = state.isStopped
            return state.isStopped
        }
    }

    private func work(_ parts: DeviceSelfTest.Parts, _ factor: Int, _ done: Gate) {
        let (report, device): (SelfTestReport, VulkanDevice?)
        do throws(VulkanError) {
            let opened = try VulkanDevice(physical, of: instance)
            report = DeviceSelfTest(opened) { self.goesOn() }.run(parts, timesLonger: factor)
            device = opened
        } catch {
            report = SelfTestReport(
                physical.facts, fault: "\(error)", isDeviceLost: error.kind == .deviceLost)
            device = nil
            if error.kind == .blocked { state.withLock { $0.isBlocked = true } }
        }
        state.withLock { $0.report = report }
        // A driver that hangs when its device is closed does not take the report with it.
        done.open()
        withExtendedLifetime(device) {}
    }
}
