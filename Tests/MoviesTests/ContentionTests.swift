import Foundation
import Frames
import LinuxIO
import Movies
import Synchronization
import TestSupport
import Testing

/// Many pictures into a movie, as fast as it takes them, while others look at it: for the thread sanitizer above all.
@Suite(.serialized) struct ContentionTests {
    /// The number of pictures; `VIEWFINDER_FRAMES` says more.
    private static let count =
        ProcessInfo.processInfo.environment["VIEWFINDER_FRAMES"].flatMap(Int.init) ?? 3000

    @Test func manyPicturesBecomeAMovie() throws {
        let folder = try Folder()
        // Small pictures: the threads are what counts.
        let pattern = Pattern(size: PixelSize(width: 32, height: 32))
        let writer = try MovieWriter(
            path: folder.file("a.mkv"), options: MovieWriterOptions(rate: Rational(30), isLive: false),
            logger: quiet)
        let (isOver, refused, seen) = (Box(false), Box(false), Box(false))
        let threads = [
            try SystemThread(name: "captures") {
                for number in 0..<Self.count {
                    if !writer.append(pattern.frame(number, at: Int64(number) * 33_333_333)) { refused.set() }
                }
                isOver.set()
            },
            try SystemThread(name: "asks") {
                while !isOver.value {
                    if writer.statistics.taken > 0, writer.failure == nil { seen.set() }
                    usleep(100)
                }
            },
        ]
        try TestSupport.eventually(
            "\(Self.count) pictures", within: max(60, Double(Self.count) / 100),
            found: { "\(writer.statistics)" }
        ) { isOver.value }
        for thread in threads { #expect(thread.join(within: 20)) }
        #expect(try writer.finish(within: 60).taken == Self.count)
        #expect(!refused.value && seen.value)
    }

    private final class Box: Sendable {
        private let state: Atomic<Bool>

        init(_ value: Bool) { state = Atomic(value) }

        var value: Bool { state.load(ordering: .acquiring) }

        func set() { state.store(true, ordering: .releasing) }
    }
}
