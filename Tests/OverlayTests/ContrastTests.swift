import Testing

@testable import Overlay

/// The contrast of what is drawn, measured on its pixels over white, black, grey and coloured pictures.
@Suite struct ContrastTests {
    private static let pictures: [UInt32] = {
        var (state, pictures) = (UInt32(77), [UInt32]([0xffff_ffff, 0xff00_0000, 0xff80_8080]))
        for _ in 0..<40 {
            state = state &* 1_664_525 &+ 1_013_904_223
            pictures.append(0xff00_0000 | state >> 8)
        }
        return pictures
    }()

    private static func color(_ pixel: UInt32) -> PaintColor {
        func part(_ shift: UInt32) -> Double { Double(pixel >> shift & 255) / 255 }
        return PaintColor(part(16), part(8), part(0))
    }

    /// The smallest contrast of two pixels over any picture, which shines through both.
    private static func contrast(
        _ one: UInt32, _ other: UInt32, over pictures: [UInt32] = ContrastTests.pictures
    ) -> Double {
        pictures.map { picture in
            color(Sheet.over(one, picture)).contrast(with: color(Sheet.over(other, picture)))
        }.min() ?? 0
    }

    /// The colours and the maker of texts of one test.
    private struct Dress {
        let theme: Theme
        let typesetter: Typesetter

        init(_ appearance: Appearance) throws {
            (theme, typesetter) = (Theme(appearance), try Typesetter(appearance))
        }
    }

    /// Elements on a ground, drawn at twice their size.
    private struct Drawing {
        let scene: OverlayScene
        let sheet: Sheet

        init(
            _ elements: [Element], on ground: Box.Ground, _ dress: Dress, width: Double = 320,
            prepare: (OverlayScene) -> Void = { _ in }
        ) throws {
            let box = Element.box(
                "ground",
                Box(.column, horizontalPadding: 24, verticalPadding: 24, ground: ground), elements)
            try self.init(box, dress, width: width, prepare: prepare)
        }

        init(
            _ root: Element, _ dress: Dress, width: Double = 320, height: Double? = nil,
            prepare: (OverlayScene) -> Void = { _ in }
        ) throws {
            scene = OverlayScene(root, theme: dress.theme, typesetter: dress.typesetter)
            let size = scene.preferredSize(width: width, height: 1000)
            scene.resize(width: size.width, height: height ?? size.height, scale: 240)
            prepare(scene)
            sheet = Sheet(scene)
            try sheet.draw(scene)
        }

        func bounds(_ id: String) throws -> Area { try #require(scene.description.find(id)).bounds }

        /// The numbers of pixels of each colour in a part.
        func colors(_ part: Area) -> [UInt32: Int] {
            var colors: [UInt32: Int] = [:]
            for y in max(Int(part.y * 2), 0)..<min(Int(part.bottom * 2), sheet.height) {
                for x in max(Int(part.x * 2), 0)..<min(Int(part.right * 2), sheet.width) {
                    colors[sheet.pixels[y * sheet.width + x], default: 0] += 1
                }
            }
            return colors
        }

        /// The colour that most of a part has.
        func main(_ part: Area) throws -> UInt32 {
            try #require(colors(part).max { ($0.value, $0.key) < ($1.value, $1.key) }).key
        }

        /// The contrast of what stands out most in a part from what most of it, or of another part, has.
        func contrast(_ part: Area, on ground: Area? = nil) throws -> Double {
            let below = try main(ground ?? part)
            // Of each letter the middle of its strokes counts, not their edges.
            let ends = [0xffff_ffff, 0xff00_0000] as [UInt32]
            let ink = colors(part).keys.max {
                ContrastTests.contrast($0, below, over: ends) < ContrastTests.contrast($1, below, over: ends)
            }
            return ContrastTests.contrast(try #require(ink), below)
        }
    }

    private func expectText(
        _ contrast: Double, _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        // A step of a channel is what rounding may cost.
        #expect(contrast >= Theme.textContrast - 0.05, "\(what): \(contrast)", sourceLocation: sourceLocation)
    }

    private func expectSign(
        _ contrast: Double, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            contrast >= Theme.shapeContrast - 0.05, "\(what): \(contrast)", sourceLocation: sourceLocation)
    }

