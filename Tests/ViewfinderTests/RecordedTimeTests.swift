import Testing

@testable import Viewfinder

@Suite struct RecordedTimeTests {
    private static let second: Int64 = 1_000_000_000

    @Test func itGrowsWithTheClockAndStandsStillInAPause() {
        let begin = 77 * Self.second + 5
        var time = RecordedTime(from: begin)
        #expect(time.seconds(at: begin + Self.second - 1) == 0 && time.seconds(at: begin + Self.second) == 1)
        #expect(time.nextSecond(after: begin + Self.second) == begin + 2 * Self.second)
        time.togglePause(at: begin + 5 * Self.second / 2)
        #expect(time.isPaused)
        for later in [3, 10, 1000] as [Int64] {
            #expect(time.seconds(at: begin + later * Self.second) == 2)
        }
        #expect(time.nextSecond(after: begin + 10 * Self.second) == nil)
        // Half of a second was recorded of the third.
        time.togglePause(at: begin + 10 * Self.second)
        #expect(!time.isPaused && time.seconds(at: begin + 10 * Self.second) == 2)
        #expect(time.nextSecond(after: begin + 10 * Self.second) == begin + 21 * Self.second / 2)
        #expect(time.seconds(at: begin + 21 * Self.second / 2) == 3)
    }

    @Test func theSecondPressOfADoubleClickDoesNotEndIt() {
        var time = RecordedTime(from: 7)
        #expect(!time.mayEnd(at: 7) && !time.mayEnd(at: 7 + RecordedTime.leastLength - 1))
        #expect(time.mayEnd(at: 7 + RecordedTime.leastLength))
        // A pause is no part of it.
        time.togglePause(at: 8)
        time.togglePause(at: Self.second)
        #expect(time.mayEnd(at: Self.second))
    }
}
