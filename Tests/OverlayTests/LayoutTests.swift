import Testing

@testable import Overlay

/// Places: everything fits at every size, in every language.
struct LayoutTests {
    static let sizes: [(Double, Double)] = [
        (360, 640), (480, 360), (640, 360), (800, 600), (1280, 720), (1920, 1080), (3840, 2160), (240, 180),
    ]
    struct Language: Sendable {
        var name: String
        var words: @Sendable (String) -> String
        var isRightToLeft = false
        var textScale = 1.0
    }
    static let languages = [
        Language(name: "English") { $0 }, Language(name: "longer", words: Words.longer),
        Language(name: "Arabic", words: Words.arabic, isRightToLeft: true),
        Language(name: "longer Arabic", words: { Words.longer(Words.arabic($0)) }, isRightToLeft: true),
        Language(name: "large", words: Words.longer, textScale: 1.5),
    ]

    /// The scene of a sample at the size that a window of that size gives it.
    private func scene(
        _ name: String, _ element: Element, _ window: (Double, Double), _ appearance: Appearance,
        _ typesetter: Typesetter
    ) -> OverlayScene {
        let scene = OverlayScene(element, theme: Theme(appearance), typesetter: typesetter)
        switch name {
        case "header": scene.resize(width: window.0, height: scene.theme.measures.header)
        case "panel", "filters": scene.resize(width: min(window.0, 320), height: window.1 - 40)
        default:
            let size = scene.preferredSize(width: min(window.0 - 32, 480), height: window.1 - 64)
            scene.resize(width: size.width, height: size.height)
        }
        return scene
    }

    /// The menu of the pictures, with rows that have a hook, an arrow or neither behind their keys.
    private static let marks = Element.menu(
        "menu", name: "Menu",
        [
            .item("hook", "Mirror", ItemFace(isChosen: true), key: "h"),
            .item("no hook", "Freeze", ItemFace(isChosen: false), key: "Space"),
            .item("arrow", "Filters", ItemFace(opensMore: true), key: "l"),
            .item("neither", "Quit", key: "q"),
        ])

    @Test func keysStandBelowEachOtherWhateverIsBehindThem() throws {
        let typesetter = try Typesetter()
        func ends(_ list: Element) -> Set<Double> {
            let scene = OverlayScene(list, typesetter: typesetter)
            let size = scene.preferredSize(width: 320, height: 600)
            scene.resize(width: size.width, height: size.height)
            return Set(
                scene.description.elements.compactMap { placed in
                    guard case .face(.item(let item)) = placed.element.content else { return nil }
                    let shape = ItemShape(placed.element, item, width: placed.bounds.width, typesetter)
                    #expect(shape.wordsWidth >= typesetter.layout(placed.element.name, style: .body).width)
                    return placed.bounds.width - shape.keyEnd
                })
        }
        #expect(ends(Self.marks) == [ItemFace.padding * 2 + 28])
        // No room is kept for what no row has.
        #expect(ends(.menu("menu", name: "", [.item("q", "Quit", key: "q")])) == [ItemFace.padding * 2])
    }

    @Test func theWordsOfAPanelBeginBelowEachOther() throws {
        let panel = Element.panel(
            "panel", title: "Title",
            [
                .heading("heading", "Heading"), .paragraph("text", [.label("label", "Words")]),
                .item("item", "Row"), .toggle("toggle", "Switch", isOn: true),
                .slider("slider", "Number", SliderValue(1, in: 0...2)),
            ])
        let scene = OverlayScene(panel, typesetter: try Typesetter())
        scene.resize(width: 320, height: 600)
        func begin(_ id: String) -> Double? { scene.description.find(id)?.bounds.x }
        let begins = [
            begin("panel-title"), begin("heading-words"), begin("label"),
            begin("item").map { $0 + ItemFace.padding }, begin("toggle").map { $0 + ItemFace.padding },
            scene.description.find("slider").map { SliderShape($0.bounds, isMirrored: false).words.x },
        ]
        #expect(Set(begins) == [24])
    }

