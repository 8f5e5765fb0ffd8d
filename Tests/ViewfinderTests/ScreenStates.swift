import Faults
import Filters
import Frames
import LinuxIO
import Overlay

@testable import Capture
@testable import LiveViewOverlay
@testable import Viewfinder
@testable import VulkanView

/// Header, bar, menus and panels in all their states, with names that have no letters: what has some is the program's own words.
enum ScreenStates {
    /// A place on the picture.
    enum Kind { case header, bar, menu, panel, notice }

    /// What is shown at a place, with a name for tests.
    typealias State = (kind: Kind, name: String, element: Element)

    static let modes: [PhotographTimer.Mode] =
        [0, 3, 5, 7, 10].map { .after(seconds: $0) } + [.burst, .timeLapse]

    /// The controls of a camera, one of each kind that can be shown.
    static let controls: [CameraControl] = [
        control(1, .boolean, 0...1, 1), control(2, .integer, 0...255, 7), control(3, .menu, 0...1, 0),
        control(4, .integerMenu, 0...1, 1), control(5, .button, 0...0, nil),
        control(6, .integer, 0...9, 3, [.readOnly]), control(7, .integer64, 1...10000, 3, [.inactive]),
        control(8, .bitmask, 0...5, 4), control(9, .text, 0...9, nil, value: "7"),
        control(10, .boolean, 0...1, 1, [.grabbed]),
    ]

    private static func control(
        _ number: UInt32, _ kind: CameraControl.Kind, _ range: ClosedRange<Int64>, _ value: Int64?,
        _ remarks: CameraControl.Remarks = [], value text: ControlValue? = nil
    ) -> CameraControl {
        CameraControl(
            number: ControlNumber(rawValue: number), name: "White balance", key: "\(number)",
            group: number < 4 ? "User Controls" : "Camera", kind: kind, least: range.lowerBound,
            most: range.upperBound, step: 1, initial: value.map { .integer($0) },
            value: text ?? value.map { .integer($0) },
            entries: [.init(index: 0, name: "Manual mode"), .init(index: 1, name: "50")], elementCount: 1,
            remarks: remarks)
    }

    private static var cameras: [ViewerScreen.Camera] {
        (1...12).map { number in
            ViewerScreen.Camera(
                name: "\(number)", isShown: number == 1,
                fault: number == 2 ? Fault.hung.message([.camera: "2"]).localized : nil,
                isStarting: number == 3, canBeShown: number != 2)
        }
    }

    /// The folders, one of which is chosen where there are others.
    static func folders(_ environment: [String: String]) -> FoldersPage {
        let places = UserFolders(environment: UserEnvironment { environment[$0] }) { _ in
            "XDG_PICTURES_DIR=\"/8\"\nXDG_VIDEOS_DIR=\"/9\""
        }
        return FoldersPage(
            UserSettings(folders: environment.isEmpty ? [:] : [.pictures: "/7/7"]), and: places)
    }

    private static let offers = ["8888", "9999"].flatMap { code in
        [(640, 480), (1280, 720)].map { width, height in
            ModeOffer(
                fourCC: FourCC(code), sizes: .discrete(PixelSize(width: width, height: height)),
                rates: .discrete([Rational(30), Rational(25, 2)]))
        }
    }

    /// A mode of a camera whose driver says a part of its colours, in a format whose code has no letters.
    private static func mode(_ format: PixelFormat, isSure: Bool = false) -> CaptureMode {
        var mode = CaptureMode(
            name: "7", format: format, fourCC: "8888", size: PixelSize(width: 640, height: 480),
            rate: Rational(30), color: ColorDescription(matrix: .bt601, range: .limited))
        let color = V4L2Color(colorspace: 8, encoding: 1)
        if !isSure {
            (mode.colorReason, mode.sourceColorReason) = (
                color.reason(for: format), color.reason(for: format)
            )
        }
        return mode
    }

