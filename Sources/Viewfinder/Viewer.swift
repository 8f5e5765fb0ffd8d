internal import Capture
internal import Frames
internal import Glibc
internal import LinuxIO
internal import Logging
internal import VulkanView
internal import WaylandClient

/// The application: a window, the sources behind it and the renderer between them.
///
/// Confined to the main thread.
final class Viewer {
    /// The command line of `show`.
    struct Options {
        /// Empty for all cameras.
        var sources: [Source]
        var view: ViewOptions
        var mode: ModeRequest
        var device: String?
        var isFullScreen: Bool
        var frameLimit: UInt64?
        var latch: Latch
        var statistics: StatisticsFile?
    }

    static let applicationID = "org.viewfinder.Viewfinder"

    let loop: EventLoop
    let switcher: SourceSwitcher
    let options: Options
    let logger: Logger
    let started = MonotonicClock.now()
    var view: ViewOptions
    var isFrozen = false
    var showsInformation = false
    var window: Window?
    var renderer: Renderer?
    var meter = RateMeter()
    let connection: WaylandConnection
    private var failure: ViewfinderError?

    /// Connects to the compositor and starts to open the first source.
    init(_ options: Options, logger: Logger) throws {
        self.options = options
        self.logger = logger
        view = options.view
        loop = try EventLoop()
        connection = try WaylandConnection(logger: logger)
        switcher = SourceSwitcher(sources: options.sources, request: options.mode, loop: loop, logger: logger)
    }

    /// Shows the window until the user closes it.
    func run() throws {
        let signals = try SignalWatch([SIGINT, SIGTERM, SIGHUP]) { [loop] _ in loop.stop() }
        loop.add(signals)
        loop.add(connection)
        connection.onDisconnect = { [weak self] error in self?.fail(ViewfinderError(error)) }
        let finder = makeFinder()
        let devices = try? DirectoryWatch("/dev", namesWithPrefix: "video") { finder.search() }
        if let devices { loop.add(devices) }
        finder.search()
        if !options.sources.isEmpty { switcher.select(0) }
        switcher.onChange = { [weak self] in self?.updateTitle() }
        switcher.onHopeless = { [weak self] reason in self?.fail(ViewfinderError(reason)) }
        switcher.onLoss = { finder.search() }
        switcher.onTakeOver = { [weak self] slot in self?.takeOver(slot) }
        // The window's first size is the camera's; a slow camera does not hold the window back for longer than this.
        loop.schedule(at: started + 800_000_000) { [weak self] in self?.openWindow() }
        loop.schedule(at: started + 1_000_000_000) { [weak self] in self?.tick() }
        try loop.run()
        let isDrawn = renderer?.stop() ?? true
        options.statistics?.write(report(final: true), logger: logger)
        switcher.stop()
        guard isDrawn else {
            // Leaving in order would destroy the window under a thread that hangs in the driver.
            logger.error("the graphics driver does not answer; see its messages in the system's journal")
            _exit(1)
        }
        if let failure { throw failure }
    }

    private func makeFinder() -> CameraFinder {
        let inbox = loop.inbox
        let me = LoopBound(self)
        let replacesEntries = options.sources.isEmpty
        return CameraFinder { cameras, forbidden in
            inbox.post {
                me.object?.switcher.camerasChanged(
                    cameras, forbidden: forbidden, replacesEntries: replacesEntries)
            }
        }
    }

    private func takeOver(_ slot: LatestFrame) {
        if isFrozen { setFrozen(false) }
        openWindow()
        renderer?.setSlot(slot)
    }

    /// Opens the window and starts the renderer, once.
    private func openWindow() {
        guard window == nil, failure == nil else { return }
        do {
            let size = WindowSize.first(for: switcher.shown?.mode, rotation: view.rotation)
            var first = WindowOptions(
                title: title.text, applicationID: Self.applicationID, initialSize: size)
            first.isFullscreen = options.isFullScreen
            let window = try Window(connection: connection, options: first, loop: loop, logger: logger)
            window.onEvent = { [weak self] event in self?.handle(event) }
            window.setIdleInhibited(true)
            self.window = window
            renderer = try makeRenderer(for: window)
        } catch {
            fail(ViewfinderError(error))
        }
    }

    private func makeRenderer(for window: Window) throws -> Renderer {
        let inbox = loop.inbox
        let me = LoopBound(self)
        let target = unsafe Renderer.Target(
            display: connection.display, surface: window.surface, pacing: window.pacing,
            offersFifo: connection.offersFifo, presentationVersion: connection.presentationVersion)
        return try Renderer(
            target: target, device: options.device, options: view, frameLimit: options.frameLimit,
            latch: options.latch, logger: logger
        ) { event in
            inbox.post { me.object?.handle(event) }
        }
    }

    private func handle(_ event: Renderer.Event) {
        switch event {
        case .showing: updateTitle()
        case .stampsDistrusted(let problem):
            logger.notice(
                "\(switcher.titleName): the stamps \(problem.words); ages count from the frames' arrival")
        case .finished: loop.stop()
        case .failed(let error):
            // A compositor that dies fails Vulkan too; its own message, which names the cause, goes first.
            loop.schedule(at: MonotonicClock.now() + 100_000_000) { [weak self] in self?.fail(error) }
        }
    }

    private func fail(_ error: ViewfinderError) {
        failure = failure ?? error
        loop.stop()
    }

    /// Ends the program.
    func quit() { loop.stop() }

    // MARK: The title

    var title: WindowTitle {
        var title = WindowTitle(
            camera: switcher.titleName, state: switcher.titleState, notice: switcher.noticeText)
        if isFrozen, title.state == .live { title.state = .frozen }
        if showsInformation, let mode = switcher.shown?.mode {
            title.information = WindowTitle.Information(
                format: mode.fourCC.description, size: mode.size, rate: meter.shownRate,
                latency: meter.latency, age: meter.age)
        }
        return title
    }

    func updateTitle() { window?.setTitle(title.text) }
}
