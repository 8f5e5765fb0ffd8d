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
        if isEndOfCountdown(event) { return pressShutter() }
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
        case .equalize: changeFilters { $0.toggleEqualization() }
        case .nextFilter: changeFilters { $0.step(1) }
        case .previousFilter: changeFilters { $0.step(-1) }
        case .raiseParameter: adjustFilter(by: 1)
        case .lowerParameter: adjustFilter(by: -1)
        case .removeFilters: changeFilters { $0.removeAll() }
        case .showFilters: toggleFiltersByKey()
        case .zoom(let steps): adjust(.zoom(steps))
        case .turn(let across, let down): adjust(.turn(across: across, down: down))
        case .expose(let steps): adjust(.exposure(steps))
        case .resetControls: adjust(.defaults)
        case .photograph: pressShutter()
        case .stepTimer: stepTimer()
        case .record: toggleRecording()
        case .pause: togglePause()
        case .toggleFullScreen: toggleFullScreen()
        case .leaveFullScreenOrQuit: leave()
        case .quit: quit()
        case .toggleInformation:
            showsInformation.toggle()
            startTicking()
            updateTitle()
        case .showKeys:
            // Not `print`: into a pipe it would hold the text back.
            _ = try? Descriptor.offer(KeyBindings.text + "\n", to: STDOUT_FILENO)
            if overlay != nil { panel == .keys ? panelWasClosed() : open(.keys) }
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

    /// Leaves what is left first: full screen, a series of photographs, the program.
    private func leave() {
        if window?.isFullscreen == true {
            toggleFullScreen()
        } else if photographTimer.isRunning {
            pressShutter()
        } else {
            quit()
        }
    }

    private func toggleFullScreen() {
        guard let window else { return }
        window.setFullscreen(!window.isFullscreen)
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
