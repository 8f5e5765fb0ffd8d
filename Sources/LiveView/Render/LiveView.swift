public import Capture
public import Filters
public import Frames
public import LinuxIO
public import Logging
public import VulkanView
public import WaylandClient
internal import Synchronization
internal import VulkanCore

/// A view of a source in a window: a thread of its own takes the newest frame when the window may show one, draws and presents it.
///
/// The thread owns everything of Vulkan. On a software device the present call contains the whole fill time, so no other thread
/// may make it. All methods are thread-safe and return at once, except ``stop()``.
public final class LiveView: Sendable {
    /// The window as Vulkan sees it; the main thread keeps both objects alive until ``stop()`` has returned.
    @safe struct Target: @unchecked Sendable {
        // Sendable: libwayland's objects may be used from any thread.
        let display: OpaquePointer
        let surface: OpaquePointer
        let pacing: SurfacePacing
        let offersFifo: Bool
        let presentationVersion: Int
    }

    /// The source: its session, where it has one, and its outputs for this view.
    private struct Input {
        var session: CaptureSession?
        var slot: FrameOutput?
        var every: FrameOutput?
        /// Further pictures beside the first one.
        var others: [(session: CaptureSession, slot: FrameOutput)] = []

        /// The outputs that sessions have for this view.
        var links: [(session: CaptureSession, output: FrameOutput)] {
            let first = session.flatMap { session in (every ?? slot).map { (session, $0) } }
            return [first].compactMap(\.self) + others.map { ($0.session, $0.slot) }
        }
    }

    /// The exchange by which sessions learn in which memory this view reads frames best; for ``CaptureSession``.
    public let memory: FrameMemoryExchange
    /// The steps of the start.
    public let phases: StartPhases
    let shown = ShownFrames()
    private let orders: RenderOrders
    private let facts = Mutex<ViewReport?>(nil)
    private let thread = Mutex<SystemThread?>(nil)
    private let input = Mutex(Input())
    private let pictures = FrameFanOut()
    private let condition = Mutex(Condition())
    /// Entered under the condition's lock, which orders the states.
    private let news = StateNews(LiveViewState.starting)
    private let options: LiveViewOptions
    private let logger: Logger
    private let report: @Sendable (LiveViewEvent) -> Void

    /// What the state is worked out from, and the state.
    fileprivate struct Condition {
        var state = LiveViewState.starting
        var source = CaptureState.stopped
        /// True once a picture of the source was shown.
        var isShowing = false
    }

    /// The number of frames that wait for filters while every frame counts.
    private static let queueLength = 30

    /// Makes a view that does not run yet.
    ///
    /// - Parameters:
    ///   - options: The wishes.
    ///   - phases: Told how long the steps to the first picture take.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    ///   - report: Called with news, on the view's thread; must not block.
    /// - Throws: The error of a process that has no descriptor left.
    public init(
        _ options: LiveViewOptions = LiveViewOptions(), phases: StartPhases = StartPhases(),
        logger: Logger = Logger(label: "viewfinder.view"),
        report: @escaping @Sendable (LiveViewEvent) -> Void = { _ in }
    ) throws(SystemError) {
        orders = try RenderOrders(options: options.placement, operations: options.operations)
        memory = try FrameMemoryExchange(for: options.importRoute)
        self.options = options
        self.phases = phases
        self.logger = logger
        self.report = report
    }

    // MARK: - Life

    /// Starts the thread: it loads Vulkan's drivers, which takes longest of all, and then waits for the window.
    public func start() {
        do throws(SystemError) {
            let started = try SystemThread(name: "render") { [self] in
                do {
                    try run()
                } catch {
                    change { $0.state = .broken("\(error)") }
                    report(.failed(LiveViewError(error)))
                }
                for handler in orders.end() { handler(.failure(.closed)) }
            }
            thread.withLock { $0 = started }
        } catch {
            for handler in orders.end() { handler(.failure(.closed)) }
            report(.failed(LiveViewError(error)))
        }
    }

    /// Sets the window to draw in, once.
    ///
    /// - Parameters:
    ///   - window: The window; to be kept until ``stop()`` has returned.
    ///   - connection: The window's connection.
    public func attach(to window: Window, of connection: WaylandConnection) {
        let target = unsafe Target(
            display: connection.display, surface: window.surface, pacing: window.pacing,
            offersFifo: connection.offersFifo, presentationVersion: connection.presentationVersion)
        target.pacing.onChange { [orders] in orders.ring() }
        target.pacing.onPresented { [shown] frame in shown.presented(frame) }
        orders.change { $0.target = target }
    }

    /// Ends the thread; waits a bounded time for a present that is under way.
    ///
    /// - Returns: True when the thread has ended; else it still uses the window.
    @discardableResult
    public func stop() -> Bool {
        orders.change { $0.stop = true }
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        let hasEnded = thread?.join(within: 3) ?? true
        let session = input.withLock { $0.session }
        session?.onState(of: self, nil)
        changeInput { $0 = Input() }
        change { $0.state = .closed }
        return hasEnded
    }

