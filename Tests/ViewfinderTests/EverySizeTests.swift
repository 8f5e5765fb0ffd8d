import LinuxIO
import TestSupport
import Testing

@testable import LiveViewOverlay
@testable import Overlay
@testable import Viewfinder

/// Everything that stands over the picture, in windows from the smallest to that of a large screen, in every language.
@Suite struct EverySizeTests {
    struct Language: Sendable, CustomTestStringConvertible {
        var name: String
        var isRightToLeft = false
        var textScale = 1.0
        var words: @Sendable (String) -> String = { $0 }

        var testDescription: String { name }
    }

    static let languages = [
        Language(name: "English"), Language(name: "large text", textScale: 1.5),
        Language(name: "longer", words: longer),
        Language(name: "longer, large", textScale: 1.5, words: longer),
        Language(name: "Arabic", isRightToLeft: true, words: PseudoTranslation.arabic),
        Language(name: "Arabic, large", isRightToLeft: true, textScale: 1.5, words: PseudoTranslation.arabic),
    ]

    /// Makes words longer by two fifths.
    @Sendable private static func longer(_ text: String) -> String {
        text + String((0..<(text.count * 2 + 4) / 5).map { $0 % 6 == 0 ? " " : "n" })
    }

    /// Sizes of windows in pixels, which the scales make smaller.
    private static let sizes: [(Double, Double)] = [
        (200, 150), (240, 180), (320, 240), (360, 640), (480, 270), (640, 360), (800, 600), (1280, 720),
        (3840, 2160),
    ]

    /// The sizes in logical units at all scales.
    private static let windows: [(Double, Double)] = sizes.flatMap { size in
        [1, 1.25, 2].map { ((size.0 / $0).rounded(), (size.1 / $0).rounded()) }
    }.filter { $0.0 >= 160 && $0.1 >= 120 }

    private func layout(_ window: (Double, Double), _ look: Look) -> GuestLayout {
        GuestLayout(
            width: window.0, height: window.1, measures: look.theme.measures,
            isRightToLeft: look.typesetter.isRightToLeft)
    }

    private func look(_ language: Language) throws -> Look {
        let appearance = Appearance(textScale: language.textScale, isRightToLeft: language.isRightToLeft)
        return Look(theme: Theme(appearance), typesetter: try Typesetter(appearance))
    }

    @Test(arguments: languages)
    func nothingOverlapsLeavesTheWindowOrIsCut(language: Language) throws {
        try PseudoTranslation.with(language.words) {
            let look = try look(language)
            let constant = ScreenMoments.words + ScreenMoments.panels
            var seen: Set<String> = []
            for window in Self.windows {
                let layout = layout(window, look)
                let moments =
                    constant + ScreenMoments.menus(layout, look) + ScreenMoments.tooltips(layout, look)
                for moment in moments {
                    let parts = moment.content.parts(in: layout)
                    let areas = GuestPlan(parts, in: layout, fitting: look.size).areas
                    let context = "\(moment.name), \(language.name), \(Int(window.0))×\(Int(window.1))"
                    expectPlaces(areas, of: parts, in: layout, language.textScale, context)
                    for part in parts {
                        guard let area = areas[part.name] else { continue }
                        // What was looked at needs no second look, nor does a list that is only higher.
                        let height = part.name == "panel" ? min(area.height, 300) : area.height
                        let key = "\(moment.name) \(part.name) \(area.width) \(height)"
                        guard seen.insert(key).inserted else { continue }
                        try expectPieces(part.element, area, look, "\(context): \(part.name)")
                        // Beside words that pass, a state may have one button for as long.
                        if !layout.isSmall, moment.content.state == nil || moment.content.notice == nil {
                            expectButtons(part.element, area, look, "\(context): \(part.name)")
                        }
                    }
                }
            }
        }
    }

