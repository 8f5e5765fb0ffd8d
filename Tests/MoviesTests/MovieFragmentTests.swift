import Foundation
import TestSupport
import Testing

@testable import Movies

/// The pieces of MP4, read box by box.
struct MovieFragmentTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try GStreamer.start()
    }

    /// Samples of a track that lie together, as a reader finds them.
    private struct Run {
        var place: Int
        /// Nil where nothing tells them.
        var sizes: [Int]?
        var durations: [Int]?
    }

    private func number(_ bytes: [UInt8], _ place: Int, count: Int = 4) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func boxes(_ bytes: [UInt8], _ range: Range<Int>) -> [(name: String, content: Range<Int>)] {
        var (found, place) = ([(String, Range<Int>)](), range.lowerBound)
        while place < range.upperBound {
            let end = place + number(bytes, place)
            found.append((String(decoding: bytes[place + 4..<place + 8], as: UTF8.self), place + 8..<end))
            place = end
        }
        #expect(place == range.upperBound)
        return found
    }

    /// Reads the runs of a fragment, which begins at a position in the file.
    private func runs(_ bytes: [UInt8], at position: Int) -> [Run] {
        boxes(bytes, 8..<bytes.count).filter { $0.name == "traf" }.flatMap { track in
            let parts = boxes(bytes, track.content)
            let header = parts.first { $0.name == "tfhd" }?.content.lowerBound ?? 0
            let flags = number(bytes, header)
            var place = header + 8
            func next(_ flag: Int, _ count: Int = 4) -> Int? {
                guard flags & flag != 0 else { return nil }
                defer { place += count }
                return number(bytes, place, count: count)
            }
            let base = next(1, 8) ?? position
            #expect((flags & 1 != 0) != (flags & 0x20000 != 0))
            #expect([nil, 1].contains(next(2)))
            let (duration, size) = (next(8), next(16))
            return parts.filter { $0.name == "trun" }.map { run(bytes, $0.content, base, duration, size) }
        }
    }

    private func run(
        _ bytes: [UInt8], _ content: Range<Int>, _ base: Int, _ duration: Int?, _ size: Int?
    ) -> Run {
        let (flags, count) = (number(bytes, content.lowerBound), number(bytes, content.lowerBound + 4))
        let offset = Int(Int32(truncatingIfNeeded: number(bytes, content.lowerBound + 8)))
        var place = content.lowerBound + (flags & 4 == 0 ? 12 : 16)
        var (durations, sizes) = ([Int?](), [Int?]())
        for _ in 0..<count {
            var fields: [Int: Int] = [:]
            for flag in [0x100, 0x200, 0x400, 0x800] where flags & flag != 0 {
                fields[flag] = number(bytes, place)
                place += 4
            }
            durations.append(fields[0x100] ?? duration)
            sizes.append(fields[0x200] ?? size)
        }
        #expect(place == content.upperBound)
        return Run(
            place: base + offset, sizes: sizes.contains(nil) ? nil : sizes.compactMap(\.self),
            durations: durations.contains(nil) ? nil : durations.compactMap(\.self))
    }

    /// Has GStreamer write a movie with sound, and finds its fragments, which stay in the file when it is ended.
    private func fragments(_ wave: String) throws -> [(position: Int, bytes: [UInt8])] {
        try Requirement.programs("gst-launch-1.0")
        let path = folder.file("a.mp4")
        let kind = try #require(MovieKind(path: path))
        let encoder = try #require(kind.soundEncoder)
        let words = [
            "\(kind.muxer) name=movie ! filesink location=\(path)",
            "videotestsrc num-buffers=900 pattern=ball ! video/x-raw,width=64,height=48,framerate=30/1",
            "! x264enc speed-preset=ultrafast bframes=0 key-int-max=60 ! h264parse ! queue ! movie.",
            "audiotestsrc num-buffers=1406 wave=\(wave) volume=0.3 ! audio/x-raw,rate=48000,channels=2",
            "! audioconvert ! \(encoder) ! queue ! movie.",
        ]
        let (program, end) = try Program.run(
            "gst-launch-1.0", ["-q"] + words.flatMap { $0.split(separator: " ").map(String.init) })
        #expect(end.status == .exited(0), "\(program.log)")
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        var (found, place) = ([(Int, [UInt8])](), 0)
        while let name = file.range(of: Data("moof".utf8), in: place..<file.count) {
            let begin = name.lowerBound - 4
            place = name.upperBound
            found.append((begin, [UInt8](file[begin..<begin + number([UInt8](file[begin..<begin + 4]), 0)])))
        }
        #expect(found.count >= 50)
        return found
    }

    @Test(arguments: ["silence", "white-noise", "sine", "ticks"])
    func everySampleHasAPlaceASizeAndADuration(_ wave: String) throws {
        var completedCount = 0
        for (position, bytes) in try fragments(wave) {
            let before = runs(bytes, at: position)
            // Before its samples, which make room for it.
            let place = try #require(before.map(\.place).min())
            let moved = try #require(
                MovieFragment(bytes)?.moved(from: position, to: place, samplesBy: bytes.count))
            completedCount += before.contains { $0.sizes == nil || $0.durations == nil } ? 1 : 0
            #expect(moved.count == bytes.count)
            let after = runs(moved, at: place)
            #expect(after.map(\.place) == before.map { $0.place + bytes.count })
            for (old, new) in zip(before, after) {
                #expect(old.sizes == nil || old.sizes == new.sizes)
                #expect(old.durations == nil || old.durations == new.durations)
            }
            // The samples of all tracks lie one behind the other, up to the next fragment.
            var sample = place + bytes.count
            for run in after.sorted(by: { $0.place < $1.place }) {
                #expect(run.place == sample)
                sample += try #require(run.sizes).reduce(0, +)
                #expect(run.durations?.allSatisfy { $0 > 0 } == true)
            }
            #expect(sample == position + bytes.count)
        }
        // What GStreamer leaves out depends on its version.
        if wave == "silence", GStreamer.version.contains(" 1.22.") { #expect(completedCount > 10) }
    }

    @Test func bytesThatAreNoFragmentAreLeftAlone() throws {
        let fragment = try #require(try fragments("silence").last)
        for count in 0..<fragment.bytes.count {
            #expect(MovieFragment(Array(fragment.bytes.prefix(count))) == nil)
        }
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<5000 {
            var bytes = fragment.bytes
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
                    in: 0...255, using: &numbers)
            }
            let moved = MovieFragment(bytes)?.moved(from: 1 << 40, to: 0, samplesBy: bytes.count)
            #expect(moved == nil || moved?.count == bytes.count)
        }
    }
}