    // MARK: - Sources

    /// Shows a session's frames from now on; the last picture stays until there is one.
    ///
    /// - Parameters:
    ///   - session: The session, which goes on when another takes its place.
    ///   - output: An output that the session has already, for this view alone; nil to add one.
    public func show(_ session: CaptureSession, through output: FrameOutput? = nil) {
        setInput(Input(session: session, slot: output ?? FrameOutput()))
    }

    /// Shows the frames of several sessions from now on, each in a part of the window.
    ///
    /// Filters, outputs for pictures, photographs and the state are those of the first.
    ///
    /// - Parameters:
    ///   - sessions: The sessions, in the pictures' order; without any, the picture stays as it is.
    ///   - arrangement: The pictures' arrangement.
    public func show(_ sessions: [CaptureSession], arrangement: LiveViewArrangement = .row) {
        guard let first = sessions.first else { return }
        orders.change { $0.arrangement = arrangement }
        setInput(
            Input(
                session: first, slot: FrameOutput(),
                others: sessions.dropFirst().map { ($0, FrameOutput()) }))
    }

    /// Shows the frames of an output from now on, pictures that a program makes itself for one; the last picture stays until there is
    /// one.
    public func show(_ output: FrameOutput) { setInput(Input(slot: output)) }

    private func setInput(_ new: Input) {
        var old = Input()
        changeInput { input in
            old = input
            input = new
        }
        if old.session !== new.session { old.session?.onState(of: self, nil) }
        change { condition in
            condition.isShowing = false
            condition.source = .starting(nil)
        }
        follow(new.session)
    }

    /// Changes the input, and gives sessions and the render thread the outputs that belong to it.
    private func changeInput(_ edit: (inout Input) -> Void) {
        let left = input.withLock { input -> [FrameOutput] in
            let old = input
            edit(&input)
            let hasOutputs = !pictures.outputs.isEmpty
            if !hasOutputs || input.session == nil {
                input.every = nil
            } else if input.every == nil || input.session !== old.session {
                input.every = makeEvery()
            }
            orders.setInputs(input.slot, every: input.every, others: input.others.map(\.slot))
            orders.change { $0.hasOutputs = hasOutputs }
            let (before, now) = (old.links, input.links)
            for link in now { link.session.add(link.output) }
            let gone = before.filter { link in
                !now.contains { $0.session === link.session && $0.output === link.output }
            }
            for link in gone { link.session.remove(link.output) }
            // An output that its session was given by another comes along while every frame counts.
            if input.every != nil, let slot = input.slot { input.session?.remove(slot) }
            return gone.map(\.output)
        }
        // Outside the lock: who is told of the loss may change the input.
        for output in left { output.expire() }
    }

    private func makeEvery() -> FrameOutput {
        let every = FrameOutput(.queue(capacity: Self.queueLength))
        // Told to those that lose by it.
        every.onDrop { [pictures] drop in pictures.miss(drop) }
        return every
    }

    /// Adds an output that gets each frame of the source as it is seen: through the filters, whatever the window does, hidden or frozen.
    ///
    /// Filters are computed once for the view and all of these outputs. A computed picture has the moment and the number of its frame; those of an
    /// output that ``show(_:)`` was given come as the view takes them.
    public func add(_ output: FrameOutput) {
        pictures.add(output)
        changeInput { _ in }
    }

    /// Removes an output; the frames that it holds stay in it.
    public func remove(_ output: FrameOutput) {
        if pictures.outputs.allSatisfy({ $0 === output }) {
            // What waits to be computed is lost to this output, which is to be told.
            input.withLock { $0.every }?.expire()
        }
        pictures.remove(output)
        changeInput { _ in }
    }

    // MARK: - States

    /// The state of the picture now.
    public var state: LiveViewState { news.state }

    /// The states of the picture from now on, beginning with the present one; a reader that is slow misses those in between.
    public var states: AsyncStream<LiveViewState> { news.states }

    /// Sets the closure to call with each new state, in their order, on threads of the view and of its session; nil for none.
    ///
    /// It must not block.
    public func onState(_ changed: (@Sendable (LiveViewState) -> Void)?) { news.observe(by: self, changed) }

    private func follow(_ session: CaptureSession?) {
        guard let session else { return }
        // Read anew: another state may have come since.
        session.onState(of: self) { [weak self, weak session] state in
            self?.change { $0.source = session?.state ?? state }
        }
        change { $0.source = session.state }
    }

    private func change(_ edit: (inout Condition) -> Void) {
        let isClosed = condition.withLock { condition in
            edit(&condition)
            condition.update()
            news.enter(condition.state)
            return condition.state == .closed
        }
        news.tell()
        if isClosed { news.finish() }
    }

    // MARK: - The picture

    /// Announces the first picture's mode: its drawing is made ready while it is on its way.
    public func expect(_ mode: CaptureMode) { orders.change { $0.expected = mode } }

    /// Shows the window although there is no picture yet.
    public func drawWithoutPicture() { orders.change { $0.drawsEmpty = true } }

