import Foundation
import TestSupport
import Testing

@testable import LiveViewOverlay
@testable import Overlay
@testable import Viewfinder

/// Pictures of every moment of the program, for a person who opens them: where `VIEWFINDER_OVERLAY_PICTURES` names a folder.
@Suite struct ScreenGalleryTests {
    struct Window: Sendable, CustomTestStringConvertible {
        var name: String
        var width: Int
        var height: Int
        var scale = 120
        var appearance = Appearance()
        var isTranslated = false

        var testDescription: String { name }
    }

    private static let folder = ProcessInfo.processInfo.environment["VIEWFINDER_OVERLAY_PICTURES"]

    static let windows = [
        Window(name: "small-dark", width: 360, height: 640),
        Window(name: "small-light", width: 360, height: 640, appearance: Appearance(scheme: .light)),
        Window(
            name: "small-arabic", width: 360, height: 640, appearance: Appearance(isRightToLeft: true),
            isTranslated: true),
        Window(name: "dark", width: 1280, height: 720),
        Window(name: "light", width: 1280, height: 720, appearance: Appearance(scheme: .light)),
        Window(name: "dark-1.25", width: 1280, height: 720, scale: 150),
        Window(
            name: "light-2-large", width: 1280, height: 720, scale: 240,
            appearance: Appearance(scheme: .light, textScale: 1.5)),
        Window(
            name: "arabic", width: 1280, height: 720, appearance: Appearance(isRightToLeft: true),
            isTranslated: true),
        Window(
            name: "contrast", width: 1280, height: 720,
            appearance: Appearance(scheme: .light, isHighContrast: true)),
        Window(name: "screen-dark-2", width: 3840, height: 2160, scale: 240),
        Window(name: "screen-light", width: 3840, height: 2160, appearance: Appearance(scheme: .light)),
        Window(name: "tiny", width: 320, height: 240),
    ]

    @Test(.enabled(if: folder != nil), arguments: windows)
    func pictures(window: Window) throws {
        guard let folder = Self.folder else { return }
        if window.isTranslated {
            try PseudoTranslation.inArabic { try draw(window, into: folder) }
        } else {
            try draw(window, into: folder)
        }
    }

    private func draw(_ window: Window, into folder: String) throws {
        let look = Look(theme: Theme(window.appearance), typesetter: try Typesetter(window.appearance))
        let factor = Double(window.scale) / 120
        let layout = GuestLayout(
            width: Double(window.width) / factor, height: Double(window.height) / factor,
            measures: look.theme.measures, isRightToLeft: window.appearance.isRightToLeft)
        let empty = DrawnWindow(width: window.width, height: window.height)
        let moments =
            ScreenMoments.words + ScreenMoments.panels + ScreenMoments.menus(layout, look)
            + ScreenMoments.tooltips(layout, look).suffix(2)
        for moment in moments {
            var picture = empty
            try picture.draw(moment.content, look, scale: window.scale)
            let name = moment.name.replacing(", ", with: "-").replacing(" ", with: "-")
            try picture.image.write(png: "\(folder)/\(window.name)-\(name).png")
        }
    }
}
