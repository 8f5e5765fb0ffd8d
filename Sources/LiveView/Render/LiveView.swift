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
        let use: SurfaceUse
        let pacing: SurfacePacing
        /// The compositor's part in the choice of the presentation mode.
        let presentation: PresentationPolicy
        /// The compositor's graphics device; nil where it is not known.
        let graphicsDevice: DeviceNumber?
        /// Asks for the window on another surface, which comes as another target, or not, for a reason.
        let renew: @Sendable () -> Void
    }

    /// The exchange by which sessions learn in which memory this view reads frames best; for ``CaptureSession``.
    public let memory: FrameMemoryExchange
    /// The steps of the start.
    public let phases: StartPhases
    /// The channel of the first picture, which is always there.
    private let first: LiveViewChannel
    private let orders: RenderOrders
    private let thread = Mutex<SystemThread?>(nil)
    private let inputs: Mutex<ViewInputs>
    private let facts = ViewFacts()
    private let options: LiveViewOptions
    private let logger: Logger
    private let report: @Sendable (LiveViewEvent) -> Void

    /// The number of frames that wait for filters while every frame counts.
    private static let queueLength = 30

    /// Makes a view that does not run yet.
    ///
    /// - Parameters:
    ///   - options: The wishes.
    ///   - phases: Told how long the steps to the first picture take.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    ///   - report: Called with news, on threads of the view's; must not block.
    /// - Throws: The error of a process that has no descriptor left.
    public init(
        _ options: LiveViewOptions = LiveViewOptions(), phases: StartPhases = StartPhases(),
        logger: Logger = Logger(label: "viewfinder.view"),
        report: @escaping @Sendable (LiveViewEvent) -> Void = { _ in }
    ) throws(SystemError) {
        let orders = try RenderOrders(options: options.placement)
        let first = LiveViewChannel(options.operations) { [weak orders] in orders?.ring() }
        inputs = Mutex(ViewInputs(first))
        orders.setInputs([RenderOrders.Input(channel: first)])
        (self.orders, self.first) = (orders, first)
        memory = try FrameMemoryExchange(for: options.importRoute)
        self.options = options
        self.phases = phases
        self.logger = logger
        self.report = report
        follow(first)
    }

    /// The pictures in the order of their sources; the first is there without one, and is the one that the view's own methods are about.
    public var channels: [LiveViewChannel] { inputs.withLock { $0.all.map(\.channel) } }

    /// Makes a further channel.
    private func makeChannel() -> LiveViewChannel {
        let standing = ViewStanding(beside: first.standing)
        let channel = LiveViewChannel([], standing) { [weak orders] in orders?.ring() }
        follow(channel)
        return channel
    }

    private func follow(_ channel: LiveViewChannel) {
        channel.outputs.onWishChanged { [weak self] in self?.changeInputs { _ in } }
        channel.standing.over.observe(by: self) { [weak self, weak channel] isOver in
            if let channel { self?.setOver(isOver, channel) }
        }
    }

    // MARK: - Life

    /// Starts the thread, once: it loads Vulkan's drivers, which takes longest of all, and then waits for the window, or for an output that wants
    /// pictures without one.
    public func start() {
        let work = RenderThread(
            orders: orders, memory: memory, options: options, phases: phases, facts: facts, logger: logger,
            report: report)
        let fault = thread.withLock { thread -> SystemError? in
            guard thread == nil else { return nil }
            do throws(SystemError) {
                thread = try SystemThread(name: "render") { work.run() }
                return nil
            } catch {
                return error
            }
        }
        if let fault { work.fail(fault) }
    }

    /// Sets the window to draw in, once.
    ///
    /// Where a graphics device hangs, the window's surface is left to its driver, and the window made anew (``WaylandClient/Window/renewSurface()``), as
    /// where the compositor keeps back what FIFO has committed.
    ///
    /// - Parameters:
    ///   - window: The window; to be kept until ``stop()`` has returned.
    ///   - connection: The window's connection.
    public func attach(to window: Window, of connection: WaylandConnection) {
        let target = unsafe Target(
            display: connection.display, surface: window.surface, use: window.surfaceUse,
            pacing: window.pacing,
            presentation: PresentationPolicy(
                hasFifo: connection.offersFifo, presentationVersion: connection.presentationVersion,
                compositor: connection.compositorIdentity),
            graphicsDevice: connection.graphicsDevice,
            renew: { [weak self, inbox = window.inbox, place = (LoopBound(window), LoopBound(connection))] in
                inbox.post { [weak self] in self?.renew(place.0.object, of: place.1.object) }
            })
        target.pacing.onChange { [orders] in orders.ring() }
        target.pacing.onPresented { [orders] frame in
            orders.forEachChannel { $0.shown.presented(frame) }
        }
        orders.change { $0.target = target }
    }

    /// Makes the window anew; on its loop's thread.
    private func renew(_ window: Window?, of connection: WaylandConnection?) {
        do throws(WaylandError) {
            // A window that is gone has ended the view.
            guard let window, let connection else { return }
            try window.renewSurface()
            attach(to: window, of: connection)
        } catch {
            orders.change { $0.targetFault = LiveViewError(error) }
        }
    }

    /// Tells the thread to end, and waits at most a quarter of a second until it draws nothing more in the window.
    ///
    /// The window can go then (``WaylandClient/Window/hide()``), while ``stop()`` waits for the graphics driver.
    public func stopDrawing() {
        orders.change { $0.stop = true }
        guard let thread = thread.withLock({ $0 }), !thread.isCurrent, !orders.watch.hangs else { return }
        orders.waitForLastPicture(until: MonotonicClock.now() + 250_000_000)
    }

    /// Ends the thread.
    ///
    /// Waits at most 3 s for a driver that is at work, not at all for one that was found to hang, and not at all on the thread itself. What is kept of
    /// the device is waited for as long, once the driver is done.
    ///
    /// - Returns: True when the thread is done with the window; else it still uses it.
    @discardableResult
    public func stop() -> Bool {
        orders.change { $0.stop = true }
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        let patience = orders.watch.hangs ? 0 : 3
        let isUsed =
            thread.map { $0.isCurrent || !orders.waitForRelease(until: MonotonicClock.moment(in: patience)) }
        let hasEnded = isUsed != true
        if hasEnded { thread?.join(within: 3) } else { orders.watch.end() }
        // A view that was never started has nobody to answer.
        orders.end()
        let channels = channels
        for channel in channels { channel.standing.change { $0.end = .closed } }
        inputs.withLock { $0.isClosed = true }
        setSources([(nil, nil)])
        for channel in channels { channel.outputs.setSourceEnded(true) }
        return hasEnded
    }

    deinit { stop() }

    // MARK: - Sources

    /// Shows a session's frames from now on; the last picture stays until there is one.
    ///
    /// Where its source has become another one, a further call tells so: rates and times then count anew.
    ///
    /// - Parameters:
    ///   - session: The session, which goes on when another takes its place.
    ///   - output: An output that the session has already, for this view alone; nil to add one.
    public func show(_ session: CaptureSession, through output: FrameOutput? = nil) {
        setSources([(session, output ?? FrameOutput())])
    }

    /// Shows the frames of several sessions from now on, each in a part of the window.
    ///
    /// Each has a channel of its own (``channels``), with filters, outputs, a state and counts; photographs are those of the first.
    ///
    /// - Parameters:
    ///   - sessions: The sessions, in the pictures' order; without any, the picture stays as it is.
    ///   - arrangement: The pictures' arrangement.
    public func show(_ sessions: [CaptureSession], arrangement: LiveViewArrangement = .row) {
        guard !sessions.isEmpty else { return }
        orders.change { $0.arrangement = arrangement }
        setSources(sessions.map { ($0, FrameOutput()) })
    }

    /// Shows the pictures that a program makes itself from now on; the last picture stays until there is one.
    ///
    /// - Parameter pictures: The program publishes them there, and says there when there are no more (``Frames/FrameFanOut/setSourceEnded(_:)``).
    public func show(_ pictures: FrameFanOut) { setSources([(pictures, FrameOutput())]) }

    /// Tells the outputs for pictures that there are no more, once they have those that wait, or again.
    private func setOver(_ isOver: Bool, _ channel: LiveViewChannel) {
        guard isOver else { return channel.outputs.setSourceEnded(false) }
        let tell: @Sendable () -> Void = {
            if channel.standing.over.state { channel.outputs.setSourceEnded(true) }
        }
        if thread.withLock({ $0 == nil }) || !orders.whenServed(.all, tell) { tell() }
    }

    /// Shows other sources from now on.
    ///
    /// - Parameter sources: The sources with the outputs for their newest frames, at least one.
    private func setSources(_ sources: [(source: (any FrameSource)?, slot: FrameOutput?)]) {
        var (old, new) = ([ViewInput](), [ViewInput]())
        changeInputs { inputs in
            old = inputs
            new = sources.enumerated().map { place, link in
                let channel = place < old.count ? old[place].channel : makeChannel()
                // Before the thread has the outputs: it tells when their first picture is shown.
                return ViewInput(
                    channel: channel, number: channel.standing.enterInput(), source: link.source,
                    slot: link.slot)
            }
            inputs = new
        }
        for input in new { input.channel.standing.tell() }
        for input in old {
            let next = new.first { $0.channel === input.channel }
            if next == nil { input.channel.standing.change { $0.end = .closed } }
            guard next?.source !== input.source else { continue }
            input.session?.onState(of: input.channel, nil)
            input.pictures?.onSourceEnded(of: input.channel, nil)
        }
        for input in new {
            if let session = input.session { follow(session, input.channel, input.number) }
            if let pictures = input.pictures { follow(pictures, input.channel, input.number) }
        }
    }

    /// Changes the inputs, and gives sources and the render thread the outputs that belong to them.
    private func changeInputs(_ edit: (inout [ViewInput]) -> Void) {
        let old = inputs.withLock { inputs -> [ViewInput] in
            let old = inputs.all
            edit(&inputs.all)
            inputs.isLinked = false
            for place in inputs.all.indices {
                let input = inputs.all[place]
                if !input.channel.outputs.wantsFrames || input.source == nil {
                    inputs.all[place].queue = nil
                } else if input.queue == nil {
                    inputs.all[place].queue = Self.makeQueue(input.channel.outputs)
                }
            }
            orders.setInputs(inputs.all.map(\.orders))
            return old
        }
        link()
        // Let go of here: a session that ends may tell its observers, who may change the input.
        withExtendedLifetime(old) {}
    }

    /// Gives sources the outputs of the input, and takes away those of earlier ones.
    ///
    /// Outside the lock, since a source may call the program; by one thread at a time, so that the newest input wins. A queue that
    /// begins gets what waits for the window first: before it has frames of its own, and what came meanwhile.
    private func link() {
        while let (new, gone) = inputs.withLock({ $0.nextLinks() }) {
            let queues = new.filter { $0.output.policy != .newest }.map { link in
                (queue: link.output, slot: gone.last { $0.source === link.source }?.output)
            }
            let areHandedOn = queues.map { $0.queue.takeOver($0.slot) }
            for link in new { link.source.add(link.output) }
            for link in gone { link.source.remove(link.output) }
            for (pair, isHandedOn) in zip(queues, areHandedOn) {
                pair.queue.takeOver(pair.slot, after: isHandedOn ? 1 : 0)
            }
            for link in gone { link.output.expire() }
            inputs.withLock { $0.isLinking = false }
        }
    }

    private static func makeQueue(_ outputs: ViewOutputs) -> FrameOutput {
        let queue = FrameOutput(.queue(capacity: queueLength))
        // Told to those that lose by it.
        queue.onDrop { [outputs] drop in outputs.miss(drop) }
        return queue
    }

    /// Adds an output that gets each frame of the source as it is seen: through the filters, whatever the window does, hidden, frozen or
    /// not there.
    ///
    /// The first output begins with the picture that is on the screen. Filters are computed once for the view and all of these outputs. A
    /// computed picture has the moment and the number of its frame; frames for which they pass nothing on are told as ``Frames/DropReason/withheld``.
    /// Of a source that is faster than the filters, the newest frames alone are computed once thirty wait, so that the window's picture is new;
    /// the others are told as lost.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - isTurned: True for frames that are to be brought upright as the view shows them, with the user's turn and mirror
    ///     (``setPlacement(_:)``); false for the source's own.
    ///   - channel: One of ``channels``; nil for the first.
    public func add(
        _ output: FrameOutput, turned isTurned: Bool = false, of channel: LiveViewChannel? = nil
    ) {
        (channel ?? first).outputs.add(output, turned: isTurned)
        changeInputs { _ in }
    }

    /// Removes an output; the frames that it holds stay in it, and those that wait for filters are lost to it, and told.
    public func remove(_ output: FrameOutput) {
        for input in inputs.withLock({ $0.all }) {
            let waiting = input.queue?.waitingFrames ?? []
            input.channel.outputs.remove(output, waiting: waiting.map(\.sequence))
        }
        changeInputs { _ in }
    }

    /// Removes an output once it has the frames that the source has made until now.
    ///
    /// With filters that are slower than the source, those that still wait after half a second are lost to it, and told.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - done: Called after that, on the view's thread; on this one where the view does not run. It must not block.
    public func drain(_ output: FrameOutput, _ done: @escaping @Sendable () -> Void) {
        let end: @Sendable () -> Void = { [weak self] in
            self?.remove(output)
            done()
        }
        if thread.withLock({ $0 == nil }) || !orders.whenServed(.some, end) { end() }
    }

    /// Removes an output once it has the frames that the source has made until now.
    ///
    /// With filters that are slower than the source, those that still wait after half a second are lost to it, and told.
    public func drain(_ output: FrameOutput) async {
        await withCheckedContinuation { continuation in drain(output) { continuation.resume() } }
    }

    // MARK: - States

    /// The state of the picture now; of several, as all that follows, of the first.
    public var state: LiveViewState { first.state }

    /// The states of the picture from now on, beginning with the present one; a reader that is slow misses those in between.
    public var states: AsyncStream<LiveViewState> { first.states }

    /// Sets the closure to call with each new state, in their order, on threads of the view and of its session; nil for none.
    ///
    /// It must not block.
    public func onState(_ changed: (@Sendable (LiveViewState) -> Void)?) { first.onState(changed) }

    private func follow(_ session: CaptureSession, _ channel: LiveViewChannel, _ number: UInt64) {
        // Read anew: another state may have come since.
        session.onState(of: channel) { [standing = channel.standing, weak session] state in
            standing.change { if $0.input == number { $0.source = session?.state ?? state } }
        }
        channel.standing.change { if $0.input == number { $0.source = session.state } }
    }

    private func follow(_ pictures: FrameFanOut, _ channel: LiveViewChannel, _ number: UInt64) {
        pictures.onSourceEnded(of: channel) { [standing = channel.standing] hasEnded in
            standing.change { if $0.input == number { $0.source = hasEnded ? .ended : .starting(nil) } }
        }
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

    /// Shows pictures through these filters from now on; see ``LiveViewChannel/setFilters(_:)``.
    public func setFilters(_ operations: [any ImageOperation]) { first.setFilters(operations) }

    /// Announces other parameters of filters: a picture that stays is to be computed once more.
    public func filtersWereAdjusted() { first.filtersWereAdjusted() }

    /// Holds the last picture, or goes on with the newest frame.
    public func setFrozen(_ isFrozen: Bool) { orders.change { $0.isFrozen = isFrozen } }

    /// Takes the picture at its own size, with its filters, turned and mirrored as it is shown.
    ///
    /// - Parameter done: Called on the view's thread with the picture, or the reason why there is none; must not block.
    public func photograph(_ done: @escaping @Sendable (Result<OffscreenPicture, LiveViewError>) -> Void) {
        guard thread.withLock({ $0 != nil }) || state == .closed else { return done(.failure(.noPicture)) }
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
    public var viewReport: ViewReport? { facts.report }

    /// The places of the pictures that the window shows, the first source's first, as pixel shapes, turns and filters make them; empty before
    /// there is one.
    public var geometry: [PictureGeometry] { facts.geometry }

    /// The number of frames that have been shown.
    public var shownCount: UInt64 { first.shownCount }

    /// Reads the counts, and removes the times since the last call.
    ///
    /// - Parameter final: True when the times are to be those of the whole run.
    /// - Returns: The counts, and the times since the last call or of the whole run.
    public func takeStatistics(final: Bool = false) -> LiveViewStatistics {
        first.takeStatistics(final: final)
    }
}
