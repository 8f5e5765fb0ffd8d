import Foundation
import TestSupport
import Testing

@testable import Movies

/// Where a movie's boxes lie: while it is written, when the disk is full, and at its end.
struct FragmentOrderTests {
    private static let pictureCount = 300
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try GStreamer.start()
    }

    /// Writes a movie, into a file that gets no longer than a number of bytes.
    private func write(_ path: String, _ count: Int = pictureCount, most byteCount: Int? = nil) throws -> Data
    {
        let limit = byteCount.map { "\($0)" } ?? "unlimited"
        let (program, end) = try Program.run(
            "/bin/sh",
            [
                "-c",
                "trap '' XFSZ; exec prlimit --fsize=\(limit) \(movieProbe) hurry \(path) \(count)",
            ])
        #expect(end.status == .exited(0), "\(program.log)")
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    /// The names of the boxes of a file, and their places; the last one may be cut off.
    private func boxes(_ file: Data) throws -> [(name: String, place: Int)] {
        var (found, place) = ([(name: String, place: Int)](), 0)
        while place + 8 <= file.count {
            let head = [UInt8](file[place..<place + 8])
            found.append((String(decoding: head[4...], as: UTF8.self), place))
            place += try #require(head.number(at: 0) >= 8 ? head.number(at: 0) : nil, "a box of no length")
        }
        return found
    }

    /// The number of pictures up to the last one that can be read.
    private func pictures(_ path: String) throws -> Int {
        let last = try #require(try readAll(path).last?.picture.position, "nothing of \(path)")
        return Int((Double(last) * 30 / 1e9).rounded()) + 1
    }

    @Test(arguments: ["mp4", "mov"], [5, 15, 300])
    func aWholeMovieIsAnOrdinaryOne(_ ending: String, _ count: Int) throws {
        let path = folder.file("a.\(ending)")
        #expect(try boxes(write(path, count)).map(\.name) == ["ftyp", "free", "mdat", "moov"])
        #expect(try pictures(path) == count)
    }

    @Test(arguments: ["mp4", "mov"]) func whereverTheDiskIsFullAllBeforeItPlays(_ ending: String) throws {
        let complete = try write(folder.file("whole.\(ending)"))
        let header = try #require(try boxes(complete).last { $0.name == "moov" }).place
        let pieces = try boxes(write(folder.file("half.\(ending)"), most: header / 2))
        let third = try #require(pieces.filter { $0.name == "moof" }.dropFirst(2).first).place
        // Within the header of all, which comes last; before it; in the midst; and all over a piece's header.
        let counts = [complete.count - 1, (complete.count + header) / 2, header + 4, header - 1, header / 2]
        for count in counts + [-4, 0, 4, 30, 60, 100, 200, 400].map({ third + $0 }) {
            let path = folder.file("\(count).\(ending)")
            let file = try write(path, most: count)
            let names = try boxes(file).map(\.name)
            #expect(names.prefix(4) == ["ftyp", "free", "moov", "mdat"])
            // The last samples have their header in the one of all.
            let whole = names.prefix(upTo: names.lastIndex(of: "free") ?? 0)
            for (before, name) in zip(whole, whole.dropFirst()) where name == "mdat" {
                #expect(before == "moov" || before == "moof", "\(names)")
            }
            let kept = min(count * Self.pictureCount / header, Self.pictureCount) - 30
            #expect(try pictures(path) >= kept, "\(count) of \(complete.count)")
            #expect(try probe(path).count >= kept, "\(count) of \(complete.count)")
        }
    }
}
