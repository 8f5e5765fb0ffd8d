internal import Synchronization

/// The render thread's side of a window: the form of the next commit, and the moment when one is wanted.
///
/// Thread-safe. `wl_surface.attach`, `damage` and `commit` belong to `vkQueuePresentKHR`; all that must travel with that
/// commit is sent by ``prepareCommit(for:token:)`` right before it. Where the window has subsurfaces, ``beginPicture(for:)`` and ``endPicture()`` stand
/// around that, so that these change their size with the picture's.
public final class SurfacePacing: Sendable {
    private let core: Mutex<PacingCore>
    private let handlers = Mutex(Handlers())
    private let listeners: Mutex<Listeners>

    /// Closures in structures: alone they would be wrapped again each time they leave the lock.
    private struct Handlers {
        struct Change {
            let call: @Sendable () -> Void
        }

        struct Presented {
            let call: @Sendable (PresentedFrame) -> Void
        }

        var change: Change?
        var presented: Presented?
        var end: Change?
    }

    /// The listeners of all callbacks and of all feedbacks, made once.
    private struct Listeners {
        let callback = CallbackListener()
        let feedback = FeedbackListener()
    }

    init(_ core: PacingCore) {
        self.core = Mutex(core)
        listeners = Mutex(Listeners())
        listeners.withLock { listeners in
            listeners.callback.pacing = self
            listeners.feedback.pacing = self
        }
    }

    /// The surface's needs at this moment.
    public var state: SurfaceState { core.withLock { $0.state } }

    /// Sets the closure to call after a configure, a frame callback, or a change of scale or visibility.
    ///
    /// - Parameter handler: Called on the main thread; nil for none.
    public func onChange(_ handler: (@Sendable () -> Void)?) {
        handlers.withLock { $0.change = handler.map { Handlers.Change(call: $0) } }
    }

    /// Sets the closure to call when a commit was shown or replaced; never called without presentation-time.
    ///
    /// - Parameter handler: Called on the main thread; nil for none.
    public func onPresented(_ handler: (@Sendable (PresentedFrame) -> Void)?) {
        handlers.withLock { $0.presented = handler.map { Handlers.Presented(call: $0) } }
    }

    /// Begins a picture, before it is drawn.
    ///
    /// - Parameter state: The snapshot that it is drawn for.
    /// - Returns: False where that has another size than the window is to have by now; the change handler is called, or was. Nothing has begun then.
    public func beginPicture(for state: SurfaceState) -> Bool {
        core.withLock { $0.beginPicture(state) }
    }

    /// Ends the picture that was begun: it was presented, or will not be.
    public func endPicture() {
        guard core.withLock({ $0.endPicture() }) else { return }
        if let handler = handlers.withLock({ $0.end }) { handler.call() }
    }

    /// Sends the requests that travel with the next commit; call right before `vkQueuePresentKHR` of a
    /// `state.bufferSize` picture.
    ///
    /// They are the answer to the configure, scale, size, opaque region, frame callback and presentation feedback.
    ///
    /// - Parameters:
    ///   - state: The snapshot that the picture was drawn for.
    ///   - token: A number that comes back with the ``PresentedFrame``.
    public func prepareCommit(for state: SurfaceState, token: UInt64) {
        let isHeard = handlers.withLock { $0.presented != nil }
        core.withLock { core in
            guard core.isAlive else { return }
            core.send(state)
            listeners.withLock { listeners in
                core.askForCallback(listeners.callback)
                guard isHeard || !core.knowsRefreshPeriod else { return }
                core.askForFeedback(token, listeners.feedback)
            }
        }
    }

    /// Tells that the commit was not made because presenting failed; its callback and feedback are not owed.
    ///
    /// The next ``prepareCommit(for:token:)`` takes them over. The change handler is not told: the caller knows.
    public func cancelCommit() {
        core.withLock { $0.takeBackCommit() }
    }

    /// Gives up the frame callbacks of earlier commits: the compositor may have lost them, and the next commit asks for another one.
    public func forgetCallbacks() { core.withLock { $0.forgetCallbacks() } }

    // MARK: - The main thread's side

    /// Sets the closure to call when a picture has ended for whose end a change of size waits; called on the thread that draws.
    func onAwaitedEnd(_ handler: @escaping @Sendable () -> Void) {
        handlers.withLock { $0.end = Handlers.Change(call: handler) }
    }

    /// Lets no picture begin until the next configure is taken (``PacingCore/beginResizing()``).
    func beginResizing() -> Bool { core.withLock { $0.beginResizing() } }

    /// True while subsurfaces change their size in step with the window.
    var isResizing: Bool { core.withLock { $0.isResizing } }

    func update(_ change: (inout PacingCore) -> Void) {
        core.withLock { change(&$0) }
        notify()
    }

    /// Closes the pacing: the surface is about to go.
    func close() {
        core.withLock { $0.close() }
        handlers.withLock { $0 = Handlers() }
    }

    fileprivate func callbackCame(_ proxy: ProxyHandle) {
        core.withLock { $0.callbackCame(proxy) }
        notify()
    }

    fileprivate func feedbackCame(_ proxy: ProxyHandle, _ event: WpPresentationFeedback.Event) {
        let frame = core.withLock { $0.feedbackCame(proxy, event) }
        if let frame, let handler = handlers.withLock({ $0.presented }) { handler.call(frame) }
    }

    private func notify() {
        if let handler = handlers.withLock({ $0.change }) { handler.call() }
    }
}

private final class CallbackListener: Listener {
    weak var pacing: SurfacePacing?

    override func hear(_ proxy: ProxyHandle, _ opcode: UInt32, _ arguments: EventArguments) {
        pacing?.callbackCame(proxy)
    }
}

private final class FeedbackListener: Listener {
    weak var pacing: SurfacePacing?

    override func hear(_ proxy: ProxyHandle, _ opcode: UInt32, _ arguments: EventArguments) {
        guard let event = WpPresentationFeedback.event(opcode, arguments) else { return }
        pacing?.feedbackCame(proxy, event)
    }
}
