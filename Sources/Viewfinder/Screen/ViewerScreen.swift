internal import Capture
internal import Overlay

/// The state of the program, as far as header, bar, menu and panels show it: a plain value, and the elements that follow from it.
struct ViewerScreen: Equatable {
    /// A panel at the side.
    enum Panel: Equatable {
        case keys
        case cameras
        case controls(ControlsPage)
        case filters(FiltersPage)
        case modes(ModesPage)
        case color(ColorPage)
        case information(InformationPage)
        case folders(FoldersPage)
    }

    /// A source in the list of cameras.
    struct Camera: Equatable {
        var name: String
        var isShown: Bool
        /// The reason why it could not be shown the last time; nil where nothing is known against it.
        var fault: String?
        /// True while its first picture is waited for.
        var isStarting = false
        /// False for what may be a camera, and cannot even be asked.
        var canBeShown = true

        /// The state in a line; there always is one, so that rows keep their heights.
        fileprivate var detail: String {
            if let fault { return fault }
            return isShown ? ScreenWords.shown : isStarting ? ScreenWords.startingNow : ScreenWords.notShown
        }
    }

    /// The filling of the window by the picture, by its name on the command line.
    var fillMode = "fit"
    var isMirrored = false
    var isFrozen = false
    var isRecording = false
    var isRecordingPaused = false
    /// True where the next recording has sound.
    var recordsSound = false
    /// The meaning of the shutter.
    var timer = PhotographTimer.Mode.after(seconds: 0)
    /// The seconds between the photographs of a time lapse.
    var timeLapse = PhotographTimer.usualInterval
    /// True while a press of the shutter ends a countdown or a series.
    var isTimerRunning = false
    var isEqualized = false
    var hasFilters = false
    var isFullscreen = false
    var showsInformation = false
    /// True where nothing can be drawn, so that there is nothing to photograph, to record or to change.
    var isWithoutPictures = false
    /// The last picture or movie that was saved; nil before the first.
    var lastFile: LastFile?
    var cameras: [Camera] = []
    /// The devices that were looked at and are no cameras, and why.
    var otherDevices: [CameraList.OtherNode] = []
    var panel: Panel?

    // MARK: - Bar and menu

    /// The bar's buttons, by how often they are needed.
    var bar: [Element] {
        if isWithoutPictures { return barWithoutPictures }
        // Each place is taken whatever has been saved and is recorded: no button moves from under the pointer.
        let leading =
            lastFile.map { file in
                file.picture.map { Element.thumbnail(Self.lastFile, $0, name: file.name) }
                    ?? .icon(Self.lastFile, file.isMovie ? .movie : .camera, name: file.name)
            } ?? .icon(Self.openPictures, .folder, name: ScreenWords.openPictures)
        let next = button(.nextCamera, .switchCamera, ScreenWords.nextCamera).with { $0.rank = 3 }
        let others: [Element] = [
            button(.mirror, .mirror, ScreenWords.mirror, isOn: isMirrored),
            shutter(
                .photograph, isTimerRunning ? .stop : .photograph,
                isTimerRunning ? ScreenWords.stop : ScreenWords.photograph
            ).with { $0.rank = 4 },
            shutter(
                .record, isRecording ? .recording : .record,
                isRecording ? ScreenWords.stopRecording : ScreenWords.record
            ).with { $0.rank = 2 },
            soundButton,
            (isRecording ? pauseButton : timerButton).with { $0.rank = 2 },
            .icon(
                Self.filters, .filters, name: ScreenWords.filters, key: KeyBindings.keys(of: .showFilters),
                isOn: hasFilters),
            fullScreenButton.with { $0.rank = 1 },
            .icon(Self.more, .more, name: ScreenWords.more).with { $0.rank = 2 },
        ]
        let hasOther = cameras.count(where: \.canBeShown) > 1
        return [leading.with { $0.rank = 1 }] + (hasOther ? [next] : []) + others
    }

    private func shutter(_ action: Action, _ face: ShutterFace, _ name: String) -> Element {
        .shutter(Self.id(action), face, name: name, key: KeyBindings.keys(of: action))
    }

    /// The bar's button that pauses the recording, or goes on with it.
    private var pauseButton: Element {
        isRecordingPaused
            ? button(.pause, .record, ScreenWords.resume) : button(.pause, .pause, ScreenWords.pause)
    }

    /// The bar's button that lets recordings have sound, or not.
    private var soundButton: Element {
        Element.icon(
            Self.sound, recordsSound ? .microphone : .microphoneOff,
            name: recordsSound ? ScreenWords.soundOn : ScreenWords.soundOff,
            key: KeyBindings.keys(of: .toggleSound), isOn: recordsSound
        ).with {
            $0.rank = 1
            $0.disabledReason = isRecording ? ScreenWords.soundOfNext : nil
        }
    }

    /// The bar's button that opens the last picture or movie, and the one that stands there before the first.
    static let (lastFile, openPictures) = ("last-file", "open-pictures")
    /// The bar's button and the row of the menu that let recordings have sound, or not.
    static let sound = "sound"
    /// The buttons of a notice.
    static let (tryAgain, openFile, showFile) = ("try-again", "open-file", "show-file")
    static let (setBack, undoReset, wholePicture) = ("set-back", "undo-reset", "whole-picture")
    static let trySource = "try-source"
    /// The button of the words that tell of no camera, or of one that may not be used: it opens the panel of cameras.
    static let why = "why"
    static let (troubleSeen, troubleFolder) = ("trouble-seen", "trouble-folder")
    static let troubleFolders = "trouble-folders"
    /// The bar's button that opens the menu.
    static let more = "more"
    /// The rows of the menu that open panels.
    static let (keys, camerasList, controls) = ("panel-keys", "panel-cameras", "panel-controls")
    static let (modes, color, information) = ("panel-modes", "panel-color", "panel-information")
    static let folders = "panel-folders"
    /// The bar's button and the row of the menu that open the panel of filters, or close it.
    static let filters = "panel-filters"

