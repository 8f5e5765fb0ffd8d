import Glibc
import TestSupport
import Testing

@testable import LiveViewOverlay
@testable import Overlay
@testable import Viewfinder

/// The bits of the picture below and beside what stands over it.
@Suite(.serialized) struct OverlayBitsTests {
    /// A still picture in a sway of a scale.
    private func start(scale: Double) throws -> (Viewfinder, VirtualKeyboard) {
        let sway = try HeadlessSway(scale: scale)
        let viewfinder = try Viewfinder(
            ["-vv", "--source", "test:640x360@30:NV12"], in: sway, showsOverlay: true)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        let keyboard = try VirtualKeyboard(sway)
        try keyboard.tap("space")
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
        return (viewfinder, keyboard)
    }

    /// The screen once it stays as it is, and is as it shall be.
    private func still(
        _ viewfinder: Viewfinder, _ what: String, where condition: (Image) -> Bool = { _ in true }
    ) throws -> Image {
        var last: Image?
        return try eventually(what, within: 20, found: { viewfinder.program.log }) {
            // Longer than a fade.
            usleep(150_000)
            let now = try viewfinder.screenshot()
            defer { last = now }
            return last == now && condition(now) ? now : nil
        }
    }

    private var content: OverlayContent {
        var (screen, content) = (ViewerScreen(), OverlayContent())
        screen.cameras = [.init(name: "Test card", isShown: true)]
        content.bar = screen.bar
        return content
    }

    /// The screen as it is to be.
    private struct Expectation {
        var pixels: [Int]
        /// The places of the pixels below the overlay, row after row.
        var isCovered: [Bool]

        /// The numbers of bytes of a screenshot that are others: beside the overlay, and, by more than 1, below it.
        func mistakes(of shown: Image) -> (beside: Int, below: Int) {
            var (beside, below) = (0, 0)
            for place in isCovered.indices {
                for byte in 3 * place..<3 * place + 3 {
                    let distance = abs(Int(shown.pixels[byte]) - pixels[byte])
                    if !isCovered[place], distance > 0 { beside += 1 }
                    if isCovered[place], distance > 1 { below += 1 }
                }
            }
            return (beside, below)
        }
    }

    /// What drawing the guests over a screenshot gives.
    private func expectation(
        over before: Image, under content: OverlayContent, focus: [String: String], scale: Double
    ) throws -> Expectation {
        let typesetter = try Typesetter()
        let look = Look(theme: Theme(), typesetter: typesetter)
        let layout = GuestLayout(
            width: (Double(before.width) / scale).rounded(),
            height: (Double(before.height) / scale).rounded(),
            measures: look.theme.measures, isRightToLeft: false)
        let parts = content.parts(in: layout)
        let areas = GuestPlan(parts, in: layout, fitting: look.size).areas
        var result = Expectation(
            pixels: before.pixels.map { Int($0) },
            isCovered: [Bool](repeating: false, count: before.width * before.height))
        for part in parts {
            guard let area = areas[part.name] else { continue }
            let scene = OverlayScene(part.element, theme: look.theme, typesetter: typesetter)
            scene.resize(width: area.width, height: area.height, scale: Int(scale * 120))
            if let id = focus[part.name] { scene.setFocus(id) }
            let (width, height) = (scene.pixelWidth, scene.pixelHeight)
            var own = [UInt32](repeating: 0, count: width * height)
            _ = try own.withUnsafeMutableBytes { try scene.render(into: $0) }
            let (left, top) = (Int((area.x * scale).rounded()), Int((area.y * scale).rounded()))
            // What a compositor shrinks may reach a pixel further.
            let edge = scale == scale.rounded() ? 0 : 1
            for row in max(top - edge, 0)..<min(top + height + edge, before.height) {
                for column in max(left - edge, 0)..<min(left + width + edge, before.width) {
                    result.isCovered[row * before.width + column] = true
                }
            }
            for row in 0..<height where top + row < before.height {
                for column in 0..<width where left + column < before.width {
                    let place = (top + row) * before.width + left + column
                    let pixel = own[row * width + column]
                    let rest = 255 - Int(pixel >> 24)
                    for channel in 0..<3 {
                        let color = Int(pixel >> UInt32(16 - 8 * channel) & 255)
                        result.pixels[3 * place + channel] =
                            color + (result.pixels[3 * place + channel] * rest + 127) / 255
                    }
                }
            }
        }
        return result
    }

