public import Capture
public import LinuxIO
public import Logging
public import WaylandClient
internal import VulkanView

/// A window with a ``LiveView`` in it: the shortest way of a camera to the screen.
///
/// It appears with the first picture of a session, in that picture's size, or after a moment without one.
/// Confined to the thread that makes it, which must be the one that runs it; ``view`` is for any thread.
public final class LiveWindow {
    /// The view.
    public let view: LiveView
    /// The window itself.
    public let window: Window
    /// The loop that ``run()`` runs, for timers and other descriptors; its inbox is the way in from other threads.
    public let loop: EventLoop
    /// Called with the window's events: keys, full screen.
    public var onEvent: ((WindowEvent) -> Void)?
    /// Called with the view's news: another size of the picture, filters that fail.
    public var onViewEvent: ((LiveViewEvent) -> Void)?
    /// The text in the title bar while there is nothing else to say.
    public var title: String { didSet { showTitle() } }

    /// The connection to the compositor.
    public let connection: WaylandConnection
    private let placement: ViewOptions
    private var sessions: [CaptureSession] = []
    /// The sessions that this window has started.
    private var started: [CaptureSession] = []
    private var arrangement = LiveViewArrangement.row
    private var failure: (any Error)?
    /// True once the view has been ended, and the window cannot show anything any more.
    private var isReleased = false
    private let me: LoopBound<LiveWindow>

    /// The time after which the window appears although there is no picture, in nanoseconds.
    private static let patience: Int64 = 800_000_000

    /// Opens a window; it appears with its first picture, in that picture's size.
    ///
    /// - Parameters:
    ///   - title: The text in the title bar.
    ///   - applicationID: The name of the program's .desktop file without its ending; the desktop finds icon and name by it.
    ///   - options: The wishes for the view.
    ///   - display: The compositor's name or socket; nil for the one that the environment names.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    /// - Throws: The reason why there is no window: no compositor, for one.
    public init(
        title: String, applicationID: String, options: LiveViewOptions = LiveViewOptions(),
        display: String? = nil, logger: Logger = Logger(label: "viewfinder.window")
    ) throws {
        self.title = title
        placement = options.placement
        let loop = try EventLoop()
        let me = LoopBound<LiveWindow>()
        let view = try LiveView(options, logger: logger) { [inbox = loop.inbox] event in
            inbox.post { me.object?.hear(event) }
        }
        (self.loop, self.view, self.me) = (loop, view, me)
        do {
            connection = try WaylandConnection(name: display, logger: logger) { view.start() }
            window = try Window(
                connection: connection,
                options: WindowOptions(title: title, applicationID: applicationID, initialSize: nil),
                loop: loop, logger: logger)
        } catch {
            view.stop()
            throw error
        }
        me.object = self
        loop.add(connection)
        connection.onDisconnect = { [weak self] error in self?.end(error) }
        window.onEvent = { [weak self] event in self?.hear(event) }
        window.setIdleInhibited(true)
        view.attach(to: window, of: connection)
        view.onState { [inbox = loop.inbox] _ in inbox.post { me.object?.showTitle() } }
        loop.schedule(at: MonotonicClock.now() + Self.patience) { [weak self] in self?.appear(nil) }
    }

    deinit { release() }

    /// Shows a session's frames from now on, and starts it, if nobody has.
    ///
    /// A camera that is not there, busy or lost is looked for, as long as the window is open: a session that was started here ends with
    /// ``run()``.
    public func show(_ session: CaptureSession) { show([session]) }

    /// Shows the frames of several sessions from now on, each in a part of the window, and starts those that nobody has started, until the
    /// end of ``run()``.
    ///
    /// - Parameters:
    ///   - sessions: The sessions, in the pictures' order.
    ///   - arrangement: The pictures' arrangement.
    public func show(_ sessions: [CaptureSession], arrangement: LiveViewArrangement = .row) {
        // After the end nothing is shown any more.
        guard !isReleased else { return }
        for session in self.sessions { session.onState(of: self, nil) }
        (self.sessions, self.arrangement) = (sessions, arrangement)
        sessions.first?.onState(of: self) { [inbox = loop.inbox, me, view] state in
            guard let mode = state.mode else { return }
            view.expect(mode)
            inbox.post { me.object?.appear(mode) }
        }
        view.show(sessions, arrangement: arrangement)
        if let mode = sessions.first?.state.mode {
            view.expect(mode)
            appear(mode)
        }
        // One that is shown twice has its observer already.
        for session in sessions.dropFirst() where session !== sessions.first {
            session.onState(of: self) { [inbox = loop.inbox, me] _ in inbox.post { me.object?.showTitle() } }
        }
        for session in sessions where session.state == .stopped {
            started.append(session)
            session.start(waits: true) { _ in }
        }
    }

    /// Runs until the user closes the window, or ``close()``; once, since the view ends with it.
    ///
    /// - Throws: The reason why the window cannot go on: the compositor or the graphics driver is gone.
    public func run() throws {
        if !isReleased { try loop.run() }
        if !release() {
            // The thread that hangs in the driver still uses the window.
            _ = unsafe Unmanaged.passRetained(self)
            // The driver may wait for a compositor that does not read.
            if connection.answers() {
                throw LiveViewError(
                    "The graphics driver does not answer; see its messages in the system's journal")
            }
        }
        if let failure { throw failure }
    }

    /// Ends the view, and the sessions that were started here.
    ///
    /// - Returns: False when the view's thread hangs in the driver, and still uses the window.
    @discardableResult
    private func release() -> Bool {
        isReleased = true
        for session in sessions { session.onState(of: self, nil) }
        // A driver may take its time.
        view.stopDrawing()
        window.hide()
        let hasEnded = view.stop()
        for session in started { session.stop() }
        started = []
        return hasEnded
    }

    /// Ends ``run()``, or makes one that is still to come end at once.
    ///
    /// Other threads post it: `let (inbox, me) = (window.loop.inbox, LoopBound(window))` here, and there
    /// `inbox.post { me.object?.close() }`.
    public func close() { loop.stop() }

    private func end(_ error: any Error) {
        failure = failure ?? error
        loop.stop()
    }

    private func hear(_ event: LiveViewEvent) {
        switch event {
        case .failed(let error):
            // A compositor that dies fails Vulkan too; its own message, which names the cause, goes first.
            loop.schedule(at: MonotonicClock.now() + 100_000_000) { [weak self] in self?.end(error) }
        case .finished: close()
        case .showing, .stampsDistrusted, .picturesRefused, .filtersFailed, .filtersRecovered,
            .deviceReplaced, .sizeChanged,
            .driverHangs, .driverAnswers, .channel:
            break
        }
        onViewEvent?(event)
    }

    private func hear(_ event: WindowEvent) {
        if event == .close { close() }
        onEvent?(event)
    }

    /// Gives the window its first size; with the first picture to come, or without one.
    private func appear(_ mode: CaptureMode?) {
        var size = WindowSize.first(for: mode, placement: placement)
        // A row of pictures is as wide as the window for one, and so much lower.
        if arrangement == .row, sessions.count > 1 { size.height = max(1, size.height / sessions.count) }
        window.chooseInitialSize(size)
        if mode == nil { view.drawWithoutPicture() }
    }

    private func showTitle() {
        // What is wrong with one of several pictures is told, too.
        let others = sessions.dropFirst().compactMap { $0.state.fault?.message }
        let words = ([view.state.message].compactMap(\.self) + others).map(\.localized)
        window.setTitle(words.isEmpty ? title : "\(title) (\(words.joined(separator: "; ")))")
    }
}
