import Testing

@testable import Overlay

/// The colours: what is read has its contrast over any picture.
struct ThemeTests {
    private static let accents = [
        PaintColor(0.208, 0.518, 0.894), PaintColor(0.9, 0.38, 0), PaintColor(0.98, 0.85, 0.1),
        PaintColor(0, 0, 0),
        PaintColor(1, 1, 1), PaintColor(0.5, 0.5, 0.5), PaintColor(0.57, 0.25, 0.67),
        PaintColor(0.2, 0.6, 0.3),
    ]
    static let appearances = [Appearance.Scheme.dark, .light].flatMap { scheme in
        [false, true].flatMap { isHigh in
            accents.map { Appearance(scheme: scheme, accent: $0, isHighContrast: isHigh) }
        }
    }
    /// Grey pictures from black to white, and coloured ones.
    private static let pictures =
        (0...32).map { PaintColor(Double($0) / 32, Double($0) / 32, Double($0) / 32) } + [
            PaintColor(1, 0, 0), PaintColor(0, 1, 0), PaintColor(0, 0, 1), PaintColor(1, 1, 0),
            PaintColor(0.9, 0.7, 0.6),
        ]

    /// The smallest contrast over the pictures above, counted without the theme's own function.
    private func least(_ color: PaintColor, on ground: PaintColor) -> Double {
        Self.pictures.map { picture in
            let below = ground.over(picture)
            return color.over(below).contrast(with: below)
        }.min() ?? 0
    }

    @Test(arguments: appearances)
    func textIsReadOverAnyPicture(appearance: Appearance) {
        let theme = Theme(appearance)
        for (color, ground) in [
            (theme.text, theme.scrim), (theme.text, theme.denseScrim),
            (theme.secondaryText, theme.denseScrim),
            (theme.alarmText, theme.denseScrim),
        ] {
            #expect(least(color, on: ground) >= 4.5, "\(color) on \(ground)")
            #expect(Theme.leastContrast(of: color, on: ground) >= 4.5)
        }
        #expect(theme.onAccent.contrast(with: theme.accentGround) >= 4.5)
        #expect(theme.onAlarm.contrast(with: theme.alarm) >= 4.5)
        // Also on buttons and rows that are pointed at.
        for layer in [theme.hover, theme.pressed, theme.trough] {
            let worst =
                Self.pictures.map { picture in
                    let below = layer.over(theme.denseScrim.over(picture))
                    return min(
                        theme.text.contrast(with: below), theme.secondaryText.contrast(with: below))
                }.min() ?? 0
            #expect(worst >= 4.5, "\(layer)")
        }
    }

    @Test(arguments: appearances)
    func shapesAreTold(appearance: Appearance) {
        let theme = Theme(appearance)
        #expect(least(theme.accent, on: theme.denseScrim) >= 3)
        #expect(least(theme.alarmDot, on: theme.denseScrim) >= 3)
        // The ring is seen on any ground: by itself, or by the line inside of it.
        for ground in [theme.scrim, theme.denseScrim] {
            for picture in Self.pictures {
                let below = ground.over(picture)
                #expect(
                    max(theme.accent.contrast(with: below), theme.ringContrast.contrast(with: below)) >= 3)
            }
        }
    }

    /// What is bright and dark in the picture below a ground differs less than what is drawn on it from either.
    @Test(arguments: appearances)
    func patternsBelowAGroundAreWeakerThanWhatStandsOnIt(appearance: Appearance) {
        let theme = Theme(appearance)
        for (ground, most) in [(theme.scrim, 3.1), (theme.denseScrim, 1.3)] {
            let (dark, light) = (ground.over(.black), ground.over(.white))
            let pattern = light.contrast(with: dark)
            #expect(pattern <= most, "\(ground)")
            #expect(Theme.leastContrast(of: theme.text, on: ground) >= 2 * pattern, "\(ground)")
        }
    }

    @Test func highContrastLetsNothingThrough() {
        let theme = Theme(Appearance(isHighContrast: true))
        #expect(theme.scrim.alpha == 1 && theme.denseScrim.alpha == 1 && theme.borderWidth == 1)
    }

    @Test(arguments: [Appearance.Scheme.dark, .light])
    func nothingShinesThroughAMenuOrATooltip(scheme: Appearance.Scheme) throws {
        let tooltip = OverlayTooltip(
            id: "a", text: "A", key: nil, anchor: Area(width: 1, height: 1))
        for element in [Element.menu("menu", name: "", [.item("a", "A")]), .tooltip(tooltip)] {
            let scene = OverlayScene(
                element, theme: Theme(Appearance(scheme: scheme)), typesetter: try Typesetter())
            scene.resize(width: 100, height: 60)
            let sheet = Sheet(scene)
            try sheet.draw(scene)
            #expect(sheet.pixels[30 * sheet.width + 90] >> 24 == 255)
        }
    }

    /// The examples of the guidelines' own definition.
    @Test func contrastIsTheGuidelines() {
        #expect(abs(PaintColor.white.contrast(with: .black) - 21) < 1e-9)
        #expect(abs(PaintColor(119 / 255, 119 / 255, 119 / 255).contrast(with: .white) - 4.48) < 0.01)
        #expect(abs(PaintColor(1, 0, 0).luminance - 0.2126) < 1e-9)
    }

    @Test func aContrastInTheMiddleIsNone() {
        #expect(Theme.leastContrast(of: PaintColor(0.4, 0.4, 0.4), on: PaintColor(0, 0, 0, 0.1)) == 1)
    }
}
