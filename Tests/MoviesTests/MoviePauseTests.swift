import Foundation
import Frames
import TestSupport
import Testing

@testable import Movies

/// The arithmetic of pauses beside a timeline of single moments.
struct MoviePausesTests {
    /// A timeline from which moments are taken away one by one.
    private struct Timeline {
        var isThere = [Bool](repeating: true, count: 64)
        var begin: Int?
        var lastEnd = 0

        mutating func pause(at moment: Int) { if begin == nil { begin = max(moment, lastEnd) } }

        mutating func resume(at moment: Int) {
            guard let begin else { return }
            for place in begin..<max(begin, moment) {
                isThere[place] = false
                lastEnd = moment
            }
            self.begin = nil
        }

        func shifted(_ moment: Int) -> Int64? {
            if let begin, moment >= begin { return nil }
            return isThere[moment] ? Int64(isThere[..<moment].count { $0 }) : nil
        }
    }

    @Test func momentsAreThoseOfATimelineFromWhichPausesAreCut() {
        var random = SplitMix(state: 11)
        for round in 0..<500 {
            var (pauses, timeline) = (MoviePauses(), Timeline())
            for step in 0..<12 {
                let moment = Int.random(in: 0..<64, using: &random)
                if Bool.random(using: &random) {
                    pauses.pause(at: Int64(moment))
                    timeline.pause(at: moment)
                } else {
                    pauses.resume(at: Int64(moment))
                    timeline.resume(at: moment)
                }
                #expect(pauses.isPaused == (timeline.begin != nil))
                for moment in 0..<64 where pauses.shifted(Int64(moment)) != timeline.shifted(moment) {
                    Issue.record("moment \(moment) in round \(round), step \(step)")
                }
            }
        }
    }

    @Test func laterMomentsStayLater() {
        var random = SplitMix(state: 12)
        let limit: Int64 = 1 << 60
        for _ in 0..<200 {
            var pauses = MoviePauses()
            func moment() -> Int64 { Int64.random(in: -limit...limit, using: &random) }
            for _ in 0..<8 {
                pauses.pause(at: moment())
                pauses.resume(at: moment())
            }
            let moments = (0..<50).map { _ in moment() }.sorted()
            let shifted = moments.compactMap { pauses.shifted($0) }
            #expect(zip(shifted, shifted.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(zip(moments, moments.map { pauses.shifted($0) }).allSatisfy { $1 ?? $0 <= $0 })
        }
    }

    @Test func withoutPausesMomentsStay() {
        var pauses = MoviePauses()
        pauses.resume(at: 5)
        pauses.pause(at: 9)
        pauses.resume(at: 9)
        #expect([-7, 0, 9, 10].map { pauses.shifted($0) } == [-7, 0, 9, 10])
    }
}

/// The distance of two pictures here: 40 ms.
private let step: Int64 = 40_000_000

/// Appends pictures whose moments are multiples of 40 ms.
private func append(_ numbers: Range<Int64>, to writer: MovieWriter) -> [Bool] {
    numbers.map { writer.append(Pattern().frame(Int($0), at: $0 * step)) }
}

