import LinuxIO
import TestSupport
import Testing

@testable import Overlay
@testable import Viewfinder

/// Header, bar, menus and panels of the program with Arabic letters, two fifths longer than the English words.
@Suite struct RightToLeftTests {
    private static let windows: [(Double, Double)] = [(360, 640), (640, 360), (1280, 720)]

    /// The scene at the size that a window gives it.
    private func scene(
        _ kind: ScreenStates.Kind, _ element: Element, _ window: (Double, Double), _ appearance: Appearance
    ) throws -> OverlayScene {
        let theme = Theme(appearance)
        let scene = OverlayScene(element, theme: theme, typesetter: try Typesetter(appearance))
        let measures = theme.measures
        let free = window.1 - measures.header - measures.bar - 3 * measures.margin
        func fit(_ width: Double, _ height: Double) {
            let size = scene.preferredSize(width: min(window.0 - 2 * measures.margin, width), height: height)
            scene.resize(width: size.width, height: size.height)
        }
        switch kind {
        case .header: scene.resize(width: window.0, height: measures.header)
        case .panel: scene.resize(width: window.0 < 480 ? window.0 : measures.panel, height: free)
        case .bar: fit(window.0, measures.bar)
        case .menu: fit(measures.panel, window.1 - 2 * measures.margin)
        case .notice: fit(measures.toast, window.1 - 2 * measures.margin)
        }
        return scene
    }

    @Test(arguments: windows)
    func everythingIsMirroredAndNothingOverlaps(window: (Double, Double)) throws {
        try PseudoTranslation.inArabic {
            let (left, right) = (Appearance(), Appearance(isRightToLeft: true))
            for (kind, name, element) in ScreenStates.all {
                let scene = try scene(kind, element, window, right)
                let mirrored = try self.scene(kind, element, window, left)
                let placed = scene.description.elements
                #expect(scene.width == mirrored.width && scene.height == mirrored.height)
                #expect(placed.count == mirrored.description.elements.count)
                for (index, one) in placed.enumerated() {
                    let context: Comment = "\(name), \(one.element.id)"
                    let other = mirrored.description.elements[index].bounds
                    #expect(abs(scene.width - other.right - one.bounds.x) < 0.01, context)
                    #expect(other.y == one.bounds.y && other.width == one.bounds.width, context)
                    // Across nothing lies outside; down rows may be out of sight.
                    #expect(one.bounds.x >= -0.01 && one.bounds.right <= scene.width + 0.01, context)
                    for other in placed[(index + 1)...] where other.parent == one.parent {
                        #expect(
                            one.bounds.intersection(other.bounds).isEmpty,
                            "\(name): \(one.element.id), \(other.element.id)")
                    }
                }
            }
        }
    }

    @Test func thePseudoWordsAreAsMuchLongerAsTheyShallBe() {
        for words in ["Mirror", "Take out NAME", "{camera} was unplugged; plug it in again"] {
            let translated = PseudoTranslation.arabic(words)
            #expect(translated.count * 10 >= words.count * 14, "\(translated)")
        }
        #expect(PseudoTranslation.arabic("Take out NAME of {camera}").contains("NAME"))
        #expect(PseudoTranslation.arabic("Take out NAME of {camera}").contains("{camera}"))
    }
}
