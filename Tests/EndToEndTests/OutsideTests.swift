import Foundation
import TestSupport
import Testing

/// The programs of another package, Tests/Outside, in a compositor: what they show, and how they end.
@Suite(.serialized) struct OutsideTests {
    private let card = "test:640x360@30:NV12"

    private func path(_ name: String) throws -> String {
        let folder =
            ProcessInfo.processInfo.environment["VIEWFINDER_OUTSIDE"]
            ?? Repository.path(".build/release")
        let path = "\(folder)/\(name)"
        try Requirement.check(
            FileManager.default.isExecutableFile(atPath: path),
            "\(path) is not built; scripts/build-outside builds it")
        return path
    }

    /// A program with its window.
    private struct Stage {
        let sway: HeadlessSway
        let program: Program

        var window: SwayWindow { get throws { try sway.window(of: program) } }
        func screenshot() throws -> Image { try sway.screenshot(of: program) }

        func expect(_ view: CardView, _ what: String) throws {
            try Viewfinder.expect(view, what, of: program) { try screenshot() }
        }

        /// Closes the window, and waits for the program's end.
        func close() throws {
            try sway.command("[pid=\(program.identifier)] kill")
            #expect(try program.wait(within: 10).status == .exited(0), "\(program.log)")
        }
    }

    private func start(
        _ name: String, _ arguments: String..., in folder: String? = nil,
        environment: [String: String?] = [:]
    ) throws -> Stage {
        let sway = try HeadlessSway()
        let path = try path(name)
        // Lines that go into a file are to be there at once.
        let line = ["stdbuf", "-oL", path] + arguments
        let command = folder.map { ["sh", "-c", "cd \"$0\" && exec \"$@\"", $0] + line } ?? line
        let program = try Program(
            command[0], Array(command.dropFirst()), environment: sway.environment.merging(environment) { $1 })
        let stage = Stage(sway: sway, program: program)
        _ = try stage.window
        return stage
    }

