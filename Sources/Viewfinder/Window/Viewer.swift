internal import Capture
internal import Faults
internal import Frames
internal import Glibc
internal import LinuxIO
internal import LiveView
internal import LiveViewOverlay
internal import Logging
internal import VulkanCore
internal import VulkanView
internal import WaylandClient

/// The application: a window, the sources behind it and the renderer between them.
///
/// Confined to the main thread.
final class Viewer {
    /// The command line of `show`.
    struct Options {
        /// The sources to show; empty for all cameras.
        var sources: [Source]
        var filters: [FilterLink]
        var mode: ModeRequest
        /// The facts in the place of those that sources tell of their colours.
        var color = ColorWish()
        /// The wishes of the command line for the cameras' controls.
        var controls: [ControlSetting]
        /// The command line's part of the settings that are kept of a camera, which comes before them.
        var given: CameraSettings
        /// The file of what the user has set before.
        var settings: SettingsFile
        var drawing: LiveViewOptions
        var isFullScreen: Bool
        /// True for header, bar and words over the picture.
        var showsOverlay: Bool
        var recordsSound: Bool
        var recordsAsShown: Bool
        var statistics: StatisticsFile?
    }

    /// The longest time that leaving takes, in seconds.
    private static let mostSecondsOfLeaving = 20
    /// The longest time in which `CaptureSession.stop()` returns, in nanoseconds.
    private static let nanosecondsOfCamera: Int64 = 3_000_000_000

    static let applicationID = "org.viewfinder.Viewfinder"

    let loop: EventLoop
    let switcher: SourceSwitcher
    let options: Options
    let logger: Logger
    let started = MonotonicClock.now()
    let phases: StartPhases
    let renderer: LiveView
    var view: ViewOptions
    var filters: FilterChain
    var isFrozen = false
    var showsInformation = false
    var recording = RecordingState.none
    /// True once what recordings need is being made ready.
    var areRecordingsPrepared = false
    /// True while the input of sound is tried.
    var isSoundTried = false
    /// The timer of the loop at which another second is recorded.
    var recordingMoment: EventLoop.TimerID?
    /// True where the next recording has sound.
    var recordsSound: Bool
    /// True while the recording lacks the sound that it was to have.
    var recordingLacksSound = false
    /// The rule by which the shutter takes photographs.
    var photographTimer: PhotographTimer
    /// The timer of the loop at which the shutter has something to do.
    var shutterMoment: EventLoop.TimerID?
    /// The way of pictures to the disk, one after the other, behind what the frames need.
    let pictureQueue = SerialQueue(name: "save pictures", niceness: 5)
    /// The recordings that are over, and whose ends are being written.
    var endings: [Recording] = []
    /// The program's cost when it showed its first frame.
    var startCost: ProcessCost?
    /// True when a report is due within a second.
    var isTicking = false
    var window: Window?
    /// Header, bar and words over the picture; nil without.
    var overlay: LiveViewOverlay?
    /// The desktop's wishes; nil before the window is on the screen.
    var desktop: DesktopSettings?
    /// The panel at the side.
    var panel: ViewerScreen.Panel?
    /// The state of the panel of filters beside the chain.
    var filtersPanel = FiltersPanel()
    /// The keys of the camera's long choices whose entries are shown.
    var unfoldedControls: Set<String> = []
    /// The source that was shown last; nil before the first.
    var toldSource: Source?
    /// The chains of filters that are kept under names.
    var keptChains: [KeptChain]
    /// The names of the filters whose thumbnails are in sight.
    var filtersInSight: [String] = []
    /// The live thumbnails of filters; nil before the first panel.
    var thumbnails: FilterThumbnails?
    /// The scale of a pinch at its last moment.
    var pinchedScale = 1.0
    /// The last place of a drag; nil before its first.
    var draggedTo: SurfacePoint?
    /// The sentence that the overlay has been given last.
    var told = ToldNotice()
    /// The reason why something was not recorded or saved, until somebody has seen it; nil for none.
    var trouble: SavingTrouble?
    /// The last picture or movie that was saved; nil before the first.
    var lastFile: LastFile?
    /// The picture that was copied last; nil before the first.
    var copied: CopiedPicture?
    /// The desktop's programs for files; nil before the window is on the screen.
    var files: DesktopFiles?
    var meter = RateMeter()
    /// The measurements for the open panel of information.
    var history = RateHistory()
    let adjuster: CameraAdjuster
    /// The changes of the camera's controls that other programs have made.
    var foreignChanges = ForeignChanges(openedAt: 0)
    /// The timer of the loop from which on the controls are followed; nil once they are, or where nobody is told.
    var followMoment: EventLoop.TimerID?
    /// The timer of the loop at which changes of other programs are told.
    var newsMoment: EventLoop.TimerID?
    /// The settings that the file had at the start, with the folders that were chosen since.
    var settings: UserSettings
    /// The choices of the user since, by the names of sources.
    var chosen: [String: CameraSettings] = [:]
    /// The name of the source whose settings the picture has.
    var nameOfSettings: String?
    /// True from a key that chooses a camera until the camera is shown.
    var isChoosing = false
    /// The window's size that nobody has to keep: the first one, or the one that is kept.
    var firstWindowSize: SurfaceSize?
    var toldTroubles: Set<Message> = []
    let keeper: SettingsKeeper
    let connection: WaylandConnection
    let me: LoopBound<Viewer>
    /// The number of pictures that were asked for and have not come from the view yet.
    var awaitedPictures = 0
    /// The number of pictures that are being saved.
    var savingPictures = 0
    /// The moment until which what is being saved is waited for, once the program leaves; nil before.
    private(set) var endOfSaving: Int64?
    private let signals: SignalWatch
    private let finder: CameraFinder
    /// The reason why the program ends, or why there are no pictures.
    private(set) var failure: ViewfinderError?
    /// The words on a graphics driver that does not come back; nil where it does.
    var driverFault: Message?
    /// The window's picture where Vulkan draws none.
    var blackPicture: BlackPicture?