    /// Waits until the screen is what drawing the guests over another screenshot gives.
    ///
    /// Two equal screenshots are no sign of that: on a busy machine the program stands still between them, with its
    /// fade at the half. At a fractional scale only what is beside the overlay counts: a sway without
    /// wp_fractional_scale_v1 asks for the next whole scale, and shrinks what it gets, which may blend the pixels around it, too.
    ///
    /// The bar, which goes two seconds after the last key, is kept, or called again with the focus where it was.
    private func expect(
        _ viewfinder: Viewfinder, shows content: OverlayContent, over before: Image, focus: [String: String],
        scale: Double, _ context: String, keptBy keyboard: VirtualKeyboard? = nil
    ) throws {
        let expected = try expectation(over: before, under: content, focus: focus, scale: scale)
        #expect(expected.isCovered.contains(true))
        let isExact = scale == scale.rounded()
        var (last, mistakes) = (before, "")
        do {
            try eventually("the overlay at \(context)", within: 20, found: { mistakes }) {
                last = try viewfinder.screenshot()
                try keyboard?.tap(last == before ? "Tab" : "Home")
                guard last.width == before.width, last.height == before.height else { return false }
                let (beside, below) = expected.mistakes(of: last)
                mistakes = "\(beside) bytes beside the overlay are others, \(below) below are not the blend"
                return beside + (isExact ? below : 0) == 0 && last != before
            }
        } catch {
            try last.write(png: "\(Repository.artifacts)/overlay-bits-\(context).png")
            throw error
        }
    }

    @Test(arguments: [1.0, 1.25, 2])
    func besideTheOverlayThePictureHasItsBitsAndBelowItTheBlend(scale: Double) throws {
        let (viewfinder, keyboard) = try start(scale: scale)
        let sizes =
            scale == 1 ? [(320, 240), (360, 640), (640, 360), (1200, 680)] : [(320, 240), (600, 332)]
        let content = content
        for (width, height) in sizes {
            let context = "\(width)x\(height)-\(scale)"
            try viewfinder.sway.resize(viewfinder.program, width: width, height: height)
            let before = try still(viewfinder, "the picture at \(context)") {
                $0.width == Int(Double(width) * scale) && $0.height == Int(Double(height) * scale)
            }
            try keyboard.tap("Tab")
            let layout = GuestLayout(
                width: Double(width), height: Double(height), measures: Measures(), isRightToLeft: false)
            let bar = content.parts(in: layout).first { $0.name == "bar" }
            let first = bar?.element.children.first { $0.isControl }?.id ?? ""
            try expect(
                viewfinder, shows: content, over: before, focus: ["bar": first], scale: scale, context,
                keptBy: keyboard)
            try keyboard.tap("Escape")
            _ = try still(viewfinder, "the picture alone") { $0 == before }
        }
        // At the last size a panel has room beside the mark of a still picture.
        if scale == 1 {
            let before = try still(viewfinder, "the picture")
            try viewfinder.openPanel("keys", keyboard)
            var (screen, both) = (ViewerScreen(), content)
            screen.panel = .keys
            both.panel = screen.panelElement
            try expect(
                viewfinder, shows: both, over: before, focus: ["panel": "key-0"], scale: scale, "panel")
        }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.program.wait(within: 10).status == .exited(0), "\(viewfinder.program.log)")
    }
}
