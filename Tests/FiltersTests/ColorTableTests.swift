import Foundation
import PictureFiles
import Testing

@testable import Filters

/// Colour tables and .cube files.
@Suite struct ColorTableTests {
    private func table(_ text: String) throws(FilterError) -> ColorTable {
        try ColorTable(cube: Array(text.utf8), name: "look.cube")
    }

    private let identityLines = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }.joined(separator: "\n")

    @Test func aCubeHoldsItsEntriesWithRedFastest() throws {
        let table = try table("LUT_3D_SIZE 2\n" + identityLines)
        #expect(table.shape == .cube)
        #expect(table == .identity)
    }

    @Test func oneDimensionGivesCurves() throws {
        let table = try table("LUT_1D_SIZE 3\n0 0 0\n0.5 0.25 .75\n1 1e0 +1")
        #expect(table.shape == .curves)
        #expect(table.entries == [SIMD3(0, 0, 0), SIMD3(0.5, 0.25, 0.75), SIMD3(1, 1, 1)])
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func linesEndAsOnAnySystem(end: String) throws {
        let lines = ["\u{FEFF}# from elsewhere", "", "LUT_1D_SIZE 2", "\t0 0 0  ", "# between", "1\t1 1", ""]
        #expect(try table(lines.joined(separator: end)).count == 2)
    }

    @Test func titleAndRangeAreRead() throws {
        let header = "TITLE \"Old film, no. 3\"\nDOMAIN_MIN -1 0 0.5\nDOMAIN_MAX 2 1 3\nLUT_1D_SIZE 2\n"
        let table = try table(header + "0 0 0\n1 1 1")
        #expect(table.title == "Old film, no. 3")
        #expect(table.minimum == SIMD3(-1, 0, 0.5))
        #expect(table.maximum == SIMD3(2, 1, 3))
    }

    @Test func aRangeOfResolveCountsForAllChannels() throws {
        let table = try table("LUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE -0.5 4\n" + identityLines)
        #expect(table.minimum == SIMD3(repeating: -0.5))
        #expect(table.maximum == SIMD3(repeating: 4))
    }

    @Test func wordsOfProgramsAreLeftAlone() throws {
        #expect(try table("#\nCREATED_BY someone 1 2\nLUT_1D_SIZE 2\n0 0 0\n1 1 1").count == 2)
    }

    @Test(arguments: [
        ("", "is no .cube file: it has neither LUT_1D_SIZE nor LUT_3D_SIZE"),
        ("0 0 0", "line 1 has numbers before LUT_1D_SIZE or LUT_3D_SIZE"),
        ("LUT_3D_SIZE 1", "line 1 has no size from 2 to 256"),
        ("LUT_3D_SIZE 257", "line 1 has no size from 2 to 256"),
        ("LUT_3D_SIZE", "line 1 has no size from 2 to 256"),
        ("LUT_3D_SIZE 2 2", "line 1 has no size from 2 to 256"),
        ("LUT_1D_SIZE 99999999999999999999", "line 1 has no size from 2 to 65536"),
        ("LUT_1D_SIZE 2\n0 0 0", "ends after 1 of 2 colours; it may not have been copied whole"),
        (
            "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n2 2 2",
            "line 4 is one colour more than the 2 that the table's size means"
        ),
        ("LUT_1D_SIZE 2\n0 0", "line 2 has 2 numbers instead of 3"),
        ("LUT_1D_SIZE 2\n0 0 0 0", "line 2 has 4 numbers instead of 3"),
        ("LUT_1D_SIZE 2\n\n0 zero 0", "line 3 has “zero” instead of a number"),
        (
            "LUT_1D_SIZE 2\n\(String(repeating: "z", count: 100_000)) 0 0",
            "line 2 has “\(String(repeating: "z", count: 32))…” instead of a number"
        ),
        ("LUT_1D_SIZE 2\n; a remark", "line 2 has “;” instead of a number"),
        ("<html>", "line 1 has “<html>” instead of a number"),
        ("LUT_1D_SIZE 2\nnan 0 0", "line 2 has “nan” instead of a number"),
        ("LUT_1D_SIZE 2\n0 0 1e999", "line 2 has “1e999” instead of a number"),
        ("DOMAIN_MIN 0 0", "line 1 has 2 numbers instead of 3"),
        (
            "LUT_1D_SIZE 2\nLUT_3D_SIZE 2",
            "line 2 begins a second table; write the 1D and the 3D table to files of their own"
        ),
        (
            "LUT_IN_VIDEO_RANGE",
            "line 1 says LUT_IN_VIDEO_RANGE, which is not supported; export the table for full range"
        ),
        (
            "LUT_1D_SIZE 2\nDOMAIN_MAX 0 1 1\n0 0 0\n1 1 1",
            "has a DOMAIN_MAX that is not greater than its DOMAIN_MIN"
        ),
    ])
    func aBrokenFileIsRefusedWithTheReason(text: String, reason: String) {
        #expect(throws: FilterError.badFile("look.cube", reason: reason)) { try table(text) }
    }

    @Test func aTitleSteersNothingAndHasAnEnd() throws {
        let ending = "\"\nLUT_1D_SIZE 2\n0 0 0\n1 1 1"
        #expect(try table("TITLE \"a\u{1b}[2Jb\u{202e}c" + ending).title == "a[2Jbc")
        #expect(try table("TITLE \"" + String(repeating: "t", count: 5000) + ending).title.count == 201)
    }

    @Test func bytesThatAreNoTextAreRefused() {
        var state: UInt64 = 1
        let bytes = (0..<5000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        #expect(throws: FilterError.self) { try ColorTable(cube: bytes, name: "noise.cube") }
    }

    @Test func aFileThatIsCutAnywhereIsRefused() {
        let text = Array("LUT_3D_SIZE 2\n\(identityLines)\n".utf8)
        // Without its last line end a file is whole.
        for count in 0..<(text.count - 2) {
            #expect(throws: FilterError.self) { try ColorTable(cube: Array(text.prefix(count)), name: "cut") }
        }
    }

    // MARK: Words

    @Test func every8BitCodeHasAnExactWord() {
        let entries = (0..<256).map { SIMD3<Float>(repeating: Float($0) / 255) }
        let cube = ColorTable(shape: .cube, count: 2, entries: Array(entries.prefix(8)))
        for (code, word) in cube.words.enumerated() { #expect(word == UInt32(4 * code) * 0x10_0401) }
        let curves = ColorTable(shape: .curves, count: 256, entries: entries)
        for code in 0..<256 { #expect(curves.words[256 + code] & 0xFFFF == UInt32(257 * code)) }
    }

    @Test func whatIsNoColourIsTheNearestOne() {
        let wild: [SIMD3<Float>] = [
            SIMD3(-3, 2, .nan), SIMD3(.infinity, -.infinity, 0.5),
        ]
        let words = ColorTable(shape: .curves, count: 2, entries: wild).words
        #expect(words.map(Float.init(bitPattern:)) == [-3, 1e6, 2, -1e6, 0, 0.5, 0])
    }

    // MARK: Lookup pictures

    @Test func aLookupPictureIsReadTileByTile() throws {
        var pixels = [UInt8](repeating: 0, count: 512 * 512 * 4)
        for y in 0..<512 {
            for x in 0..<512 {
                let place = 4 * (512 * y + x)
                pixels[place] = UInt8(x % 64)
                pixels[place + 1] = UInt8(y % 64)
                pixels[place + 2] = UInt8(y / 64 * 8 + x / 64)
            }
        }
        let table = try ColorTable(lookupPicture: pixels, width: 512, height: 512, name: "look.png")
        #expect(table.count == 64)
        for index in [0, 63, 64, 4095, 4096, 100_000, 262_143] {
            let place = SIMD3(index % 64, index / 64 % 64, index / 4096)
            #expect(table.entries[index] * 255 == SIMD3<Float>(place))
        }
    }

    /// A table that makes each colour darker and exchanges red and blue.
    private func colors(_ red: Int, _ green: Int, _ blue: Int, share: Int = 1) -> [UInt8] {
        [UInt8(60 + blue * 3 / share), UInt8(green * 2 / share), UInt8(red * 4 / share), 255]
    }

    private func file(_ pixel: (Int, Int) -> [UInt8]) throws -> [UInt8] {
        let bytes = (0..<512 * 512).flatMap { pixel($0 % 512, $0 / 512) }
        return try PictureFile(width: 512, height: 512, bytes: bytes).encoded(as: .png)
    }

    /// Of all contrasts.
    @Test(arguments: [1, 4, 20]) func aHaldPictureIsReadRowByRow(share: Int) throws {
        let tiles = try file { x, y in colors(x % 64, y % 64, y / 64 * 8 + x / 64, share: share) }
        let hald = try file { x, y in colors(x % 64, y % 8 * 8 + x / 64, y / 8, share: share) }
        let table = try ColorTable(lookupFile: hald, name: "hald.png")
        #expect(table.entries == (try ColorTable(lookupFile: tiles, name: "look.png")).entries)
    }

    @Test(arguments: [1, 4]) func aPhotographIsNoLookupPicture(share: Int) throws {
        // Waves of light and shade, each some hundred pixels long.
        let photograph = try file { x, y in
            let light = (x * x / 90 + y * 3) % 400
            return [min(255, abs(200 - light)), (x + y) % 200, y / 3].map { UInt8($0 / share) } + [255]
        }
        #expect {
            _ = try ColorTable(lookupFile: photograph, name: "beach.png")
        } throws: {
            "\($0)".contains("is no lookup picture")
        }
    }

    /// Skies: of few codes, from above to below, from left to right, aslant, and around a sun.
    @Test(arguments: 0..<5) func aSoftPictureIsNoLookupPicture(kind: Int) throws {
        let sky = try file { x, y in
            let far = ((x - 200) * (x - 200) + (y - 90) * (y - 90)) / 4000
            let light = [y * 3 / 40, x / 8, (x + y) / 9, far, y / 16][kind]
            return [UInt8(30 + light), UInt8(60 + light), 200, 255]
        }
        #expect {
            _ = try ColorTable(lookupFile: sky, name: "sky.png")
        } throws: {
            "\($0)".contains("is no lookup picture")
        }
    }

    @Test func aLookupPictureOfAnotherSizeIsRefused() {
        #expect(
            throws: FilterError.badFile(
                "look.png", reason: "is no lookup picture: it is 2×2, not 512×512 pixels")
        ) {
            try ColorTable(lookupPicture: [0, 0, 0, 0], width: 2, height: 2, name: "look.png")
        }
    }

    // MARK: Files

    @Test func aMissingFileIsNamedWithTheReason() {
        #expect(
            throws: FilterError.badFile(
                "/nowhere/look.cube",
                reason:
                    "cannot be read (No such file or directory); check its path and who may read it")
        ) {
            try ColorTableFilter().load(fileAt: "/nowhere/look.cube")
        }
    }

    @Test func whatIsNoFileIsRefused() {
        #expect(throws: FilterError.self) { try ColorTableFilter().load(fileAt: "/dev/zero") }
        #expect(throws: FilterError.self) { try ColorTableFilter().load(fileAt: "/tmp") }
    }

    @Test func aBrokenFileLeavesTheTable() throws {
        let filter = ColorTableFilter()
        try filter.load(Array("LUT_1D_SIZE 2\n1 1 1\n0 0 0".utf8), name: "inverse.cube")
        let before = filter.table
        #expect(throws: FilterError.self) { try filter.load([1, 2, 3], name: "broken.cube") }
        #expect(filter.table == before)
    }

    @Test func aNewTableMakesANewPlan() throws {
        let filter = ColorTableFilter()
        let studio = try FilterStudio()
        let last = try studio.source(.noise(1).withAlpha(255)) --> filter
        for number in 1...3 {
            _ = try studio.picture(of: last)
            #expect(studio.context.runner.planNumber == UInt64(number))
            filter.table = .identity
        }
    }

    /// Its pixels would be a gigabyte, and are not there: whoever decoded them would say that the file is damaged.
    @Test func aLookupPictureOfAnotherSizeIsRefusedByItsHeader() throws {
        var file = try PictureFile(width: 1, height: 1, bytes: [1, 2, 3, 255]).encoded(as: .png)
        file.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
        // The checksum behind the header (ISO 3309).
        var sum: UInt32 = ~0
        for byte in file[12..<29] {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        file.replaceSubrange(29..<33, with: withUnsafeBytes(of: (~sum).bigEndian) { Array($0) })
        #expect {
            _ = try ColorTable(lookupFile: file, name: "bomb.png")
        } throws: {
            "\($0)".contains("it is 16384×16384, not 512×512 pixels")
        }
    }
}
