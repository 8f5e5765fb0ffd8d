import Frames
@testable import LiveView
import Testing

@testable import Viewfinder

/// Sources whose samples have more bits than photographs, recordings and filters keep.
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

    @Test func samplesOfTenBitsKeepEight() throws {
        #expect(PixelFormat.p010.keptBits == 8)
        #expect(try line(PixelFormat.p010.keptBits).contains(#""keptBits":8,"#))
    }

    @Test(arguments: PixelFormat.allCases.filter { ($0.samples?.channels ?? []).allSatisfy { $0.bits <= 8 } })
    func allBitsOfOthersAreKeptAndNothingIsSaid(format: PixelFormat) throws {
        #expect(format.keptBits == nil)
        #expect(!(try line(format.keptBits)).contains("keptBits"))
    }
}
