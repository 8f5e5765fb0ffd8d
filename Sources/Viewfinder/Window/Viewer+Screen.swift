internal import Capture
internal import LinuxIO
internal import LiveViewOverlay
internal import Logging
internal import Overlay
internal import VulkanView
internal import WaylandClient

/// Header, bar, menu, panels and words over the picture.
extension Viewer {
    /// Makes the overlay of the window; nothing of it is loaded before it is needed.
    func makeOverlay() {
        guard let window, options.showsOverlay else { return }
        let overlay = LiveViewOverlay(over: window, loop: loop, logger: logger)
        overlay.headerPolicy = settings.headerPolicy
        window.gestures.secondaryClickShowsMenu = false
        overlay.onAction = { [weak self] action in self?.follow(action) }
        overlay.onPanelClosed = { [weak self] in self?.panelWasClosed() }
        overlay.onFailure = { [weak window] _ in window?.gestures.secondaryClickShowsMenu = true }
        overlay.onPanelSight = { [weak self] elements in self?.panelShows(elements) }
        self.overlay = overlay
    }

    /// Lets header, bar and words come, now that the window is on the screen, and follows the desktop's wishes for their look.
    func beginOverlay() {
        guard let overlay, desktop == nil else { return }
        let bus = MessageBus(loop: loop)
        files = DesktopFiles(bus)
        let desktop = DesktopSettings(bus)
        desktop.onChange = { [weak self] wishes in self?.overlay?.appearance = Appearance(wishes) }
        desktop.onTrouble = { [logger] sentence in logger.info("\(sentence)") }
        self.desktop = desktop
        updateScreen()
        overlay.begin()
    }

    /// The state that header, bar, menu and panels show.
    private var screen: ViewerScreen {
        var screen = ViewerScreen()
        screen.fillMode = view.fillMode.rawValue
        screen.isMirrored = view.isMirrored
        screen.isFrozen = isFrozen
        if let recordedTime { (screen.isRecording, screen.isRecordingPaused) = (true, recordedTime.isPaused) }
        (screen.timer, screen.timeLapse) = (photographTimer.mode, photographTimer.interval)
        screen.isTimerRunning = photographTimer.isRunning
        (screen.hasFilters, screen.isEqualized) = (filters.text != nil, filters.isEqualizing)
        screen.isFullscreen = window?.isFullscreen == true
        screen.showsInformation = showsInformation
        screen.isWithoutPictures = blackPicture != nil
        screen.lastFile = lastFile
        screen.recordsSound = recordsSound
        screen.cameras = switcher.entries.map { entry in
            ViewerScreen.Camera(
                name: entry.title.localized, isShown: entry.source == switcher.shown?.entry.source,
                fault: switcher.faultWords(of: entry),
                isStarting: entry.source == switcher.current?.source)
        }
        screen.cameras += switcher.unusable.map { node in
            ViewerScreen.Camera(
                name: node.path, isShown: false, fault: node.reason.sentence, canBeShown: false)
        }
        screen.otherDevices = switcher.otherNodes
        screen.panel = panel
        switch panel {
        case .filters?: screen.panel = .filters(filtersPage)
        case .modes?: screen.panel = .modes(modesPage)
        case .color?: screen.panel = .color(colorPage)
        case .information?: screen.panel = .information(informationPage)
        case .keys?, .cameras?, .controls?, .folders?, nil: break
        }
        return screen
    }

    /// Brings the overlay up to date, once the window is on the screen.
    func updateScreen() {
        guard let overlay, desktop != nil else { return }
        let title = title
        overlay.title = title.camera
        overlay.detail = title.headerDetail(hasInformation: isTitleSeen)
        overlay.recordingTime = title.recording.map(WindowTitle.time)
        overlay.isRecordingPaused = title.isRecordingPaused
        overlay.isRecordingSilent = recordingLacksSound
        overlay.state = stateNotice(title)
        (overlay.center, overlay.mark) = (countdownElement, ownMark(title))
        let notice = told.take(
            title.notice, about: switcher.noticeSubject, count: switcher.noticeCount)
        // What stays needs no second place.
        if let notice, overlay.state?.text != notice.sentence {
            overlay.show(
                OverlayNotice(
                    notice.sentence, buttons: Self.buttons(about: told.subject),
                    picture: lastFile.flatMap { told.subject == .file($0.path) ? $0.thumbnail : nil }))
        }
        let screen = screen
        overlay.bar = screen.bar
        if overlay.isMenuOpen { for menu in [screen.menu, screen.timerMenu] { overlay.updateMenu(menu) } }
        overlay.panel = screen.panelElement
        updateThumbnails()
    }

