internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization
internal import VulkanCore
internal import VulkanView
internal import WaylandClient

/// A trial of the presentation modes, in a small window for two seconds.
///
/// Confined to the main thread, but for the trial itself, which has one of its own.
enum PresentationTrial {
    /// The window's part of a report.
    struct Result: Encodable, Sendable {
        /// The device, which is the one of a window when nobody asks for another.
        var device: String?
        /// The reason for its place in the order of devices.
        var deviceReason: String?
        /// The number of the graphics device on which the compositor draws; nil where it does not tell.
        var compositorDevice: String?
        var modes: [ModeTime] = []
        /// The reason why there is nothing to tell.
        var fault: String?
        /// The rule of the devices' order, with what the compositor says.
        var order = DeviceOrder()

        private enum CodingKeys: String, CodingKey {
            case device, deviceReason, compositorDevice, modes, fault
        }
    }

    /// The time after which a driver counts as hanging, in nanoseconds.
    private static let patience: Int64 = 10_000_000_000

    /// The window as the trial's thread needs it; the main thread keeps it open until that is done.
    @safe private struct Place: @unchecked Sendable {
        // Sendable: libwayland's objects may be used from any thread.
        let display: OpaquePointer
        let surface: OpaquePointer
        let pacing: SurfacePacing
        let order: DeviceOrder
        let drivers: DriverSelection
    }

    private final class Shared: Sendable {
        let result = Mutex<Result?>(nil)
    }

    /// Runs the trial.
    static func run(_ drivers: DriverSelection, _ logger: Logger) -> Result {
        do {
            let loop = try EventLoop()
            let connection = try WaylandConnection(logger: logger)
            let window = try Window(
                connection: connection,
                options: WindowOptions(
                    title: "Viewfinder's doctor", applicationID: "org.viewfinder.Viewfinder",
                    initialSize: SurfaceSize(width: 320, height: 240)), loop: loop, logger: logger)
            loop.add(connection)
            let begin = MonotonicClock.now()
            func turn(while isGoing: () -> Bool) throws -> Bool {
                while isGoing() {
                    guard MonotonicClock.now() - begin < Self.patience else { return false }
                    try loop.turn(until: MonotonicClock.now() + 2_000_000)
                }
                return true
            }
            guard try turn(while: { !window.pacing.state.isConfigured }) else {
                return Result(fault: "the compositor does not open a window")
            }
            let place = unsafe Place(
                display: connection.display, surface: window.surface, pacing: window.pacing,
                order: DeviceOrder(compositorDevice: connection.graphicsDevice), drivers: drivers)
            let shared = Shared()
            _ = try SystemThread(name: "presentation trial") {
                let result = work(place, logger)
                shared.result.withLock { $0 = result }
            }
            let isDone = try turn { shared.result.withLock { $0 == nil } }
            var result = Result()
            if isDone, let found = shared.result.withLock({ $0 }) {
                result = found
            } else {
                // The thread that hangs in the driver still uses the window.
                for object in [connection, window, loop] as [AnyObject] {
                    _ = unsafe Unmanaged.passRetained(object)
                }
                let seconds = Self.patience / 1_000_000_000
                result.fault = "the driver has not shown its pictures within \(seconds) seconds"
            }
            result.order = place.order
            result.compositorDevice = place.order.compositorDevice.map { "\($0)" }
            return result
        } catch {
            return Result(fault: "\(error)")
        }
    }

    private static func work(_ place: Place, _ logger: Logger) -> Result {
        var result = Result()
        do throws(VulkanError) {
            let state = place.pacing.state
            let size = PixelSize(width: state.bufferSize.width, height: state.bufferSize.height)
            let (device, surface) = try place.drivers.open(logger) { () throws(VulkanError) in
                let instance = try VulkanInstance(
                    applicationName: "Viewfinder", windowSystem: true, logger: logger)
                let surface = try unsafe VulkanSurface(
                    instance: instance, display: place.display, surface: place.surface)
                let device = try VulkanDevice(
                    instance: instance, surface: surface, order: place.order, logger: logger)
                return (device, surface)
            }
            (result.device, result.deviceReason) = (device.name, device.physical.placeReason)
            result.modes = try WindowTrial(device, surface, size: size).run {
                place.pacing.prepareCommit(for: place.pacing.state, token: 0)
            } wait: {
                // A hidden window is told nothing.
                let end = MonotonicClock.now() + 50_000_000
                while place.pacing.state.isFrameCallbackOwed, MonotonicClock.now() < end {
                    _ = try? Poll.wait(
                        for: Poll.Entry(-1, .readable), until: MonotonicClock.now() + 1_000_000)
                }
            }
        } catch {
            result.fault = "\(error)"
        }
        return result
    }
}
