internal import Capture
internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization
internal import VulkanCore
internal import VulkanView

/// A trial of what a graphics device reads of a camera's first frames by each route that reads in place: `viewfinder doctor --gpu --source`.
enum CameraLines {
    /// The result of a camera and a device.
    struct Result: Encodable {
        let camera: String
        let path: String
        let device: String
        /// Each route with what was found.
        var routes: [RouteFinding] = []
        /// The sentence why there are no pictures of the camera, or why the device does not read them; nil where all went well.
        var fault: String?
    }

    private static let routes: [ImportRoute] = [.dmabuf, .userptr, .hostptr]
    /// The longest time for the frames of a route, in nanoseconds.
    private static let patience: Int64 = 10_000_000_000
    private static let interval: Int64 = 10_000_000

    /// The work of the thread that talks to the driver, which outlives a wait that is given up.
    private final class Work: Sendable {
        struct State {
            var finding: RouteFinding?
            var verdicts: [DeviceVerdict] = []
            var fault: String?
        }

        let state = Mutex(State())
        let output = FrameOutput()
        let memory: FrameMemoryExchange
        let over: Gate

        init(_ route: ImportRoute) throws(SystemError) {
            (memory, over) = (try FrameMemoryExchange(for: route), try Gate())
        }

        func run(_ route: ImportRoute, _ physical: PhysicalDevice, _ instance: VulkanInstance) {
            // No camera waits for a device that does not come.
            defer { memory.offer(nil) }
            do throws(VulkanError) {
                let device = try VulkanDevice(physical, of: instance)
                memory.offer(DrawPath.frameMemory(on: device, route: route, path: nil))
                let trial = try RouteTrial(route, on: device)
                while !trial.isOver, !over.wait(until: MonotonicClock.now() + CameraLines.interval) {
                    if let frame = output.take() { try trial.take(frame) }
                }
                let (finding, verdicts) = (trial.finding, trial.verdicts)
                state.withLock { ($0.finding, $0.verdicts) = (finding, verdicts) }
            } catch {
                state.withLock { $0.fault = "\(error)" }
            }
        }
    }

    /// Tries a camera with a device.
    ///
    /// - Parameters:
    ///   - camera: The camera.
    ///   - device: The device.
    ///   - instance: Its instance.
    ///   - logger: Gets the messages of the camera.
    /// - Returns: The result, and the verdicts on memory that was read wrongly.
    static func run(
        _ camera: CameraIdentity, on device: PhysicalDevice, of instance: VulkanInstance, _ logger: Logger
    ) -> (Result, [DeviceVerdict]) {
        var result = Result(camera: camera.name, path: camera.path, device: device.name)
        var verdicts: [DeviceVerdict] = []
        for route in routes where result.fault == nil {
            do throws(SystemError) {
                let found = try run(route, camera, device, instance, logger)
                if let finding = found.finding { result.routes.append(finding) }
                verdicts += found.verdicts
                result.fault = found.fault
            } catch {
                result.fault = "\(error)"
            }
        }
        return (result, verdicts)
    }

    private static func run(
        _ route: ImportRoute, _ camera: CameraIdentity, _ device: PhysicalDevice, _ instance: VulkanInstance,
        _ logger: Logger
    ) throws(SystemError) -> Work.State {
        let work = try Work(route)
        let thread = try SystemThread(name: "camera's lines") { work.run(route, device, instance) }
        let session = CaptureSession(
            CaptureConfiguration(.camera(.path(camera.path)), isLookedFor: false), outputs: [work.output],
            memory: work.memory, logger: logger)
        session.start { _ in }
        let end = MonotonicClock.now() + patience
        while session.state.fault == nil, MonotonicClock.now() < end {
            if thread.join(until: MonotonicClock.now() + interval) { break }
        }
        let fault = session.state.fault?.sentence
        let captured = session.statistics.captured
        work.over.open()
        let hasEnded = thread.join(within: 3)
        session.stop()
        var state = work.state.withLock { $0 }
        if !hasEnded {
            state.fault = "the driver of \(device.name) has not answered"
        } else if let fault = fault ?? state.fault {
            state.fault = fault
        } else if captured == 0 {
            state.fault = "no picture came within \(patience / 1_000_000_000) seconds"
        }
        return state
    }
}
