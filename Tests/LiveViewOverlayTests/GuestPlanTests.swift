import Overlay
import Testing
import WaylandClient

@testable import LiveViewOverlay

/// The places of guests in windows of all sizes.
@Suite struct GuestPlanTests {
    private static let sizes = [
        (160.0, 120.0), (200, 150), (240, 180), (320, 240), (360, 640), (480, 270), (560, 900), (640, 360),
        (800, 600), (1280, 720), (3840, 2160),
    ]
    /// The sizes that guests wish for; those that are not here take all of their room.
    private static let wishes: [String: (width: Double, height: Double)] = [
        "bar": (420, 56), "state": (440, 90), "notice": (300, 64), "center": (112, 112), "mark": (110, 33),
        "menu": (260, 700), "tooltip": (180, 33), "top": (90, 33),
    ]

    private func layout(
        _ size: (Double, Double), isRightToLeft: Bool = false, keepsHeader: Bool = false
    ) -> GuestLayout {
        GuestLayout(
            width: size.0, height: size.1, measures: Measures(), isRightToLeft: isRightToLeft,
            keepsHeader: keepsHeader)
    }

    private func part(_ name: String, _ place: GuestPlace) -> GuestPart {
        let element = Element.box(name, Box(.row), [])
        return GuestPart(name: name, place: place, element: element)
    }

    private func areas(
        _ parts: [GuestPart], _ size: (Double, Double), isRightToLeft: Bool = false,
        keepsHeader: Bool = false, wishes: [String: (width: Double, height: Double)] = wishes
    ) -> [String: Area] {
        let layout = layout(size, isRightToLeft: isRightToLeft, keepsHeader: keepsHeader)
        return GuestPlan(parts, in: layout) { element, width, height in
            let wish = wishes[element.id] ?? (.infinity, .infinity)
            return (min(wish.width, width), min(wish.height, height))
        }.areas
    }

    private var everything: [GuestPart] {
        [
            part("header", .header), part("bar", .bar), part("state", .notice), part("center", .center),
            part("notice", .notice), part("panel", .panel), part("mark", .mark),
        ]
    }

