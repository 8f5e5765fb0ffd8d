import Frames
@testable import LiveView
import Testing

@testable import Viewfinder

/// Sources whose samples have more than 8 bits.
@Suite struct KeptBitsTests {
    private func line(_ keptBits: Int?) throws -> String {
        let none = LiveViewStatistics()
        return try StatisticsReport(
            final: true, seconds: 1, source: "Test card", keptBits: keptBits, captured: 0, shown: 0,
            replaced: 0, dropped: [:], skipped: 0, captureRate: 0, shownRate: 0,
            captureToPresent: none.captureToPresent, readyToPresent: none.readyToPresent,
            takenToPresent: none.takenToPresent, ageOnScreen: nil, screen: none.screen, cadence: nil,
            staleness: none.staleness, queueDepth: [], latch: none.latch, start: StartPhases().report,
            swapchainRebuilds: 0, peakMemory: 0
        ).line()
    }

    @Test(arguments: [(PixelFormat.p010, 10), (.y16, 16), (.y12, 12)])
    func allBitsAreKeptUntilAFilterHasEight(format: PixelFormat, bits: Int) throws {
        var shown = LiveViewStatistics()
        #expect(format.keptBits(shown) == bits)
        shown.keepsBits = false
        #expect(format.keptBits(shown) == 8)
        #expect(try line(format.keptBits(shown)).contains(#""keptBits":8,"#))
    }

    @Test(arguments: PixelFormat.allCases.filter { !$0.isDeep })
    func allBitsOfOthersAreKeptAndNothingIsSaid(format: PixelFormat) throws {
        #expect(format.keptBits(LiveViewStatistics()) == nil)
        #expect(!(try line(nil)).contains("keptBits"))
    }
}