    /// Opens everything that the window needs, and connects to the compositor.
    init(_ options: Options, phases: StartPhases, logger: Logger) throws {
        self.options = options
        self.phases = phases
        self.logger = logger
        view = options.drawing.placement
        filters = FilterChain(options.filters)
        let loop = try EventLoop()
        self.loop = loop
        // Threads inherit the blocked signals, so this comes before them.
        signals = try SignalWatch([SIGINT, SIGTERM, SIGHUP]) { [unowned loop] _ in loop.stop() }
        loop.add(signals)
        let me = LoopBound<Viewer>()
        self.me = me
        var drawing = options.drawing
        drawing.operations = filters.operations
        renderer = try LiveView(drawing, phases: phases, logger: logger) { [inbox = loop.inbox, me] event in
            inbox.post { me.object?.handle(event) }
        }
        let switcher = SourceSwitcher(
            sources: options.sources, request: options.mode, color: options.color, memory: renderer.memory,
            loop: loop,
            logger: logger)
        self.switcher = switcher
        adjuster = CameraAdjuster(options.settings)
        keeper = SettingsKeeper(options.settings, loop: loop)
        settings = Self.readSettings(options.settings, switcher)
        photographTimer = PhotographTimer(settings)
        keptChains = settings.chains
        recordsSound = options.recordsSound || settings.recordsSound == true
        switcher.take(settings, options.controls)
        for filter in options.filters {
            try filter.second?.start(logger) { [inbox = loop.inbox] in
                inbox.post { me.object?.updateTitle() }
            }
        }
        finder = Self.makeFinder(
            loop, me, replacesEntries: options.sources.isEmpty, first: settings.lastCamera?.id)
        connection = try Self.connect(
            phases, logger, renderer, switcher, finder, options.sources, signals)
        me.object = self
        keeper.onTrouble = { [me] in me.object?.tellOnce($0) }
    }