/// Movies that are paused, and go on.
struct MoviePauseTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func writer(_ file: String = "a.mkv", isLive: Bool = false) throws -> MovieWriter {
        try MovieWriter(
            path: folder.file(file), options: MovieWriterOptions(isLive: isLive), logger: quiet)
    }

    /// The positions of a movie's pictures, in milliseconds.
    private func positions(_ file: String = "a.mkv") throws -> [Int64] {
        try readAll(folder.file(file)).map { ($0.picture.position + 500_000) / 1_000_000 }
    }

    @Test(arguments: ["a.mp4", "a.mov", "a.mkv", "a.webm"])
    func picturesOfAPauseAreNotThereAndThoseAfterItComeAtOnce(_ file: String) throws {
        let writer = try writer(file)
        #expect(!writer.isPaused)
        #expect(!append(0..<5, to: writer).contains(false))
        writer.pause(at: 5 * step)
        #expect(writer.isPaused)
        // One that was taken before, and comes late, would be in it; these are of the pause.
        #expect(!append(5..<30, to: writer).contains(true))
        writer.resume(at: 30 * step)
        #expect(!writer.isPaused)
        #expect(!append(30..<35, to: writer).contains(false))
        // A second one begins and ends between pictures.
        writer.pause(at: 35 * step - 10_000_000)
        #expect(!append(35..<37, to: writer).contains(true))
        writer.resume(at: 36 * step + 20_000_000)
        #expect(!append(37..<40, to: writer).contains(false))
        let counts = try writer.finish(within: 30)
        #expect(counts.taken == 13 && counts.paused == 27 && counts.dropped == 0 && counts.outOfOrder == 0)
        // The second pause lasts from 1390 to 1460 ms.
        let expected = (0..<10).map { Int64($0) * 40 } + [410, 450, 490]
        #expect(try positions(file) == expected)
        #expect(counts.duration == 530_000_000)
        let quality = quality(of: try #require(try readAll(folder.file(file)).last?.frame)) {
            Pattern().luma($0, $1, 39)
        }
        #expect(quality > 34)
    }

    @Test func aPictureThatWasTakenBeforeThePauseMayComeLater() throws {
        let writer = try writer()
        #expect(!append(0..<3, to: writer).contains(false))
        writer.pause(at: 5 * step)
        #expect(append(3..<6, to: writer) == [true, true, false])
        writer.resume(at: 10 * step)
        #expect(append(9..<12, to: writer) == [false, true, true])
        try writer.finish(within: 30)
        #expect(try positions() == [0, 40, 80, 120, 160, 200, 240])
    }

    @Test func framesOfTheOutputArePausedByTheirMomentsToo() throws {
        let writer = try writer()
        func publish(_ numbers: Range<Int64>) throws {
            for number in numbers {
                writer.output.publish(Pattern().frame(Int(number), at: number * step))
                try eventually("an empty output", within: 30) { writer.output.waiting == nil }
            }
        }
        writer.pause(at: 4 * step)
        try publish(0..<100)
        writer.resume(at: 100 * step)
        try publish(100..<104)
        let counts = try writer.finish(within: 30)
        #expect(counts.taken == 8 && counts.paused == 96 && counts.dropped == 0)
        #expect(try positions() == [0, 40, 80, 120, 160, 200, 240, 280])
    }

    @Test func framesOfAPauseDoNotFillTheOutputWhileTheEncoderIsBehind() throws {
        let queue = try MovieQueue(MovieWriterOptions(waitingLimit: 4), nil)
        func publish(_ numbers: Range<Int64>) {
            for number in numbers { queue.output.publish(Pattern().frame(Int(number), at: number * step)) }
        }
        publish(0..<4)
        queue.pause(at: 4 * step)
        for first in stride(from: 4 as Int64, to: 40, by: 4) {
            queue.sift()
            publish(first..<first + 4)
        }
        queue.sift()
        #expect(queue.output.waiting == nil)
        #expect(queue.statistics.taken == 4 && queue.statistics.paused == 36 && queue.statistics.dropped == 0)
        #expect((0..<4).map { _ in queue.next()?.position } == [0, step, 2 * step, 3 * step])
        #expect(queue.next() == nil)
        // Outside of a pause what waits in the output stays there, and what comes too fast is lost.
        queue.resume(at: 40 * step)
        publish(40..<46)
        queue.sift()
        #expect(queue.output.waiting != nil && queue.statistics.dropped == 2)
    }

    @Test func aPauseBeforeTheFirstPictureOnlyKeepsItAway() throws {
        let writer = try writer()
        writer.pause(at: 0)
        #expect(!append(0..<3, to: writer).contains(true))
        writer.resume(at: 3 * step)
        #expect(!append(3..<5, to: writer).contains(false))
        let counts = try writer.finish(within: 30)
        #expect(counts.taken == 2 && counts.paused == 3)
        #expect(try positions() == [0, 40])
    }

    @Test func aPausedMovieIsFinished() throws {
        let writer = try writer("a.mp4")
        #expect(!append(0..<5, to: writer).contains(false))
        writer.pause(at: 5 * step)
        #expect(!append(5..<100, to: writer).contains(true))
        let counts = try writer.finish(within: 30)
        #expect(counts.taken == 5 && counts.paused == 95 && counts.duration == 5 * step)
        #expect(try probe(folder.file("a.mp4")).count == 5)
        writer.resume()
        #expect(!append(100..<101, to: writer).contains(true))
    }

    @Test func aMovieThatWasPausedFromItsBeginningHasNoPicture() throws {
        let writer = try writer()
        writer.pause(at: 0)
        #expect(!append(0..<5, to: writer).contains(true))
        let error = failure { () throws(MovieError) in _ = try writer.finish(within: 30) }
        #expect(try #require(error).sentence.contains("no picture came"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("a.mkv")))
    }

    @Test func aSecondPauseAndAnEndOfNoneHaveNoEffect() throws {
        let writer = try writer()
        writer.resume(at: 2 * step)
        #expect(!append(0..<2, to: writer).contains(false))
        writer.pause(at: 2 * step)
        writer.pause(at: 4 * step)
        #expect(!append(2..<4, to: writer).contains(true))
        writer.resume(at: 4 * step)
        writer.resume(at: 6 * step)
        #expect(!append(4..<6, to: writer).contains(false))
        try writer.finish(within: 30)
        #expect(try positions() == [0, 40, 80, 120])
    }

    @Test(arguments: [Int64.min, -1, 0, 2 * step, .max], [Int64.min, -1, 0, 2 * step, .max])
    func whateverTheMomentsAreWhatIsWrittenStaysInOrder(_ begin: Int64, _ end: Int64) throws {
        let writer = try writer()
        #expect(!append(0..<5, to: writer).contains(false))
        writer.pause(at: begin)
        // What was taken stays: the pause begins after it, or in the far future.
        #expect(!append(5..<6, to: writer).contains(begin != .max))
        writer.resume(at: end)
        let isCutForEver = begin != .max && end == .max
        #expect(append(6..<8, to: writer) == [!isCutForEver, !isCutForEver])
        let counts = try writer.finish(within: 30)
        #expect(counts.taken + counts.paused == 8 && counts.dropped == 0 && counts.outOfOrder == 0)
        let positions = try positions()
        #expect(positions.count == Int(counts.taken))
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $1 - $0 == 40 || $1 - $0 == 80 })
    }

    @Test func anAppendThatWouldWaitForRoomDoesNotWaitInAPause() throws {
        let writer = try writer("a.webm")
        writer.pause(at: 0)
        #expect(!append(0..<1000, to: writer).contains(true))
        #expect(writer.statistics.paused == 1000)
        _ = try? writer.finish(within: 30)
    }

    @Test func pausesFromManyThreadsLeaveAMovieInOrder() async throws {
        let writer = try writer()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 as Range<Int64> {
                group.addTask {
                    for round in 0..<200 as Range<Int64> {
                        let moment = (round + number % 2) * step / 4
                        number % 2 == 0 ? writer.pause(at: moment) : writer.resume(at: moment)
                    }
                }
            }
            group.addTask { _ = append(0..<50, to: writer) }
        }
        writer.resume()
        let counts = try? writer.finish(within: 30)
        if let counts {
            #expect(counts.taken + counts.paused == 50 && counts.outOfOrder == 0)
            let positions = try positions()
            #expect(positions.count == Int(counts.taken))
            #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
        }
    }
}
