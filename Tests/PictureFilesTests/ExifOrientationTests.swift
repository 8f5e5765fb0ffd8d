import PictureFiles
import Testing

/// Pictures that cameras have stored turned or mirrored, with a note of it.
@Suite struct ExifOrientationTests {
    /// A corner of a picture as it is seen.
    private enum Corner: CaseIterable {
        case topLeft, topRight, bottomLeft, bottomRight

        func pixel(of picture: PictureFile) -> [UInt8] {
            let x = self == .topLeft || self == .bottomLeft ? 0 : picture.width - 1
            let y = self == .topLeft || self == .topRight ? 0 : picture.height - 1
            return Array(picture.bytes[4 * (y * picture.width + x)..<4 * (y * picture.width + x) + 4])
        }
    }

    /// The corners at which the first row begins and ends, by Exif's words for its side and that of the first column.
    private static let corners: [UInt16: (begin: Corner, end: Corner)] = [
        1: (.topLeft, .topRight), 2: (.topRight, .topLeft), 3: (.bottomRight, .bottomLeft),
        4: (.bottomLeft, .bottomRight), 5: (.topLeft, .bottomLeft), 6: (.topRight, .bottomRight),
        7: (.bottomRight, .topRight), 8: (.bottomLeft, .topLeft),
    ]

    /// A TIFF structure with one entry before the orientation.
    private func exif(_ orientation: UInt16, isLittle: Bool, type: UInt16 = 3) -> [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: isLittle ? value.littleEndian : value.bigEndian) { Array($0) }
        }
        let entries: [[UInt8]] = [
            bytes(UInt16(0x010f)) + bytes(UInt16(2)) + bytes(UInt32(2)) + [0x41, 0, 0, 0],
            bytes(UInt16(0x0112)) + bytes(type) + bytes(UInt32(1)) + bytes(orientation) + [0, 0],
        ]
        return (isLittle ? [0x49, 0x49] : [0x4d, 0x4d]) + bytes(UInt16(42)) + bytes(UInt32(8))
            + bytes(UInt16(entries.count)) + entries.flatMap(\.self) + [0, 0, 0, 0]
    }

    private func inJPEG(_ exif: [UInt8], _ file: [UInt8]) -> [UInt8] {
        let segment = [0x45, 0x78, 0x69, 0x66, 0, 0] + exif
        let length = segment.count + 2
        return Array(file.prefix(2)) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + segment
            + file.dropFirst(2)
    }

    private func inPNG(_ exif: [UInt8], _ file: [UInt8]) -> [UInt8] {
        let chunk = [0x65, 0x58, 0x49, 0x66] + exif
        var sum: UInt32 = .max
        for byte in chunk {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        func bytes(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        // Behind the signature and the first chunk, which is 25 bytes.
        return Array(file.prefix(33)) + bytes(UInt32(exif.count)) + chunk + bytes(~sum) + file.dropFirst(33)
    }

    private var picture: PictureFile {
        PictureFile(width: 3, height: 2, bytes: (0..<6).flatMap { [UInt8($0 * 40), 100, 200, 255] })
    }

    @Test(arguments: 1...8 as ClosedRange<UInt16>, [true, false])
    func aNotedOrientationIsCarriedOut(orientation: UInt16, isLittle: Bool) throws {
        let file = inPNG(exif(orientation, isLittle: isLittle), try picture.encoded(as: .png))
        let seen = try PictureFile(decoding: file, name: "test")
        #expect((seen.width, seen.height) == (orientation < 5 ? (3, 2) : (2, 3)))
        let corners = try #require(Self.corners[orientation])
        #expect(corners.begin.pixel(of: seen) == Corner.topLeft.pixel(of: picture))
        #expect(corners.end.pixel(of: seen) == Corner.topRight.pixel(of: picture))
        #expect(Set(Corner.allCases.map { $0.pixel(of: seen) }).count == 4)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt16>) func itIsFoundInAJPEG(orientation: UInt16) throws {
        let wide = PictureFile(
            width: 64, height: 32, bytes: [UInt8](repeating: 90, count: 64 * 32 * 4))
        let file = inJPEG(exif(orientation, isLittle: false), try wide.encoded(as: .jpeg()))
        let seen = try PictureFile(decoding: file, name: "test")
        #expect((seen.width, seen.height) == (orientation < 5 ? (64, 32) : (32, 64)))
    }

    @Test(arguments: [0, 9, 65535] as [UInt16]) func oneThatMakesNoSenseIsNone(orientation: UInt16) throws {
        let file = inPNG(exif(orientation, isLittle: true), try picture.encoded(as: .png))
        #expect(try PictureFile(decoding: file, name: "test") == picture)
        let text = inPNG(exif(6, isLittle: true, type: 2), try picture.encoded(as: .png))
        #expect(try PictureFile(decoding: text, name: "test") == picture)
    }

    @Test func damagedNotesAreReadWithinTheirBounds() throws {
        let jpeg = try picture.encoded(as: .jpeg(quality: 100))
        var state: UInt64 = 42
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<2000 {
            var note = exif(6, isLittle: random(2) == 0)
            for _ in 0...random(4) { note[random(note.count)] = UInt8(random(256)) }
            note.removeLast(random(note.count))
            _ = try PictureFile(decoding: inJPEG(note, jpeg), name: "test")
        }
        for count in 0..<60 { _ = try? PictureFile(decoding: Array(jpeg.prefix(count)), name: "test") }
    }

    @Test func encodedBytesAreThoseOfAFile() throws {
        #expect(try PictureFile(decoding: picture.encoded(as: .png), name: "test") == picture)
        #expect(try picture.encoded(as: .jpeg(quality: 90)).starts(with: [0xff, 0xd8]))
    }
}