    /// Places the picture with other options, at once.
    public func setPlacement(_ options: ViewOptions) {
        orders.change { orders in
            orders.options = options
            orders.redraw = true
        }
    }

    /// Colours what pictures leave of the window; black without it.
    public func setBackground(_ color: BackgroundColor) { orders.change { $0.background = color } }

    /// Shows pictures, as is usual, or the background alone, and takes no frames then.
    public func setEnabled(_ isEnabled: Bool) { orders.change { $0.isEnabled = isEnabled } }

    /// Shows pictures through these filters from now on, in their order.
    public func setFilters(_ operations: [BasicOperation]) { orders.change { $0.operations = operations } }

    /// Announces other parameters of filters: a picture that stays is to be computed once more.
    public func filtersWereAdjusted() { orders.change { $0.adjustments += 1 } }

    /// Holds the last picture, or goes on with the newest frame.
    public func setFrozen(_ isFrozen: Bool) { orders.change { $0.isFrozen = isFrozen } }

    /// Takes the picture at its own size, with its filters, turned and mirrored as it is shown.
    ///
    /// - Parameter done: Called on the view's thread with the picture, or the reason why there is none; must not block.
    public func photograph(_ done: @escaping @Sendable (Result<OffscreenPicture, LiveViewError>) -> Void) {
        if !orders.photograph(done) { done(.failure(.closed)) }
    }

    /// Takes the picture at its own size, with its filters, turned and mirrored as it is shown.
    ///
    /// - Returns: The picture.
    /// - Throws: The reason why there is none.
    public func photograph() async throws(LiveViewError) -> OffscreenPicture {
        let result: Result<OffscreenPicture, LiveViewError> = await withCheckedContinuation { continuation in
            photograph { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    // MARK: - Facts

    /// The view's choices so far; nil before Vulkan is up.
    public var viewReport: ViewReport? { facts.withLock { $0 } }

    /// The number of frames that have been shown.
    public var shownCount: UInt64 { shown.count }

    /// Reads the counts, and removes the times since the last call.
    ///
    /// - Parameter final: True when the times are to be those of the whole run.
    /// - Returns: The counts, and the times since the last call or of the whole run.
    public func takeStatistics(final: Bool = false) -> LiveViewStatistics { shown.takeSummary(final: final) }

    // MARK: - The thread

    private func run() throws {
        // No camera waits for a device that does not come.
        defer { memory.offer(nil) }
        let opened =
            if let drivers = options.drivers { try drivers.open(logger, openDevice) } else {
                try openDevice()
            }
        guard let (target, surface, device) = opened else { return }
        memory.offer(DrawPath.frameMemory(on: device, route: options.importRoute, path: options.path))
        let view = try phases.measure(.pipelines) { () throws(VulkanError) in
            try View(
                device: device, surface: surface,
                presentationPolicy: PresentationPolicy(
                    hasFifo: target.offersFifo, presentationVersion: target.presentationVersion),
                importRoute: options.importRoute, path: options.path, logger: logger)
        }
        try RenderLoop(
            RenderLoop.Parts(
                view: view, pacing: target.pacing, orders: orders, shown: shown, pictures: pictures,
                phases: phases, logger: logger, frameLimit: options.frameLimit,
                mayLatchLate: options.latch == .late, report: { [self] event in hear(event) },
                describe: { [self] report in facts.withLock { $0 = report } })
        ).run()
    }

    private func hear(_ event: LiveViewEvent) {
        if case .showing = event { change { $0.isShowing = true } }
        report(event)
    }

    /// Loads the drivers, waits for the window, and opens the device that can show pictures in it.
    ///
    /// - Returns: Nil when there will be no window.
    private func openDevice() throws(VulkanError) -> (Target, VulkanSurface, VulkanDevice)? {
        let instance = try phases.measure(.instance) { () throws(VulkanError) in
            try VulkanInstance(windowSystem: true, logger: logger)
        }
        guard let target = waitForTarget() else { return nil }
        return try phases.measure(.device) { () throws(VulkanError) in
            let surface = try unsafe VulkanSurface(
                instance: instance, display: target.display, surface: target.surface)
            let device = try VulkanDevice(
                instance: instance, selecting: options.device, surface: surface, logger: logger)
            return (target, surface, device)
        }
    }

    /// Waits for the window; nil when there will be none.
    private func waitForTarget() -> Target? {
        while true {
            let orders = orders.take()
            for handler in orders.photographs { handler(.failure(.noPicture)) }
            if orders.stop { return nil }
            if let target = orders.target { return target }
            _ = self.orders.wait(until: nil, forFramesOf: [])
        }
    }
}

extension LiveView.Condition {
    /// Works the state out.
    fileprivate mutating func update() {
        switch state {
        case .closed, .broken: return
        default: break
        }
        switch source {
        case .interrupted(let fault): state = .interrupted(fault)
        case .failed(let fault): state = .failed(fault)
        case .ended: state = .ended
        case .stopped, .starting, .running, .paused: state = isShowing ? .showing : .starting
        }
    }
}
