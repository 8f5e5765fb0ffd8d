import Faults
import Filters
import Frames
import LinuxIO
import WaylandClient

@testable import Capture
@testable import LiveViewOverlay
@testable import Overlay
@testable import Viewfinder

/// A moment of the program: what stands over the picture at one time.
struct ScreenMoment {
    var name: String
    var content: OverlayContent
}

/// Header, bar, panels, states and notices as they stand over a picture together, made as the program makes them.
enum ScreenMoments {
    static let camera = "Integrated Camera: Integrated C (046d:0825) on the left"

    private static var informationMark: Element {
        var title = WindowTitle(camera: camera)
        title.information = .init(
            format: "YUYV", size: PixelSize(width: 1920, height: 1080), rate: 30, latency: 12, age: 34)
        return title.informationMark ?? .separator("none")
    }

    private static var header: OverlayContent.Header {
        var title = WindowTitle(camera: camera)
        title.information = .init(
            format: "YUYV", size: PixelSize(width: 1920, height: 1080), rate: 30, latency: 12, age: 34)
        return OverlayContent.Header(title: title.camera, detail: title.information?.text)
    }

    /// A small picture, such as that of the last photograph.
    static let thumbnail = Thumbnail(
        width: 96, height: 54,
        pixels: (0..<96 * 54).map { place in
            let (x, y) = (UInt32(place % 96), UInt32(place / 96))
            return 0xff00_0000 | (x * 2) << 16 | (y * 4) << 8 | (200 - x)
        })

    static func screen(isRecording: Bool = false) -> ViewerScreen {
        var screen = ViewerScreen()
        screen.cameras = [
            .init(name: camera, isShown: true, fault: nil),
            .init(
                name: "USB Capture HDMI", isShown: false,
                fault: Fault.hung.message([.camera: "USB Capture HDMI"]).sentence),
            .init(name: "OBS Virtual Camera", isShown: false, fault: nil),
        ]
        screen.lastFile = LastFile(path: "/7", picture: thumbnail)
        (screen.isRecording, screen.hasFilters, screen.isMirrored) = (isRecording, true, true)
        return screen
    }

    /// What the pointer brings.
    private static func base(isRecording: Bool = false) -> OverlayContent {
        var content = OverlayContent()
        content.header = header
        content.bar = screen(isRecording: isRecording).bar
        if isRecording { content.marks = [.recordingMark("recording", time: "0:12")] }
        return content
    }

    private static var buttons: [Element] {
        [
            .button(ViewerScreen.tryAgain, ScreenWords.tryAgain),
            .button(ViewerScreen.id(.nextCamera), ScreenWords.otherCamera),
        ]
    }

    private static func lost(_ fault: Fault) -> OverlayNotice {
        let words = fault.message([
            .camera: camera, .program: "cheese", .path: "/dev/video0", .mode: "YUYV 1920x1080 at 30 fps",
            .choices: "1280x720, 640x480", .device: "/dev/video0", .object: "buffer", .reason: "no answer",
            .count: 3, .seconds: 5,
        ])
        return OverlayNotice(
            words.sentence, buttons: buttons, icon: .warning, isFault: true, dimsPicture: true)
    }

    private static var saved: OverlayNotice {
        OverlayNotice(
            Message.saved("viewfinder-2026-11-25-17-20-31.png", in: "Pictures").sentence,
            buttons: Viewer.buttons(about: .file("/7")),
            picture: LastFile(path: "/7", picture: thumbnail).thumbnail)
    }

    private static var starting: OverlayNotice {
        OverlayNotice(ScreenWords.starting(camera), buttons: buttons, icon: .camera, place: .card)
    }

    private static var countdown: Element {
        Element("countdown", name: ScreenWords.countdown, .face(.countdown(3, left: 0.7)))
    }

    private static func moment(_ name: String, _ change: (inout OverlayContent) -> Void) -> ScreenMoment {
        var content = base()
        change(&content)
        return ScreenMoment(name: name, content: content)
    }

