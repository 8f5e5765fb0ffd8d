import LinuxIO
import Overlay
import Testing

@testable import LiveViewOverlay

/// The overlay's look as the desktop wishes it.
@Suite struct AppearanceTests {
    private let english = UserEnvironment { $0 == "LANG" ? "en_GB.UTF-8" : nil }

    @Test func aDesktopWithoutWishesHasTheUsualLook() {
        #expect(Appearance(DesktopAppearance(), environment: english) == Appearance(isRightToLeft: false))
    }

    @Test func layoutsAreMirroredWhereTheUsersLanguageReadsFromRightToLeft() {
        for (locale, isRightToLeft) in [
            ("ar_EG.UTF-8", true), ("he_IL", true), ("de_DE", false), ("", false),
        ] {
            let environment = UserEnvironment { $0 == "LC_ALL" ? locale : nil }
            #expect(
                Appearance(DesktopAppearance(), environment: environment).isRightToLeft == isRightToLeft)
        }
    }

    @Test func eachWishIsTaken() {
        var desktop = DesktopAppearance()
        desktop.colorScheme = .light
        desktop.accentColor = DesktopAppearance.Color(red: 0.25, green: 0.5, blue: 0.75)
        desktop.hasHighContrast = true
        desktop.hasReducedMotion = true
        desktop.textScale = 1.5
        desktop.font = DesktopFont(pango: "Cantarell 11")
        desktop.buttons = WindowButtonLayout(gnome: "close,menu:minimize")
        let look = Appearance(desktop)
        #expect(look.scheme == .light && look.isHighContrast && look.isMotionReduced)
        #expect(look.accent == PaintColor(0.25, 0.5, 0.75))
        #expect(look.textScale == 1.5 && look.fontName == "Cantarell")
        // The window's own menu has no button in this header.
        #expect(look.buttonLayout == ButtonLayout(leading: [.close], trailing: [.minimize]))
    }
}