    @Test(arguments: ThemeTests.appearances)
    func textIsReadOverAnyPicture(appearance: Appearance) throws {
        let dress = try Dress(appearance)
        for ground in [Box.Ground.header, .pill, .card, .densePill] {
            for (number, tone) in [Face.Tone.plain, .secondary, .alarm].enumerated()
            where tone != .alarm || ground == .card {
                for style in [TextStyle.body, .title, .caption, .number] {
                    let drawing = try Drawing(
                        [.label("text", "HIELT 1", LabelFace(style: style, tone: tone))], on: ground,
                        dress)
                    expectText(
                        try drawing.contrast(drawing.bounds("text")), "\(number) on \(ground)")
                }
            }
        }
        let countdown = try Drawing(
            Element("number", name: "", .face(.countdown(1, left: 0.5))), dress)
        expectText(try countdown.contrast(countdown.bounds("number").centered(50)), "countdown")
        let mark = try Drawing(.recordingMark("mark", time: "0:11"), dress)
        let time = try mark.bounds("mark-time")
        expectText(
            try mark.contrast(Area(x: time.x + 18, y: time.y, width: time.width - 18, height: time.height)),
            "time")
    }

    @Test(arguments: ThemeTests.appearances, ["", "hovered", "pressed"])
    func textOfControlsIsReadOverAnyPicture(appearance: Appearance, state: String) throws {
        let dress = try Dress(appearance)
        let elements: [Element] = [
            .button("button", "HIELT"), .button("suggested", "HIELT", isSuggested: true),
            .item("item", "HIELT", ItemFace(detail: "HIELT"), key: "HIELT"),
            .toggle("toggle", "HIELT", isOn: true),
            .slider("slider", "HIELT", SliderValue(111, in: 0...255, step: 1)),
            .field("empty", name: "", text: "", placeholder: "HIELT"),
            .field("field", name: "", text: "HIELT", placeholder: ""),
        ]
        for element in elements {
            let id = element.id
            let drawing = try Drawing([element], on: .card, dress) { scene in
                guard let bounds = scene.description.find(id)?.bounds, !state.isEmpty else { return }
                let (x, y) = (bounds.centerX, bounds.y + 8)
                _ = scene.handle(.pointerMoved(x: x, y: y), at: 0)
                if state == "pressed" { _ = scene.handle(.pressed(.primary, x: x, y: y), at: 0) }
            }
            let all = try drawing.bounds(id).inset(6, 4)
            let (left, right) = (
                Area(x: all.x, y: all.y, width: all.width / 2, height: all.height),
                Area(x: all.centerX, y: all.y, width: all.width / 2, height: all.height)
            )
            func line(_ part: Area, _ number: Double, of count: Double) -> Area {
                let height = part.height / count
                return Area(x: part.x, y: part.y + number * height, width: part.width, height: height)
            }
            let parts: [Area] =
                switch id {
                case "item": [line(left, 0, of: 2), line(left, 1, of: 2), right]
                case "toggle": [left]
                case "slider": [line(left, 0, of: 2), line(right, 0, of: 2)]
                case "field", "empty":
                    [Area(x: all.x + 26, y: all.y + 4, width: all.width - 60, height: all.height - 8)]
                default: [all]
                }
            for (number, part) in parts.enumerated() {
                // What is pressed may be a text in which a caret stands.
                expectText(try drawing.contrast(part), "\(id) \(number) \(state)")
            }
        }
    }