    /// Marks, states and notices.
    static var words: [ScreenMoment] {
        let longest = Fault.table.filter { $0.words != nil }.max {
            ($0.words?.count ?? 0) < ($1.words?.count ?? 0)
        }
        return [
            moment("header and bar") { _ in },
            moment("recording") { $0 = base(isRecording: true) },
            moment("recording alone") {
                $0 = OverlayContent()
                $0.marks = [.recordingMark("recording", time: "1:02:07")]
            },
            moment("paused, a series, frozen") {
                $0 = base(isRecording: true)
                $0.marks = [
                    .recordingMark("recording", time: "12:34", sign: .strokes),
                    .mark("series", icon: .burst, Message.pictures(7).localized),
                ]
                $0.state = OverlayNotice(ScreenWords.frozen, place: .mark)
            },
            moment("information") { $0.marks = [informationMark] },
            moment("recording, a series, information") {
                $0 = base(isRecording: true)
                let series = Element.mark("series", icon: .burst, Message.pictures(7).localized)
                $0.marks.append(.box("own-marks", Box(.column), [series, informationMark]))
            },
            moment("recording trouble") {
                let trouble = ViewfinderError(
                    "the disk is full: /home/somebody/Videos/viewfinder-2026-11-25-17-20-31.mp4; make room",
                    about: .folder("/7"))
                $0.state = SavingTrouble(.movie, trouble).notice
            },
            moment("saved") { $0.notice = saved },
            moment("before the first picture") {
                var screen = screen()
                screen.lastFile = nil
                $0.bar = screen.bar
            },
            moment("paused without sound, in full screen") {
                var screen = screen(isRecording: true)
                (screen.isRecordingPaused, screen.isFullscreen) = (true, true)
                $0.bar = screen.bar
                $0.marks = [.recordingMark("recording", time: "0:12", sign: .strokes, isSilent: true)]
                $0.header?.isFullscreen = true
                $0.header?.buttons = ButtonLayout().offered(by: .all, isFullscreen: true)
            },
            moment("a time lapse, zoomed") {
                var screen = screen()
                (screen.isTimerRunning, screen.timer, screen.recordsSound) = (true, .timeLapse, true)
                $0.bar = screen.bar
                $0.marks = [.mark("series", icon: .timeLapse, Message.pictures(7).localized)]
                $0.notice = OverlayNotice(
                    Message.zoom(2).sentence,
                    buttons: [.button(ViewerScreen.wholePicture, ScreenWords.wholePicture)])
            },
            moment("reset") {
                $0.notice = OverlayNotice(
                    Message("camera settings reset", comment: "A notice of a test").sentence,
                    buttons: Viewer.buttons(about: .reset(former: [], kept: [], camera: nil)))
            },
            moment("another camera") { $0.notice = OverlayNotice(Message.camera(2, of: 3, camera).sentence) },
            moment("unplugged") { $0.state = lost(.unplugged) },
            moment("unplugged, saved, recording") {
                $0 = base(isRecording: true)
                ($0.state, $0.notice) = (lost(.unplugged), saved)
            },
            moment("the longest fault") { $0.state = longest.map(lost) },
            moment("changed by another program") {
                $0.notice = OverlayNotice(
                    Message.changedByOthers("Exposure Time, Absolute", count: 3).sentence,
                    buttons: Viewer.buttons(about: .controls([])))
            },
            moment("starting") {
                ($0.state, $0.bar) = (starting, [])
            },
            moment("starting, told") { ($0.state, $0.notice) = (starting, saved) },
            moment("no driver") {
                $0.bar = []
                $0.state = OverlayNotice(
                    Message(
                        "There is no Vulkan driver; install mesa-vulkan-drivers, or the driver of the card's maker",
                        comment: "A card of a test"
                    ).sentence, icon: .warning, isFault: true, place: .card)
            },
            moment("countdown") { $0.center = countdown },
            moment("countdown and everything") {
                $0 = base(isRecording: true)
                ($0.center, $0.state, $0.notice) = (countdown, starting, saved)
            },
        ]
    }

