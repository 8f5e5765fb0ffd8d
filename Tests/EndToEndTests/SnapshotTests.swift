import Foundation
import TestSupport
import Testing

/// `viewfinder snapshot`, which needs no compositor.
struct SnapshotTests {
    private func snapshot(_ arguments: [String]) throws -> Image {
        let path = NSTemporaryDirectory() + "snapshot-\(UUID().uuidString).png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (program, end) = try Program.run(
            Repository.program, ["snapshot", "-o", path] + arguments,
            environment: ["WAYLAND_DISPLAY": nil, "XDG_RUNTIME_DIR": NSTemporaryDirectory()])
        try #require(end.status == .exited(0), "\(program.log)")
        return try Image(png: path)
    }

    @Test(arguments: CardView.Mode.allCases, [(640, 360), (333, 555), (1281, 200)])
    func drawsWhatTheWindowWouldShow(_ mode: CardView.Mode, _ window: (Int, Int)) throws {
        let image = try snapshot([
            "--source", "test:640x360@30:NV12", "--window", "\(window.0)x\(window.1)", "--fill",
            mode.rawValue,
        ])
        #expect(CardView(window: window, mode: mode).mismatch(in: image) == nil)
    }

    @Test func hasThePicturesOwnSizeWithoutAWindow() throws {
        let image = try snapshot(["--source", "test:640x360@30:YUYV"])
        #expect(CardView(window: (640, 360)).mismatch(in: image) == nil)
    }

    @Test func isTheSameByEveryWayToTheDevice() throws {
        let card = ["--source", "test:640x360@1:NV12"]
        let copied = try snapshot(card + ["--import", "copy"])
        #expect(CardView(window: (640, 360)).mismatch(in: copied) == nil)
        let lent = try snapshot(card + ["--import", "hostptr"])
        #expect(CardView(window: (640, 360)).mismatch(in: lent) == nil)
    }

    @Test(arguments: [
        ["--path", "fragment"], ["--path", "compute"], ["--path", "host"], ["--window", "1024x4"],
        ["--filter", "gamma-adjustment:gamma=0.9"],
    ])
    func tenBitsStayInAPNGOfSixteen(_ options: [String]) throws {
        try Requirement.programs("convert")
        let folder = NSTemporaryDirectory() + "deep-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let row = (0..<1024).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        try Data(row + row + row + row).write(to: URL(fileURLWithPath: folder + "/ramp.raw"))
        let source = ["--source", "raw:\(folder)/ramp.raw:1024x4@30:Y10", "--range", "full"]
        let picture = folder + "/ramp.png"
        let (program, end) = try Program.run(
            Repository.program, ["snapshot", "-o", picture] + source + options,
            environment: ["WAYLAND_DISPLAY": nil, "XDG_RUNTIME_DIR": NSTemporaryDirectory()])
        try #require(end.status == .exited(0), "\(program.log)")
        let (_, read) = try Program.run(
            "convert", [picture, "-depth", "16", "-endian", "lsb", "rgb:\(folder)/read"])
        try #require(read.status == .exited(0))
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/read")))
        let greys = (0..<1024).map { Int(bytes[$0 * 6]) | Int(bytes[$0 * 6 + 1]) << 8 }
        #expect(greys == greys.sorted())
        #expect(Set(greys).count > 900)
        guard !options.contains("--filter") else { return }
        // Within 0.6 codes of 8 bits.
        #expect(
            greys.enumerated().allSatisfy { abs(Double($0.element) - Double($0.offset) / 1023 * 65535) < 154 }
        )
    }

    @Test func distancesAreGreysBetweenThoseThatAreAskedFor() throws {
        func greys(_ options: [String]) throws -> [UInt8] {
            let image = try snapshot(["--source", "test:640x360@30:Z16"] + options)
            return (0..<8).map { image[$0 * 80 + 40, 100].red }
        }
        let (plain, turned) = (try greys([]), try greys(["--depth", "65535-0"]))
        #expect(plain == plain.sorted(by: >) && plain[0] > 180 && plain[7] == 0)
        // A distance of 0 is none.
        #expect(zip(plain, turned).dropLast().allSatisfy { abs(255 - Int($0) - Int($1)) <= 1 })
        #expect(turned[7] == 0)
        #expect(try greys(["--depth", "0-20000"]).prefix(4).allSatisfy { $0 == 255 })
    }

    @Test(arguments: ["dmabuf", "userptr"])
    func aWayThatTheSourceCannotGoEndsTheProgram(_ route: String) throws {
        let (program, end) = try Program.run(
            Repository.program,
            ["snapshot", "-o", "/nowhere.png", "--source", "test:64x64@30:NV12", "--import", route],
            environment: ["WAYLAND_DISPLAY": nil, "XDG_RUNTIME_DIR": NSTemporaryDirectory()])
        #expect(end.status == .exited(1))
        #expect(program.errors.contains("asked for (\(route): the source"), "\(program.log)")
        #expect(program.errors.split(separator: "\n").count == 1, "\(program.log)")
    }

    @Test func skipsFirstFrames() throws {
        let view = CardView(window: (640, 360))
        let image = try snapshot(["--source", "test:640x360@30:NV12", "--skip", "10"])
        #expect(try #require(view.frameNumber(in: image)) >= 10)
    }

    @Test func placesByTheViewsOptions() throws {
        let image = try snapshot([
            "--source", "test:640x360@30:NV12", "--window", "400x400", "--rotate", "90", "--mirror",
        ])
        let view = CardView(window: (400, 400), quarterTurns: 1, isMirrored: true)
        #expect(view.mismatch(in: image) == nil)
    }

    /// The picture itself as the second one, out of a file or out of another source, is what a blend has without any.
    @Test func aFileOrAnotherSourceIsTheSecondPicture() throws {
        let card = ["--source", "test:640x360@30:NV12"]
        let path = NSTemporaryDirectory() + "second-\(UUID().uuidString).png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (program, end) = try Program.run(Repository.program, ["snapshot", "-o", path] + card)
        try #require(end.status == .exited(0), "\(program.log)")
        let itself = try snapshot(card + ["--filter", "multiply-blend"])
        for second in [path, "test:640x360@30:NV12", "test:640x360@30:MJPG"] {
            let image = try snapshot(card + ["--filter", "multiply-blend:with=\(second)"])
            for x in stride(from: 40, to: 640, by: 80) {
                let tolerance = second.hasSuffix("MJPG") ? 4 : 1
                #expect(image[x, 100].distance(to: itself[x, 100]) <= tolerance, "\(second) at \(x)")
            }
        }
        let plain = try snapshot(card)
        #expect(plain[40, 100].distance(to: itself[40, 100]) > 20)
    }

    @Test func aTurnedResultIsSavedTurned() throws {
        let card = ["--source", "test:640x360@30:NV12"]
        let upright = try snapshot(card + ["--filter", "sepia-tone-filter"])
        let turned = try snapshot(card + ["--filter", "sepia-tone-filter:turn=90"])
        #expect(turned.width == 360 && turned.height == 640)
        for x in stride(from: 40, to: 640, by: 80) {
            #expect(turned[359 - 100, x].distance(to: upright[x, 100]) <= 1, "\(x)")
        }
    }

    @Test func aMosaicTakesItsTilesOfAFile() throws {
        let path = NSTemporaryDirectory() + "tiles-\(UUID().uuidString).png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        // A red tile and a green one.
        let row: [UInt8] =
            Array(repeating: [255, 0, 0], count: 4).flatMap(\.self)
            + Array(repeating: [0, 255, 0], count: 4).flatMap(\.self)
        try Image(width: 8, height: 4, pixels: Array(repeating: row, count: 4).flatMap(\.self)).write(
            png: path)
        for name in ["file", "with"] {
            let image = try snapshot([
                "--source", "test:640x360@30:NV12",
                "--filter", "mosaic:\(name)=\(path),numberOfTiles=2,inputTileSize=0.5/1,colorOn=off",
            ])
            let colors = Set(
                stride(from: 0, to: 640 * 360, by: 997).map { image[$0 % 640, $0 / 640].description })
            #expect(colors == [Color(255, 0, 0).description, Color(0, 255, 0).description], "\(name)")
        }
    }

    @Test func theEndingOfItsNameSaysTheFormat() throws {
        let folder = NSTemporaryDirectory() + "formats-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func run(_ name: String) throws -> (Program, Program.End) {
            try Program.run(
                Repository.program, ["snapshot", "-o", "\(folder)/\(name)", "--source", "test:64x48@30:NV12"])
        }
        let (png, jpeg): ([UInt8], [UInt8]) = ([0x89, 0x50, 0x4e, 0x47], [0xff, 0xd8, 0xff])
        for (name, beginning) in [("a.png", png), ("b.JPG", jpeg), ("c.d.jpeg", jpeg), ("none", png)] {
            let (program, end) = try run(name)
            #expect(end.status == .exited(0), "\(program.log)")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
            #expect(bytes.starts(with: beginning), "\(name)")
        }
        for name in ["a.webp", "a.png.txt", "a."] {
            let (program, end) = try run(name)
            #expect(
                end.status == .exited(2) && program.errors.contains(".png, .jpg or .jpeg"), "\(program.log)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
    }

    @Test func aDamagedPictureIsLeftOut() throws {
        let path = NSTemporaryDirectory() + "stream-\(UUID().uuidString)"
        defer {
            for ending in [".jpg", ".mjpg"] { try? FileManager.default.removeItem(atPath: path + ending) }
        }
        let (program, end) = try Program.run(
            Repository.program, ["snapshot", "-o", path + ".jpg", "--source", "test:64x48@30:NV12"])
        try #require(end.status == .exited(0), "\(program.log)")
        let picture = try Data(contentsOf: URL(fileURLWithPath: path + ".jpg"))
        try (picture + picture.prefix(picture.count * 2 / 3) + picture)
            .write(to: URL(fileURLWithPath: path + ".mjpg"))
        let source = ["--source", "raw:\(path).mjpg:64x48@30:MJPG"]
        #expect(try snapshot(source + ["--skip", "1"]).pixels == snapshot(source).pixels)
    }

    @Test func aMinusIsTheStandardOutputWithNothingElseInIt() throws {
        let path = NSTemporaryDirectory() + "output-\(UUID().uuidString).png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (program, end) = try Program.run(
            "/bin/sh",
            [
                "-c", "\"$0\" snapshot -vv -o - --source test:64x48@30:NV12 >\"$1\"", Repository.program,
                path,
            ])
        #expect(end.status == .exited(0) && program.errors.contains("drawn by"), "\(program.log)")
        #expect(try Image(png: path).width == 64)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).suffix(8).starts(with: Array("IEND".utf8)))
    }

    @Test func settingsThatCannotBeReadCostNoPicture() throws {
        let home = NSTemporaryDirectory() + "settings-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        try FileManager.default.createDirectory(
            atPath: home + "/viewfinder", withIntermediateDirectories: true)
        try "{\"version\":2}".write(
            toFile: home + "/viewfinder/settings.json", atomically: true, encoding: .utf8)
        let (program, end) = try Program.run(
            Repository.program,
            ["snapshot", "-o", home + "/a.png", "--source", "test:64x48@30:NV12"],
            environment: ["XDG_CONFIG_HOME": home])
        #expect(end.status == .exited(0) && program.errors.contains("settings.json"), "\(program.log)")
        #expect(try Image(png: home + "/a.png").width == 64)
    }

    @Test(arguments: [
        ("sepia-tone-filter:with=a.png", "has no parameter “with”", 2 as Int32),
        ("multiply-blend:with=/nowhere.png", "cannot be read", 2),
        ("multiply-blend:with=99", "there is no camera 99", 1),
        ("mosaic:file=/nowhere.png", "cannot be read", 2),
        ("sepia-tone-filter:turn=45", "0, 90, 180 or 270", 2),
    ])
    func aSecondPictureThatCannotBeHadIsSaid(filter: String, words: String, status: Int32) throws {
        let (program, end) = try Program.run(
            Repository.program,
            ["snapshot", "-o", "/nowhere.png", "--source", "test:64x64@30:NV12", "--filter", filter])
        #expect(program.errors.contains(words), "\(program.log)")
        #expect(end.status == .exited(status))
    }

    @Test func rawFilesAndPipesAreSources() throws {
        let path = NSTemporaryDirectory() + "frame-\(UUID().uuidString).raw"
        defer { try? FileManager.default.removeItem(atPath: path) }
        // 4×2 of pure red as RGB.
        try Data((0..<8).flatMap { _ in [255, 0, 0] as [UInt8] }).write(to: URL(fileURLWithPath: path))
        let image = try snapshot(["--source", "raw:\(path):4x2@30:RGB24", "--window", "40x20"])
        #expect(image.color(of: image.bounds) == Color(255, 0, 0))
    }

    @Test func y4mFilesAreSources() throws {
        let path = NSTemporaryDirectory() + "grey-\(UUID().uuidString).y4m"
        defer { try? FileManager.default.removeItem(atPath: path) }
        // Limited range: 126 is (126 - 16) / 219 of white.
        let frame = Data("FRAME\n".utf8) + Data(repeating: 126, count: 16) + Data(repeating: 128, count: 8)
        try (Data("YUV4MPEG2 W4 H4 F30:1 Ip A1:1 C420jpeg\n".utf8) + frame + frame)
            .write(to: URL(fileURLWithPath: path))
        let image = try snapshot(["--source", "y4m:\(path):601-limited"])
        #expect(image.color(of: image.bounds).distance(to: Color(128, 128, 128)) <= 1)
    }
}