    /// Connects to the compositor; while it answers, Vulkan and the first source are opened on their threads.
    private static func connect(
        _ phases: StartPhases, _ logger: Logger, _ renderer: LiveView, _ switcher: SourceSwitcher,
        _ finder: CameraFinder, _ sources: [Source], _ signals: SignalWatch
    ) throws -> WaylandConnection {
        // A compositor may not answer, and there is nothing to save: a signal ends the wait, and the program.
        signals.letThrough()
        defer { signals.hold() }
        do {
            return try phases.measure(.wayland) {
                try WaylandConnection(logger: logger) {
                    // Threads inherit what is held.
                    signals.hold()
                    renderer.start()
                    sources.isEmpty ? finder.search() : switcher.select(0)
                    signals.letThrough()
                }
            }
        } catch {
            switcher.stop()
            _ = renderer.stop()
            throw error
        }
    }

    /// Shows the window until the user closes it.
    func run() throws {
        let devices = listen()
        if let devices { loop.add(devices) }
        startTicking()
        do {
            try openWindow()
            try loop.run()
        } catch {
            failure = ViewfinderError(error)
        }
        close()
        if let failure { throw failure }
    }

    /// Hears the compositor, the sources and the folder of devices from now on.
    ///
    /// - Returns: The watch over the folder; nil where it cannot be watched.
    private func listen() -> DirectoryWatch? {
        loop.add(connection)
        connection.onDisconnect = { [weak self] error in self?.fail(ViewfinderError(error)) }
        if !options.sources.isEmpty { finder.search() }
        if toldTroubles.isEmpty, let trouble = switcher.noticeMessage { toldTroubles.insert(trouble) }
        switcher.onChange = { [weak self] in self?.updateTitle() }
        switcher.onHopeless = { [weak self] reason in self?.fail(ViewfinderError(reason)) }
        switcher.onLoss = { [finder, adjuster] in
            adjuster.forget()
            finder.search()
        }
        switcher.onFirstMode = { [weak self] mode in self?.expect(mode) }
        switcher.onTakeOver = { [weak self] in self?.sourceTookOver() }
        switcher.onChosen = { [weak self] entry, before, wishes in
            self?.keep(wishes, of: entry, since: before)
        }
        // The window's first size is the camera's; a slow camera does not hold the window back for longer than this.
        loop.schedule(at: started + 800_000_000) { [weak self] in self?.showEmptyWindow() }
        return watchDevices()
    }

    private func watchDevices() -> DirectoryWatch? {
        let folder = "/dev"
        let refusal: SystemError?
        var watch: DirectoryWatch?
        do throws(SystemError) {
            watch = try DirectoryWatch(folder, namesWithPrefix: "video") { [finder] in finder.search() }
            refusal = watch?.refusal
        } catch {
            refusal = error
            keepLooking()
        }
        if let refusal {
            switcher.notify(Fault.unwatched.message([.path: folder, .reason: refusal.reason]))
        }
        return watch
    }

    /// Looks for cameras every two seconds, where the program has no descriptor left to be told by.
    private func keepLooking() {
        searchLater()
        loop.schedule(at: MonotonicClock.moment(in: 2)) { [weak self] in self?.keepLooking() }
    }

    private func searchLater() {
        loop.schedule(at: MonotonicClock.moment(in: 2)) { [finder] in finder.search() }
    }

    /// Ends what has been opened, the window first; pictures, movies and settings that are on their way are finished.
    ///
    /// All waits share one deadline; those before the movies' have a limit of their own, too, so that a driver that hangs leaves time for
    /// them. Of the deadline's time, that in which a camera stops comes last. What is lost all the same is told.
    private func close() {
        // Whoever asks twice does not wait.
        signals.letThrough()
        let deadline = MonotonicClock.moment(in: Self.mostSecondsOfLeaving)
        setTyped()
        endTimer()
        wait(until: min(deadline, MonotonicClock.moment(in: 2))) {
            awaitedPictures == 0 && !isRecordingStarting
        }
        let end = deadline - Self.nanosecondsOfCamera
        endOfSaving = end
        thumbnails?.follow(nil)
        let drawn = hideWindow()
        let isDrawn = renderer.stop()
        keepSettings(until: min(deadline, MonotonicClock.moment(in: 3)))
        // Its thread may be in the driver, which must not go from under it.
        thumbnails?.finish(until: min(end, MonotonicClock.moment(in: 3)))
        finishRecording(until: end)
        // Pictures have been written meanwhile.
        wait(until: end) { savingPictures == 0 && !isRecordingStarting }
        tellLosses()
        options.statistics?.write(report(final: true)) { switcher.notify($0) }
        switcher.stop()
        guard isDrawn else {
            // Leaving in order would destroy the window under a thread that hangs in the driver.
            _ = unsafe drawn.map { unsafe Unmanaged.passRetained($0) }
            // The driver may wait for a compositor that does not read.
            if !connection.answers() { _exit(failure == nil ? 0 : 1) }
            logger.error("the graphics driver does not answer; see its messages in the system's journal")
            _exit(1)
        }
    }