    /// The menu of what the bar has no room for.
    var menu: Element {
        if isWithoutPictures { return menuWithoutPictures }
        let fills = [("fit", ScreenWords.fit), ("fill", ScreenWords.fill), ("stretch", ScreenWords.stretch)]
        let modes = fills.map { mode, words in
            Element.item(
                "fill-\(mode)", words, ItemFace(isChosen: mode == fillMode),
                key: mode == fillMode ? KeyBindings.keys(of: .cycleFillMode) : nil)
        }
        return .menu(
            "menu", name: ScreenWords.more,
            [
                item(.mirror, ScreenWords.mirror, isChosen: isMirrored), item(.rotate, ScreenWords.turn),
                .separator("line-1"),
            ] + modes + [
                .separator("line-2"),
                item(.toggleFullScreen, fullScreenName),
                item(.freeze, ScreenWords.freeze, isChosen: isFrozen),
                item(.equalize, ScreenWords.equalize, isChosen: isEqualized),
            ] + (hasFilters ? [item(.removeFilters, ScreenWords.removeFilters)] : []) + [
                .separator("line-3"),
                Element.item(
                    Self.sound, ScreenWords.sound, ItemFace(isChosen: recordsSound),
                    key: KeyBindings.keys(of: .toggleSound)
                ).with { $0.disabledReason = isRecording ? ScreenWords.soundOfNext : nil },
                opening(Self.timerButton, ScreenWords.timer, .stepTimer),
                .separator("line-sound"),
                opening(Self.camerasList, ScreenWords.cameras),
                opening(Self.controls, ScreenWords.controls),
                opening(Self.modes, ScreenWords.modes),
                opening(Self.color, ScreenWords.color),
                opening(Self.filters, ScreenWords.filters, .showFilters),
                opening(Self.information, ScreenWords.informationPanel),
                opening(Self.folders, ScreenWords.folders),
                opening(Self.keys, ScreenWords.keys, .showKeys),
                item(.toggleInformation, ScreenWords.information, isChosen: showsInformation),
                .separator("line-4"), item(.quit, ScreenWords.quit),
            ])
    }

    func button(_ action: Action, _ icon: Icon, _ name: String, isOn: Bool = false) -> Element {
        .icon(Self.id(action), icon, name: name, key: KeyBindings.keys(of: action), isOn: isOn)
    }

    /// A row of the menu that opens a panel, or another menu.
    func opening(_ id: String, _ name: String, _ action: Action? = nil) -> Element {
        .item(id, name, ItemFace(opensMore: true), key: action.flatMap(KeyBindings.keys(of:)))
    }

    func item(_ action: Action, _ name: String, isChosen: Bool? = nil) -> Element {
        .item(Self.id(action), name, ItemFace(isChosen: isChosen), key: KeyBindings.keys(of: action))
    }

    // MARK: - Names of elements

    /// The actions of buttons and rows.
    private static let actions: [Action] = [
        .nextCamera, .mirror, .rotate, .photograph, .record, .pause, .removeFilters, .equalize, .freeze,
        .toggleFullScreen, .toggleInformation, .resetControls, .quit,
    ]

    /// The name of the element that performs an action.
    static func id(_ action: Action) -> String { "\(action)" }

    /// The action of an element; nil for one that has none.
    static func action(of id: String) -> Action? {
        if let number = id.rest(after: "camera-").flatMap({ Int($0) }) { return .camera(number) }
        return actions.first { Self.id($0) == id }
    }

    /// The name of a row of the panel of keys.
    static func keyRow(_ number: Int) -> String { "key-\(number)" }

    // MARK: - Panels

    /// The rows that say what was looked for and what was found instead.
    private var search: [Element] {
        let place = Element.label(
            "cameras-search", ScreenWords.search(in: "/dev/video*"),
            LabelFace(lines: LabelFace.allLines))
        return [place]
            + otherDevices.map { device in
                let name = device.name.isEmpty ? device.path : "\(device.path), \(device.name)"
                let id = "cameras-other-\(device.path)"
                return .paragraph(
                    "\(id)-line",
                    [
                        .label(id, name, LabelFace(lines: 2, ellipsis: .middle)),
                        .remark("\(id)-reason", ScreenWords.technical(device.reason), .caption),
                    ])
            }
    }

    /// The open panel; nil where none is.
    var panelElement: Element? {
        switch panel {
        case nil: nil
        case .keys:
            .panel(
                "keys", title: ScreenWords.keys,
                KeyBindings.table.enumerated().map { number, row in
                    .item(
                        Self.keyRow(number), ScreenWords.help(row.help), ItemFace(),
                        key: KeyBindings.shown(row.keys))
                })
        case .cameras:
            .panel(
                "cameras", title: ScreenWords.cameras,
                (cameras.isEmpty ? search : [])
                    + cameras.enumerated().map { number, camera in
                        Element.item(
                            "camera-\(number + 1)", camera.name,
                            ItemFace(
                                detail: camera.detail, icon: .camera, isChosen: camera.isShown),
                            key: number < 9 && camera.canBeShown ? "\(number + 1)" : nil
                        ).with { $0.disabledReason = camera.canBeShown ? nil : camera.detail }
                    })
        case .controls(let page): page.element
        case .filters(let page): page.element
        case .modes(let page): page.element
        case .color(let page): page.element
        case .information(let page): page.element
        case .folders(let page): page.element
        }
    }
}
