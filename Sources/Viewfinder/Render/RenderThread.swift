internal import Capture
internal import Filters
internal import Frames
internal import LinuxIO
internal import Logging
internal import Movies
internal import Synchronization
internal import VulkanCore
internal import VulkanView
internal import WaylandClient

/// The render thread: takes the newest frame when the window may show one, draws and presents it.
///
/// It owns everything of Vulkan. On a software device the present call contains the whole fill time, so no other thread
/// may make it. All methods are thread-safe and return at once, except ``stop()``.
final class RenderThread: Sendable {
    /// The news that the main thread gets.
    enum Event: Sendable {
        /// The picture is on its way to the screen for the first time since the slot was set.
        case showing
        /// The source's stamps turn out to be wrong; ages count from the frames' arrival from now on.
        case stampsDistrusted(StampCheck.Problem)
        /// The picture that was asked for.
        case photograph(OffscreenPicture)
        /// The reason why that picture could not be taken.
        case photographFailed(String)
        /// The reason why the filters cannot be run; the picture goes on without them.
        case filtersFailed(String)
        /// As many frames as asked for have been presented.
        case finished
        /// The reason why Vulkan cannot go on.
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
    private let thread = Mutex<SystemThread?>(nil)
    private let wishes: DrawingWishes
    private let memory: FrameMemoryExchange
    private let phases: StartPhases
    private let logger: Logger
    private let report: @Sendable (Event) -> Void

    /// Makes a thread that does not run yet.
    ///
    /// - Parameters:
    ///   - wishes: The command line's words.
    ///   - operations: The filters, in order.
    ///   - memory: Tells cameras in which memory their frames are read best.
    ///   - phases: Told how long the steps to the first picture take.
    ///   - logger: Gets Vulkan's messages.
    ///   - report: Called on the render thread.
    /// - Throws: The reason why the thread's bell could not be made.
    init(
        _ wishes: DrawingWishes, operations: [BasicOperation], memory: FrameMemoryExchange,
        phases: StartPhases, logger: Logger, report: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        orders = try RenderOrders(options: wishes.placement, operations: operations)
        self.wishes = wishes
        self.memory = memory
        self.phases = phases
        self.logger = logger
        self.report = report
    }

    /// Starts the thread: it loads Vulkan's drivers, which takes longest of all, and then waits for the window.
    func start() {
        do throws(SystemError) {
            let started = try SystemThread(name: "render") { [self] in
                do {
                    try run()
                } catch {
                    report(.failed(ViewfinderError(error)))
                }
            }
            thread.withLock { $0 = started }
        } catch {
            report(.failed(ViewfinderError(error)))
        }
    }

    /// Sets the window to draw in, once.
    func setTarget(_ target: Target) {
        target.pacing.onChange { [orders] in orders.ring() }
        target.pacing.onPresented { [shown] frame in shown.presented(frame) }
        orders.change { $0.target = target }
    }

    /// Announces the first picture's mode: its drawing is made ready while it is on its way.
    func expect(_ mode: CaptureMode) { orders.change { $0.expected = mode } }

    /// Shows the window although there is no picture yet.
    func drawWithoutPicture() { orders.change { $0.drawsEmpty = true } }

    /// Shows frames from another slot from now on; the last picture stays until it has one.
    func setSlot(_ slot: LatestFrame) { orders.setSlot(slot) }

    /// Places the picture with other options, at once.
    func setOptions(_ options: ViewOptions) {
        orders.change { orders in
            orders.options = options
            orders.redraw = true
        }
    }

    /// Shows pictures through these filters from now on, in their order.
    func setFilters(_ operations: [BasicOperation]) { orders.change { $0.operations = operations } }

    /// Announces other parameters of filters: a picture that stays is to be computed once more.
    func filtersWereAdjusted() { orders.change { $0.adjustments += 1 } }

    /// Takes the picture at its own size; ``Event/photograph(_:)`` brings it.
    func photograph() { orders.change { $0.photographs += 1 } }

    /// Records the pictures that are shown from now on; nil to record none.
    func setRecording(_ recording: MovieWriter?) { orders.change { $0.recording = recording } }

    /// Holds the last picture, or goes on with the newest frame.
    func setFrozen(_ isFrozen: Bool) { orders.change { $0.isFrozen = isFrozen } }

    /// The view's choices so far; nil before Vulkan is up.
    var viewReport: ViewReport? { facts.withLock { $0 } }

    /// Ends the thread; waits a bounded time for a present that is under way.
    ///
    /// - Returns: True when the thread has ended; else it still uses the window.
    func stop() -> Bool {
        orders.change { $0.stop = true }
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        return thread?.join(within: 3) ?? true
    }

    // MARK: - The thread

    private func run() throws {
        // No camera waits for a device that does not come.
        defer { memory.offer(nil) }
        guard let (target, surface, device) = try wishes.drivers.open(logger, openDevice) else { return }
        memory.offer(DrawPath.frameMemory(on: device, route: wishes.importRoute, path: wishes.path))
        let view = try phases.measure(.pipelines) { () throws(VulkanError) in
            try View(
                device: device, surface: surface,
                presentationPolicy: PresentationPolicy(
                    hasFifo: target.offersFifo, presentationVersion: target.presentationVersion),
                importRoute: wishes.importRoute, path: wishes.path, logger: logger)
        }
        try RenderLoop(
            RenderLoop.Parts(
                view: view, pacing: target.pacing, orders: orders, shown: shown,
                phases: phases, logger: logger, frameLimit: wishes.frameLimit,
                mayLatchLate: wishes.latch == .late, report: report,
                describe: { [self] report in facts.withLock { $0 = report } })
        ).run()
    }

    /// Loads the drivers, waits for the window, and opens the device that can show pictures in it.
    ///
    /// - Returns: Nil when there will be no window.
    private func openDevice() throws(VulkanError) -> (Target, VulkanSurface, VulkanDevice)? {
        let instance = try phases.measure(.instance) { () throws(VulkanError) in
            try VulkanInstance(
                applicationName: "Viewfinder", windowSystem: true, validation: false, logger: logger)
        }
        guard let target = waitForTarget() else { return nil }
        return try phases.measure(.device) { () throws(VulkanError) in
            let surface = try unsafe VulkanSurface(
                instance: instance, display: target.display, surface: target.surface)
            let device = try VulkanDevice(
                instance: instance, selecting: wishes.device, surface: surface, logger: logger)
            return (target, surface, device)
        }
    }

    /// Waits for the window; nil when there will be none.
    private func waitForTarget() -> Target? {
        while true {
            let orders = orders.take()
            if orders.stop { return nil }
            if let target = orders.target { return target }
            _ = self.orders.wait(until: nil, forFramesOf: nil)
        }
    }
}
