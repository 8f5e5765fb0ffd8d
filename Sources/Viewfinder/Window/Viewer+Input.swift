internal import Frames
internal import Glibc
internal import LinuxIO
internal import LiveView
internal import LiveViewOverlay
internal import VulkanView
internal import WaylandClient

extension Viewer {
    /// Handles an event of the window.
    func handle(_ event: WindowEvent) {
        if isEndOfCountdown(event) { return endTimer() }
        if overlay?.hear(event) == true { return }
        switch event {
        case .configured:
            phases.end(.window)
            keepWindowSize()
            updateThumbnails()
        case .close: quit()
        case .key(let key):
            if let action = KeyBindings.action(for: key) {
                perform(action)
                updateScreen()
            }
        case .secondaryClicked: openMenu()
        case .scrolled(let turn): scroll(turn)
        case .pinched(let fingers): pinch(fingers)
        case .dragBegan: draggedTo = nil
        case .dragMoved(let way): drag(way)
        case .doubleClicked: change { $0.crop = .whole }
        case .fullscreenChanged: updateScreen()
        default: break
        }
    }

    /// Performs the action of a key.
    func perform(_ action: Action) {
        guard blackPicture == nil || action.worksWithoutPictures else { return tellNothingIsDrawn() }
        switch action {
        case .nextCamera, .previousCamera, .camera: isChoosing = true
        default: break
        }
        switch action {
        case .nextCamera: switcher.step(1)
        case .previousCamera: switcher.step(-1)
        case .camera(let number): switcher.select(number - 1)
        case .cycleFillMode: change { $0.fillMode = $0.fillMode.next }
        case .mirror: change { $0.isMirrored.toggle() }
        case .rotate: change { $0.rotation = $0.rotation + .clockwise90 }
        case .freeze: setFrozen(!isFrozen)
        case .stepRange: stepRange()
        case .equalize: changeFilters { $0.toggleEqualization() }
        case .nextFilter: changeFilters { $0.step(1) }
        case .previousFilter: changeFilters { $0.step(-1) }
        case .raiseParameter: adjustFilter(by: 1)
        case .lowerParameter: adjustFilter(by: -1)
        case .removeFilters: changeFilters { $0.removeAll() }
        case .showFilters: toggleFiltersPanel()
        case .zoom(let steps): adjust(.zoom(steps))
        case .turn(let across, let down): adjust(.turn(across: across, down: down))
        case .expose(let steps): adjust(.exposure(steps))
        case .resetControls: adjust(.defaults)
        case .photograph: pressShutter()
        case .copy: copyPicture()
        case .stepTimer: stepTimer()
        case .record: toggleRecording()
        case .pause: togglePause()
        case .toggleSound: toggleSoundByKey()
        case .toggleFullScreen: toggleFullScreen()
        case .leaveFullScreenOrQuit: leave()
        case .quit: quit()
        case .toggleInformation:
            showsInformation.toggle()
            startTicking()
            updateTitle()
        case .showKeys: showKeys()
        }
    }

    func setFrozen(_ isFrozen: Bool) {
        self.isFrozen = isFrozen
        renderer.setFrozen(isFrozen)
        updateTitle()
    }

    func change(_ edit: (inout ViewOptions) -> Void) {
        let before = view
        edit(&view)
        renderer.setPlacement(view)
        followZoom()
        if view.crop.width != before.crop.width { tellZoom() }
        keepPlacement(since: before)
    }

    func changeFilters(_ edit: (inout FilterChain) -> Void) {
        edit(&filters)
        renderer.setFilters(filters.operations)
        keepFilters()
        updateTitle()
    }

    private func adjustFilter(by steps: Int) {
        if filters.adjust(by: steps) { filtersWereAdjusted() }
    }

    /// Shows and keeps a number of a filter that has been set.
    func filtersWereAdjusted() {
        renderer.filtersWereAdjusted()
        keepFilters()
        updateTitle()
    }

    /// Leaves what is left first; a recording goes on, since nobody ends one by chance.
    private func leave() {
        let isRecording = if case .none = recording { false } else { true }
        switch LeavingStep(
            isFullscreen: window?.isFullscreen == true, isTimerRunning: photographTimer.isRunning,
            isRecording: isRecording)
        {
        case .fullScreen: toggleFullScreen()
        case .timer: endTimer()
        case .recording:
            switcher.tell(
                Message(
                    "Still recording: {end} ends the recording, {quit} saves it and quits",
                    ["end": KeyBindings.firstKey(of: .record), "quit": KeyBindings.firstKey(of: .quit)],
                    comment: "A notice after Escape, which does not end a recording; both are keys"))
        case .program: quit()
        }
    }

    /// Opens the panel of keys, or closes it; without one they are printed.
    private func showKeys() {
        guard let overlay, overlay.failure == nil else {
            // Not `print`: into a pipe it would hold the text back.
            _ = try? Descriptor.offer(KeyBindings.text + "\n", to: STDOUT_FILENO)
            return
        }
        if case .keys? = panel { return panelWasClosed() }
        open(.keys)
        overlay.setFocus(ViewerScreen.keyRow(0))
    }

    private func toggleFullScreen() {
        guard let window else { return }
        window.setFullscreen(!window.isFullscreen)
    }
}

/// The thing that Escape leaves, where no panel or menu is open.
enum LeavingStep {
    case fullScreen
    /// A countdown or a series of photographs is ended.
    case timer
    /// A recording is left alone, and the program, too.
    case recording
    case program

    /// Finds what is left first.
    init(isFullscreen: Bool, isTimerRunning: Bool, isRecording: Bool) {
        self = isFullscreen ? .fullScreen : isTimerRunning ? .timer : isRecording ? .recording : .program
    }
}

extension FillMode {
    /// The mode after this one, round the end.
    fileprivate var next: FillMode {
        let all = FillMode.allCases
        let place = all.firstIndex(of: self) ?? 0
        return all[(place + 1) % all.count]
    }
}
