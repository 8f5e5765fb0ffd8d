import Testing

@testable import LiveView

@Suite struct LatencyHistogramTests {
    @Test func withoutTimesThereIsNoPercentile() {
        #expect(LatencyHistogram().percentile(0.5) == nil)
    }

    @Test func percentilesAreWithinABinOfTheSortedTimes() throws {
        var generator = SystemRandomNumberGenerator.seeded(7)
        let histogram = LatencyHistogram()
        var times: [Int64] = []
        for _ in 0..<5000 {
            let time = Int64.random(in: 0..<80_000_000, using: &generator)
            times.append(time)
            histogram.add(time)
        }
        times.sort()
        for share in [0.01, 0.5, 0.95, 0.99, 1.0] {
            let exact = Double(times[Int((share * 5000).rounded(.up)) - 1]) / 1e6
            #expect(abs(try #require(histogram.percentile(share)) - exact) <= 0.05)
        }
    }

    @Test func timesBeyondTheEndCountInTheLastBin() throws {
        let histogram = LatencyHistogram()
        histogram.add(10_000_000_000)
        histogram.add(-5)
        #expect(try #require(histogram.percentile(1)) > 500)
        #expect(try #require(histogram.percentile(0.5)) < 0.1)
    }
}

/// SplitMix64, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

extension SystemRandomNumberGenerator {
    static func seeded(_ seed: UInt64) -> SeededGenerator { SeededGenerator(state: seed) }
}
