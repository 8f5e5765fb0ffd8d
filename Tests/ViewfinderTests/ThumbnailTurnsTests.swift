import Filters
import Frames
import Logging
import Testing

@testable import Viewfinder
@testable import VulkanCore
@testable import VulkanView

/// The turns of the filters' thumbnails, and the part of a picture that they show.
@Suite struct ThumbnailTurnsTests {
    private static let names = (0..<10).map { "filter \($0)" }

    private func turns(_ sight: [String]) -> ThumbnailTurns {
        var turns = ThumbnailTurns()
        turns.sight = sight
        return turns
    }

    @Test func ofThoseInSightFourHaveTheirTurnOneAfterTheOther() {
        var turns = turns(Self.names)
        var seen: [String] = []
        for round in 0..<5 { seen += turns.take(at: Int64(round) * ThumbnailTurns.period) }
        #expect(seen == Self.names + Self.names)
    }

    @Test func roundsComeAtMostFiveTimesASecond() {
        var turns = turns(Self.names)
        var rounds: [Int64] = []
        for now in stride(from: Int64(0), to: 2_000_000_000, by: 7_000_000) where !turns.take(at: now).isEmpty
        {
            rounds.append(now)
        }
        #expect(rounds.count == 10)
        #expect(zip(rounds, rounds.dropFirst()).allSatisfy { $1 - $0 >= 200_000_000 })
        // A late round does not bring the next one nearer.
        #expect(turns.take(at: 10_000_000_000).count == 4)
        #expect(turns.take(at: 10_199_999_999) == [])
        #expect(turns.nextRound == 10_200_000_000)
    }

    @Test func nothingInSightIsNeverDue() {
        var turns = turns([])
        #expect(turns.nextRound == nil && turns.take(at: 1_000_000_000) == [])
        turns.sight = ["one"]
        #expect(turns.nextRound == 0 && turns.take(at: 1_000_000_000) == ["one"])
        turns.sight = []
        #expect(turns.nextRound == nil && turns.take(at: 9_000_000_000) == [])
    }

    @Test func whatComesIntoSightIsFirst() {
        var turns = turns(Array(Self.names.prefix(5)))
        #expect(turns.take(at: 0) == Array(Self.names[0..<4]))
        turns.sight = Array(Self.names[3..<8])
        #expect(turns.take(at: ThumbnailTurns.period) == Array(Self.names[4..<8]))
        #expect(turns.take(at: 2 * ThumbnailTurns.period) == [3, 4, 5, 6].map { Self.names[$0] })
    }

    @Test func fewInSightHaveEachRound() {
        var turns = turns(["one", "two"])
        for round in 0..<3 {
            #expect(turns.take(at: Int64(round) * ThumbnailTurns.period).sorted() == ["one", "two"])
        }
    }

    @Test func thumbnailsAreMadeOnTheViewsDevice() throws {
        let logger = Logger(label: "thumbnails")
        let device = try #require(try VulkanInstance(logger: logger).devices().first)
        _ = try ThumbnailMaker(on: device.identity, orSelecting: "no such device", logger: logger)
        _ = try ThumbnailMaker(on: "unplugged", orSelecting: nil, logger: logger)
        #expect(throws: FilterError.self) {
            _ = try ThumbnailMaker(on: "unplugged", orSelecting: "no such device", logger: logger)
        }
    }

    @Test(arguments: [(640, 360), (640, 480), (192, 108), (64, 36), (3, 2), (360, 640)])
    func aStillPictureIsSeenInSmallByItsMiddle(_ width: Int, _ height: Int) {
        let stride = 4 * width + 12
        var bytes = [UInt8](repeating: 77, count: stride * height)
        for y in 0..<height {
            for x in 0..<width {
                let color: [UInt8] = 2 * x < width ? [200, 0, 0, 255] : [0, 0, 100, 255]
                for part in 0..<4 { bytes[y * stride + 4 * x + part] = color[part] }
            }
        }
        let small = ThumbnailMaker.small(
            OffscreenPicture(size: PixelSize(width: width, height: height), stride: stride, bytes: bytes))
        let size = ThumbnailMaker.size
        #expect(small.count == 4 * size.width * size.height)
        let (left, right) = (4 * (50 * size.width + 4), 4 * (50 * size.width + size.width - 4))
        #expect(Array(small[left..<left + 4]) == [200, 0, 0, 255])
        #expect(Array(small[right..<right + 4]) == [0, 0, 100, 255])
    }

    @Test(arguments: [
        (
            PixelSize(width: 1920, height: 1080), 1.0, false,
            PixelRegion(x: 0, y: 0, width: 1920, height: 1080)
        ),
        (PixelSize(width: 640, height: 480), 1.0, false, PixelRegion(x: 0, y: 60, width: 640, height: 360)),
        (PixelSize(width: 640, height: 480), 1.0, true, PixelRegion(x: 185, y: 0, width: 270, height: 480)),
        (
            PixelSize(width: 720, height: 576), 64.0 / 45, false,
            PixelRegion(x: 0, y: 0, width: 720, height: 576)
        ),
        (PixelSize(width: 1, height: 1), 1.0, false, PixelRegion(x: 0, y: 0, width: 1, height: 1)),
        (PixelSize(width: 30_000, height: 2), 1.0, false, PixelRegion(x: 14_998, y: 0, width: 4, height: 2)),
    ])
    func theMiddleHasTheShapeOfATile(
        picture: PixelSize, aspect: Double, isTurned: Bool, part: PixelRegion
    ) {
        #expect(ThumbnailMaker.middle(of: picture, aspect: aspect, isTurned: isTurned) == part)
    }
}