    /// Numbers that are the same each time.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 1 ^ state << 13
        }
    }

    @Test func noGuestLeavesTheWindowOrOverlapsAnother() {
        var numbers = Numbers(state: 7)
        let card = Element.card("state", icon: .camera, "")
        for _ in 0..<4000 {
            let size = (
                Double(Int.random(in: 160...Bool.random(using: &numbers).width, using: &numbers)),
                Double(Int.random(in: 120...Bool.random(using: &numbers).width, using: &numbers))
            )
            var parts = everything.filter { _ in Int.random(in: 0..<4, using: &numbers) > 0 }
            if Bool.random(using: &numbers) { parts.append(part("top", .top)) }
            if Bool.random(using: &numbers), let place = parts.firstIndex(where: { $0.name == "state" }) {
                parts[place] = GuestPart(name: "state", place: .center, element: card)
            }
            let wishes = Self.wishes.mapValues { wish in
                (
                    (wish.width * Double.random(in: 0.5...1.6, using: &numbers)).rounded(),
                    wish.height == 56
                        ? 56 : (wish.height * Double.random(in: 0.5...1.6, using: &numbers)).rounded()
                )
            }
            let isRightToLeft = Bool.random(using: &numbers)
            let areas = areas(parts, size, isRightToLeft: isRightToLeft, wishes: wishes)
            let window = Area(width: size.0, height: size.1)
            for (name, area) in areas {
                #expect(window.contains(area), "\(name): \(area) in \(size)")
                #expect(area.width >= 1 && area.height >= 1, "\(name): \(area) in \(size)")
                #expect(area.x == area.x.rounded() && area.y == area.y.rounded(), "\(name): \(area)")
                for (other, its) in areas where other < name {
                    #expect(
                        area.intersection(its).isEmpty,
                        "\(name) \(area), \(other) \(its) in \(size) of \(parts.map(\.name))")
                }
            }
            if parts.contains(where: { $0.name == "mark" }) { #expect(areas["mark"] != nil, "\(size)") }
            if parts.contains(where: { $0.name == "panel" }) {
                #expect((areas["panel"]?.height ?? 0) >= min(size.1 - 90, 100), "\(size), \(areas)")
            }
        }
    }

    @Test(arguments: [(1280.0, 720.0), (1920, 1080), (3840, 2160)])
    func aLargeWindowHasRoomForAll(size: (Double, Double)) {
        let areas = areas(everything, size)
        #expect(Set(areas.keys) == Set(everything.map(\.name)))
        #expect(areas["header"] == Area(width: size.0, height: 40))
        #expect(areas["bar"]?.bottom == size.1 - 16 && areas["bar"]?.centerX == size.0 / 2)
        // What passes stands above what stays.
        #expect((areas["notice"]?.bottom ?? 0) < areas["state"]?.y ?? 0)
        #expect((areas["state"]?.bottom ?? 0) < areas["bar"]?.y ?? 0)
        #expect(areas["mark"]?.x == 16 && areas["mark"]?.y == 56)
    }

    @Test func wordsStandWhereTheyDoWithoutABarAndMoveForAPanelOnlyWhereTheyMust() {
        let (words, bar, panel) = (part("notice", .notice), part("bar", .bar), part("panel", .panel))
        for size in [(1280.0, 720.0), (1920, 1080)] {
            let alone = areas([words], size)["notice"]
            #expect(alone == areas([words, bar], size)["notice"])
            #expect(alone == areas([words, bar, panel], size)["notice"])
        }
        let size = (800.0, 600.0)
        let beside = areas([words, bar, panel], size)
        #expect(beside["notice"]?.right == 800 - 328 - 16 && beside["panel"]?.x == 472)
        // Where there is no room beside it, they stand below it.
        let narrow = areas([words, bar, panel], (360, 640))
        #expect(narrow["panel"]?.width == 360)
        #expect((narrow["panel"]?.bottom ?? 0) < narrow["notice"]?.y ?? 0)
    }

    @Test(arguments: sizes)
    func nothingMovesWhenTheHeaderComesOrGoes(size: (Double, Double)) {
        let marks = [part("mark", .mark), part("top", .top), part("center", .center)]
        let header = size.0 >= 200 && size.1 >= 150 ? [part("header", .header)] : []
        for more in [[], [part("bar", .bar)], [part("notice", .notice)]] {
            let shown = areas(header + marks + more, size, keepsHeader: true)
            let hidden = areas(marks + more, size, keepsHeader: true)
            #expect(shown.filter { $0.key != "header" } == hidden, "\(size)")
        }
    }

    @Test func aPanelIsAtTheSideWhereLinesEnd() {
        let panel = [part("panel", .panel)]
        // As far from the side as from the top.
        let place = areas(panel, (1280, 720))["panel"]
        #expect(place?.x == 952 && place?.right == 1272 && place?.y == 8)
        #expect(areas(panel, (1280, 720), isRightToLeft: true)["panel"]?.x == 8)
        // A narrow window has nothing beside it.
        #expect(areas(panel, (360, 640))["panel"] == Area(x: 0, y: 8, width: 360, height: 536))
    }

    @Test(arguments: sizes)
    func rightToLeftIsTheMirrorImage(size: (Double, Double)) {
        for parts in [everything, everything.filter { $0.name != "panel" }] {
            let (left, right) = (areas(parts, size), areas(parts, size, isRightToLeft: true))
            #expect(left.keys == right.keys)
            for (name, one) in left {
                guard let two = right[name] else { continue }
                // The middle of a width that cannot be halved is a unit beside it.
                #expect(abs(size.0 - one.right - two.x) <= 1, "\(name)")
                #expect(one.y == two.y && one.width == two.width && one.height == two.height, "\(name)")
            }
        }
    }

    @Test func theMiddleOfALargeWindowStaysFree() {
        for width in stride(from: 800.0, through: 3840, by: 160) {
            let panel = areas([part("panel", .panel)], (width, 600))["panel"]
            #expect((panel?.x ?? 0) > width / 2)
        }
    }

    @Test func aWindowThatIsTooLowGivesUpTheBarForWordsAndTheHeaderForAPanel() {
        let words = areas([part("header", .header), part("bar", .bar), part("state", .notice)], (320, 200))
        #expect(words["bar"] == nil && words["state"]?.height == 90 && words["header"] != nil)
        // Words with their button are more than a header that comes and goes.
        let small = areas(
            [part("header", .header), part("notice", .notice)], (220, 160), wishes: ["notice": (188, 100)])
        #expect(small["header"] == nil && small["notice"]?.height == 100)
        let large = areas(
            [part("header", .header), part("notice", .notice)], (220, 160), wishes: ["notice": (188, 200)])
        #expect(large["header"] != nil, "it is cut all the same")
        let panel = areas([part("header", .header), part("bar", .bar), part("panel", .panel)], (320, 180))
        #expect(panel["bar"] == nil && panel["header"] == nil && panel["panel"]?.height == 164)
    }

    @Test func aTooltipIsNotOverWhatItIsOf() {
        for size in Self.sizes.dropFirst(3) {
            for anchor in [
                Area(x: size.0 - 60, y: size.1 - 64, width: 40, height: 40), Area(width: 40, height: 40),
                Area(x: size.0 / 2, y: size.1 / 2, width: 40, height: 40),
            ] {
                let area = areas([part("tooltip", .beside(anchor))], size)["tooltip"]
                #expect(area?.intersection(anchor).isEmpty == true, "\(size), \(anchor)")
                #expect(area.map { Area(width: size.0, height: size.1).contains($0) } == true)
            }
        }
    }

    @Test(arguments: sizes.dropFirst())
    func aMenuIsNeverOverWhatItBelongsToAndScrollsWhereThereIsLittleRoom(size: (Double, Double)) throws {
        let window = Area(width: size.0, height: size.1)
        for y in stride(from: 0.0, through: size.1 - 40, by: 13) {
            for x in [0.0, size.0 / 2 - 20, size.0 - 40] {
                let anchor = Area(x: x, y: y, width: 40, height: 40)
                let menu = try #require(areas([part("menu", .beside(anchor))], size)["menu"])
                #expect(menu.intersection(anchor).isEmpty && window.contains(menu), "\(anchor), \(menu)")
                #expect(menu.y == menu.y.rounded() && menu.height == menu.height.rounded())
                // All of the room above or below is used, but for distances.
                let room = max(anchor.y, size.1 - anchor.bottom)
                #expect(menu.height >= min(700, room - 24), "\(anchor), \(menu)")
                if room >= 64 { #expect(menu.height >= 52, "a row has room: \(anchor), \(menu)") }
            }
        }
        // Above the bar there is room for it in a large window, and its end is at the same place whatever its height.
        let bar = Area(x: 600, y: 648, width: 40, height: 56)
        for height in [200.0, 500, 900] {
            let menu = areas([part("menu", .beside(bar))], (1280, 720), wishes: ["menu": (260, height)])[
                "menu"]
            #expect(menu?.bottom == 640 && menu?.height == min(height, 624))
        }
    }

    @Test(arguments: sizes.dropFirst(), [false, true])
    func aMenuAtThePointerIsBesideIt(size: (Double, Double), isRightToLeft: Bool) throws {
        let window = Area(width: size.0, height: size.1)
        for y in stride(from: 0.5, through: size.1, by: 17) {
            for x in stride(from: 0.5, through: size.0, by: 17) {
                let part = part("menu", .pointer(x: x, y: y))
                for wish in [(260.0, 700.0), (120, 90)] {
                    let menu = try #require(
                        areas([part], size, isRightToLeft: isRightToLeft, wishes: ["menu": wish])["menu"])
                    #expect(window.contains(menu) && !menu.contains(x, y), "\(x), \(y): \(menu)")
                    let across = max(menu.x - x, x - menu.right)
                    let down = max(menu.y - y, y - menu.bottom)
                    // At the window's edge there may be the distance from that.
                    #expect((2...3).contains(max(across, down)) || across == 3.5, "\(x), \(y): \(menu)")
                }
            }
        }
        let corner = areas(
            [part("menu", .pointer(x: 300, y: 200))], (1280, 720), wishes: ["menu": (260, 400)])
        #expect(corner["menu"] == Area(x: 302, y: 202, width: 260, height: 400))
    }

    @Test func wordsWaitWhereAMenuIs() {
        let card = GuestPart(
            name: "state", place: .center, element: Element.card("state", icon: .camera, ""))
        let words = [part("notice", .notice), part("top", .top), card]
        let wishes = Self.wishes.merging(["menu": (260, 120), "state": (300, 120)]) { $1 }
        func shown(_ anchor: Area) -> Set<String> {
            let parts = words + [part("bar", .bar), part("mark", .mark), part("menu", .beside(anchor))]
            return Set(areas(parts, (1280, 720), wishes: wishes).keys)
        }
        let all: Set = ["notice", "top", "state", "bar", "mark", "menu"]
        #expect(shown(Area(x: 1200, y: 640, width: 40, height: 40)) == all)
        #expect(shown(Area(x: 640, y: 648, width: 40, height: 56)) == all.subtracting(["notice"]))
        #expect(shown(Area(x: 640, y: 460, width: 40, height: 40)) == all.subtracting(["state"]))
        #expect(shown(Area(x: 640, y: 0, width: 40, height: 10)) == all.subtracting(["top"]))
        // A mark of a recording stays whatever is open, and a tooltip is no menu.
        #expect(shown(Area(x: 0, y: 0, width: 40, height: 10)) == all)
        let tooltip = [part("notice", .notice), part("tooltip", .pointer(x: 640, y: 640))]
        #expect(areas(tooltip, (1280, 720)).count == 2)
    }

    @Test func tooltipsOfABarStandAtOneHeight() {
        let bar = Area(x: 400, y: 648, width: 480, height: 56)
        let controls = [
            Area(x: 10, y: 8, width: 40, height: 40), Area(x: 54, y: 4, width: 48, height: 48),
        ]
        for guest in ["bar", "header"] {
            let places = controls.map { GuestPlace.beside($0, of: guest, at: bar) }
            #expect(places[0] == .beside(Area(x: 410, y: 648, width: 40, height: 56)))
            let bottoms = places.map { areas([part("tooltip", $0)], (1280, 720))["tooltip"]?.bottom }
            #expect(bottoms == [640, 640])
        }
        #expect(
            GuestPlace.beside(controls[0], of: "panel", at: bar)
                == .beside(Area(x: 410, y: 656, width: 40, height: 40)))
    }

    @Test func theForemostGuestIsThatWhichIsSeen() {
        let areas = [
            "bar": Area(x: 0, y: 100, width: 100, height: 50),
            "menu": Area(x: 40, y: 0, width: 40, height: 120),
            "tooltip": Area(x: 40, y: 0, width: 40, height: 120),
        ]
        #expect(OverlayContent.foremost(at: 50, 110, in: areas) == "menu")
        #expect(OverlayContent.foremost(at: 30, 110, in: areas) == "bar")
        #expect(OverlayContent.foremost(at: 30, 90, in: areas) == nil)
        #expect(Set(areas.keys).isSubset(of: OverlayContent.order))
    }

    @Test func onlyTheMarkIsInTheSmallestWindows() {
        var content = OverlayContent()
        content.header = OverlayContent.Header(title: "Camera")
        content.bar = [.shutter("shutter", .photograph, name: "Photograph").with { $0.rank = 4 }]
        content.marks = [.recordingMark("recording", time: "0:12"), .mark("series", "3 pictures")]
        content.panel = .panel("keys", title: "Keys", [])
        let smallest = content.parts(in: layout((199, 400)))
        #expect(smallest.map(\.name) == ["mark"])
        #expect(smallest.first?.element.children.map(\.id) == ["recording"])
        #expect(content.parts(in: layout((400, 149))).map(\.name) == ["mark"])
        #expect(content.parts(in: layout((200, 150))).map(\.name) == ["header", "bar", "panel", "mark"])
    }

    @Test func aSmallWindowHasTheShutterTheSwitchAndTheButtonThatCloses() throws {
        var content = OverlayContent()
        content.header = OverlayContent.Header(title: "Camera")
        content.bar = [
            .icon("mirror", .mirror, name: "Mirror"),
            .icon("next", .switchCamera, name: "Next").with { $0.rank = 3 },
            .shutter("shutter", .photograph, name: "Photograph").with { $0.rank = 4 },
        ]
        func controls(_ size: (Double, Double)) throws -> [String] {
            try content.parts(in: layout(size)).flatMap { part -> [String] in
                let scene = OverlayScene(part.element, typesetter: try Typesetter())
                scene.resize(width: 800, height: 56)
                return scene.description.focusOrder
            }
        }
        #expect(try controls((359, 640)) == ["window-close", "next", "shutter"])
        #expect(try controls((640, 239)) == ["window-close", "next", "shutter"])
        #expect(try controls((360, 240)).count == 6)
    }
}

extension Bool {
    /// The most units of a window's side: that of a small one, or of a large one.
    fileprivate var width: Int { self ? 900 : 4000 }

    @Test func theHeaderHasTheButtonsThatDoSomething() {
        let all = ButtonLayout(leading: [.close], trailing: [.minimize, .maximize])
        #expect(all.offered(by: .all, isFullscreen: false) == all)
        // In full screen the second one leaves it, whatever else the compositor can do.
        for capabilities in [WindowCapabilities.all, [.fullscreen], []] {
            let offered = all.offered(by: capabilities, isFullscreen: true)
            #expect(offered == ButtonLayout(leading: [.close], trailing: [.maximize]))
        }
        #expect(all.offered(by: [.minimize], isFullscreen: false).trailing == [.minimize])
        #expect(
            all.offered(by: [.fullscreen], isFullscreen: false)
                == ButtonLayout(leading: [.close], trailing: []))
        let header = Element.header(title: "Camera", isFullscreen: true)
        #expect(header.find("window-maximize")?.content == .face(.icon(.leaveFullScreen, isOn: false)))
    }
}
