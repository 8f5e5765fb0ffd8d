internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization
internal import VulkanCore
internal import VulkanView
internal import WaylandClient

/// A trial of the presentation modes, in a small window for a few seconds.
///
/// Confined to the main thread, but for the trial itself, which has one of its own.
enum PresentationTrial {
    /// The window's part of a report.
    struct Result: Encodable, Sendable {
        /// The device, which is the one of a window when nobody asks for another.
        private(set) var device: String?
        /// The reason for its place in the order of devices, and why others were passed over.
        private(set) var deviceReason: String?
        /// The number of the graphics device on which the compositor draws; nil where it does not tell.
        var compositorDevice: String?
        /// The mode that a window of the program's uses; nil where no device was opened.
        var presentation: StatisticsReport.Choice?
        var modes: [ModeTime] = []
        /// The reason why there is nothing to tell.
        var fault: String?
        /// The rule of the devices' order, with what the compositor says.
        var order = DeviceOrder()
        /// The device that has shown pictures; nil where none has.
        var taken: DevicePlace.Taken? {
            didSet { (device, deviceReason) = (taken?.name, taken?.reason) }
        }

        private enum CodingKeys: String, CodingKey {
            case device, deviceReason, compositorDevice, presentation, modes, fault
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
        let presentation: PresentationPolicy
        let file: DeviceRecordFile
    }

    private final class Shared: Sendable {
        let result = Mutex<Result?>(nil)
    }

    /// Runs the trial.
    static func run(_ drivers: DriverSelection, _ file: DeviceRecordFile, _ logger: Logger) -> Result {
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
                order: DeviceOrder(compositorDevice: connection.graphicsDevice), drivers: drivers,
                presentation: PresentationPolicy(
                    hasFifo: connection.offersFifo, presentationVersion: connection.presentationVersion,
                    compositor: connection.compositorIdentity), file: file)
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

    /// Tries the devices as a view does: one after the other, and then those of all drivers, until one shows pictures.
    private static func work(_ place: Place, _ logger: Logger) -> Result {
        var result = Result()
        var failed: [(identity: String, words: String)] = []
        do throws(VulkanError) {
            try place.drivers.open(logger) { () throws(VulkanError) in
                let instance = try VulkanInstance(
                    applicationName: "Viewfinder", windowSystem: true, logger: logger)
                var last: VulkanError?
                for physical in try instance.devices(in: place.order)
                where !failed.contains(where: { $0.identity == physical.identity }) {
                    do throws(VulkanError) {
                        let reason = ([physical.placeReason] + failed.map { "not \($0.words)" })
                            .joined(separator: "; ")
                        return try show(in: place, on: physical, of: instance, reason, &result, logger)
                    } catch {
                        failed.append((physical.identity, "\(physical.name): \(error)"))
                        // A view would go on after a loss; here it is what is looked for.
                        if result.taken != nil || error.kind == .deviceLost { return }
                        last = error
                    }
                }
                if let last { throw last }
            }
        } catch {
            // Told with the devices' names below, where it is a device's.
            if failed.isEmpty { result.fault = "\(error)" }
        }
        if !failed.isEmpty, result.modes.isEmpty {
            result.fault = failed.map(\.words).joined(separator: "; ")
        }
        return result
    }

    /// Shows pictures by all modes of a device; nothing of it is left then.
    private static func show(
        in place: Place, on physical: PhysicalDevice, of instance: VulkanInstance, _ reason: String,
        _ result: inout Result, _ logger: Logger
    ) throws(VulkanError) {
        let state = place.pacing.state
        let size = PixelSize(width: state.bufferSize.width, height: state.bufferSize.height)
        let surface = try unsafe VulkanSurface(
            instance: instance, display: place.display, surface: place.surface)
        let device = try VulkanDevice(physical, of: instance, surface: surface, logger: logger)
        let trial = try WindowTrial(device, surface, size: size)
        func take() {
            result.taken = DevicePlace.Taken(
                identity: physical.identity, name: physical.name, reason: reason)
        }
        do throws(VulkanError) {
            var policy = place.presentation
            policy.mayUseFifo = place.file.mayUseFifo(on: policy.compositor, by: physical.driver)
            let (mode, words) = try trial.choose(by: policy)
            result.presentation = StatisticsReport.Choice(name: mode.rawValue, reason: words)
            result.modes = try trial.run {
                // Those of pictures that did not wait are not counted.
                place.pacing.forgetCallbacks()
                place.pacing.prepareCommit(for: place.pacing.state, token: 0)
            } wait: {
                let end = MonotonicClock.now() + SurfaceState.callbackPatience
                while place.pacing.state.isFrameCallbackOwed, MonotonicClock.now() < end {
                    _ = try? Poll.wait(
                        for: Poll.Entry(-1, .readable), until: MonotonicClock.now() + 1_000_000)
                }
                return !place.pacing.state.isFrameCallbackOwed
            }
            take()
        } catch {
            if trial.hasShown { take() }
            throw error
        }
    }
}