    @Test(arguments: ThemeTests.appearances)
    func signsAreToldOverAnyPicture(appearance: Appearance) throws {
        let dress = try Dress(appearance)
        let mark = try Drawing(.recordingMark("mark", time: "0:11"), dress)
        let dot = try mark.bounds("mark-time")
        let place = Area(x: dot.x + 3, y: dot.centerY - 3, width: 6, height: 6)
        expectSign(Self.contrast(try mark.main(place), try mark.main(mark.bounds("mark"))), "red dot")
        try expectBar(dress)
        try expectSliderAndSwitch(dress)
        let rows = try Drawing(
            [
                .item("chosen", "", ItemFace(isChosen: true)), .item("more", "", ItemFace(opensMore: true)),
                .thumbnail("tile", Samples.pictures[0], name: "", isChosen: true).with { $0.width = 132 },
                Element("work", name: "", .face(.progress(0.5))),
                .graph("graph", name: "", (0..<40).map { Double($0 % 9) }, range: 0...10),
                Element("plain", name: "", .face(.symbol(.warning, tone: .plain))),
                Element("alarm", name: "", .face(.symbol(.warning, tone: .alarm))),
            ], on: .card, dress)
        for id in ["chosen", "more", "graph", "plain", "alarm"] {
            expectSign(try rows.contrast(rows.bounds(id).inset(6, 4)), id)
        }
        let ground = Area(x: 4, y: 4, width: 12, height: 12)
        expectSign(try rows.contrast(rows.bounds("work"), on: ground), "progress")
        let tile = try rows.bounds("tile")
        expectSign(
            try rows.contrast(Area(x: tile.right - 24, y: tile.y + 6, width: 18, height: 18).centered(14)),
            "the hook of a tile")
        let list = try Drawing(Samples().panel, dress, height: 300)
        let bounds = try list.bounds("controls-rows")
        let edge = Area(x: bounds.right - 6, y: bounds.y + 8, width: 3, height: 40)
        expectSign(
            try list.contrast(edge, on: Area(x: bounds.x + 2, y: bounds.y + 8, width: 6, height: 40)),
            "what is in sight")
    }

    /// The symbols of the bar, whether they are on, and the ring of the focus.
    private func expectBar(_ dress: Dress) throws {
        let buttons: [Element] = [
            .icon("off", .mirror, name: ""), .icon("on", .mirror, name: "", isOn: true),
            .shutter("photograph", .photograph, name: ""), .shutter("record", .record, name: ""),
            .shutter("recording", .recording, name: ""), .shutter("stop", .stop, name: ""),
        ]
        let bar = try Drawing(.bar("bar", buttons), dress, width: 600)
        let ground = try Area(
            x: bar.bounds("off").x + 1, y: bar.bounds("off").centerY - 6, width: 4, height: 12)
        for id in ["off", "on"] {
            expectSign(try bar.contrast(bar.bounds(id).centered(22)), "\(id) symbol")
        }
        // The ring around the symbol, at its left.
        let on = try bar.bounds("on")
        expectSign(
            try bar.contrast(Area(x: on.x, y: on.centerY - 4, width: 5, height: 8), on: ground), "on")
        expectSign(try bar.contrast(bar.bounds("stop").centered(12), on: ground), "the stop square")
        for id in ["photograph", "record", "recording", "stop"] {
            let shutter = try bar.bounds(id)
            expectSign(
                try bar.contrast(Area(x: shutter.x, y: shutter.centerY - 4, width: 8, height: 8), on: ground),
                "\(id) ring")
        }
        for id in ["record", "recording"] {
            let sign = try bar.main(bar.bounds(id).centered(8))
            let disc = try bar.bounds(id)
            let around = try bar.main(Area(x: disc.centerX - 16, y: disc.centerY - 2, width: 3, height: 4))
            expectSign(Self.contrast(sign, around), "\(id) red sign")
        }
        for id in ["off", "on", "photograph"] {
            let focused = try Drawing(.bar("bar", buttons), dress, width: 600) { $0.setFocus(id) }
            let bounds = try focused.bounds(id)
            let ring = Area(x: bounds.x - 4, y: bounds.centerY - 3, width: 6, height: 6)
            expectSign(try focused.contrast(ring, on: ground), "focus of \(id)")
        }
        let card = try Drawing([.button("button", "HIELT")], on: .card, dress) { $0.setFocus("button") }
        let bounds = try card.bounds("button")
        expectSign(
            try card.contrast(
                Area(x: bounds.centerX - 4, y: bounds.y - 3, width: 8, height: 5),
                on: Area(x: 4, y: 4, width: 12, height: 12)), "focus of a button")
    }

