import Testing

@testable import LiveView

@Suite struct PaceTests {
    private static let refresh: Int64 = 16_000_000

    @Test func aPeriodIsTheMeanOverTicksOfWhichSomeWereNotSeen() {
        var pace = RollingPeriod()
        #expect(pace.period == nil)
        var number: Int64 = 0
        for step: Int64 in [1, 1, 3, 1, 2, 1] {
            number += step
            pace.add(number * 1000 + number % 2 * 10, after: step)
        }
        #expect(abs((pace.period ?? 0) - 1000) <= 2)
        for _ in 0..<64 {
            number += 1
            pace.add(number * 2000, after: 1)
        }
        #expect(pace.period == 2000, "what is long ago is forgotten")
    }

    @Test func framesThatNobodyTookCountForTheCamerasPeriod() {
        var pace = CameraPace()
        for number: UInt32 in [4, 6, 7, 11, 12, 13, 14, 16, 18] {
            pace.add(arrival: Int64(number) * 8_000_000, sequence: number)
        }
        #expect(pace.period == 8_000_000)
    }

    @Test func aCameraThatPausesIsMeasuredAnew() {
        var pace = CameraPace()
        for number in 0..<10 { pace.add(arrival: Int64(number) * 8_000_000, sequence: UInt32(number)) }
        for number in 10..<20 {
            pace.add(arrival: 5_000_000_000 + Int64(number) * 9_000_000, sequence: UInt32(number))
        }
        #expect(pace.period == 9_000_000)
    }

    @Test func numbersThatStandStillSayNothing() {
        var pace = CameraPace()
        for number in 0..<10 { pace.add(arrival: Int64(number) * 8_000_000, sequence: 5) }
        #expect(pace.period == nil)
    }

    @Test func theDisplaysPeriodIsMeasuredWhereItDiffersFromItsClaim() {
        var pace = DisplayPace()
        pace.claim(period: 16_666_667)
        for number: Int64 in 0..<20 { pace.callback(at: number * Self.refresh) }
        #expect(pace.period == Self.refresh)
        #expect(pace.deadline(after: 19 * Self.refresh + 1) == 20 * Self.refresh)
    }

    @Test func aLateCallbackMovesTheDeadlineLittleAndAnEarlyOneWholly() throws {
        var pace = steady()
        pace.callback(at: 20 * Self.refresh + 4_000_000)
        let late = try #require(pace.deadline(after: 20 * Self.refresh + 4_000_000))
        #expect((0...700_000).contains(late - 21 * Self.refresh))
        pace = steady()
        pace.callback(at: 20 * Self.refresh - 4_000_000)
        let early = try #require(pace.deadline(after: 20 * Self.refresh - 3_000_000))
        #expect(abs(early - (21 * Self.refresh - 4_000_000)) < 100_000)
    }

    @Test func presentationTimesAreTheGridOnWhichCallbacksArePlaced() throws {
        var pace = DisplayPace()
        pace.claim(period: Self.refresh)
        // The display shows at whole refreshes, the compositor takes pictures 6 ms later; all is heard with jitter.
        for number: Int64 in 0..<60 {
            pace.presented(at: number * Self.refresh)
            pace.callback(at: number * Self.refresh + 6_000_000 + number % 3 * 300_000)
        }
        let deadline = try #require(pace.deadline(after: 60 * Self.refresh))
        #expect(abs(deadline - (60 * Self.refresh + 6_000_000)) < 300_000)
    }

    @Test func aCallbackIsNotTheDeadlineOfTheDrawThatItStarts() throws {
        var pace = steady()
        pace.callback(at: 20 * Self.refresh + 900_000)
        let deadline = try #require(pace.deadline(after: 20 * Self.refresh))
        #expect(deadline > 20 * Self.refresh + Self.refresh / 2)
    }

    @Test func aLongDrawCountsAtOnceAndIsForgottenSlowly() {
        var estimate = DrawTimeEstimate()
        #expect(estimate.value == 3_000_000)
        estimate.add(8_000_000)
        #expect(estimate.value == 8_000_000)
        estimate.add(1_000_000)
        #expect((7_500_000..<8_000_000).contains(estimate.value))
        for _ in 0..<300 { estimate.add(1_000_000) }
        #expect((1_000_000..<1_100_000).contains(estimate.value))
    }

    @Test func theLeadGrowsFastAndShrinksSlowly() {
        var lead = LatchLead()
        for _ in 0..<10 { lead.missed(period: Self.refresh) }
        #expect(lead.value == Self.refresh)
        for _ in 0..<1000 { lead.met() }
        #expect(lead.value == Self.refresh, "what was missed ten times is not tried again soon")
        var short = LatchLead()
        for _ in 0..<2 { short.missed(period: Self.refresh) }
        #expect(short.value > 0)
        for _ in 0..<600 { short.met() }
        #expect(short.value == 0)
    }

    @Test func missesThatDoNotFollowEachOtherAreChance() {
        var lead = LatchLead()
        for _ in 0..<20 {
            lead.missed(period: Self.refresh)
            lead.met()
        }
        #expect(lead.value == 0)
    }

    @Test(
        arguments: [
            (33_333_333, 16_666_667, [2]), (16_666_667, 16_666_667, [1]), (8_333_333, 16_666_667, [1]),
            (41_666_667, 16_666_667, [2, 3]), (33_333_333, 16_000_000, [2]),
        ] as [(Int64, Int64, [UInt64])])
    func theExpectedCadenceFollowsFromTheRates(_ camera: Int64, _ display: Int64, _ expected: [UInt64]) {
        #expect(CadenceCount.expected(camera: camera, display: display) == expected)
    }

    @Test func theCadenceIsTheShareOfFramesThatStayedAsLongAsExpected() throws {
        var cadence = CadenceCount()
        for refresh: Int64 in [0, 2, 4, 5, 8, 10] {
            cadence.add(1_000_000 + refresh * Self.refresh, period: Self.refresh)
        }
        let report = try #require(
            cadence.report(camera: 2 * Self.refresh, display: Self.refresh, source: "presentation"))
        #expect(report.expected == [2])
        #expect(report.refreshes == [[1, 1], [2, 3], [3, 1]])
        #expect(report.share == 0.6)
    }

    @Test func aFrameIsTakenFromTheLedgerOnceByItsToken() {
        var ledger = CommitLedger()
        for token: UInt64 in 0..<100 {
            ledger.add(ShownFrame(origin: 0, arrival: 0, taken: 0, sequence: UInt32(token)), token: token)
        }
        #expect(ledger.take(token: 3) == nil, "long ago")
        #expect(ledger.take(token: 99)?.sequence == 99)
        #expect(ledger.take(token: 99) == nil)
    }

    private func steady() -> DisplayPace {
        var pace = DisplayPace()
        pace.claim(period: Self.refresh)
        for number: Int64 in -64..<20 { pace.callback(at: number * Self.refresh) }
        return pace
    }
}