    @Test(arguments: languages)
    func everythingFitsAndNothingOverlaps(language: Language) throws {
        let appearance = Appearance(textScale: language.textScale, isRightToLeft: language.isRightToLeft)
        let typesetter = try Typesetter(appearance)
        let sizes = ControlSizes(theme: Theme(appearance), typesetter: typesetter)
        for window in Self.sizes {
            for (name, element) in Samples(words: language.words, appearance: appearance).all {
                let scene = scene(name, element, window, appearance, typesetter)
                let placed = scene.description.elements
                let context: Comment = "\(name), \(language.name), \(window)"
                let whole = Area(width: scene.width, height: scene.height)
                func scrolls(_ one: PlacedElement) -> Bool {
                    one.parent.map { placed[$0].isScrolled || scrolls(placed[$0]) } ?? false
                }
                for (index, one) in placed.enumerated() {
                    // Across nothing is outside; down only what scrolls is.
                    #expect(one.bounds.x >= -0.01 && one.bounds.right <= scene.width + 0.01, context)
                    if !scrolls(one) {
                        #expect(whole.contains(one.bounds), "\(context): \(one.element.id)")
                    }
                    if let parent = one.parent, !placed[parent].isScrolled {
                        #expect(
                            placed[parent].bounds.contains(one.bounds),
                            "\(context): \(one.element.id) in \(placed[parent].element.id)")
                    }
                    for other in placed[(index + 1)...] where other.parent == one.parent {
                        #expect(
                            one.bounds.intersection(other.bounds).isEmpty,
                            "\(context): \(one.element.id), \(other.element.id)")
                    }
                    if case .face(let face) = one.element.content {
                        var needed = sizes.size(one.element, face, width: one.bounds.width)
                        // In the smallest windows a sentence has fewer lines than it would take.
                        if window.1 < 240, case .label(let label) = face {
                            needed.height = typesetter.lineHeight(label.style)
                        }
                        #expect(
                            needed.height <= one.bounds.height + 0.01, "\(context): \(one.element.id) is cut")
                    }
                }
            }
        }
    }

    /// Each piece is painted alone: its pixels lie inside of its place, but for rings and overhanging letters.
    @Test(arguments: languages, [120, 150, 240])
    func nothingIsPaintedOutsideOfItsPlace(language: Language, scale: Int) throws {
        let appearance = Appearance(textScale: language.textScale, isRightToLeft: language.isRightToLeft)
        let typesetter = try Typesetter(appearance)
        let factor = Double(scale) / 120
        for (name, element) in Samples(words: language.words, appearance: appearance).all {
            let scene = scene(name, element, (640, 480), appearance, typesetter)
            let margin = 24.0
            for placed in scene.description.elements {
                guard case .face = placed.element.content else { continue }
                var moved = placed
                moved.bounds = Area(
                    x: margin, y: margin, width: placed.bounds.width, height: placed.bounds.height)
                moved.clip = Area(width: 10_000, height: 10_000)
                let (width, height) = (
                    Int((placed.bounds.width + 2 * margin) * factor),
                    Int((placed.bounds.height + 2 * margin) * factor)
                )
                let sheet = Sheet(width: width, height: height)
                try sheet.pixels.withUnsafeMutableBytes { memory in
                    let canvas = try OverlayCanvas(
                        memory: memory, width: width, height: height, stride: width * 4, scale: scale,
                        typesetter: typesetter)
                    ControlPainter(canvas: canvas, theme: Theme(appearance), typesetter: typesetter).paint(
                        moved)
                }
                guard let ink = sheet.ink else { continue }
                let area = Area(
                    x: Double(ink.x) / factor, y: Double(ink.y) / factor, width: Double(ink.width) / factor,
                    height: Double(ink.height) / factor)
                #expect(
                    moved.bounds.inset(-2, -2).contains(area, tolerance: 0.51),
                    "\(name): \(placed.element.id) \(area) in \(moved.bounds)")
            }
        }
    }

    @Test func rightToLeftIsTheMirrorImage() throws {
        let (left, right) = (Appearance(), Appearance(isRightToLeft: true))
        for (name, element) in Samples().all {
            let one = scene(name, element, (1280, 720), left, try Typesetter(left))
            let two = scene(name, element, (1280, 720), right, try Typesetter(right))
            #expect(one.width == two.width)
            for (a, b) in zip(one.description.elements, two.description.elements) {
                #expect(a.element.id == b.element.id)
                #expect(abs(one.width - a.bounds.right - b.bounds.x) < 0.01, "\(a.element.id)")
                #expect(a.bounds.y == b.bounds.y && a.bounds.width == b.bounds.width)
            }
        }
    }

    @Test(arguments: [false, true])
    func theTextsOfAPanelBeginAtOneEdge(isRightToLeft: Bool) throws {
        let appearance = Appearance(isRightToLeft: isRightToLeft)
        let panel = Element.panel(
            "panel", title: "HIELT",
            [
                .heading("heading", "HIELT"), .label("label", "HIELT"), .item("item", "HIELT"),
                .item("chosen", "HIELT", ItemFace(isChosen: true)), .toggle("toggle", "HIELT", isOn: true),
                .slider("slider", "HIELT", SliderValue(1, in: 0...2)),
            ])
        let scene = OverlayScene(panel, theme: Theme(appearance), typesetter: try Typesetter(appearance))
        scene.resize(width: 320, height: 500)
        let sheet = Sheet(scene)
        try sheet.draw(scene)
        // The first column of the letters, of the half where lines begin, by what is brighter than all grounds.
        let places = ["panel-title", "heading-words", "label", "item", "chosen", "toggle", "slider"]
        let edges = try places.map { id -> Int in
            let bounds = try #require(scene.description.find(id)).bounds
            let end = id == "slider" ? bounds.y + 24 : bounds.bottom
            let columns = (0..<160).filter { column in
                let x = isRightToLeft ? 319 - column : column
                return (Int(bounds.y) + 2..<Int(end) - 2).contains { y in
                    sheet.pixels[y * sheet.width + x] & 255 > 150
                }
            }
            return try #require(columns.first, "\(id)")
        }
        // Letters have room of their own before them, the smaller ones less.
        let least = try #require(edges.min())
        #expect(edges.allSatisfy { $0 - least <= 1 }, "\(zip(places, edges).map { "\($0) \($1)" })")
    }

    @Test func aHeaderLeavesOutItsDetailBeforeItShortensTheName() throws {
        let scene = OverlayScene(Samples().header, typesetter: try Typesetter())
        for width in stride(from: 700.0, through: 320, by: -10) {
            scene.resize(width: width, height: 40)
            let title = try #require(scene.description.find("header-title")).bounds.width
            let needed = scene.typesetter.layout("Integrated Camera", style: .title).width
            if scene.description.find("header-detail") != nil { #expect(title >= needed, "\(width)") }
        }
        #expect(scene.description.find("header-detail") == nil)
    }

    @Test func aCardThatIsTooLowKeepsItsButtonsAndItsWordsScroll() throws {
        let scene = OverlayScene(
            Samples(words: { $0 + String(repeating: " word", count: 40) }).card, typesetter: try Typesetter())
        let buttons = OverlayScene(Samples().card, typesetter: try Typesetter())
        // Buttons with their own words, below words of many lines.
        for id in ["again", "details"] {
            let name = try #require(buttons.root.find(id)).name
            scene.root.update(id) { $0.name = name }
        }
        let natural = scene.preferredSize(width: 480, height: 2000)
        scene.resize(width: natural.width, height: natural.height)
        #expect(
            scene.description.find("card-words")?.sight == nil && scene.description.find("card-symbol") != nil
        )
        for height in stride(from: natural.height - 1, through: scene.leastHeight(width: 480), by: -7) {
            scene.resize(width: natural.width, height: height)
            let whole = Area(width: natural.width, height: height)
            for id in ["again", "details"] {
                let place = scene.description.find(id)?.bounds
                #expect(place.map { whole.contains($0) } == true, "\(id) at \(height)")
            }
            let words = try #require(scene.description.find("card-words"))
            #expect(words.bounds.height >= 20, "\(height)")
        }
        #expect(scene.description.find("card-words")?.sight != nil)
        // What is lower than that leaves out a button, rather than half of one.
        scene.resize(width: natural.width, height: scene.leastHeight(width: 480) - 10)
        #expect(scene.description.find("card-words") != nil)
    }

    @Test func aNumberKeepsItsUnitAndTheNameBesideItTakesMoreLines() throws {
        let row = Element.box(
            "row", Box(.row, stacks: true),
            [
                .label("name", "Age on the screen", LabelFace(lines: LabelFace.allLines))
                    .with { $0.grows = true },
                .label(
                    "number", "29000 fps", LabelFace(style: .number, lines: LabelFace.allLines, isFirm: true)),
            ])
        let scene = OverlayScene(row, typesetter: try Typesetter())
        let number = scene.typesetter.layout("29000 fps", style: .number)
        for width in [400.0, 170, 140, 100] {
            scene.resize(width: width, height: 200)
            let (name, shown) = (
                try #require(scene.description.find("name")).bounds,
                try #require(scene.description.find("number")).bounds
            )
            #expect(shown.width >= number.width, "\(width)")
            #expect((name.height > number.height * 1.5) == (width < 400), "\(width)")
            #expect((shown.y > name.y + number.height) == (width == 100), "\(width)")
        }
    }

    @Test func aSliderThatIsDrawnKeepsItsHeight() throws {
        let value = SliderValue(1, in: 0...1000, step: 1, defaultValue: 1, unit: " ms")
        let scene = OverlayScene(
            .slider("slider", "Exposure time of the camera", value), typesetter: try Typesetter())
        for width in stride(from: 160.0, through: 400, by: 4) {
            let heights = [0.0, 1, 10, 100, 1000].map { number in
                scene.root = .slider("slider", "Exposure time of the camera", value.setting(number))
                return scene.preferredSize(width: width, height: 500).height
            }
            #expect(Set(heights).count == 1, "\(width)")
        }
    }

    @Test func theBarKeepsWhatMattersMost() throws {
        let typesetter = try Typesetter()
        let scene = OverlayScene(Samples().bar, typesetter: typesetter)
        var before = 8
        for width in stride(from: 400.0, through: 60, by: -20) {
            scene.resize(width: width, height: 56)
            let kept = scene.description.focusOrder
            #expect(kept.count <= before && kept.contains("shutter"), "\(width)")
            before = kept.count
        }
        #expect(scene.description.focusOrder == ["shutter"])
    }

    @Test func targetsAreLargeEnough() throws {
        for isForTouch in [false, true] {
            let appearance = Appearance(isForTouch: isForTouch)
            let typesetter = try Typesetter(appearance)
            for (name, element) in Samples(appearance: appearance).all {
                let scene = scene(name, element, (1280, 720), appearance, typesetter)
                for placed in scene.description.elements where placed.element.isControl {
                    let least = isForTouch ? 44.0 : 40
                    #expect(
                        placed.bounds.width >= least && placed.bounds.height >= least, "\(placed.element.id)")
                }
            }
        }
    }

    @Test func namesOfAnyLengthFit() throws {
        let typesetter = try Typesetter()
        let names = [
            String(repeating: "W", count: 100_000), String(repeating: "\u{1b}", count: 5000), "", "\n\n\n",
        ]
        for name in names {
            let scene = OverlayScene(Samples(words: { _ in name }).panel, typesetter: typesetter)
            scene.resize(width: 320, height: 400)
            try Sheet(scene).draw(scene)
            for placed in scene.description.elements {
                #expect(placed.bounds.x >= 0 && placed.bounds.right <= 320)
            }
        }
    }
}
