import Foundation
import TestSupport
import Testing

/// Filters on the command line and by keys, seen in the picture and in the title.
@Suite(.serialized) struct FilterTests {
    private static let size = (width: 640, height: 360)
    private static let card = "test:640x360@30:NV12"
    private let view = CardView(window: size)

    private func snapshot(_ arguments: [String]) throws -> Image {
        let path = NSTemporaryDirectory() + "filtered-\(UUID().uuidString).png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (program, end) = try Program.run(
            Repository.program, ["snapshot", "-o", path, "--source", Self.card] + arguments,
            environment: ["WAYLAND_DISPLAY": nil, "XDG_RUNTIME_DIR": NSTemporaryDirectory()])
        try #require(end.status == .exited(0), "\(program.log)")
        return try Image(png: path)
    }

    private func start(_ options: String...) throws -> Viewfinder {
        let viewfinder = try Viewfinder(["--source", Self.card] + options)
        try viewfinder.sway.resize(viewfinder.program, width: Self.size.width, height: Self.size.height)
        return viewfinder
    }

    /// Waits for a picture that is the test card when its colours are inverted.
    private func expectInverted(_ viewfinder: Viewfinder, _ view: CardView, _ what: String) throws {
        try Viewfinder.expect(view, what, of: viewfinder.program) { try viewfinder.screenshot().inverted }
    }

    @Test func aSnapshotGoesThroughTheFilter() throws {
        #expect(view.mismatch(in: try snapshot(["--filter", "color-inversion"]).inverted) == nil)
    }

    @Test func twoInversionsGiveThePictureBack() throws {
        let once = ["--filter", "ColorInversion"]
        #expect(view.mismatch(in: try snapshot(once + once)) == nil)
    }

    @Test func aTurnComesAfterTheFilters() throws {
        let image = try snapshot(["--filter", "color-inversion", "--rotate", "90"])
        let turned = CardView(window: (360, 640), quarterTurns: 1)
        #expect(turned.mismatch(in: image.inverted) == nil)
    }

    @Test func aBlendTakesTheCamerasPictureAsItsSecond() throws {
        let image = try snapshot([
            "--filter", "brightness-adjustment:brightness=0", "--filter", "difference-blend",
        ])
        #expect(image.pixels.allSatisfy { $0 == 0 })
    }

    @Test func aSecondCameraThatIsNotThereIsToldInTheTitle() throws {
        let viewfinder = try start("--filter", "add-blend:with=99")
        try viewfinder.waitForTitle("the reason") {
            $0.contains("; the picture of '99' stays as it is: there is no camera 99")
        }
        // A blend with nothing leaves the camera's picture.
        try Viewfinder.expect(view, "the camera's picture", of: viewfinder.program) {
            try viewfinder.screenshot()
        }
    }

    @Test func theWindowShowsTheFilteredPicture() throws {
        let viewfinder = try start("--filter", "color-inversion")
        try expectInverted(viewfinder, view, "inverted")
        try viewfinder.waitForTitle("the filter") { $0.contains("color-inversion") }
        let first = try #require(view.frameNumber(in: try viewfinder.screenshot().inverted))
        try eventually("a later frame") {
            view.frameNumber(in: try viewfinder.screenshot().inverted).map { $0 > first } ?? false
        }
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("0")
        try viewfinder.expect(view, "as the camera sees it")
        try viewfinder.waitForTitle("no filter") { $0 == "Test card – Viewfinder" }
    }

    @Test func keysGoThroughTheFiltersAndTheirNumbers() throws {
        let viewfinder = try start()
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("]")
        try viewfinder.waitForTitle("the first filter") { $0.contains("brightness-adjustment:brightness=0)") }
        for _ in 0..<5 { try keyboard.tap("=") }
        try viewfinder.waitForTitle("five steps up") { $0.contains("brightness=0.5") }
        // The last bar is black.
        try eventually("a brighter picture", found: { viewfinder.program.log }) {
            try viewfinder.screenshot()[620, 20].distance(to: Color(128, 128, 128)) <= 1
        }
        try keyboard.tap("-")
        try viewfinder.waitForTitle("one step down") { $0.contains("brightness=0.4") }
        try keyboard.tap("]")
        try viewfinder.waitForTitle("the second filter") { $0.contains("exposure-adjustment") }
        try keyboard.tap("[")
        try keyboard.tap("[")
        try viewfinder.waitForTitle("none") { $0 == "Test card – Viewfinder" }
        try viewfinder.expect(view, "without filters")
    }

    @Test func eSpreadsTheBrightness() throws {
        // Dark: 16 + 20 codes of luma and no colour, with a brighter half.
        let path = NSTemporaryDirectory() + "dark-\(UUID().uuidString).y4m"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let rows = (0..<48).map { Data(repeating: $0 < 24 ? 36 : 46, count: 64) }.reduce(Data(), +)
        let frame = Data("FRAME\n".utf8) + rows + Data(repeating: 128, count: 64 * 24)
        try (Data("YUV4MPEG2 W64 H48 F30:1 Ip A1:1 C420jpeg\n".utf8) + frame).write(
            to: URL(fileURLWithPath: path))
        let viewfinder = try Viewfinder(["--source", "y4m:\(path):601-limited"])
        try viewfinder.sway.resize(viewfinder.program, width: 320, height: 240)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        func isSpread() throws -> Bool {
            let image = try viewfinder.screenshot()
            return image[160, 20] == .black && image[160, 220] == Color(255, 255, 255)
        }
        try keyboard.tap("e")
        try viewfinder.waitForTitle("equalization") { $0.contains("equalization") }
        try eventually("black and white", found: { viewfinder.program.log }) { try isSpread() }
        try keyboard.tap("e")
        try viewfinder.waitForTitle("no equalization") { !$0.contains("equalization") }
        try eventually("grey again", found: { viewfinder.program.log }) { try !isSpread() }
    }

    @Test func aFrozenPictureIsFilteredWithoutANewFrame() throws {
        let viewfinder = try start()
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("space")
        try viewfinder.waitForTitle("frozen") { $0.contains("frozen") }
        let frozen = try viewfinder.frame(after: nil, view)
        let place = try #require(
            try Program.run(Repository.program, ["filters"]).program.output.components(separatedBy: "\n")
                .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("pictures") }
                .firstIndex { $0.hasPrefix("  color-inversion") })
        for _ in 0...place { try keyboard.tap("]") }
        try viewfinder.waitForTitle("the inversion") { $0.contains("color-inversion") }
        try expectInverted(viewfinder, view, "frozen and inverted")
        #expect(view.frameNumber(in: try viewfinder.screenshot().inverted) == frozen)
        try viewfinder.sway.resize(viewfinder.program, width: 480, height: 270)
        let small = CardView(window: (480, 270))
        try expectInverted(viewfinder, small, "frozen, inverted and smaller")
        try keyboard.tap("0")
        try viewfinder.expect(small, "frozen and as it was")
        #expect(small.frameNumber(in: try viewfinder.screenshot()) == frozen)
    }

    @Test func pSavesTheFilteredPictureAtItsOwnSize() throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try Viewfinder(
            ["--source", Self.card, "--filter", "color-inversion", "--fill", "fill"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
        try viewfinder.sway.resize(viewfinder.program, width: 300, height: 300)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the file's name") { $0.contains("saved viewfinder-") }
        let folder = home + "/Pictures"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1)
        let image = try Image(png: folder + "/" + (names.first ?? ""))
        #expect(view.mismatch(in: image.inverted) == nil)
        var window = CardView(window: (300, 300))
        window.mode = .fill
        try expectInverted(viewfinder, window, "the window as before")
        // A file where the folder should be.
        try FileManager.default.removeItem(atPath: folder)
        try Data().write(to: URL(fileURLWithPath: folder))
        try keyboard.tap("p")
        try viewfinder.waitForTitle("the failure") { $0.contains("cannot save in") }
        try expectInverted(viewfinder, window, "the picture goes on")
    }

    /// The seconds of a recording that the title tells; -1 without one.
    private static func recordedSeconds(_ title: String) -> Int {
        title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? -1
    }

    /// A recording has the camera's size; the window's size, turn and mirror do not reach it.
    @Test func vRecordsTheFilteredPicture() throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        let viewfinder = try Viewfinder(
            ["--source", Self.card, "--filter", "color-inversion"],
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
        try viewfinder.sway.resize(viewfinder.program, width: 320, height: 180)
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try keyboard.tap("v")
        // The first pictures may be lost while a busy machine starts the encoder.
        try viewfinder.waitForTitle("the time") { Self.recordedSeconds($0) >= 4 }
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the file's name") {
            $0.contains("saved viewfinder-") && !$0.contains("●")
        }
        let folder = home + "/Videos"
        // The other one is ended by a signal.
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the time") { Self.recordedSeconds($0) >= 4 }
        viewfinder.program.signal(SIGTERM)
        #expect(try viewfinder.waitForCleanEnd())
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 2)
        for name in names {
            let path = NSTemporaryDirectory() + "recorded-\(UUID().uuidString).png"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let (program, end) = try Program.run(
                Repository.program,
                ["snapshot", "-o", path, "--skip", "10", "--source", "movie:\(folder)/\(name)"],
                environment: ["WAYLAND_DISPLAY": nil, "XDG_RUNTIME_DIR": NSTemporaryDirectory()])
            try #require(end.status == .exited(0), "\(program.log)")
            let image = try Image(png: path)
            #expect((image.width, image.height) == Self.size)
            // White, yellow and blue bars of three quarters, inverted; an encoder changes a little.
            for (x, color) in [
                (40, Color(64, 64, 64)), (120, Color(64, 64, 255)), (520, Color(255, 255, 64)),
            ] {
                #expect(image[x, 100].distance(to: color) <= 8, "\(image[x, 100]) in \(name)")
            }
        }
    }

    @Test func aRecordingThatCannotBeMadeLeavesTheCameraRunning() throws {
        let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: home + "/Videos"))
        let viewfinder = try Viewfinder(
            ["--source", Self.card], environment: ["HOME": home, "XDG_CONFIG_HOME": nil])
        try viewfinder.sway.resize(viewfinder.program, width: Self.size.width, height: Self.size.height)
        try VirtualKeyboard(viewfinder.sway).tap("v")
        try viewfinder.waitForTitle("the reason") { $0.contains("cannot save in \(home)/Videos") }
        let number = try viewfinder.frame(after: nil, view)
        try viewfinder.frame(after: number, view)
    }

    @Test func aLookupPictureMayHaveAnyPath() throws {
        let path = NSTemporaryDirectory() + "inverse, \"\(UUID().uuidString)\": 1.png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let pixels = (0..<512 * 512).flatMap { place -> [UInt8] in
            let (x, y) = (place % 512, place / 512)
            let steps = [x % 64, y % 64, y / 64 * 8 + x / 64]
            return steps.map { UInt8(255 - ($0 * 255 + 31) / 63) }
        }
        try Image(width: 512, height: 512, pixels: pixels).write(png: path)
        let quoted = path.replacingOccurrences(of: "\"", with: "\\\"")
        let image = try snapshot(["--filter", "lookup-filter:file=\"\(quoted)\",intensity=1"])
        #expect(view.mismatch(in: image.inverted) == nil)
    }

    @Test(arguments: [
        ("color-table-filter", "LUT_1D_SIZE 2\n1 1 1\n0 0 0\n", Color(64, 64, 64)),
        // From (0, 127) down to (127, 0), and flat.
        ("tone-curve", "\0\u{4}\0\u{1}\0\u{2}\0\u{7F}\0\0\0\0\0\u{7F}", .black),
    ])
    func tablesAndCurvesComeFromFiles(_ filter: String, _ content: String, _ white: Color) throws {
        let path = NSTemporaryDirectory() + "table-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        let image = try snapshot(["--filter", "\(filter):file=\(path)"])
        // The first bar is white of three quarters.
        #expect(image[40, 100].distance(to: white) <= 1, "\(image[40, 100])")
    }

    @Test func theListIsComplete() throws {
        let (program, end) = try Program.run(Repository.program, ["filters", "--json"])
        #expect(end.status == .exited(0) && program.errors.isEmpty)
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [[String: Any]])
        #expect(list.count > 130)
        #expect(Set(list.compactMap { $0["name"] as? String }).count == list.count)
        let files = list.filter { filter in
            let parameters = filter["parameters"] as? [[String: Any]] ?? []
            return parameters.contains { $0["unit"] as? String == "path" }
        }
        #expect(
            Set(files.compactMap { $0["name"] as? String }) == [
                "color-table-filter", "lookup-filter", "mosaic", "soft-elegance", "tone-curve",
            ])
        for filter in list {
            #expect(Set(filter.keys) == ["name", "gpuImageName", "group", "inputs", "parameters"])
            #expect(filter["gpuImageName"] is String || filter["gpuImageName"] is NSNull)
            #expect(filter["group"] is String && filter["inputs"] is Int)
            let parameters = try #require(filter["parameters"] as? [[String: Any]])
            for parameter in parameters {
                #expect(Set(parameter.keys) == ["name", "default", "minimum", "maximum", "unit"])
            }
        }
        let text = try Program.run(Repository.program, ["filters"]).program.output
        for filter in list {
            let name = try #require(filter["name"] as? String)
            #expect(text.contains("\n  \(name)"), "\(name) is not in the text")
        }
    }

    @Test(arguments: [
        ("gausian-blur", "gaussian-blur"), ("gaussian-blur:strength=3", "blurRadiusInPixels"),
        ("gaussian-blur:blurRadiusInPixels=much", "a number"), ("", "viewfinder filters"),
        ("lookup-filter", "lookup-filter:file=PATH"),
        ("color-table-filter:file=", "the path of a file (cube)"),
        ("tone-curve:file=/nowhere.acv", "/nowhere.acv: cannot be read (No such file or directory); check"),
        ("color-table-filter:file=/dev/null", "/dev/null: is no file"),
        ("tone-curve:file=\"a,b", "a quotation mark at its end"),
    ])
    func wrongFiltersEndWithTwoAndSayWhatWouldBeRight(_ filter: String, _ advice: String) throws {
        for command in [[], ["snapshot", "-o", "/nowhere.png"]] {
            let (program, end) = try Program.run(Repository.program, command + ["--filter", filter])
            #expect(end.status == .exited(2), "\(program.log)")
            #expect(program.errors.contains(advice), "\(program.log)")
        }
    }
}
