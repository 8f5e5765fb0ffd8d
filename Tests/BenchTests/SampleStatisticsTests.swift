import Testing

@testable import Bench

struct SampleStatisticsTests {
    @Test func percentilesAreValuesThatOccurred() {
        let values = (1...100).map(Double.init).shuffled()
        #expect(SampleStatistics.percentile(0.5, of: values) == 50)
        #expect(SampleStatistics.percentile(0.95, of: values) == 95)
        #expect(SampleStatistics.percentile(0.99, of: values) == 99)
        #expect(SampleStatistics.percentile(1, of: values) == 100)
        #expect(SampleStatistics.percentile(0, of: values) == 1)
        #expect(SampleStatistics.percentile(0.99, of: [7]) == 7)
        #expect(SampleStatistics.percentile(0.5, of: []) == nil)
    }

    @Test func theMedianLiesInTheMiddle() {
        #expect(SampleStatistics.median([3, 1, 2]) == 2)
        #expect(SampleStatistics.median([4, 1, 2, 3]) == 2.5)
        #expect(SampleStatistics.median([]) == nil)
    }

    @Test func ratiosAreFormedWithinRounds() {
        // The second round was disturbed for both; the ratio of the medians would be 1/1.
        let ours: [Double?] = [1, 10, 1, 1]
        let theirs: [Double?] = [2, 20, 2, 1]
        #expect(SampleStatistics.medianRatio(ours, theirs) == 0.5)
    }

    @Test func roundsThatFailedDoNotCount() {
        #expect(SampleStatistics.medianRatio([nil, 3], [2, 6]) == 0.5)
        #expect(SampleStatistics.medianRatio([nil, 3], [2, nil]) == nil)
        #expect(SampleStatistics.medianRatio([1], [0]) == nil)
    }
}
