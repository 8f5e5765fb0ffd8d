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

    /// What the render thread reads at each turn.
    private struct Orders {
        var options: ViewOptions
        var slot: LatestFrame?
        var isFrozen = false
        var redraw = false
        var stop = false
    }

    let shown = ShownFrames()
    private let orders: Mutex<Orders>
    private let facts = Mutex<ViewReport?>(nil)
    private let bell: Wakeup
    private let thread: Mutex<SystemThread?>

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - target: The window.
    ///   - device: `--device`.
    ///   - options: The first placement.
    ///   - frameLimit: After how many frames to report ``Event/finished``; nil for never.
    ///   - logger: Gets what Vulkan has to say.
    ///   - report: Called on the render thread.
    /// - Throws: What kept the thread from starting.
    init(
        target: Target, device: String?, options: ViewOptions, frameLimit: UInt64?, logger: Logger,
        report: @escaping @Sendable (Event) -> Void
    ) throws(SystemError) {
        orders = Mutex(Orders(options: options))
        let bell = try Wakeup()
        self.bell = bell
        thread = Mutex(nil)
        target.pacing.onChange { bell.ring() }
        let started = try SystemThread(name: "render") { [self] in
            do {
                let view = try Self.makeView(target: target, device: device, logger: logger)
                try draw(view, target: target, frameLimit: frameLimit, logger: logger, report: report)
            } catch {
                report(.failed(ViewfinderError(error)))
            }
        }
        thread.withLock { $0 = started }
    }

    /// Shows frames from another slot from now on; the last picture stays until it has one.
    func setSlot(_ slot: LatestFrame) {
        let previous = orders.withLock { orders in
            defer { orders.slot = slot }
            return orders.slot
        }
        previous?.onArrival(nil)
        slot.onArrival { [bell] in bell.ring() }
        bell.ring()
    }

    /// Places the picture anew, at once.
    func setOptions(_ options: ViewOptions) {
        orders.withLock { orders in
            orders.options = options
            orders.redraw = true
        }
        bell.ring()
    }

    /// Holds the last picture, or goes on with the newest frame.
    func setFrozen(_ isFrozen: Bool) {
        orders.withLock { $0.isFrozen = isFrozen }
        bell.ring()
    }

    /// What the view has chosen so far; nil before Vulkan is up.
    var report: ViewReport? { facts.withLock { $0 } }

    /// Ends the thread; waits a bounded time for a present that is under way.
    ///
    /// - Returns: Whether the thread has ended; when not, it still uses the window.
    func stop() -> Bool {
        orders.withLock { $0.stop = true }
        bell.ring()
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

extension Renderer {
    /// The thread's loop: sleeps until something changes, and draws only when there is something new to show.
    private func draw(
        _ view: View, target: Target, frameLimit: UInt64?, logger: Logger, report: (Event) -> Void
    ) throws {
        var turn = Turn()
        while true {
            bell.wait(until: turn.retryAt)
            turn.retryAt = nil
            let (orders, mustRedraw) = takeOrders()
            if orders.stop { return }
            if orders.slot !== turn.slot {
                turn.slot = orders.slot
                turn.announced = false
            }
            view.options = orders.options
            turn.redraw = turn.redraw || mustRedraw

            let state = target.pacing.state
            guard state.isConfigured, !state.bufferSize.isEmpty else { continue }
            let sizeChanged = state.bufferSize != turn.drawnSize || state.isCommitWanted
            // A frame callback is owed: the compositor has not shown the last picture yet, or hides the window. A new
            // size cannot wait for it, everything else can.
            guard !state.isFrameCallbackOwed || sizeChanged else { continue }
            guard !state.isSuspended || sizeChanged else { continue }

            if !orders.isFrozen || !turn.announced, let frame = orders.slot?.take() {
                turn.waiting = try accept(frame, into: view, logger: logger) ?? turn.waiting
            }
            guard turn.waiting != nil || turn.redraw || sizeChanged else { continue }
            try present(view, state: state, target: target, turn: &turn)
            facts.withLock { $0 = view.report }
            guard let waiting = turn.presented else { continue }
            turn.presented = nil
            let count = shown.add(waiting, at: MonotonicClock.now())
            if !turn.announced {
                turn.announced = true
                report(.showing)
            }
            if count == frameLimit { return report(.finished) }
        }
    }

    /// What the loop carries from one turn to the next.
    private struct Turn {
        var slot: LatestFrame?
        /// Whether the slot's first picture has been presented.
        var announced = false
        /// A frame that the view has and the screen has not.
        var waiting: PresentedFrameFacts?
        var presented: PresentedFrameFacts?
        var redraw = false
        var drawnSize: SurfaceSize?
        var retryAt: Int64?
    }

    private func takeOrders() -> (Orders, mustRedraw: Bool) {
        orders.withLock { orders in
            defer { orders.redraw = false }
            return (orders, orders.redraw)
        }
    }

    /// Gives a frame to the view; one that cannot be decoded costs itself alone.
    private func accept(
        _ frame: Frame, into view: View, logger: Logger
    ) throws(ViewError) -> PresentedFrameFacts? {
        do throws(ViewError) {
            try view.show(frame)
            return PresentedFrameFacts(frame)
        } catch .frame(let error) {
            shown.addUndecodable()
            logger.debug("frame \(frame.sequence) is lost: \(error)")
            return nil
        }
    }

    private func present(_ view: View, state: SurfaceState, target: Target, turn: inout Turn) throws {
        let size = PixelSize(width: state.bufferSize.width, height: state.bufferSize.height)
        var isPrepared = false
        let outcome = try view.draw(size: size) {
            target.pacing.prepareCommit(for: state, token: 0)
            isPrepared = true
        }
        switch outcome {
        case .presented:
            turn.drawnSize = state.bufferSize
            turn.redraw = false
            turn.presented = turn.waiting
            turn.waiting = nil
        case .notReady:
            if isPrepared { target.pacing.cancelCommit() }
            turn.retryAt = MonotonicClock.now() + state.refreshPeriod / 2
        }
    }
}

extension SurfaceSize {
    fileprivate var isEmpty: Bool { width <= 0 || height <= 0 }
}
