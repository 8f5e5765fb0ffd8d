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

    /// Runs the test, and waits for its end.
    ///
    /// - Parameters:
    ///   - parts: The parts.
    ///   - factor: The number of times that each part may take longer than it does at first.
    ///   - limit: The longest time without a step of the test in seconds; a thread that hangs longer is left to itself. Nil for
    ///     ``patience``.
    /// - Returns: The report. One of a driver that hangs has that as its ``SelfTestReport/fault``.
    public func report(
        _ parts: DeviceSelfTest.Parts, timesLonger factor: Int = 1, within limit: Int? = nil
    ) -> SelfTestReport {
        let seconds = limit ?? patience
        state.withLock { $0.lastSign = MonotonicClock.now() }
        do throws(SystemError) {
            let thread = try SystemThread(name: "self-test") { self.work(parts, factor) }
            // A busy machine is slow, and no driver that hangs.
            var (last, isOver) = (state.withLock { $0.lastSign }, false)
            repeat {
                let seen = last
                isOver = thread.join(until: seen + Int64(seconds) * 1_000_000_000)
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
            return state.isStopped
        }
    }

    private func work(_ parts: DeviceSelfTest.Parts, _ factor: Int) {
        let report: SelfTestReport
        do throws(VulkanError) {
            let device = try VulkanDevice(physical, of: instance)
            report = DeviceSelfTest(device) { self.goesOn() }.run(parts, timesLonger: factor)
        } catch {
            report = SelfTestReport(
                physical.facts, fault: "\(error)", isDeviceLost: error.kind == .deviceLost)
        }
        state.withLock { $0.report = report }
    }
}
