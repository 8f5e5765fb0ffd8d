import Foundation
import PictureFiles
import TestSupport
import Testing

/// PNG and JPEG, there and back, and what is no picture.
@Suite struct PictureFileTests {
    private final class Folder {
        let path = NSTemporaryDirectory() + "viewfinder-pictures-\(UUID().uuidString)"
        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }
        func file(_ name: String) -> String { path + "/" + name }
        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
    }

    /// Smooth, as JPEG likes it, with an alpha that goes through all codes.
    private func picture(_ width: Int, _ height: Int, isOpaque: Bool = false) -> PictureFile {
        let bytes = (0..<width * height).flatMap { index -> [UInt8] in
            let (x, y) = (index % width, index / width)
            let code = { (value: Int) in UInt8(max(0, min(255, value))) }
            return [
                code(40 + 3 * x), code(200 - 2 * y), code(90 + x + y), isOpaque ? 255 : UInt8(index % 256),
            ]
        }
        return PictureFile(width: width, height: height, bytes: bytes)
    }

    @Test(arguments: [(1, 1), (37, 23), (64, 48), (300, 1), (1, 300)])
    func aPNGGivesBackEveryByte(width: Int, height: Int) throws {
        let folder = try Folder()
        let written = picture(width, height)
        try written.write(to: folder.file("a.png"))
        #expect(try PictureFile(readingFrom: folder.file("a.png")) == written)
        #expect(folder.names == ["a.png"])
    }

    @Test func aPictureOfSixteenBitsBecomesAPNGOfSixteenBits() throws {
        let words = (0..<4 * 6).map { UInt16(truncatingIfNeeded: $0 * 2730 + 77) }
        let codes = words.map { UInt8((Double($0) / 257).rounded()) }
        let written = PictureFile(width: 3, height: 2, bytes: codes, words: words)
        let bytes = try written.encoded(as: .png)
        // The header's depth; the bits themselves are read by another program in `SnapshotTests`.
        #expect(bytes[24] == 16)
        let read = try PictureFile(decoding: bytes, name: "deep")
        #expect(zip(read.bytes, written.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        #expect(throws: PictureFileError.self) {
            try PictureFile(width: 0, height: 1, bytes: [], words: []).encoded(as: .png)
        }
        #expect(
            try written.encoded(as: .jpeg())
                == PictureFile(width: 3, height: 2, bytes: written.bytes).encoded(as: .jpeg()))
    }

    @Test(arguments: [false, true])
    func aPNGTellsThatItsColoursAreSRGB(isDeep: Bool) throws {
        let small = picture(7, 5)
        let deep = PictureFile(
            width: 7, height: 5, bytes: small.bytes, words: small.bytes.map { UInt16($0) * 257 })
        let bytes = try (isDeep ? deep : small).encoded(as: .png)
        var chunks: [(name: String, content: [UInt8])] = []
        var place = 8
        while place < bytes.count {
            let count = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            let checked = bytes[place + 4..<place + 8 + count]
            let sum = checked.reduce(~0 as UInt32) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xedb8_8320 : 0) }
            }
            let told = bytes[place + 8 + count..<place + 12 + count].reduce(0) { $0 << 8 | UInt32($1) }
            #expect(~sum == told, "\(name)")
            chunks.append((name, Array(checked.dropFirst(4))))
            place += 12 + count
        }
        #expect(chunks.first { $0.name == "cICP" }?.content == [1, 13, 0, 1])
        #expect(chunks.first { $0.name == "sRGB" }?.content.count == 1)
        let data = try #require(chunks.firstIndex { $0.name == "IDAT" })
        #expect(chunks[..<data].map(\.name).contains("sRGB") && chunks[1].name == "cICP")
    }

    @Test(arguments: ["a.jpg", "a.jpeg", "A.JPG"])
    func aJPEGGivesBackWhatTheEyeSees(name: String) throws {
        let folder = try Folder()
        let written = picture(48, 32, isOpaque: true)
        try written.write(to: folder.file(name), quality: 95)
        let read = try PictureFile(readingFrom: folder.file(name))
        #expect(read.width == 48 && read.height == 32)
        let worst = zip(read.bytes, written.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
        #expect(worst <= 6, "\(worst)")
    }

    @Test func aJPEGHasNoAlphaAndLiesOverBlack() throws {
        let folder = try Folder()
        let half = PictureFile(
            width: 16, height: 16, bytes: (0..<256).flatMap { _ in [200, 100, 50, 128] as [UInt8] })
        try half.write(to: folder.file("a.jpg"), quality: 100)
        let read = try PictureFile(readingFrom: folder.file("a.jpg"))
        for (found, wanted) in zip(read.bytes, (0..<256).flatMap { _ in [100, 50, 25, 255] }) {
            #expect(abs(Int(found) - wanted) <= 2)
        }
    }

    @Test func lessQualityIsFewerBytes() throws {
        let folder = try Folder()
        let noise = PictureFile(
            width: 64, height: 64, bytes: (0..<64 * 64 * 4).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
        try noise.write(to: folder.file("a.jpg"), quality: 20)
        try noise.write(to: folder.file("b.jpg"), quality: 95)
        let count = { (name: String) in FileManager.default.contents(atPath: folder.file(name))?.count ?? 0 }
        #expect(count("a.jpg") > 0 && count("a.jpg") * 2 < count("b.jpg"))
    }

    @Test func theFirstBytesTellTheFormatAndNotTheName() throws {
        let folder = try Folder()
        let written = picture(9, 5)
        try written.write(to: folder.file("a.png"))
        try FileManager.default.moveItem(atPath: folder.file("a.png"), toPath: folder.file("a.jpg"))
        #expect(try PictureFile(readingFrom: folder.file("a.jpg")) == written)
    }

    @Test func otherEndingsAreRefused() throws {
        let folder = try Folder()
        for name in ["a.gif", "a", "a.png.txt"] {
            let path = folder.file(name)
            expectError(path, "must end in") { () throws(PictureFileError) in
                try picture(4, 4).write(to: path)
            }
        }
        #expect(folder.names.isEmpty)
    }

    @Test func damagedFilesAreNoPictures() throws {
        let folder = try Folder()
        try picture(64, 48).write(to: folder.file("a.png"))
        let png = [UInt8](try #require(FileManager.default.contents(atPath: folder.file("a.png"))))
        for bytes in [Array(png.prefix(8)), Array(png.prefix(40)), Array(png.prefix(png.count / 2))] {
            expectError("a", "is damaged") { () throws(PictureFileError) in
                _ = try PictureFile(decoding: bytes, name: "a")
            }
        }
        expectError("a", "is damaged") { () throws(PictureFileError) in
            _ = try PictureFile(decoding: [0xff, 0xd8, 0xff, 0xd9], name: "a")
        }
        for bytes in [[], [0x89], Array("GIF89a".utf8)] as [[UInt8]] {
            expectError("a", "is neither") { () throws(PictureFileError) in
                _ = try PictureFile(decoding: bytes, name: "a")
            }
        }
    }

    @Test func aJPEGPictureWithoutLossIsNotCalledDamaged() throws {
        let folder = try Folder()
        try picture(64, 48).write(to: folder.file("a.jpg"))
        var jpeg = [UInt8](try #require(FileManager.default.contents(atPath: folder.file("a.jpg"))))
        let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xc0 })
        jpeg[frame + 1] = 0xc3
        expectError("a", "is of a rare kind") { () throws(PictureFileError) in
            _ = try PictureFile(decoding: jpeg, name: "a")
        }
    }

    /// The library's warning of what is harmless hides neither the fault that ends the picture, nor does a picture that only ends early count as damaged.
    @Test func faultsAfterAWarningAreDamage() throws {
        let folder = try Folder()
        try picture(64, 48).write(to: folder.file("a.jpg"))
        let jpeg = [UInt8](try #require(FileManager.default.contents(atPath: folder.file("a.jpg"))))
        let end = 4 + (Int(jpeg[4]) << 8 | Int(jpeg[5]))
        let warned = jpeg[..<end] + [1, 2, 3] + jpeg[end...]
        let whole = try PictureFile(decoding: jpeg, name: "a")
        #expect(try PictureFile(decoding: Array(warned), name: "a") == whole)
        let cut = Array(warned.dropLast(jpeg.count / 4))
        #expect(try PictureFile(decoding: cut, name: "a").height == 48)
        expectError("a", "is damaged") { () throws(PictureFileError) in
            _ = try PictureFile(decoding: cut + jpeg, name: "a")
        }
    }

    @Test func whatIsNoFileIsNotRead() throws {
        let folder = try Folder()
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [folder.file("nothing"), folder.path, pipe, "/dev/zero"] {
            expectError(path, "cannot be read") { () throws(PictureFileError) in
                _ = try PictureFile(readingFrom: path)
            }
        }
    }

    @Test func aFileAppearsWholeOrNotAtAll() throws {
        let folder = try Folder()
        expectError(folder.file("no/a.png"), "cannot be written") { () throws(PictureFileError) in
            try picture(4, 4).write(to: folder.file("no/a.png"))
        }
        // What has the name of the file and is none stays, and nothing half written lies beside it.
        try FileManager.default.createDirectory(
            atPath: folder.file("a.png/full"), withIntermediateDirectories: true)
        expectError(folder.file("a.png"), "cannot be written") { () throws(PictureFileError) in
            try picture(4, 4).write(to: folder.file("a.png"))
        }
        #expect(folder.names == ["a.png"])
        let (first, second) = (picture(4, 4), picture(8, 8))
        try first.write(to: folder.file("b.png"))
        try second.write(to: folder.file("b.png"))
        #expect(try PictureFile(readingFrom: folder.file("b.png")) == second)
        #expect(folder.names == ["a.png", "b.png"])
    }

    @Test func nothingOfOthersIsTouchedByAPictureThatIsWritten() throws {
        let folder = try Folder()
        let old = picture(4, 4)
        try old.write(to: folder.file("other.png"))
        for name in ["a.png", "a.png.part"] {
            #expect(symlink(folder.file("other.png"), folder.file(name)) == 0)
        }
        try picture(8, 8).write(to: folder.file("a.png"))
        #expect(try PictureFile(readingFrom: folder.file("other.png")) == old)
        #expect(try PictureFile(readingFrom: folder.file("a.png")) == picture(8, 8))
        #expect(folder.names == ["a.png", "a.png.part", "other.png"])
        let longest = String(repeating: "x", count: 251) + ".jpg"
        try old.write(to: folder.file(longest))
        #expect(folder.names.contains(longest))
    }

    @Test func aFullDiskIsTold() throws {
        let folder = try Folder()
        #expect(symlink("/dev/full", folder.file("full.png")) == 0)
        expectError(folder.file("full.png"), "cannot be written: No space left on device; choose another") {
            () throws(PictureFileError) in try picture(4, 4).write(to: folder.file("full.png"))
        }
        #expect(folder.names == ["full.png"])
    }

    @Test func aPictureOfScansWithoutEndIsRefused() throws {
        #expect(try PictureFile(decoding: progressiveJPEG(scans: 400), name: "few").width == 8)
        expectError("many", "is damaged") { () throws(PictureFileError) in
            _ = try PictureFile(decoding: progressiveJPEG(scans: 600), name: "many")
        }
    }

    private func expectError(
        _ path: String, _ words: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws(PictureFileError) -> Void
    ) {
        do throws(PictureFileError) {
            try body()
            Issue.record("no error", sourceLocation: sourceLocation)
        } catch {
            #expect(error.path == path && error.reason.contains(words), sourceLocation: sourceLocation)
            #expect(error.description == "\(path): \(error.reason)", sourceLocation: sourceLocation)
        }
    }
}
