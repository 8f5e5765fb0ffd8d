import Foundation
import Frames
import LinuxIO
import PictureFiles
import TestSupport
import Testing

@testable import Viewfinder

/// Where pictures and recordings are saved, and under which names.
@Suite struct SavingTests {
    private func path(
        _ kind: UserFolders.Kind, _ text: String?, _ environment: [String: String] = ["HOME": "/home/ada"],
        file: String = "/home/ada/.config/user-dirs.dirs"
    ) throws -> String {
        try UserFolders(environment: UserEnvironment { environment[$0] }) { $0 == file ? text : nil }.path(
            of: kind)
    }

    @Test func withoutAWordTheyAreInTheHome() throws {
        #expect(try path(.pictures, nil) == "/home/ada/Pictures")
        #expect(try path(.videos, nil) == "/home/ada/Videos")
    }

    @Test(.timeLimit(.minutes(1))) func aListThatIsNoFileIsNotWaitedFor() throws {
        let folder = "\(NSTemporaryDirectory())/\(UUID().uuidString)"
        #expect(mkdir(folder, 0o700) == 0 && mkfifo("\(folder)/user-dirs.dirs", 0o600) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let environment = UserEnvironment { ["HOME": "/home/ada", "XDG_CONFIG_HOME": folder][$0] }
        #expect(try UserFolders(environment: environment).path(of: .videos) == "/home/ada/Videos")
        unlink("\(folder)/user-dirs.dirs")
        try "XDG_VIDEOS_DIR=\"/films\"\n".write(
            toFile: "\(folder)/user-dirs.dirs", atomically: true, encoding: .utf8)
        #expect(try UserFolders(environment: environment).path(of: .videos) == "/films")
    }

    @Test func theUsersFoldersCount() throws {
        let text = """
            # This file is written by xdg-user-dirs-update
            XDG_DESKTOP_DIR="$HOME/Schreibtisch"
            XDG_PICTURES_DIR="$HOME/Bilder/"
              XDG_VIDEOS_DIR = "/media/a \\"disk\\"/Filme"
            """
        #expect(try path(.pictures, text) == "/home/ada/Bilder")
        #expect(try path(.videos, text) == "/media/a \"disk\"/Filme")
    }

    @Test(arguments: [
        "XDG_PICTURES_DIR=$HOME/x", "XDG_PICTURES_DIR=\"x\"", "#XDG_PICTURES_DIR=\"/x\"", "XDG_PICTURES_DIR",
    ])
    func whatTheFormatDoesNotAllowIsLeftOut(_ line: String) throws {
        #expect(try path(.pictures, line) == "/home/ada/Pictures")
    }

    @Test func theConfigurationMayLieElsewhere() throws {
        let environment = ["HOME": "/home/ada", "XDG_CONFIG_HOME": "/etc/ada"]
        let found = try path(
            .pictures, "XDG_PICTURES_DIR=\"/p\"", environment, file: "/etc/ada/user-dirs.dirs")
        #expect(found == "/p")
    }

    @Test func withoutAHomeThereIsNoFolder() {
        #expect(throws: ViewfinderError.self) { try path(.pictures, nil, [:]) }
    }

    @Test(arguments: [
        ("/home/ada/Pictures", "Pictures"), ("/home/ada/a/b", "~/a/b"), ("/home/ada/.cache", "~/.cache"),
        ("/home/ada", "/home/ada"), ("/home/adam/x", "/home/adam/x"), ("/srv/x", "/srv/x"),
    ])
    func aFolderOfTheHomeHasAShortName(_ path: String, _ name: String) {
        let folders = UserFolders(environment: UserEnvironment { ["HOME": "/home/ada"][$0] }) { _ in nil }
        #expect(folders.name(of: path) == name)
        #expect(Message.saved("a.png", in: name) == "saved a.png in \(name)")
    }

    @Test func namesTellTheMomentAndNeverTakeAnothersPlace() throws {
        let folder = NSTemporaryDirectory() + "saving-\(UUID().uuidString)/a/b"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = try (0..<3).map { _ in try NewFile(in: folder, ending: "png", at: 1_763_721_000) }
        let stem = "viewfinder-" + NewFile.text(of: 1_763_721_000)
        #expect(files.map(\.name) == ["\(stem).png", "\(stem)-2.png", "\(stem)-3.png"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
        files[1].remove()
        #expect(try NewFile(in: folder, ending: "png", at: 1_763_721_000).name == files[1].name)
    }

    @Test func aWholeFileTakesAnothersPlaceNeither() throws {
        let folder = NSTemporaryDirectory() + "saving-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = try (0..<3).map { number in
            try NewFile(in: folder, ending: "png", writing: [UInt8(number)])
        }
        #expect(Set(files.map(\.name)).count == 3)
        for (number, file) in files.enumerated() {
            #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == Data([UInt8(number)]))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    }

    @Test func namesAreInOrder() {
        let names = [0, 86_399, 1_763_721_000, 4_000_000_000].map { NewFile.text(of: $0) }
        #expect(names == names.sorted())
        #expect(names.allSatisfy { $0.wholeMatch(of: /\d{4}-\d\d-\d\d-\d{6}/) != nil })
    }

    @Test func namesToTheMillisecondAreInOrderToo() throws {
        let moments = [(1_763_721_000, 5), (1_763_721_000, 45), (1_763_721_000, 999), (1_763_721_001, 0)]
        let texts = moments.map { second, millisecond in
            NewFile.text(ofMilliseconds: second * 1000 + millisecond)
        }
        #expect(texts.map { $0.suffix(4) } == ["-005", "-045", "-999", "-000"])
        let folder = NSTemporaryDirectory() + "saving-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let names = try texts.map { try NewFile(in: folder, ending: "png", at: $0, writing: [1]).name }
        #expect(names == names.sorted() && Set(names).count == names.count)
    }

    @Test func aFolderThatCannotBeIsNamed() {
        #expect {
            try NewFile(in: "/dev/null/pictures", ending: "png")
        } throws: { error in
            "\(error)".contains("/dev/null/pictures")
        }
    }

    @Test func aPictureThatCannotBeWrittenLeavesTheOldOneAndSaysWhy() throws {
        let folder = NSTemporaryDirectory() + "saving-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func write(_ name: String) throws {
            try PNGFile.write(
                "\(folder)/\(name)", PictureFile(width: 2, height: 1, bytes: [UInt8](repeating: 9, count: 8)))
        }
        try write("a.png")
        let old = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/a.png"))
        #expect(symlink("/dev/full", "\(folder)/full.png") == 0)
        #expect(symlink("\(folder)/a.png", "\(folder)/link.png") == 0)
        let words =
            "cannot write \(folder)/full.png: No space left on device; choose a folder that you may write to, with room"
        #expect {
            try write("full.png")
        } throws: { error in
            "\(error)" == words
        }
        #expect(throws: ViewfinderError.self) { try write("no/a.png") }
        try PNGFile.write("\(folder)/link.png", PictureFile(width: 1, height: 1, bytes: [1, 2, 3, 4]))
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/a.png")) == old)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.sorted() == ["a.png", "full.png", "link.png"])
    }
}