    /// The panels, alone and with words.
    static var panels: [ScreenMoment] {
        let chain = ["gaussian-blur", "sepia-tone-filter", "vignette"].compactMap { name in
            FilterChain.choice(named: name).map { FilterLink($0) }
        }
        let offers = [("YUYV", "640x480"), ("YUYV", "1280x720"), ("MJPG", "1920x1080"), ("MJPG", "640x480")]
            .compactMap { code, size in
                PixelSize(size).map {
                    ModeOffer(
                        fourCC: FourCC(code), sizes: .discrete($0),
                        rates: .discrete([Rational(30), Rational(15)]))
                }
            }
        var pages: [(String, ViewerScreen.Panel)] = [
            ("keys", .keys), ("cameras", .cameras),
            ("controls", .controls(ControlsPage(controls: ScreenStates.controls))),
            ("no controls", .controls(ControlsPage(controls: []))),
            ("modes", .modes(ModesPage(offers: offers, mode: mode))),
            ("folders", .folders(ScreenStates.folders(["HOME": "/home/somebody"]))),
            ("information", .information(information)), ("color", .color(ColorPage(mode: mode))),
        ]
        pages.append(
            (
                "filters",
                .filters(
                    FiltersPage(
                        chain: chain.enumerated().map { FiltersPage.row(of: $1, isUnfolded: $0 == 1) },
                        chosen: Set(chain.map(\.name)), kept: [KeptChain(name: "Warm evening", filters: [])],
                        naming: "Gaussian blur + Sepia tone filter + Vignette",
                        thumbnails: Dictionary(
                            FilterChain.choices.prefix(9).map { ($0.name, thumbnail) }
                        ) { one, _ in one }))
            ))
        let all = pages.compactMap { name, page -> ScreenMoment? in
            var screen = screen()
            screen.panel = page
            guard let element = screen.panelElement else { return nil }
            return moment(name) { $0.panel = element }
        }
        let none = moment("no cameras") {
            $0.panel = ScreenStates.noCameras.panelElement
            $0.state = OverlayNotice(
                ScreenWords.noCamera, buttons: [.button(ViewerScreen.why, ScreenWords.why)],
                icon: .information)
        }
        guard let first = all.first else { return [] }
        let together = moment("keys, and everything") {
            $0 = base(isRecording: true)
            $0.marks.append(.mark("series", icon: .timeLapse, Message.pictures(12).localized))
            ($0.panel, $0.state, $0.notice, $0.center) = (
                first.content.panel, lost(.unplugged), saved, countdown
            )
        }
        let card = moment("keys, and a card") { ($0.panel, $0.state) = (first.content.panel, starting) }
        return all + [none, together, card]
    }

    private static var information: InformationPage {
        var (page, meter) = (InformationPage(camera: camera, mode: mode), RateMeter())
        for second in 1...40 {
            let shown = UInt64(second * 30 - second % 3)
            meter.update(
                captured: UInt64(second * 30), shown: shown, lost: UInt64(second / 7),
                latency: Double(12 + second % 5), age: Double(30 + second * 7 % 11))
            page.history.add(meter)
        }
        return page
    }

    private static let mode = CaptureMode(
        name: camera, format: .yuyv, fourCC: "YUYV", size: PixelSize(width: 640, height: 480),
        rate: Rational(30), color: ColorDescription(matrix: .bt601, range: .limited))

    /// Menus, at their buttons and at the window's edges.
    static func menus(_ layout: GuestLayout, _ look: Look) -> [ScreenMoment] {
        let screen = screen()
        let size = (layout.width, layout.height)
        func menu(_ name: String, _ element: Element, _ place: GuestPlace) -> ScreenMoment {
            moment(name) { $0.menu = (element, place) }
        }
        let anchors = controls(of: "bar", layout, look)
        var menus = [
            menu("menu at the corner", screen.menu, .pointer(x: 0, y: 0)),
            menu("menu at the other corner", screen.menu, .pointer(x: size.0 - 1, y: size.1 - 1)),
            menu("menu in the middle", screen.menu, .pointer(x: size.0 / 2, y: size.1 / 2)),
        ]
        if let more = anchors[ViewerScreen.more] { menus.append(menu("menu", screen.menu, more)) }
        if let timer = anchors[ViewerScreen.timerButton] {
            menus.append(menu("timer", screen.timerMenu, timer))
        }
        return menus
    }

    /// A tooltip of each button of header and bar.
    static func tooltips(_ layout: GuestLayout, _ look: Look) -> [ScreenMoment] {
        let elements = base().parts(in: layout).map(\.element)
        return ["header", "bar"].flatMap { name in
            controls(of: name, layout, look).sorted { $0.key < $1.key }.compactMap { id, place in
                guard let element = elements.lazy.compactMap({ $0.find(id) }).first else { return nil }
                let tooltip = OverlayTooltip(
                    id: id, text: element.name, key: element.key, anchor: Area(width: 0, height: 0))
                return moment("tooltip of \(id)") { $0.tooltip = (.tooltip(tooltip), place) }
            }
        }
    }

    /// The places beside a guest's controls.
    private static func controls(
        of name: String, _ layout: GuestLayout, _ look: Look
    ) -> [String: GuestPlace] {
        let parts = base().parts(in: layout)
        let areas = GuestPlan(parts, in: layout, fitting: look.size).areas
        guard let part = parts.first(where: { $0.name == name }), let area = areas[name] else { return [:] }
        let scene = OverlayScene(part.element, theme: look.theme, typesetter: look.typesetter)
        scene.resize(width: area.width, height: area.height)
        let placed = scene.description.elements.filter { $0.element.isControl }
        return Dictionary(placed.map { ($0.element.id, .beside($0.bounds, of: name, at: area)) }) { one, _ in
            one
        }
    }
}
