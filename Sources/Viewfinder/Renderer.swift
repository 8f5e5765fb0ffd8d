internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization
internal import VulkanCore
internal import VulkanView
internal import WaylandClient

/// The render thread: takes the newest frame when the window may show one, draws and presents it.
///
/// It owns everything of Vulkan. On a software device the present call contains the whole fill time, so no other thread
/// may make it. All methods are thread-safe and return at once, except ``stop()``.
final class Renderer: Sendable {
    /// What the main thread learns.
    enum Event: Sendable {
        /// The picture is on its way to the screen for the first time since the slot was set.
        case showing
        /// The source's stamps turn out to be wrong; ages count from the frames' arrival from now on.
        case stampsDistrusted(StampCheck.Problem)
        /// As many frames as asked for have been presented.
        case finished
        /// Vulkan cannot go on.
        case failed(ViewfinderError)
    }

    /// The window as Vulkan sees it; the main thread keeps both objects alive until ``stop()`` has returned.
    @safe struct Target: @unchecked Sendable {
        // Sendable: libwayland's objects may be used from any thread.
        let display: OpaquePointer
        let surface: OpaquePointer
        let pacing: SurfacePacing
        let offersFifo: Bool
        let presentationVersion: Int
    }

    let shown = ShownFrames()
    private let orders: RenderOrders
    private let facts = Mutex<ViewReport?>(nil)
    private let thread: Mutex<SystemThread?>

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - target: The window.
    ///   - device: `--device`.
    ///   - options: The first placement.
    ///   - frameLimit: After how many frames to report ``Event/finished``; nil for never.
    ///   - latch: `--latch`.
    ///   - logger: Gets what Vulkan has to say.
    ///   - report: Called on the render thread.
    /// - Throws: What kept the thread from starting.
    init(
        target: Target, device: String?, options: ViewOptions, frameLimit: UInt64?, latch: Latch,
        logger: Logger, report: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        let orders = try RenderOrders(options: options)
        self.orders = orders
        thread = Mutex(nil)
        target.pacing.onChange { orders.ring() }
        target.pacing.onPresented { [shown] frame in shown.presented(frame) }
        let started = try SystemThread(name: "render") { [self] in
            do {
                let view = try Self.makeView(target: target, device: device, logger: logger)
                try RenderLoop(
                    RenderLoop.Parts(
                        view: view, pacing: target.pacing, orders: orders, shown: shown, logger: logger,
                        frameLimit: frameLimit, mayLatchLate: latch == .late, report: report,
                        describe: { [self] report in facts.withLock { $0 = report } })
                ).run()
            } catch {
                report(.failed(ViewfinderError(error)))
            }
        }
        thread.withLock { $0 = started }
    }

    /// Shows frames from another slot from now on; the last picture stays until it has one.
    func setSlot(_ slot: LatestFrame) { orders.setSlot(slot) }

    /// Places the picture anew, at once.
    func setOptions(_ options: ViewOptions) {
        orders.change { orders in
            orders.options = options
            orders.redraw = true
        }
    }

    /// Holds the last picture, or goes on with the newest frame.
    func setFrozen(_ isFrozen: Bool) { orders.change { $0.isFrozen = isFrozen } }

    /// What the view has chosen so far; nil before Vulkan is up.
    var report: ViewReport? { facts.withLock { $0 } }

    /// Ends the thread; waits a bounded time for a present that is under way.
    ///
    /// - Returns: Whether the thread has ended; when not, it still uses the window.
    func stop() -> Bool {
        orders.change { $0.stop = true }
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        return thread?.join(within: 3) ?? true
    }

    private static func makeView(target: Target, device: String?, logger: Logger) throws -> View {
        let instance = try VulkanInstance(
            applicationName: "Viewfinder", windowSystem: true, validation: false, logger: logger)
        let surface = try unsafe VulkanSurface(
            instance: instance, display: target.display, surface: target.surface)
        let device = try VulkanDevice(
            instance: instance, selecting: device, surface: surface, logger: logger)
        return try View(
            device: device, surface: surface,
            presentationPolicy: PresentationPolicy(
                hasFifo: target.offersFifo, presentationVersion: target.presentationVersion),
            logger: logger)
    }
}