    private static var information: InformationPage {
        var (page, meter) = (InformationPage(camera: "7", mode: mode(.yuyv)), RateMeter())
        for second in 1...3 {
            let count = UInt64(second * 30)
            meter.update(captured: count, shown: count, lost: 0, latency: 12, age: second == 3 ? 34 : nil)
            page.history.add(meter)
        }
        page.view = ViewReport(
            device: "9", deviceIdentity: "9", deviceReason: "9", presentationMode: .fifo,
            presentationReason: "9", importRoute: "8",
            importReason: "7", swapchainRebuilds: 0, createdObjects: 0, path: .compute, pathReason: "9")
        return page
    }

    /// The panels.
    static var panels: [State] {
        let chain = FilterChain.choices.map { FilterLink($0) }
        let pages = [
            FiltersPage(), FiltersPage(search: "0 0 0"),
            FiltersPage(chain: chain.map { FiltersPage.row(of: $0, isUnfolded: true) }),
            FiltersPage(
                chain: [FiltersPage.row(of: chain[0], isUnfolded: false)], chosen: [chain[0].name],
                kept: (0..<KeptChain.most).map { KeptChain(name: "\($0)", filters: []) },
                thumbnails: [chain[1].name: Thumbnail(width: 1, height: 1, pixels: [0xff00_0000])]),
            FiltersPage(
                chain: [FiltersPage.row(of: chain[0], isUnfolded: false)],
                kept: [KeptChain(name: "7", filters: nil)], naming: "7"),
        ]
        let panels: [(String, ViewerScreen.Panel)] =
            [
                ("keys", .keys), ("cameras", .cameras),
                ("no controls", .controls(ControlsPage(controls: []))),
                ("controls", .controls(ControlsPage(controls: controls))),
                ("modes", .modes(ModesPage(offers: offers, mode: mode(.yuyv)))),
                ("no modes", .modes(ModesPage())),
                ("mode of a JPEG camera", .modes(ModesPage(offers: offers, mode: mode(.mjpeg)))),
                ("color", .color(ColorPage(mode: mode(.yuyv)))),
                ("color, sure", .color(ColorPage(mode: mode(.yuyv, isSure: true), isFixed: true))),
                ("color of a JPEG camera", .color(ColorPage(mode: mode(.mjpeg)))),
                ("no color", .color(ColorPage())),
                ("information", .information(information)),
                ("no information", .information(InformationPage())),
                ("folders", .folders(folders(["HOME": "/7"]))), ("no folders", .folders(folders([:]))),
            ] + pages.enumerated().map { ("filters \($0)", .filters($1)) }
        return panels.compactMap { name, panel -> State? in
            var screen = ViewerScreen()
            (screen.panel, screen.cameras) = (panel, cameras)
            guard let element = screen.panelElement else { return nil }
            return (.panel, name, element)
        } + [noCameras].compactMap { $0.panelElement.map { (.panel, "no cameras", $0) } }
    }

    /// The panel of cameras where there is none.
    static var noCameras: ViewerScreen {
        var screen = ViewerScreen()
        screen.panel = .cameras
        screen.otherDevices = [
            .init(path: "/7", name: "777", reason: "7"), .init(path: "/8", name: "", reason: "7"),
        ]
        return screen
    }

    /// Bars and menus.
    static var bars: [State] {
        var bars: [State] = []
        for (number, mode) in modes.enumerated() {
            var screen = ViewerScreen()
            screen.timer = mode
            screen.timeLapse = number % 2 == 0 ? 1 : 5
            (screen.isTimerRunning, screen.isRecording) = (number % 2 == 1, number % 3 == 1)
            screen.isRecordingPaused = number % 6 == 4
            (screen.isFullscreen, screen.isFrozen) = (number % 2 == 1, number % 3 == 2)
            (screen.hasFilters, screen.isEqualized) = (number % 2 == 0, number % 2 == 1)
            (screen.isMirrored, screen.showsInformation) = (number % 3 == 0, number % 2 == 1)
            screen.recordsSound = number % 2 == 1
            screen.fillMode = ["fit", "fill", "stretch"][number % 3]
            screen.cameras = number == 0 ? [] : cameras
            screen.lastFile =
                number == 0
                ? nil
                : LastFile(
                    path: "/7",
                    picture: number % 2 == 0
                        ? nil : Thumbnail(width: 1, height: 1, pixels: [0xff00_0000]))
            bars += [
                (.bar, "bar \(number)", .bar("bar", screen.bar)), (.menu, "menu \(number)", screen.menu),
                (.menu, "timer \(number)", screen.timerMenu),
            ]
        }
        var black = ViewerScreen()
        black.isWithoutPictures = true
        bars += [
            (.bar, "bar without pictures", .bar("bar", black.bar)),
            (.menu, "menu without pictures", black.menu),
        ]
        return bars
    }

