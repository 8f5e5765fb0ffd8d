import Foundation
import Frames
import LinuxIO
import Testing

@testable import Viewfinder
@testable import VulkanView
@testable import WaylandClient

/// A picture on the clipboard, and its file.
@Suite struct CopiedPictureTests {
    private let folder = NSTemporaryDirectory() + "copied-\(UUID().uuidString)"
    private let picture = OffscreenPicture(
        size: PixelSize(width: 4, height: 2), stride: 16, bytes: [UInt8](repeating: 255, count: 32))

    private func bytes(_ copied: CopiedPicture, _ kind: String) throws -> [UInt8] {
        try #require(copied.data.first { $0.kind == kind }).bytes()
    }

    private var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder + "/viewfinder")) ?? []
    }

    @Test func theFileIsMadeForWhoeverAsksOnceForAllAndGoesWithTheCopy() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let folder = folder
        let copied = CopiedPicture(picture, UserEnvironment { $0 == "XDG_RUNTIME_DIR" ? folder : nil })
        #expect(copied.data.map(\.kind) == ["image/png", "text/uri-list"])
        let png = try bytes(copied, "image/png")
        #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47]) && files.isEmpty)
        let address = try bytes(copied, "text/uri-list")
        #expect(try bytes(copied, "text/uri-list") == address && files.count == 1)
        let name = try #require(files.first)
        #expect(address == Array("file://\(folder)/viewfinder/\(name)\r\n".utf8))
        #expect(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/viewfinder/\(name)")) == Data(png))
        copied.forget()
        #expect(files.isEmpty)
    }

    @Test(arguments: [nil, "/dev/null"]) func withoutAFolderThereIsThePictureAlone(folder: String?) throws {
        let copied = CopiedPicture(picture, UserEnvironment { $0 == "XDG_RUNTIME_DIR" ? folder : nil })
        #expect(try bytes(copied, "text/uri-list").isEmpty && !bytes(copied, "image/png").isEmpty)
    }
}