    /// Shows words for a moment on the picture alone; the title has no room for what is seen anyway.
    func tellBriefly(_ message: Message, _ buttons: [Element] = []) {
        logger.debug("\(message)")
        overlay?.show(OverlayNotice(message.sentence, buttons: buttons))
    }

    /// True where a title bar has the words of the title.
    private var isTitleSeen: Bool {
        guard let window else { return false }
        return window.decoration != .none && !window.isFullscreen
    }

    /// The mark of a series, and the information where no title has it; nil without either.
    private func ownMark(_ title: WindowTitle) -> Element? {
        let hasRoom = overlay?.hasRoom == true
        let marks = [seriesMark, hasRoom && !isTitleSeen ? title.informationMark : nil].compactMap(\.self)
        return marks.count > 1 ? .box("own-marks", Box(.column), marks) : marks.first
    }

    /// The words that stay as long as they are true.
    private func stateNotice(_ title: WindowTitle) -> OverlayNotice? {
        var buttons: [Element] = []
        if switcher.canTryAgain {
            buttons.append(.button(ViewerScreen.tryAgain, ScreenWords.tryAgain))
        }
        if switcher.entries.count > 1 {
            buttons.append(.button(ViewerScreen.id(.nextCamera), ScreenWords.otherCamera))
        }
        if buttons.count < 2, !switcher.unusable.isEmpty {
            buttons.append(.button(ViewerScreen.why, ScreenWords.details))
        }
        switch title.state {
        case .live: return trouble?.notice ?? liveNotice(title)
        case .starting:
            return OverlayNotice(
                ScreenWords.starting(title.camera), buttons: buttons, icon: .camera, place: .card)
        case .frozen: return trouble?.notice ?? OverlayNotice(ScreenWords.frozen, place: .mark)
        case .standingIn, .ended:
            return OverlayNotice(
                title.state.message?.sentence ?? "", buttons: buttons, icon: .information,
                dimsPicture: switcher.isPictureOver)
        case .lost(let reason) where reason == driverFault:
            return OverlayNotice(reason.sentence, icon: .warning, isFault: true)
        case .lost(let reason) where blackPicture != nil:
            return OverlayNotice(reason.sentence, icon: .warning, isFault: true, place: .card)
        case .lost(let reason):
            return OverlayNotice(
                reason.sentence, buttons: buttons, icon: .warning, isFault: true,
                dimsPicture: switcher.isPictureOver)
        }
    }

    /// The words over pictures that run: those of a filter's second picture that is lost, and of a test card for want of a camera.
    private func liveNotice(_ title: WindowTitle) -> OverlayNotice? {
        if let fault = title.faults.first {
            let filters = Element.button(ViewerScreen.filters, ScreenWords.filters)
            return OverlayNotice(fault.sentence, buttons: [filters], icon: .warning, isFault: true)
        }
        guard switcher.isWithoutCameras else { return nil }
        return OverlayNotice(
            ScreenWords.noCamera, buttons: [.button(ViewerScreen.why, ScreenWords.why)], icon: .information)
    }

    /// Does what an element of the overlay means.
    private func follow(_ action: OverlayAction) {
        if let setting = controlsPage?.setting(action) {
            let isPassing = if case .changed(_, _, isFinal: false) = action { true } else { false }
            return set(setting, isPassing: isPassing)
        }
        if let page = controlsPage?.typing(action) { return open(.controls(page)) }
        if let key = ControlsPage.folded(action) { return fold(key) }
        if let change = FiltersPage.change(action) { return follow(change) }
        if let choice = ModesPage.choice(action) { return choose(choice) }
        if let wish = FoldersPage.wish(action) { return follow(wish) }
        if let wish = ColorPage.wish(action, after: colorPage.wish) { return choose(wish) }
        if asksForMenu(action) { return }
        if case .dragged(let id) = action { return drag(id) }
        guard case .activated(let id) = action else { return }
        switch id {
        case ViewerScreen.more: overlay?.showMenu(screen.menu, of: id)
        case ViewerScreen.timerButton: overlay?.showMenu(screen.timerMenu, of: id)
        case ViewerScreen.sound: toggleSound()
        case ViewerScreen.tryAgain: switcher.tryAgain()
        case ViewerScreen.trySource:
            if case .source(let source)? = told.subject { switcher.select(source) }
        case ViewerScreen.lastFile: openLastFile()
        case ViewerScreen.openPictures: return follow(.open(.pictures))
        case ViewerScreen.wholePicture: change { $0.crop = .whole }
        case ViewerScreen.openFile, LastFile.saved: open(.open, told.subject)
        case ViewerScreen.showFile: open(.showInFolder, told.subject)
        case ViewerScreen.setBack:
            if case .controls(let former)? = told.subject { setBack(former) }
        case ViewerScreen.undoReset:
            if case .reset(let former, let kept, let camera)? = told.subject {
                undoReset(former, keeping: kept, of: camera)
            }
        case ViewerScreen.troubleSeen, ViewerScreen.troubleFolder, ViewerScreen.troubleFolders:
            answerTrouble(id)
        case ViewerScreen.keys: open(.keys)
        case ViewerScreen.camerasList, ViewerScreen.why: open(.cameras)
        case ViewerScreen.controls: openControls()
        case ViewerScreen.modes: open(.modes(ModesPage()))
        case ViewerScreen.color: open(.color(ColorPage()))
        case ViewerScreen.information: openInformation()
        case ViewerScreen.folders: openFolders()
        case ViewerScreen.filters: toggleFiltersPanel()
        default:
            if let mode = id.rest(after: "fill-").flatMap({ FillMode(rawValue: $0) }) {
                change { $0.fillMode = mode }
            }
            if let mode = ViewerScreen.timer(of: id) { setTimer(mode) }
            if let action = ViewerScreen.action(of: id) { perform(action) }
        }
        updateScreen()
    }

