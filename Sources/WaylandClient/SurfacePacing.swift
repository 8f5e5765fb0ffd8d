internal import Synchronization

/// The render thread's side of a window: what the next commit must look like, and when one is wanted.
///
/// Thread-safe. `wl_surface.attach`, `damage` and `commit` belong to `vkQueuePresentKHR`; all that must travel with that
/// commit is sent by ``prepareCommit(for:token:)`` right before it.
public final class SurfacePacing: Sendable {
    private let core: Mutex<PacingCore>
    private let handlers = Mutex(Handlers())

    private struct Handlers {
        var change: (@Sendable () -> Void)?
        var presented: (@Sendable (PresentedFrame) -> Void)?
    }

    init(_ core: PacingCore) { self.core = Mutex(core) }

    /// What the surface needs at this moment.
    public var state: SurfaceState { core.withLock { $0.state } }

    /// Sets what is told after a configure, a frame callback, or a change of scale or visibility.
    ///
    /// - Parameter handler: Called on the main thread; nil to hear nothing.
    public func onChange(_ handler: (@Sendable () -> Void)?) { handlers.withLock { $0.change = handler } }

    /// Sets what is told when a commit was shown or replaced; never called without presentation-time.
    ///
    /// - Parameter handler: Called on the main thread; nil to hear nothing.
    public func onPresented(_ handler: (@Sendable (PresentedFrame) -> Void)?) {
        handlers.withLock { $0.presented = handler }
    }

    /// Sends what the next commit carries; call right before `vkQueuePresentKHR` of a `state.bufferSize` picture.
    ///
    /// That is the answer to the configure, scale, size, opaque region, frame callback and presentation feedback.
    ///
    /// - Parameters:
    ///   - state: The snapshot that the picture was drawn for.
    ///   - token: Comes back with the ``PresentedFrame``.
    public func prepareCommit(for state: SurfaceState, token: UInt64) {
        let isHeard = handlers.withLock { $0.presented != nil }
        core.withLock { core in
            guard core.isAlive else { return }
            core.send(state)
            core.askForCallback { [weak self] in self?.callbackCame($0) }
            guard isHeard || !core.knowsRefreshPeriod else { return }
            core.askForFeedback(token) { [weak self] in self?.feedbackCame($0, $1) }
        }
    }

    /// Tells that the commit was not made because presenting failed; its callback and feedback are not owed.
    ///
    /// The next ``prepareCommit(for:token:)`` takes them over. The change handler is not told: the caller knows.
    public func cancelCommit() {
        core.withLock { $0.takeBackCommit() }
    }

    // MARK: - The main thread's side

    func update(_ change: (inout PacingCore) -> Void) {
        core.withLock { change(&$0) }
        notify()
    }

    /// Ends everything: the surface is about to go.
    func close() {
        core.withLock { $0.close() }
        handlers.withLock { $0 = Handlers() }
    }

    private func callbackCame(_ number: UInt64) {
        core.withLock { $0.callbackCame(number) }
        notify()
    }

    private func feedbackCame(_ number: UInt64, _ event: WpPresentationFeedback.Event) {
        let frame = core.withLock { $0.feedbackCame(number, event) }
        if let frame, let handler = handlers.withLock({ $0.presented }) { handler(frame) }
    }

    private func notify() {
        if let handler = handlers.withLock({ $0.change }) { handler() }
    }
}
