import Filters
import Frames
import LinuxIO
import Logging
import TestSupport
import Testing
import VulkanCore
import VulkanView
import WaylandClient

extension Samples {
    /// The samples about views, as they are printed.
    @Suite struct ViewSamples {
        @Test func filtersBetweenCameraAndWindow() throws {
            let sway = try HeadlessSway(configuration: ["for_window [app_id=.*] floating enable, border none"]
            )
            let (place, logger) = (
                try Workplace(), Logger(label: "samples") { _ in SwiftLogNoOpLogHandler() }
            )
            let loop = try EventLoop()
            let connection = try WaylandConnection(name: sway.socketPath, logger: logger)
            loop.add(connection)
            defer { loop.remove(connection) }

            let window = try Window(
                connection: connection,
                options: WindowOptions(
                    title: "Camera", applicationID: "org.example.Camera",
                    initialSize: SurfaceSize(width: 640, height: 480)),
                loop: loop, logger: logger)
            let instance = try VulkanInstance(
                applicationName: "Camera", windowSystem: true, validation: false, logger: logger)
            let surface = try VulkanSurface(
                instance: instance, display: connection.display, surface: window.surface)
            let device = try VulkanDevice(instance: instance, surface: surface, logger: logger)
            let view = try View(
                device: device, surface: surface,
                presentationPolicy: PresentationPolicy(
                    hasFifo: connection.offersFifo, presentationVersion: connection.presentationVersion),
                logger: logger)
            let filters = FilterStage(device: device, ring: view.ring)
            filters.operations = [HistogramEqualization(channels: .luminance), ColorInversion()]

            func show(_ frame: Frame) throws -> DrawOutcome {
                let state = window.pacing.state
                try view.load(frame, for: filters.use)
                let size = PixelSize(width: state.bufferSize.width, height: state.bufferSize.height)
                guard let drawing = try view.begin(size: size) else { return .notReady }
                let picture = try filters.record(view.newest, drawing.commands)
                try view.place(picture, in: drawing)
                return try view.present(drawing) { window.pacing.prepareCommit(for: state, token: 0) }
            }

            let composition = KeyComposition()
            var text = ""
            window.onEvent = { event in
                guard case .key(let key) = event else { return }
                switch (key.modifiers, (key.latinKeysym ?? key.keysym).lowercase.description) {
                case (.control, "c"):
                    let bytes = Array(text.utf8)
                    window.copy([SharedData(kind: "text/plain;charset=utf-8") { bytes }])
                case (.control, "v"): window.pasteText { text += $0 }
                default: text += composition?.take(key.keysym) ?? key.keysym.text ?? ""
                }
            }
            var isShown = false
            let deadline = MonotonicClock.now() + 20_000_000_000
            while !isShown, MonotonicClock.now() < deadline {
                try loop.turn(until: MonotonicClock.now() + 5_000_000)
                guard window.pacing.state.isConfigured, !window.pacing.state.isFrameCallbackOwed else {
                    continue
                }
                isShown = try show(place.frame(0)) == .presented
            }
            try #require(isShown)
            // One dark colour stays as it is by equalization, and is then inverted.
            var brightness: UInt8 = 0
            while brightness < 200, MonotonicClock.now() < deadline {
                try loop.turn(until: MonotonicClock.now() + 5_000_000)
                guard let area = try sway.windows().first?.content else { continue }
                brightness = try sway.screenshot(of: area)[200, 200].red
            }
            #expect(brightness >= 200)
        }

        @Test func severalPicturesInOneWindow() throws {
            let sway = try HeadlessSway(configuration: ["for_window [app_id=.*] floating enable, border none"]
            )
            let place = try Workplace()
            let loop = try EventLoop()
            let connection = try WaylandConnection(name: sway.socketPath, logger: place.logger)
            loop.add(connection)
            defer { loop.remove(connection) }
            let window = try Window(
                connection: connection,
                options: WindowOptions(
                    title: "Cameras", applicationID: "org.example.Cameras",
                    initialSize: SurfaceSize(width: 640, height: 480)),
                loop: loop, logger: place.logger)
            let instance = try VulkanInstance(
                applicationName: "Cameras", windowSystem: true, validation: false, logger: place.logger)
            let surface = try VulkanSurface(
                instance: instance, display: connection.display, surface: window.surface)
            let device = try VulkanDevice(instance: instance, surface: surface, logger: place.logger)
            let view = try View(
                device: device, surface: surface, presentationPolicy: PresentationPolicy(),
                logger: place.logger)

            func show(_ frames: [Frame], in cells: [ViewCell]) throws -> DrawOutcome {
                let state = window.pacing.state
                for (cell, frame) in zip(cells, frames) { try cell.load(frame) }
                let size = PixelSize(width: state.bufferSize.width, height: state.bufferSize.height)
                guard let drawing = try view.begin(size: size) else { return .notReady }
                let layout = CellLayout.grid(of: cells.count, in: drawing.size)
                for (cell, rectangle) in zip(cells, layout.cells) {
                    try view.place(cell.newest.current, of: cell, in: rectangle, of: drawing)
                }
                return try view.present(drawing) { window.pacing.prepareCommit(for: state, token: 0) }
            }

            let cells = try (0..<4).map { _ in try view.makeCell() }
            let frames = [0, 20, 40, 60].map(place.frame)
            var isShown = false
            let deadline = MonotonicClock.now() + 20_000_000_000
            while !isShown, MonotonicClock.now() < deadline {
                try loop.turn(until: MonotonicClock.now() + 5_000_000)
                guard window.pacing.state.isConfigured, !window.pacing.state.isFrameCallbackOwed else {
                    continue
                }
                isShown = try show(frames, in: cells) == .presented
            }
            try #require(isShown)
            func seen() throws -> [UInt8] {
                guard let area = try sway.windows().first?.content else { return [] }
                let image = try sway.screenshot(of: area)
                return [image[160, 120].red, image[480, 120].red, image[160, 360].red, image[480, 360].red]
            }
            var codes: [UInt8] = []
            // The window comes after its first picture.
            while Set(codes).count < 4, MonotonicClock.now() < deadline {
                try loop.turn(until: MonotonicClock.now() + 5_000_000)
                codes = try seen()
            }
            #expect(Set(codes).count == 4 && codes == codes.sorted())
        }

        @Test func aDeviceTestsItself() throws {
            try withValidatedDevice { device in
                let report = SelfTestRun(device.physical, of: device.instance).report(.silent)
                for verdict in report.verdicts { print(verdict.memory, verdict.isTrusted, verdict.words) }
                #expect(report.fault == nil)
            }
        }
    }
}
