import Capture
import Frames
import LinuxIO
import Logging
import Synchronization
import VulkanCore
import VulkanView

/// A camera that streams for a consumer on a device.
final class Stage {
    let slot = FrameOutput()
    let session: CaptureSession
    private let bell: Wakeup
    private let fault = Fault()

    private final class Fault: Sendable {
        let sentence = Mutex<String?>(nil)
    }

    static func device() throws -> VulkanDevice {
        let logger = Logger(label: "route-probe") { _ in SwiftLogNoOpLogHandler() }
        let instance = try VulkanInstance(
            applicationName: "RouteProbe", windowSystem: false, validation: false, logger: logger)
        return try VulkanDevice(instance: instance, logger: logger)
    }

    init(_ device: VulkanDevice, route: ImportRoute, camera: String, format: String) throws {
        let bell = try Wakeup()
        self.bell = bell
        let exchange = try FrameMemoryExchange()
        exchange.offer(VulkanFrameMemory(device: device, route: route))
        slot.onArrival { bell.ring() }
        let request = ModeRequest(
            size: PixelSize(width: 320, height: 180), rate: Rational(60), format: FourCC(format))
        session = CaptureSession(
            CaptureConfiguration(.camera(.path(camera)), mode: request, isLookedFor: false), outputs: [slot],
            memory: exchange, logger: device.logger)
        session.onState { [fault] state in
            if let reason = state.fault { fault.sentence.withLock { $0 = reason.sentence } }
            bell.ring()
        }
        session.start { _ in }
    }

    deinit { session.stop() }

    /// Waits for the next frame.
    func next() throws -> Frame {
        let end = MonotonicClock.now() + 20_000_000_000
        while MonotonicClock.now() < end {
            bell.wait(until: end)
            if let frame = slot.take() { return frame }
            if let reason = fault.sentence.withLock({ $0 }) { throw ProbeError(reason) }
        }
        throw ProbeError("no frame comes")
    }
}