    @Test(arguments: ThemeTests.appearances)
    func eachIconIsToldOnEachGroundOverAnyPicture(appearance: Appearance) throws {
        let dress = try Dress(appearance)
        for ground in [Box.Ground.header, .pill, .card] {
            let icons = Icon.allCases.map { Element.icon($0.rawValue, $0, name: "") }
            let grid = Element.box("grid", Box(.grid(cellWidth: 40), spacing: 0), icons)
            let drawing = try Drawing([grid], on: ground, dress)
            for icon in Icon.allCases {
                expectSign(
                    try drawing.contrast(drawing.bounds(icon.rawValue).centered(24)), "\(icon) on \(ground)")
            }
        }
        let menu = try Drawing(
            .menu("menu", name: "", Icon.allCases.map { .item($0.rawValue, "", ItemFace(icon: $0)) }), dress,
            height: 40 * Double(Icon.allCases.count) + 12)
        for icon in Icon.allCases {
            let row = try menu.bounds(icon.rawValue)
            let place = Area(x: row.x + 6, y: row.centerY - 12, width: 24, height: 24)
            expectSign(try menu.contrast(place), "\(icon) in a menu")
        }
    }

    /// A shutter looks so different below the pointer, and with the keyboard's focus, that it is seen.
    @Test func theShutterShowsThePointerAndTheFocus() throws {
        let dress = try Dress(Appearance())
        for face in [ShutterFace.photograph, .record, .recording] {
            let bar = Element.bar("bar", [.shutter("shutter", face, name: "")])
            let plain = try Drawing(bar, dress)
            let bounds = try plain.bounds("shutter")
            let hovered = try Drawing(bar, dress) {
                _ = $0.handle(.pointerMoved(x: bounds.centerX, y: bounds.centerY), at: 0)
            }
            let focused = try Drawing(bar, dress) { $0.setFocus("shutter") }
            // Between disc and ring.
            let gap = Area(x: bounds.x + 4, y: bounds.centerY - 2, width: 1, height: 4)
            let ground = try plain.main(Area(x: bounds.x - 3, y: bounds.centerY - 1, width: 2, height: 2))
            #expect(try plain.main(gap) == ground)
            expectSign(Self.contrast(try hovered.main(gap), ground), "\(face) below the pointer")
            // Between the shutter's ring and that of the focus.
            let room = Area(x: bounds.x + 1, y: bounds.centerY - 2, width: 2, height: 4)
            #expect(try plain.main(room) != ground)
            #expect(try focused.main(room) == ground, "\(face) with the focus")
        }
    }

    private func expectSliderAndSwitch(_ dress: Dress) throws {
        let slider = try Drawing(
            [.slider("slider", "", SliderValue(50, in: 0...100, defaultValue: 30))], on: .card, dress)
        let ground = Area(x: 4, y: 4, width: 12, height: 12)
        let track = SliderShape(try slider.bounds("slider"), isMirrored: false).track
        expectSign(
            try slider.contrast(
                Area(x: track.x + 20, y: track.y, width: 20, height: track.height), on: ground), "filled part"
        )
        let knob = Area(x: track.centerX, y: track.centerY, width: 0, height: 0).centered(18)
        expectSign(try slider.contrast(knob, on: ground), "knob")
        expectSign(
            try slider.contrast(
                knob, on: Area(x: track.right - 30, y: track.y + 1, width: 20, height: 2)),
            "knob on its track")
        for isOn in [false, true] {
            let toggle = try Drawing([.toggle("toggle", "", isOn: isOn)], on: .card, dress)
            let bounds = try toggle.bounds("toggle")
            let track = Area(x: bounds.right - 48, y: bounds.centerY - 11, width: 40, height: 22)
            let halves = [
                Area(x: track.x + 2, y: track.y + 2, width: 16, height: 18),
                Area(x: track.right - 18, y: track.y + 2, width: 16, height: 18),
            ]
            expectSign(
                try toggle.contrast(halves[isOn ? 1 : 0], on: halves[isOn ? 0 : 1]), "switch, \(isOn)")
        }
    }
}
