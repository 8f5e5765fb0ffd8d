import Foundation
import Testing

@testable import Filters

/// Operations that load files.
@Suite struct FileOperationTests {
    private func file(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "viewfinder-table-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test func aFilterAsTextNamesItsFile() throws {
        try file(Array("LUT_1D_SIZE 2\n1 1 1\n0 0 0\n".utf8)) { path in
            let operation = try FilterText.operation("color-table-filter:file=\(path),intensity=0.5")
            let filter = try #require(operation as? ColorTableFilter)
            #expect(filter.table.entries == [SIMD3(1, 1, 1), SIMD3(0, 0, 0)])
            #expect(filter.intensity == 0.5)
        }
    }

    @Test func aFileLongerThanAPartIsReadWhole() throws {
        let count = 44
        let entries = (0..<count * count * count).map { "0.12345678 0.5 \(Float($0 % 100) / 100)" }
        let text = "LUT_3D_SIZE \(count)\n" + entries.joined(separator: "\n")
        #expect(text.utf8.count > 1 << 20)
        try file(Array(text.utf8)) { path in
            let filter = ColorTableFilter()
            try filter.load(fileAt: path)
            #expect(filter.table.entries.count == entries.count)
            #expect(filter.table.entries[99].z == 0.99)
        }
    }

    @Test(arguments: ["a, b.cube", "\"quoted\".cube", "c:\\d, \"e\".cube", "f=g:h.cube", ",", "ü, 😀.cube"])
    func aPathMayHoldAnyCharacters(name: String) throws {
        let text = FilterText(
            name: "color-table-filter",
            settings: [.init(name: "file", value: name), .init(name: "intensity", value: "0.5")])
        #expect(try FilterText(parsing: text.description) == text)
    }

    @Test func quotationMarksAreWrittenOnlyWhereTheyAreNeeded() throws {
        let text = try FilterText(parsing: "a:b=1/2,file=\"/x/y.cube\",c=\"1,2\",d,e=")
        #expect(text.settings.map(\.value) == ["1/2", "/x/y.cube", "1,2", "", ""])
        #expect(text.description == "a:b=1/2,file=/x/y.cube,c=\"1,2\",d=,e=")
    }

    @Test(arguments: ["\"/a", "\"/a\\\"", "\"/a\"b", "\"/a\\"])
    func aQuotationMarkWithoutItsPartnerIsRefused(value: String) {
        #expect(throws: FilterError.self) { try FilterText(parsing: "tone-curve:file=\(value)") }
    }

    @Test func aFilterAsTextWithoutAPathSaysWhatItTakes() {
        #expect(
            throws: FilterError.badValue("", parameter: "file", wanted: "the path of a file (acv)")
        ) {
            try FilterText.operation("tone-curve:file=")
        }
    }

    @Test func aFilterThatReadsNoFileSaysSo() {
        #expect(
            throws: FilterError.unknownParameter(
                "file", operation: "brightness-adjustment", known: ["brightness", "turn"])
        ) {
            try FilterText.operation("brightness-adjustment:file=x")
        }
    }

    @Test func aBrokenFileIsNamed() throws {
        try file([1, 2, 3]) { path in
            #expect(
                throws: FilterError.badFile(
                    path, reason: "is no Photoshop curves file: its version is 258, not 1 or 4")
            ) {
                try FilterText.operation("tone-curve:file=\(path)")
            }
        }
    }
}