    /// Opens what the secondary button, a finger that stays and the menu key ask for: of the switch the cameras, of all else the menu.
    ///
    /// - Returns: False for other acts.
    private func asksForMenu(_ action: OverlayAction) -> Bool {
        switch action {
        case .menuAsked(ViewerScreen.id(.nextCamera), _, _):
            open(.cameras)
            return true
        case .menuAsked, .groundPressed(.secondary, _, _, _):
            openMenu()
            return true
        default: return false
        }
    }

    /// Opens the menu at the pointer.
    func openMenu() { overlay?.showMenu(screen.menu) }

    /// Opens a panel, and forgets what was searched for in another one.
    func open(_ panel: ViewerScreen.Panel) {
        // One that is not seen would take keys, and the pointer's rest, all the same.
        guard overlay?.hasRoom != false else { return }
        if case .controls = panel {} else { setTyped() }
        self.panel = panel
        if case .filters = panel {} else { filtersPanel = FiltersPanel() }
        updateScreen()
    }

    /// Goes on without a panel, and forgets what was searched for in it.
    func panelWasClosed() {
        setTyped()
        panel = nil
        (filtersPanel, unfoldedControls) = (FiltersPanel(), [])
        updateScreen()
    }

    // MARK: - Camera controls

    /// The open panel of controls; nil where it is not open.
    private var controlsPage: ControlsPage? { if case .controls(let page)? = panel { page } else { nil } }

    private func openControls() {
        if controlsPage == nil { open(.controls(ControlsPage(controls: []))) }
        readControls()
    }

    /// Shows the camera's controls, where their panel is open.
    func showControls(_ controls: [CameraControl]) { changeControls { $0.controls = controls } }

    /// Gives up what was being typed for the camera that was there before.
    func giveTypingUp() {
        guard controlsPage != nil else { return }
        overlay?.giveTypingUp()
        changeControls { $0.typed = nil }
    }

    /// Changes the panel of controls, where it is open.
    private func changeControls(_ change: (inout ControlsPage) -> Void) {
        guard var page = controlsPage else { return }
        change(&page)
        page.unfolded = unfoldedControls
        panel = .controls(page)
        updateScreen()
    }

    /// Sets the text that was being typed, before its field goes.
    func setTyped() {
        if let setting = controlsPage?.unsent { set(setting, isPassing: false) }
    }

    /// Shows the entries of a long choice, or hides them.
    private func fold(_ key: String) {
        unfoldedControls.formSymmetricDifference([key])
        changeControls { _ in }
    }

    private func set(_ setting: ControlSetting, isPassing: Bool) {
        if controlsPage?.typed?.key == setting.key { changeControls { $0.typed?.isSent = true } }
        // What is done once must not be done again at the next start.
        let isKept = controlsPage?.isKept(setting) != false
        let camera = isKept ? switcher.shown?.entry.id : nil
        let done = onLoop { (viewer, result: Result<[CameraControl], CaptureFault>) in
            switch result {
            // A slider that is drawn is where the hand is, not where the camera was.
            case .success(let controls):
                if !isPassing {
                    viewer.changeControls {
                        $0.controls = controls
                        $0.forgetTyped(setting)
                    }
                }
                if let camera { viewer.switcher.controls.add([setting], of: camera) }
            case .failure(let fault):
                viewer.changeControls { $0.forgetTyped(setting) }
                viewer.switcher.notify(fault.message)
            }
        }
        adjuster.set(
            setting, isPassing: isPassing, of: switcher.session, camera, done: done,
            trouble: onLoop { $0.switcher.notify($1.message) })
    }
}
