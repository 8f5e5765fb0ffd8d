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
    ///   - limit: The longest wait in seconds; a thread that hangs longer is left to itself. Nil for ``patience``.
    /// - Returns: The report. One of a driver that hangs has that as its ``SelfTestReport/fault``.
    public func report(_ parts: DeviceSelfTest.Parts, within limit: Int? = nil) -> SelfTestReport {
        let seconds = limit ?? patience
        do throws(SystemError) {
            let thread = try SystemThread(name: "self-test") { self.work(parts) }
            _ = thread.join(within: seconds)
        } catch {
            return SelfTestReport(physical.facts, fault: "\(error)")
        }
        return state.withLock { $0.report }
            ?? SelfTestReport(
                physical.facts,
                fault:
                    "the driver of \(physical.name) has not answered in the self-test for \(seconds) seconds")
    }

    private func work(_ parts: DeviceSelfTest.Parts) {
        let report: SelfTestReport
        do throws(VulkanError) {
            let device = try VulkanDevice(physical, of: instance)
            report = DeviceSelfTest(device) { self.isStopped }.run(parts)
        } catch {
            report = SelfTestReport(physical.facts, fault: "\(error)")
        }
        state.withLock { $0.report = report }
    }
}
