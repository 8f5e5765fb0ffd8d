import Frames
import Testing

@Suite struct StampCheckTests {
    private static let second: Int64 = 1_000_000_000

    /// Stamps and arrivals in milliseconds, and what each is.
    struct Row: Sendable {
        var name: String
        var frames: [(stamp: Int64, arrival: Int64)]
        var problems: [StampCheck.Problem?]
        var verdict: StampCheck.Problem?
    }

    static let rows = [
        Row(name: "a good camera", frames: [(5, 38), (38, 71), (71, 104)], problems: [nil, nil, nil]),
        Row(name: "stamped on arrival", frames: [(5, 5), (38, 38)], problems: [nil, nil]),
        Row(name: "within the tolerance", frames: [(6, 5), (39, 38)], problems: [nil, nil]),
        Row(
            name: "ahead by 10 ms", frames: [(15, 5), (48, 38)], problems: [.future, .future],
            verdict: .future),
        Row(
            name: "backwards once", frames: [(5, 10), (4, 40), (70, 75)], problems: [nil, .backwards, nil],
            verdict: .backwards),
        Row(name: "twice the same", frames: [(5, 10), (5, 40)], problems: [nil, .equal], verdict: .equal),
        Row(
            name: "always old", frames: [(5, 3000), (38, 3033)], problems: [.old, .old], verdict: .old),
        Row(
            name: "a stopped program", frames: [(5, 10), (38, 3000), (3033, 3040)],
            problems: [nil, .old, nil]),
        Row(
            name: "the first problem counts", frames: [(15, 5), (15, 38)], problems: [.future, .equal],
            verdict: .future),
    ]

    @Test(arguments: rows) func stampsAreJudgedByArrivalAndOrder(_ row: Row) {
        var check = StampCheck()
        let problems = row.frames.map { frame in
            check.add(stamp(frame.stamp), arrival: frame.arrival * 1_000_000)
        }
        #expect(problems == row.problems)
        #expect(check.verdict == row.verdict)
        #expect(check.isTrusted == (row.verdict == nil))
        #expect(check.counts.values.reduce(0, +) == UInt64(row.problems.compactMap { $0 }.count))
    }

    @Test func anotherClockIsNotBelieved() {
        var check = StampCheck()
        #expect(check.add(stamp(5, clock: .unknown), arrival: 10_000_000) == .otherClock)
        #expect(check.counts == [.otherClock: 1])
    }

    @Test func anAgeCountsFromTheStampUntilItIsNotBelieved() {
        var check = StampCheck()
        check.add(stamp(5), arrival: 10_000_000)
        #expect(check.origin(of: stamp(5), arrival: 10_000_000) == 5_000_000)
        check.add(stamp(50), arrival: 40_000_000)
        #expect(check.origin(of: stamp(50), arrival: 40_000_000) == 40_000_000)
        check.add(stamp(60), arrival: 70_000_000)
        #expect(check.origin(of: stamp(60), arrival: 70_000_000) == 70_000_000)
    }

    private func stamp(_ milliseconds: Int64, clock: Timestamp.Clock = .monotonic) -> Timestamp {
        Timestamp(nanoseconds: milliseconds * 1_000_000, clock: clock, kind: .endOfFrame)
    }
}