    /// Notices and marks, made as the program makes them.
    static var notices: [State] {
        let again = Element.button(ViewerScreen.tryAgain, ScreenWords.tryAgain)
        let other = Element.button(ViewerScreen.id(.nextCamera), ScreenWords.otherCamera)
        let file = Viewer.buttons(about: .file("/7"))
        let folder = Viewer.buttons(about: .folder("/7"))
        let words = Fault.noPictures.message([.camera: "7"]).localized
        let notices: [(String, Element)] = [
            ("starting", .card("a", icon: .camera, ScreenWords.starting("7"), buttons: [other])),
            ("frozen", .mark("b", ScreenWords.frozen)),
            ("lost", .toast("c", icon: .warning, words, buttons: [again, other], isFault: true)),
            ("saved", .toast("d", Message.saved("7").localized, buttons: file)),
            (
                "changed",
                .toast(
                    "i", Message.changedByOthers("7", count: 8).localized,
                    buttons: Viewer.buttons(about: .controls([])))
            ),
            (
                "trouble",
                SavingTrouble(.movie, ViewfinderError("7", about: .folder("7"))).notice.element("trouble")
            ),
            ("information", information(age: nil)), ("age", information(age: 34)),
            ("folder", .toast("e", Message.saved("7").localized, buttons: folder)),
            ("series", .toast("j", Message.saved(pictures: 7, in: "8").localized, buttons: file)),
            ("saved there", .toast("k", Message.saved("7", in: "8").localized, buttons: file)),
            ("another camera", .toast("l", Message.camera(2, of: 3, "7").localized)),
            (
                "zoom",
                .toast(
                    "m", Message.zoom(2).localized,
                    buttons: [.button(ViewerScreen.wholePicture, ScreenWords.wholePicture)])
            ),
            (
                "reset",
                .toast(
                    "n", Message.zoom(2).localized,
                    buttons: Viewer.buttons(about: .reset(former: [], kept: [], camera: nil)))
            ), ("silent", .recordingMark("o", time: "0:07", isSilent: true)),
            ("recording", .recordingMark("f", time: "0:07")),
            ("paused", .recordingMark("i", time: "0:07", sign: .strokes)),
            ("series", .mark("g", icon: .burst, Message.pictures(7).localized)),
            (
                "countdown",
                Element("h", name: ScreenWords.countdown, .face(.countdown(3, left: 0.5)))
            ),
        ]
        return notices.map { name, element -> State in (.notice, name, element) }
    }

    private static func information(age: Double?) -> Element {
        var title = WindowTitle(camera: "7")
        title.information = .init(
            format: "10", size: PixelSize(width: 64, height: 48), rate: 30, latency: 12, age: age)
        return title.informationMark ?? .separator("none")
    }

    /// The header.
    static func header(
        _ layout: ButtonLayout, isMaximized: Bool = false, isFullscreen: Bool = false
    ) -> Element {
        var title = WindowTitle(camera: "7")
        title.information = .init(
            format: "10", size: PixelSize(width: 1920, height: 1080), rate: 30, latency: 12, age: 34)
        return .header(
            title: title.camera, detail: title.information?.text, isMaximized: isMaximized,
            isFullscreen: isFullscreen, layout: layout)
    }

    static var all: [State] {
        [false, true].map { isMaximized -> State in
            (.header, "header", header(ButtonLayout(), isMaximized: isMaximized))
        } + [(.header, "header in full screen", header(ButtonLayout(), isFullscreen: true))] + bars + panels
            + notices
    }
}

extension Element {
    /// This one and all inside.
    var family: [Element] { [self] + children.flatMap(\.family) }

    /// All words that a person sees or hears of it.
    var words: [String] {
        var words = [name, value, disabledReason].compactMap(\.self)
        if case .face(.field(_, let placeholder, _)) = content { words.append(placeholder) }
        return words
    }
}