    /// Guests stand in the window, and none over another but menus and tooltips.
    private func expectPlaces(
        _ areas: [String: Area], of parts: [GuestPart], in layout: GuestLayout,
        _ textScale: Double, _ context: String
    ) {
        let window = Area(width: layout.width, height: layout.height)
        let beside = areas.filter { $0.key != "menu" && $0.key != "tooltip" }
        for (name, area) in areas {
            #expect(window.contains(area) && !area.isEmpty, "\(context): \(name) at \(area)")
        }
        for (name, area) in beside {
            for (other, its) in beside where other < name {
                #expect(area.intersection(its).isEmpty, "\(context): \(name) at \(area), \(other) at \(its)")
            }
        }
        if parts.contains(where: { $0.name == "mark" }) { #expect(areas["mark"] != nil, "\(context)") }
        // From here on there is room for all.
        guard layout.width >= 1280, layout.height >= 720 * textScale else { return }
        #expect(areas.count == parts.count, "\(context): \(areas.keys.sorted())")
    }

    /// Words have all of their buttons, whatever scrolls.
    private func expectButtons(_ element: Element, _ area: Area, _ look: Look, _ context: String) {
        guard element.ownRole == .alert else { return }
        let scene = OverlayScene(element, theme: look.theme, typesetter: look.typesetter)
        scene.resize(width: area.width, height: area.height)
        for button in element.family where button.isControl {
            #expect(scene.description.find(button.id) != nil, "\(context): no \(button.id)")
        }
    }

    /// The words of an element are those of a device, a file or a person, which may be endless.
    private func isForeign(_ id: String) -> Bool {
        let isControl = id.hasPrefix("control-") && (id.hasSuffix("-name") || id.hasSuffix("-text"))
        return id == "header-title" || id == FiltersPage.nameField || isControl
    }

    /// The pieces of a guest stand in it and beside each other, and none of what is written in them is left out or stands outside.
    private func expectPieces(_ element: Element, _ area: Area, _ look: Look, _ context: String) throws {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 4)
        defer { memory.deallocate() }
        let canvas = try OverlayCanvas(
            memory: memory, width: 1, height: 1, stride: 4, scale: 120, typesetter: look.typesetter)
        let painter = ControlPainter(canvas: canvas, theme: look.theme, typesetter: look.typesetter)
        let scene = OverlayScene(element, theme: look.theme, typesetter: look.typesetter)
        scene.resize(width: area.width, height: area.height)
        let sizes = ControlSizes(theme: look.theme, typesetter: look.typesetter)
        let placed = scene.description.elements
        let whole = Area(width: area.width, height: area.height)
        var children: [Int: [PlacedElement]] = [:]
        var scrolls: [Bool] = []
        for one in placed {
            let isInList = one.parent.map { placed[$0].isScrolled || scrolls[$0] } ?? false
            scrolls.append(isInList)
            let id = one.element.id
            #expect(
                one.bounds.x >= -0.01 && one.bounds.right <= area.width + 0.01, "\(context): \(id) is outside"
            )
            if !isInList { #expect(whole.contains(one.bounds), "\(context): \(id) is outside") }
            if let parent = one.parent {
                if !placed[parent].isScrolled {
                    #expect(
                        placed[parent].bounds.contains(one.bounds),
                        "\(context): \(id) in \(placed[parent].element.id)")
                }
                for other in children[parent, default: []] {
                    #expect(
                        one.bounds.intersection(other.bounds).isEmpty,
                        "\(context): \(id) over \(other.element.id)")
                }
                children[parent, default: []].append(one)
            }
            guard case .face(let face) = one.element.content else { continue }
            let needed = sizes.size(one.element, face, width: one.bounds.width).height
            #expect(needed <= one.bounds.height + 0.01, "\(context): \(id) is too low")
            var texts: [Area] = []
            canvas.onText = { text, lines in
                // Spaces at the ends of lines may hang over, and letters by a unit or two.
                let place = Area(
                    x: lines.x + text.ink.x - text.lines.x, y: lines.y + text.ink.y - text.lines.y,
                    width: text.ink.width, height: text.ink.height)
                #expect(!text.isEllipsized || isForeign(id), "\(context): \(id) is cut")
                #expect(
                    one.bounds.inset(-2, -2).contains(place), "\(context): \(id) writes at \(place)")
                for other in texts {
                    let both = place.inset(0.5, 0.5).intersection(other)
                    #expect(both.isEmpty, "\(context): \(id) writes over itself at \(both)")
                }
                texts.append(place)
            }
            painter.paint(one)
        }
    }
}