    private func emptyFolder() throws -> String {
        let folder = NSTemporaryDirectory() + "outside-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Counts the pictures of a movie.
    private func pictures(of path: String) throws -> Int? {
        let (probe, _) = try Program.run(
            "ffprobe",
            [
                "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0",
                path,
            ])
        return Int(probe.output.filter(\.isNumber))
    }

    @Test func aCameraIsShownResizedAndClosed() throws {
        let stage = try start("camera", card)
        let first = try stage.window.content
        #expect(first.width == 640 && first.height == 360)
        try stage.expect(CardView(window: (640, 360)), "the camera")
        try stage.sway.resize(stage.program, width: 801, height: 333)
        try stage.expect(CardView(window: (801, 333)), "another size")
        let view = CardView(window: (801, 333))
        let number = try #require(view.frameNumber(in: try stage.screenshot()))
        try eventually("later frames") { (view.frameNumber(in: try stage.screenshot()) ?? 0) > number + 10 }
        #expect(try stage.window.title == "Camera")
        try stage.close()
    }

    @Test func whatIsWrongStandsInTheTitle() throws {
        let stage = try start("camera", "/dev/video-that-is-not-there")
        try stage.sway.window(of: stage.program, "the reason") {
            $0.title.hasPrefix("Camera (there is no camera at /dev/video-that-is-not-there")
        }
        try stage.close()
        let path = NSTemporaryDirectory() + "no-movie.y4m"
        try Data("RIFF....\n".utf8).write(to: URL(fileURLWithPath: path))
        let broken = try start("camera", "y4m:\(path)")
        try broken.sway.window(of: broken.program, "the reason") { $0.title.contains("YUV4MPEG2") }
        try broken.close()
    }

    @Test func brightnessIsSpreadLive() throws {
        let path = NSTemporaryDirectory() + "dark-\(UUID().uuidString).y4m"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let rows = (0..<48).map { Data(repeating: $0 < 24 ? 36 : 46, count: 64) }.reduce(Data(), +)
        let frame = Data("FRAME\n".utf8) + rows + Data(repeating: 128, count: 64 * 24)
        try (Data("YUV4MPEG2 W64 H48 F30:1 Ip A1:1 C420jpeg\n".utf8) + frame).write(
            to: URL(fileURLWithPath: path))
        let stage = try start("equalized", "y4m:\(path):601-limited")
        try stage.sway.resize(stage.program, width: 320, height: 240)
        try eventually("black and white", found: { stage.program.log }) {
            let image = try stage.screenshot()
            guard image.width == 320, image.height == 240 else { return false }
            return image[160, 20] == .black && image[160, 220] == Color(255, 255, 255)
        }
        try stage.close()
    }

    @Test func twoCamerasAreShownSideBySide() throws {
        let stage = try start("side-by-side", card, "test:320x180@60:YUYV")
        try stage.sway.resize(stage.program, width: 1280, height: 360)
        var last: String?
        try eventually("both", found: { "\(last ?? "")\n\(stage.program.log)" }) {
            let image = try stage.screenshot()
            guard image.width == 1280, image.height == 360 else { return false }
            let left = image.cropped(to: PixelRectangle(x: 0, y: 0, width: 640, height: 360))
            let right = image.cropped(to: PixelRectangle(x: 640, y: 0, width: 640, height: 360))
            last =
                CardView(window: (640, 360)).mismatch(in: left)
                ?? CardView(card: (320, 180), window: (640, 360)).mismatch(in: right)
            return last == nil
        }
        try stage.close()
    }

    @Test func picturesOfAWallHaveFiltersOfTheirOwn() throws {
        let stage = try start("wall", card, card)
        try stage.sway.resize(stage.program, width: 1280, height: 360)
        // Each picture begins with the card's grey bar.
        try eventually("one as it is, and one inverted", found: { stage.program.log }) {
            let image = try stage.screenshot()
            guard image.width == 1280, image.height == 360 else { return false }
            return image[4, 180] == Color(191, 191, 191) && image[644, 180] == Color(64, 64, 64)
        }
        try stage.close()
    }

    @Test func aFilterOfOnesOwnIsSeen() throws {
        let stage = try start("own-filter", card)
        try stage.sway.resize(stage.program, width: 640, height: 360)
        // White stays white but for blue, which goes to 0.2 + 0.8 · 0.6 of its light.
        try eventually("a warm white", found: { stage.program.log }) {
            let image = try stage.screenshot()
            return (0..<image.width).contains { x in
                (0..<image.height).contains { y in image[x, y].distance(to: Color(255, 255, 173)) <= 2 }
            }
        }
        try stage.close()
    }

    @Test func picturesThatAProgramMakesAreShown() throws {
        let stage = try start("own-source")
        try stage.sway.resize(stage.program, width: 640, height: 360)
        func row() throws -> [UInt8] {
            let image = try stage.screenshot()
            return (0..<min(image.width, 640)).map { image[$0, 100].green }
        }
        try eventually("a slope") { Set(try row()).count > 200 }
        let before = try row()
        try eventually("movement") { try row() != before }
        try stage.close()
    }

    @Test func aPhotographHasItsFullSizeAndTheFilters() throws {
        let folder = try emptyFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let stage = try start("photograph", card, in: folder)
        try stage.sway.resize(stage.program, width: 300, height: 200)
        let image = try eventually("the file", found: { stage.program.log }) {
            try? Image(png: "\(folder)/photograph.png")
        }
        #expect(image.width == 640 && image.height == 360)
        // Sepia: nothing in it is blue.
        #expect((0..<640).allSatisfy { x in image[x, 60].red >= image[x, 60].blue })
        try stage.close()
    }

    @Test func everyFrameGoesIntoAMovieWithoutAWindow() throws {
        try Requirement.programs("ffprobe")
        let folder = try emptyFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Without its registry GStreamer looks through all plugins, as the first time on a machine.
        let program = try Program(
            "sh", ["-c", "cd \"$0\" && exec \"$1\" \"$2\"", folder, try path("record"), card],
            environment: ["GST_REGISTRY": folder + "/registry"])
        #expect(try program.wait(within: 40).status == .exited(0), "\(program.log)")
        let words = program.output.split(separator: " ")
        let count = try #require(words.first.flatMap { Int($0) }, "\(program.log)")
        // A machine without time for the card's maker has gaps: they are told.
        let lost = try #require(words.dropLast().last.flatMap { Int($0) }, "\(program.log)")
        #expect(count >= 100 && count + lost >= 140, "\(program.output)")
        #expect(try pictures(of: "\(folder)/camera.mkv") == count)
        // It lacks the pause.
        let seconds = try MovieLength.seconds(of: "\(folder)/camera.mkv")
        #expect(abs((seconds ?? 0) - 5) < 0.6, "\(seconds ?? 0)")
    }

    @Test func aSlowConsumerGetsItsShareBesideTheWindow() throws {
        let stage = try start("throttled", "test:640x360@60:NV12")
        // Ten a second of sixty: every sixth on average, once the card, which may be late, has caught up. All of them would be every one.
        try eventually("every sixth frame", within: 60, found: { stage.program.output + stage.program.log }) {
            let numbers = stage.program.output.split(separator: "\n").compactMap { line in
                line.split(separator: " ").first.flatMap { Int($0) }
            }
            guard let first = numbers.first, let last = numbers.last, numbers.count >= 20 else {
                return false
            }
            return last - first >= 6 * (numbers.count - 1)
        }
        try stage.close()
    }

    @Test func framesAreConvertedBesideTheWindow() throws {
        let stage = try start("converted", card)
        try stage.sway.resize(stage.program, width: 640, height: 360)
        let view = CardView(window: (640, 360))
        try eventually("later frames") { (view.frameNumber(in: try stage.screenshot()) ?? 0) > 30 }
        try stage.close()
        let lines = stage.program.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.map { $0.prefix(2).joined(separator: " ") } == ["bgra 640x360", "i420 640x360"])
        #expect(lines.allSatisfy { Int($0.last ?? "") ?? 0 > 20 }, "\(stage.program.output)")
    }

