import Frames
import TestSupport
import Testing
import VulkanCore

@testable import LiveView

/// Which sources' pictures are told to be too large, and how often.
@Suite struct PictureRefusalsTests {
    private let large = FrameError.unsupportedSize(PixelSize(width: 4608, height: 2592), limit: 4096)

    @Test func eachSourceIsToldOfOnce() throws {
        try withValidatedDevice { device in
            var refusals = PictureRefusals()
            let told = [1, 1, 1, 2, 2].map { refusals.news(of: large, from: $0, to: device) != nil }
            #expect(told == [true, false, false, true, false])
        }
    }

    @Test(arguments: [
        FrameError.undecodable("no end"), .incomplete(plane: 0, needed: 9, found: 4), .noRoute("none"),
    ])
    func aSourceOfWhichNothingCanBeReadIsToldOfOnceAfterTwoSeconds(_ error: FrameError) throws {
        try withValidatedDevice { device in
            var refusals = PictureRefusals()
            func told(_ seconds: [Double]) -> [Bool] {
                seconds.map {
                    refusals.news(of: error, from: 1, to: device, at: Int64($0 * 1e9)) != nil
                }
            }
            #expect(told([1, 2, 2.9]) == [false, false, false])
            refusals.isSeen()
            #expect(told([3.1, 4, 5.2, 9]) == [false, false, true, false])
        }
    }

    @Test func whatIsDamagedIsNotTooLarge() throws {
        try withValidatedDevice { device in
            var refusals = PictureRefusals()
            for error in [FrameError.undecodable("no end"), .incomplete(plane: 0, needed: 9, found: 4)] {
                let news = refusals.news(of: error, from: 1, to: device)
                #expect(news == nil)
            }
            let news = refusals.news(of: large, from: 1, to: device)
            #expect(news != nil)
        }
    }
}