    /// Takes the window from the screen: nobody has to see it while movies' ends and the graphics driver are waited for.
    ///
    /// - Returns: The window, whose surface the renderer may still use.
    private func hideWindow() -> Window? {
        renderer.stopDrawing()
        (overlay, blackPicture) = (nil, nil)
        keepWindowSize()
        let hidden = window
        hidden?.hide()
        window = nil
        // The compositor is to hear of it.
        _ = try? loop.turn(until: MonotonicClock.now())
        return hidden
    }

    /// Waits for settings of a camera that are being written.
    private func keepSettings(until deadline: Int64) {
        do throws(ViewfinderError) {
            if try !adjuster.finish(until: deadline) {
                logger.warning("the camera did not answer; its last setting is not kept")
            }
        } catch {
            logger.warning("\(error)")
        }
        if !keeper.finish(until: deadline) {
            logger.warning("the disk did not answer; what was set last is not kept")
        }
        // What these threads had to tell.
        _ = try? loop.turn(until: MonotonicClock.now())
    }

    /// Tells what is given up when the program leaves.
    private func tellLosses() {
        let pictures = awaitedPictures + savingPictures
        if pictures > 0 {
            let count = pictures == 1 ? "1 picture" : "\(pictures) pictures"
            logger.error(
                "\(count) could not be saved in time; the disk or the graphics device does not answer")
        }
        if isRecordingStarting {
            logger.error("the recording had not begun; the disk or GStreamer does not answer")
        }
    }

    /// Handles events until something is done, not beyond a deadline.
    private func wait(until deadline: Int64, isDone: () -> Bool) {
        // What is done already may only have to be heard.
        _ = try? loop.turn(until: MonotonicClock.now())
        while !isDone(), MonotonicClock.now() < deadline {
            guard (try? loop.turn(until: deadline)) != nil else { return }
        }
    }

    private static func makeFinder(
        _ loop: EventLoop, _ me: LoopBound<Viewer>, replacesEntries: Bool, first: String?
    ) -> CameraFinder {
        CameraFinder(first: first) { [inbox = loop.inbox] found in
            inbox.post {
                me.object?.switcher.camerasChanged(found, replacesEntries: replacesEntries)
                me.object?.followIDs()
            }
        } putOff: { [inbox = loop.inbox] in
            inbox.post { me.object?.searchLater() }
        }
    }

    // MARK: The window

    /// Makes the window, which appears with its first picture, and gives it to the renderer.
    private func openWindow() throws(WaylandError) {
        var first = WindowOptions(title: title.text, applicationID: Self.applicationID, initialSize: nil)
        first.isFullscreen = options.isFullScreen
        // The header is in the place of a title bar.
        first.wantsDecoration = !options.showsOverlay || settings.headerPolicy != .always
        phases.begin(.window)
        let window = try Window(connection: connection, options: first, loop: loop, logger: logger)
        window.onEvent = { [weak self] event in self?.handle(event) }
        window.setIdleInhibited(true)
        self.window = window
        window.gestures.pinchesAreTold = true
        makeOverlay()
        renderer.attach(to: window, of: connection)
    }

