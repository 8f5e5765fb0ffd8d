import Foundation
import Overlay
import Testing

/// Pictures of everything, for a person who opens them: where `VIEWFINDER_OVERLAY_PICTURES` names a folder.
struct GalleryTests {
    private struct Look: Sendable {
        var name: String
        var appearance: Appearance
        var scale = 120
        var words: @Sendable (String) -> String = { $0 }
    }

    private static let looks = [
        Look(name: "dark", appearance: Appearance()),
        Look(name: "light", appearance: Appearance(scheme: .light)),
        Look(name: "dark-1.25", appearance: Appearance(), scale: 150),
        Look(name: "dark-2", appearance: Appearance(), scale: 240),
        Look(name: "light-contrast", appearance: Appearance(scheme: .light, isHighContrast: true)),
        Look(name: "arabic", appearance: Appearance(isRightToLeft: true), words: Words.arabic),
        Look(name: "large-text", appearance: Appearance(textScale: 1.5), words: Words.longer),
    ]

    @Test(.enabled(if: ProcessInfo.processInfo.environment["VIEWFINDER_OVERLAY_PICTURES"] != nil))
    func pictures() throws {
        let folder = ProcessInfo.processInfo.environment["VIEWFINDER_OVERLAY_PICTURES"] ?? "."
        for look in Self.looks {
            let typesetter = try Typesetter(look.appearance)
            let samples = Samples(words: look.words, appearance: look.appearance)
            let factor = Double(look.scale) / 120
            let sheet = Sheet.photograph(width: Int(1280 * factor), height: Int(720 * factor))
            func show(
                _ element: Element, x: Double, y: Double, width: Double, height: Double, focus: String? = nil,
                hover: (Double, Double)? = nil
            ) throws {
                let scene = OverlayScene(element, theme: Theme(look.appearance), typesetter: typesetter)
                scene.resize(width: width, height: height, scale: look.scale)
                if let focus { scene.setFocus(focus) }
                if let hover { _ = scene.handle(.pointerMoved(x: hover.0, y: hover.1), at: 0) }
                let own = Sheet(scene)
                try own.draw(scene)
                let shift = look.appearance.isRightToLeft ? 1280 - x - width : x
                sheet.blend(own, x: Int(shift * factor), y: Int(y * factor))
            }
            func fitted(_ element: Element, x: Double, y: Double, width: Double = 480, focus: String? = nil)
                throws
            {
                let scene = OverlayScene(element, theme: Theme(look.appearance), typesetter: typesetter)
                let size = scene.preferredSize(width: width, height: 700)
                try show(element, x: x, y: y, width: size.width, height: size.height, focus: focus)
            }
            try show(samples.header, x: 0, y: 0, width: 1280, height: 40, hover: (1260, 20))
            try fitted(samples.bar, x: 300, y: 640, focus: "switch")
            try fitted(samples.movieBar, x: 16, y: 640)
            try show(samples.panel, x: 952, y: 48, width: 320, height: 660, focus: "brightness")
            try show(samples.filters, x: 620, y: 48, width: 320, height: 330, focus: "search")
            try fitted(samples.menu, x: 660, y: 400, width: 280, focus: "three")
            try fitted(samples.toast, x: 16, y: 460)
            try fitted(samples.saved, x: 16, y: 550)
            try fitted(samples.card, x: 60, y: 110)
            try fitted(samples.mark, x: 16, y: 52)
            try fitted(samples.countdown, x: 490, y: 330)
            try fitted(samples.pictures, x: 120, y: 52)
            try fitted(samples.pausedMark, x: 260, y: 52)
            try fitted(samples.tooltip, x: 420, y: 590)
            try sheet.write(to: "\(folder)/\(look.name).png")
        }
        try small(into: folder)
        try symbols(into: folder)
    }

    /// A small window, as a phone's, with everything that may be open in it at once.
    private func small(into folder: String) throws {
        for look in Self.looks {
            let (typesetter, theme) = (try Typesetter(look.appearance), Theme(look.appearance))
            let samples = Samples(words: look.words, appearance: look.appearance)
            let sheet = Sheet.photograph(width: 1140, height: 640)
            func show(
                _ element: Element, _ window: Double, y: Double, width: Double = 360, height: Double? = nil
            ) throws {
                let scene = OverlayScene(element, theme: theme, typesetter: typesetter)
                let size =
                    height.map { (width: width, height: $0) }
                    ?? scene.preferredSize(width: width, height: 600)
                scene.resize(width: size.width, height: size.height)
                let own = Sheet(scene)
                try own.draw(scene)
                sheet.blend(own, x: Int(window + (360 - size.width) / 2), y: Int(y))
            }
            for window in [0.0, 390, 780] { try show(samples.header, window, y: 0, height: 40) }
            try show(samples.card, 0, y: 140, width: 328)
            try show(samples.toast, 0, y: 440, width: 328)
            try show(samples.bar, 0, y: 570, width: 328)
            try show(samples.panel, 390, y: 44, height: 592)
            try show(samples.saved, 780, y: 60, width: 328)
            try show(samples.menu, 780, y: 160, width: 240)
            try show(samples.bar, 780, y: 480, width: 200)
            try show(samples.movieBar, 780, y: 570, width: 328)
            try sheet.write(to: "\(folder)/small-\(look.name).png")
        }
    }

    private func symbols(into folder: String) throws {
        // All symbols, four times as large.
        let typesetter = try Typesetter()
        let icons = Icon.allCases.map { Element.icon($0.rawValue, $0, name: $0.rawValue) }
        let scene = OverlayScene(
            .box("icons", Box(.grid(cellWidth: 40), spacing: 0, ground: .card), icons), typesetter: typesetter
        )
        scene.resize(width: 400, height: 200, scale: 360)
        let sheet = Sheet(scene, filledWith: 0xff40_4040)
        try sheet.draw(scene)
        let ground = Sheet(width: sheet.width, height: sheet.height, filledWith: 0xff40_4040)
        ground.blend(sheet, x: 0, y: 0)
        try ground.write(to: "\(folder)/icons.png")
    }
}
