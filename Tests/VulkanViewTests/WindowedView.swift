import Frames
import LinuxIO
import Logging
import TestSupport
import VulkanCore
import VulkanView
import WaylandClient

/// A window with a view in it, both on the test's thread: what the application does with two threads.
final class WindowedView {
    let window: Window
    let view: View
    private let loop: EventLoop
    private let connection: WaylandConnection

    init(
        _ instance: VulkanInstance, _ logger: Logger, in sway: HeadlessSway, size: PixelSize,
        path: DrawPath? = nil, policy: PresentationPolicy? = nil
    ) throws {
        loop = try EventLoop()
        connection = try WaylandConnection(name: sway.socketPath, logger: logger)
        window = try Window(
            connection: connection,
            options: WindowOptions(
                title: "view", applicationID: "org.example.View",
                initialSize: SurfaceSize(width: size.width, height: size.height)),
            loop: loop, logger: logger)
        loop.add(connection)
        let surface = try VulkanSurface(
            instance: instance, display: connection.display, surface: window.surface)
        let device = try VulkanDevice(instance: instance, surface: surface, logger: logger)
        view = try View(
            device: device, surface: surface,
            presentationPolicy: policy
                ?? PresentationPolicy(
                    hasFifo: connection.offersFifo, presentationVersion: connection.presentationVersion),
            path: path, logger: logger)
        try turn(until: "a configure") { window.pacing.state.isConfigured }
    }

    deinit { loop.remove(connection) }

    var size: PixelSize {
        let size = window.pacing.state.bufferSize
        return PixelSize(width: size.width, height: size.height)
    }

    /// Hears events until a condition holds.
    func turn(until what: String, within seconds: Int64 = 10, _ condition: () throws -> Bool) throws {
        let deadline = MonotonicClock.now() + seconds * 1_000_000_000
        while try !condition() {
            guard MonotonicClock.now() < deadline else { throw NeverHappened(what: what) }
            try loop.turn(until: MonotonicClock.now() + 5_000_000)
        }
    }

    /// Draws once, whether or not the last picture was shown.
    func drawAtOnce() throws -> DrawOutcome {
        let state = window.pacing.state
        let outcome = try view.draw(
            size: PixelSize(width: state.bufferSize.width, height: state.bufferSize.height)
        ) { window.pacing.prepareCommit(for: state, token: 0) }
        return outcome
    }

    /// Draws and waits until the compositor has taken it.
    func draw() throws {
        try turn(until: "a presented picture") {
            if window.pacing.state.isFrameCallbackOwed { return false }
            return try drawAtOnce() == .presented
        }
        try turn(until: "a frame callback") { !window.pacing.state.isFrameCallbackOwed }
    }
}

/// What a test waited for in vain.
struct NeverHappened: Error {
    let what: String
}
