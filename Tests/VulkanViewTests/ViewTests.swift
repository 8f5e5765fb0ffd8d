import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// The view in a real window under a headless compositor, with validation.
@Suite(.serialized) struct ViewTests {
    private let floating = ["for_window [app_id=.*] floating enable, border none"]

    /// Every pixel has a colour of its own.
    private func frame(_ size: PixelSize) -> Frame {
        FrameMaker.frame(FrameLayout(format: .bgrx, size: size)) { bytes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let place = 4 * (y * size.width + x)
                    bytes[place] = UInt8(x % 256)
                    bytes[place + 1] = UInt8(y % 256)
                    bytes[place + 2] = UInt8((x / 256 * 16 + y / 256 + 17) % 256)
                }
            }
        }
    }

    private func color(_ x: Int, _ y: Int) -> Color {
        Color(UInt8((x / 256 * 16 + y / 256 + 17) % 256), UInt8(y % 256), UInt8(x % 256))
    }

    private func content(of sway: HeadlessSway) throws -> Image {
        try sway.screenshot(of: #require(try sway.windows().first).content)
    }

    @Test(arguments: DrawPath.allCases)
    func aWarmedViewMakesNothingForTheFirstPicture(path: DrawPath) throws {
        let sway = try HeadlessSway(configuration: floating)
        try withValidatedInstance(windowSystem: true) { instance, logger in
            let size = PixelSize(width: 160, height: 120)
            let windowed = try WindowedView(instance, logger, in: sway, size: size, path: path)
            let frame = frame(size)
            for _ in 0..<2 {
                try windowed.view.warm(
                    format: frame.layout.format, size: size, color: frame.color, window: size)
            }
            try windowed.view.prepare(size: size)
            let made = windowed.view.report.createdObjects
            try windowed.view.load(frame)
            try windowed.draw()
            // Memory and images for the picture's own samples, whose way is known with the first frame, and four objects for its
            // comparison with what the processor sees.
            #expect(windowed.view.report.createdObjects - made <= 9)
            try windowed.turn(until: "the picture") {
                let seen = try content(of: sway)
                return seen.width == size.width && seen[100, 90] == color(100, 90)
            }
            #expect(windowed.view.report.path == path)
        }
    }

    @Test func whereThereIsFifoAloneAnotherSurfaceIsTheWayOut() throws {
        let sway = try HeadlessSway(configuration: floating)
        try withValidatedInstance(windowSystem: true) { instance, logger in
            var policy = PresentationPolicy(hasFifo: true, presentationVersion: 2)
            (policy.firstMesa, policy.mayUseFifo) = (0, true)
            let size = PixelSize(width: 160, height: 120)
            let windowed = try WindowedView(instance, logger, in: sway, size: size, policy: policy)
            let view = windowed.view
            view.facts.modes = [.fifo]
            #expect(view.callbackIsMissing(at: 1_000_000_000) == nil)
            #expect(view.callbackIsMissing(at: 5_000_000_000)?.mayUseFifo == false)
            view.windowIsHidden()
            #expect(view.callbackIsMissing(at: 9_000_000_000) == nil)
            #expect(view.report.presentationMode == .fifo && view.report.missedCallbacks == [.fifo: 3])
        }
    }

    @Test(arguments: DrawPath.allCases) func thePictureIsInTheWindowPixelForPixel(path: DrawPath) throws {
        let sway = try HeadlessSway(configuration: floating)
        try withValidatedInstance(windowSystem: true) { instance, logger in
            let size = PixelSize(width: 321, height: 243)
            let windowed = try WindowedView(instance, logger, in: sway, size: size, path: path)
            try windowed.draw()
            let black = Image(
                width: size.width, height: size.height,
                pixels: [UInt8](repeating: 0, count: 3 * size.width * size.height))
            try windowed.turn(until: "a black window before the first picture") {
                try content(of: sway) == black
            }
            try windowed.view.load(frame(size))
            try windowed.draw()
            let pixels = (0..<size.width * size.height).map { color($0 % size.width, $0 / size.width) }
            let expected = Image(
                width: size.width, height: size.height,
                pixels: pixels.flatMap { [$0.red, $0.green, $0.blue] })
            try windowed.turn(until: "the picture in the window") { try content(of: sway) == expected }
        }
    }

    @Test func anotherSizeOrChoiceNeedsNoNewFrame() throws {
        let sway = try HeadlessSway(configuration: floating)
        try withValidatedInstance(windowSystem: true) { instance, logger in
            let windowed = try WindowedView(
                instance, logger, in: sway, size: PixelSize(width: 320, height: 240))
            try windowed.view.load(frame(PixelSize(width: 320, height: 240)))
            try windowed.draw()
            #expect(windowed.view.report.swapchainRebuilds == 0)
            try sway.command("[app_id=org.example.View] resize set 400 px 240 px")
            try windowed.turn(until: "the new size") { windowed.size == PixelSize(width: 400, height: 240) }
            try windowed.draw()
            try windowed.draw()
            #expect(windowed.view.report.swapchainRebuilds == 1)
            try windowed.turn(until: "the picture between bars") {
                let image = try content(of: sway)
                return image.picture(inside: .black) == PixelRectangle(x: 40, y: 0, width: 320, height: 240)
                    && image[40, 0] == color(0, 0) && image[359, 239] == color(319, 239)
            }
            windowed.view.options.isMirrored = true
            try windowed.draw()
            try windowed.turn(until: "the mirrored picture") {
                let image = try content(of: sway)
                return image[40, 0] == color(319, 0) && image[359, 239] == color(0, 239)
            }
            #expect(windowed.view.report.swapchainRebuilds == 1)
        }
    }

    @Test func aSteadyStreamMakesNothing() throws {
        let sway = try HeadlessSway(configuration: floating)
        try withValidatedInstance(windowSystem: true) { instance, logger in
            let size = PixelSize(width: 160, height: 120)
            let windowed = try WindowedView(instance, logger, in: sway, size: size)
            let frame = frame(size)
            for _ in 0..<3 {
                try windowed.view.load(frame)
                try windowed.draw()
            }
            let before = windowed.view.report
            for _ in 0..<100 {
                try windowed.view.load(frame)
                _ = try windowed.drawAtOnce()
                try windowed.turn(until: "events") { true }
            }
            #expect(windowed.view.report == before)
        }
    }

    @Test func manySizesInARowLeaveTheLastOne() throws {
        let sway = try HeadlessSway(configuration: floating)
        try withValidatedInstance(windowSystem: true) { instance, logger in
            let windowed = try WindowedView(
                instance, logger, in: sway, size: PixelSize(width: 200, height: 200))
            try windowed.view.load(frame(PixelSize(width: 200, height: 200)))
            try windowed.draw()
            for step in 0..<40 {
                // As fast as it goes, whatever the window wants: nothing waits for the compositor.
                _ = try windowed.view.draw(size: PixelSize(width: 100 + 3 * step, height: 217 - 3 * step)) {}
            }
            try windowed.draw()
            try windowed.turn(until: "the picture") { try content(of: sway)[0, 0] == color(0, 0) }
        }
    }

    @Test func aHiddenWindowNeverBlocks() throws {
        let sway = try HeadlessSway(configuration: floating)
        try withValidatedInstance(windowSystem: true) { instance, logger in
            let size = PixelSize(width: 160, height: 120)
            let windowed = try WindowedView(instance, logger, in: sway, size: size)
            try windowed.view.load(frame(size))
            try windowed.draw()
            try sway.command("workspace 2")
            let clock = ContinuousClock()
            for _ in 0..<10 {
                let time = try clock.measure { _ = try windowed.drawAtOnce() }
                #expect(time < .seconds(2))
            }
            try sway.command("workspace 1")
            try windowed.turn(until: "a presented picture") { try windowed.drawAtOnce() == .presented }
        }
    }
}