    @Test func aFrameIsCutOutScaledAndTurned() throws {
        let (program, end) = try Program.run(try path("cut-out"), [])
        #expect(end.status == .exited(0), "\(program.log)")
    }

    @Test func aCompressedCardIsDecoded() throws {
        let (program, end) = try Program.run(try path("compressed"), [])
        #expect(end.status == .exited(0), "\(program.log)")
        let lines = program.output.split(separator: "\n")
        #expect(
            lines.count == 10 && lines.allSatisfy { $0.hasPrefix("mjpeg ") && $0.hasSuffix(" i422 640x360") })
    }

    @Test func coloursThatSomebodyKnowsBetterAreOnTheFrames() throws {
        let (program, end) = try Program.run(try path("colours"), [])
        #expect(end.status == .exited(0), "\(program.log)")
        #expect(
            program.output.split(separator: "\n") == [
                "rgb565 rgb565 full bt2020 bt709", "yvyu yvyu full bt2020 bt709",
                "y16be y16be full bt2020 bt709", "rggb8 rgbx full bt2020 bt709",
            ])
    }

    @Test func aSliderIsDrawnIntoMemoryAndMovedByAKey() throws {
        let (program, end) = try Program.run(try path("scene"), [])
        #expect(end.status == .exited(0), "\(program.log)")
        let lines = program.output.split(separator: "\n")
        #expect(lines.first == "480 x 120 pixels at 0 0", "\(program.output)")
        #expect(lines.dropFirst().first == "zoom: 2.1")
        #expect(lines.count == 3)
    }

    /// Keeps a picture for those who want to look at it.
    private func keep(_ stage: Stage, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_PICTURES"] else { return }
        usleep(500_000)
        try stage.screenshot().write(png: "\(folder)/outside-\(name).png")
    }

    /// The brightest of the pixels' green in a rectangle.
    private func brightest(_ image: Image, _ columns: Range<Int>, _ rows: Range<Int>) -> UInt8 {
        rows.flatMap { y in columns.map { image[$0, y].green } }.max() ?? 0
    }

    @Test func aSliderSetsAControlOfTheCameraThatIsShown() throws {
        let folder = try emptyFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let values = folder + "/values"
        try Data([128, 64] + [UInt8](repeating: 0, count: 4094)).write(to: URL(fileURLWithPath: values))
        let camera = try PreloadedLibrary.environment("one-camera").merging([
            "VIEWFINDER_CAMERA": "streaming", "VIEWFINDER_CAMERA_CONTROLS": values,
        ]) { $1 }
        let stage = try start("slider", "/dev/video99", environment: camera)
        try stage.sway.resize(stage.program, width: 960, height: 540)
        try eventually("the picture and the panel", found: { stage.program.log }) {
            let image = try stage.screenshot()
            guard image.width == 960, image.height == 540 else { return false }
            // The picture is white, and below the panel grey with white words.
            return image[300, 270].green > 200 && image[944, 500].green < 180
                && brightest(image, 650..<950, 20..<200) > 200
        }
        let keyboard = try VirtualKeyboard(stage.sway)
        for key in ["Tab", "Tab", "Right"] { try keyboard.tap(key) }
        try eventually("another brightness", found: { stage.program.log }) {
            // An arrow goes a hundredth of the range.
            FileManager.default.contents(atPath: values)?.prefix(2) == Data([131, 64])
        }
        try keep(stage, "slider")
        try stage.close()
    }

    @Test func aHeaderAndWhatIsWrongStandOnThePicture() throws {
        let stage = try start("headed", "/dev/video-that-is-not-there")
        try stage.sway.resize(stage.program, width: 800, height: 500)
        try eventually("the header and the words", found: { stage.program.log }) {
            let image = try stage.screenshot()
            guard image.width == 800, image.height == 500 else { return false }
            return brightest(image, 0..<200, 0..<40) > 200 && brightest(image, 760..<800, 0..<40) > 200
                && brightest(image, 200..<600, 380..<490) > 200 && brightest(image, 0..<100, 100..<300) < 100
        }
        try keep(stage, "headed")
        // The header's button is reached by key, from behind.
        let keyboard = try VirtualKeyboard(stage.sway)
        try keyboard.tap("Tab", .shift)
        try keyboard.tap("Return")
        #expect(try stage.program.wait(within: 10).status == .exited(0), "\(stage.program.log)")
    }

    @Test func aFileIsDraggedIntoAnotherProgram() throws {
        let stage = try start("dragged", card, "/etc/os-release")
        try stage.sway.resize(stage.program, width: 800, height: 500)
        try stage.expect(CardView(window: (800, 500)), "the card")
        let window = try stage.window.content
        let target = try DropTarget(stage.sway, x: 1060, y: 40)
        let mouse = try VirtualPointer(stage.sway)
        // The middle of the bar, which is 56 high and 16 above the edge.
        let picture = (x: window.x + 400, y: window.y + 500 - 16 - 28)
        try mouse.drag(from: picture, to: (1160, 140), over: target)
        #expect(try target.dropped() == "file:///etc/os-release\r\n")
        try stage.close()
    }

    /// Pango would end the process when it lays out a text without any font.
    @Test func withoutFontsAProgramLearnsThatNothingCanBeDrawn() throws {
        let folder = try emptyFolder()
        let none = "<fontconfig><cachedir>\(folder)</cachedir></fontconfig>"
        try none.write(toFile: folder + "/fonts.conf", atomically: true, encoding: .utf8)
        let (program, end) = try Program.run(
            try path("scene"), [], environment: ["FONTCONFIG_FILE": folder + "/fonts.conf"])
        #expect(end.status != .exited(0))
        #expect(program.log.contains("there is no font; install one"), "\(program.log)")
    }

    @Test func aSwitchThatFailsKeepsTheOldOneAndTheModeCanBeChanged() throws {
        let stage = try start("switching", card, "y4m:/no/such/file.y4m", "test:320x180@30:YUYV")
        try stage.sway.resize(stage.program, width: 640, height: 360)
        try eventually("the failure", found: { stage.program.log }) {
            stage.program.output.contains("the old one goes on, since")
        }
        try stage.expect(CardView(window: (640, 360)), "the old one")
        try eventually("the change", within: 20, found: { stage.program.log }) {
            stage.program.output.contains("320x180 at 30 fps")
        }
        try stage.expect(CardView(card: (320, 180), window: (640, 360)), "the new one")
        try stage.close()
    }

    @Test func devicesAreListedBestFirst() throws {
        let (program, end) = try Program.run(try path("devices"), [])
        #expect(end.status == .exited(0), "\(program.log)")
        let lines = program.output.split(separator: "\n")
        #expect(!lines.isEmpty)
        for (number, line) in lines.enumerated() {
            #expect(line.hasPrefix("\(number) ") && line.hasSuffix(")"))
        }
    }

    @Test func aReportOfTheMachineIsTold() throws {
        let (program, end) = try Program.run(try path("report"), [])
        #expect(end.status == .exited(0), "\(program.log)")
        #expect(program.output.hasPrefix("Linux "))
        #expect(program.output.contains(/llvmpipe.*, Mesa .* usable \d+/))
        // The files' names tell versions.
        #expect(program.output.contains(/libvulkan\.so\.\d+\.\d+/))
    }

    @Test func theModesOfACameraAreListedAndOneIsSet() throws {
        let camera = try PreloadedLibrary.environment("one-camera")
            .merging(["VIEWFINDER_CAMERA": "streaming"]) { $1 }
        for (size, outcome) in [
            ("320x240", "set to YUYV 320x240 at 30 fps"), ("1280x720", "has no room for"),
        ] {
            let (program, end) = try Program.run(
                try path("modes"), ["/dev/video99", size], environment: camera)
            #expect(end.status == .exited(0), "\(program.log)")
            let lines = program.output.split(separator: "\n")
            #expect(lines.count == 6 && lines.first?.contains("640x480 at 30 fps") == true, "\(program.log)")
            #expect(lines.last?.contains(outcome) == true, "\(program.log)")
        }
    }

    @Test func aDesktopThatNobodyCanAskIsTold() throws {
        let (program, end) = try Program.run(
            try path("wishes"), [], environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"])
        #expect(end.status == .exited(0), "\(program.log)")
        #expect(
            program.output == "the desktop's colours, font and buttons are unknown: "
                + "there is no session bus (No such file or directory)\n")
    }

    @Test func devicesTestThemselves() throws {
        let (program, end) = try Program.run(try path("self-test"), [])
        #expect(end.status == .exited(0), "\(program.log)")
        #expect(program.output.contains(/llvmpipe.*: tested\n  pages: read in place/), "\(program.log)")
    }

    @Test func aFrameIsDrawnIntoAFile() throws {
        let folder = try emptyFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (program, end) = try Program.run(
            "sh", ["-c", "cd \"$0\" && exec \"$1\" \"$2\"", folder, try path("still"), card])
        #expect(end.status == .exited(0), "\(program.log)")
        let image = try Image(png: "\(folder)/still.png")
        #expect(image.width == 400 && image.height == 400)
        #expect(CardView(window: (400, 400), mode: .fill).mismatch(in: image) == nil)
        // A picture of 10 bits has 16 in its file.
        let (deep, last) = try Program.run(
            "sh", ["-c", "cd \"$0\" && exec \"$1\" \"$2\"", folder, try path("still"), "test:640x360@30:Y10"])
        #expect(last.status == .exited(0), "\(deep.log)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/still.png"))[24] == 16)
    }

    @Test func keysOfAWindowInOneColourAreHeard() throws {
        let stage = try start("keys")
        try eventually("the colour") { try stage.screenshot()[320, 180] == Color(0, 128, 128) }
        try VirtualKeyboard(stage.sway).tap("k")
        try eventually("the key", found: { stage.program.log }) { stage.program.output.contains("k") }
        try stage.sway.resize(stage.program, width: 321, height: 243)
        try eventually("another size") {
            let image = try stage.screenshot()
            return image.width == 321 && image.height == 243 && image[320, 242] == Color(0, 128, 128)
        }
        try stage.close()
        #expect(stage.program.output.hasSuffix("goodbye\n"), "\(stage.program.log)")
    }

    @Test func aWindowWithoutVulkanIsBlackWithWordsAndItsEdgesLightUp() throws {
        let stage = try start("billboard")
        let (black, white) = (Color(0, 0, 0), Color(255, 255, 255))
        try eventually("the words") {
            let image = try stage.screenshot()
            let column = (0..<image.height).flatMap { y in (180..<300).map { image[$0, y] } }
            return image[5, 5] == black && column.contains { $0.red > 200 && $0.green > 200 }
        }
        let keyboard = try VirtualKeyboard(stage.sway)
        try eventually("a flash", found: { stage.program.log }) {
            try keyboard.tap("k")
            let image = try stage.screenshot()
            return image[100, 1] == white && image[1, 100] == white && image[100, 2] == black
        }
        try stage.sway.resize(stage.program, width: 321, height: 243)
        try eventually("another size, dark again") {
            let image = try stage.screenshot()
            return image.width == 321 && image.height == 243 && image[100, 1] == black
        }
        try stage.close()
    }

    @Test func aDesktopThatOpensNoFilesIsTold() throws {
        let (program, end) = try Program.run(
            try path("opener"), ["/tmp"], environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"])
        #expect(end.status == .exited(0), "\(program.log)")
        #expect(
            program.output == "/tmp is there, but no program could be asked to show it: "
                + "there is no session bus (No such file or directory); open it in your files\n")
    }

    @Test func aBadgeOverThePictureIsPressedMovedAndHidden() throws {
        let stage = try start("badge")
        let (teal, red) = (Color(0, 128, 128), Color(192, 0, 0))
        try eventually("the badge") {
            let image = try stage.screenshot()
            return image[20, 20] == red && image[99, 59] == red && image[100, 60] == teal
                && image[19, 30] == teal
        }
        let window = try stage.window.content
        let pointer = try VirtualPointer(stage.sway)
        try pointer.move(toX: window.x + 50, y: window.y + 30)
        try eventually("a press", found: { stage.program.log }) {
            // The first may come before the pointer is known.
            try pointer.click()
            return stage.program.output.contains("pressed at (30.0, 10.0) ")
        }
        // In pictures of the screen the pointer itself is seen, too.
        try pointer.move(toX: window.x + 300, y: window.y + 200)
        try pointer.click()
        try pointer.move(toX: window.x + 600, y: window.y + 400)
        try eventually("the badge at another place") {
            let image = try stage.screenshot()
            return image[30, 30] == teal && image[300, 200] == red && image[379, 239] == red
                && image[380, 239] == teal && image[379, 240] == teal
        }
        try pointer.move(toX: window.x + 310, y: window.y + 210)
        try pointer.click(.right)
        try pointer.move(toX: window.x + 600, y: window.y + 400)
        try eventually("no badge") {
            let image = try stage.screenshot()
            return image[300, 200] == teal && image[340, 220] == teal && image[379, 239] == teal
        }
        try stage.close()
    }

    @Test func aMovieIsCopiedThroughAFilter() throws {
        try Requirement.programs("ffmpeg", "ffprobe")
        let folder = try emptyFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (made, _) = try Program.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=25:duration=1",
                "\(folder)/in.mp4",
            ])
        let (program, end) = try Program.run(try path("sketch"), ["\(folder)/in.mp4", "\(folder)/out.webm"])
        #expect(end.status == .exited(0), "\(made.log)\(program.log)")
        #expect(try pictures(of: "\(folder)/out.webm") == 25)
    }

    @Test func aLoopTicksUntilASignal() throws {
        let program = try Program("stdbuf", ["-oL", try path("clock")])
        try eventually("ticks") { program.output.split(separator: "\n").count >= 4 }
        program.signal(SIGINT)
        #expect(try program.wait(within: 10).status == .exited(0), "\(program.log)")
        let times = program.output.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first.flatMap { Int($0) }
        }
        for (number, time) in times.enumerated() { #expect(time >= number * 100) }
    }

    @Test func aPictureIsTurnedByItsFilterAndByWhoTakesIt() throws {
        let folder = try emptyFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pixels = (0..<12).flatMap { _ in (0..<31).flatMap { [UInt8](repeating: UInt8(8 * $0), count: 3) }
        }
        try Image(width: 31, height: 12, pixels: pixels).write(png: "\(folder)/in.png")
        let (program, end) = try Program.run(
            try path("turned"), ["\(folder)/in.png", "\(folder)/turned.png", "\(folder)/back.png"])
        #expect(end.status == .exited(0), "\(program.log)")
        let turned = try Image(png: "\(folder)/turned.png")
        let back = try Image(png: "\(folder)/back.png")
        #expect(turned.width == 12 && turned.height == 31)
        #expect(back.width == 31 && back.height == 12)
        // Left becomes above: there it is darkest.
        #expect(turned[5, 0].red < turned[5, 30].red)
        #expect(turned[5, 30].distance(to: back[30, 6]) == 0)
    }
}