    /// Prepares for the first picture, which is on its way: the window's size follows from it, and the objects that
    /// draw it can be made.
    private func expect(_ mode: CaptureMode) {
        var entry = switcher.current
        if entry?.id == nil { entry?.id = mode.cameraID }
        applySettings(of: entry)
        chooseWindowSize(for: WindowSize.first(for: mode, placement: view))
        renderer.expect(mode)
    }

    private func sourceTookOver() {
        if let start = switcher.session.firstSteps { phases.add(start) }
        if isFrozen { setFrozen(false) }
        applySettings(of: switcher.shown?.entry)
        tellCamera()
        keepCamera()
        chooseWindowSize(for: WindowSize.first(for: switcher.shown?.mode, placement: view))
        renderer.show(switcher.session, through: switcher.slot)
        controlsBeginAnew()
        if let fault = switcher.session.controlFaults.first { switcher.notify(fault.message) }
    }

    /// Tells which camera it is that the user has gone to.
    private func tellCamera() {
        guard let entry = switcher.shown?.entry else { return }
        defer { toldSource = entry.source }
        guard isChoosing, let toldSource, toldSource != entry.source, switcher.entries.count > 1,
            let place = switcher.entries.firstIndex(where: { $0.source == entry.source })
        else { return }
        tellBriefly(.camera(place + 1, of: switcher.entries.count, entry.title))
    }

    /// Shows the window although there is no picture yet.
    private func showEmptyWindow() {
        chooseWindowSize(for: WindowSize.first(for: switcher.shown?.mode, placement: view))
        renderer.drawWithoutPicture()
        beginOverlay()
    }

    private func handle(_ event: LiveViewEvent) {
        switch event {
        case .showing:
            markStartCost()
            beginOverlay()
            prepareRecordings()
            updateTitle()
        case .stampsDistrusted(let problem):
            logger.notice(
                "\(switcher.sourceName): the stamps \(problem.words); ages count from the frames' arrival")
        case .filtersFailed(let reason), .deviceReplaced(let reason): switcher.notify(reason)
        case .picturesRefused(let reason): switcher.notify(reason, about: .modes)
        case .driverHangs(let reason):
            driverFault = reason
            updateTitle()
        case .driverAnswers:
            driverFault = nil
            updateTitle()
        case .sizeChanged, .filtersRecovered, .channel: break
        case .finished: loop.stop()
        case .failed(let error):
            // A compositor that dies fails Vulkan too; its own message, which names the cause, goes first.
            loop.schedule(at: MonotonicClock.now() + 100_000_000) { [weak self] in
                self?.drawingFailed(error)
            }
        }
    }

    /// The call by which other threads have something done on the loop, as long as the viewer is there.
    func onLoop<Value: Sendable>(
        _ work: @escaping @Sendable (Viewer, Value) -> Void
    ) -> @Sendable (Value) -> Void {
        { [inbox = loop.inbox, me] value in
            inbox.post { if let viewer = me.object { work(viewer, value) } }
        }
    }

    /// Ends the program for a reason.
    func fail(_ error: ViewfinderError) {
        note(error)
        loop.stop()
    }

    /// Takes note of the reason why the program will end; the first one counts.
    func note(_ error: ViewfinderError) { failure = failure ?? error }

    /// Ends the program.
    func quit() { loop.stop() }

    // MARK: The title

    var title: WindowTitle {
        var title = WindowTitle(
            camera: switcher.titleName.localized, state: switcher.titleState,
            notice: switcher.noticeMessage)
        title.filters = filters.text
        title.faults = filters.faults
        if let recordedTime {
            title.recording = recordedTime.seconds(at: MonotonicClock.now())
            title.isRecordingPaused = recordedTime.isPaused
        }
        title.shutter = shutterWords
        if isFrozen, title.state == .live { title.state = .frozen }
        if let driverFault { title.state = .lost(driverFault) }
        if let failure { title.state = .lost(failure.message) }
        if showsInformation, let mode = switcher.shown?.mode {
            title.information = WindowTitle.Information(
                format: mode.fourCC.description, size: mode.size, rate: meter.shownRate,
                latency: meter.latency, age: meter.age)
        }
        return title
    }

    func updateTitle() {
        window?.setTitle(title.text)
        updateScreen()
    }
}
