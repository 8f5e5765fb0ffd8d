import Testing

@testable import LiveView

@Suite struct LatchPolicyTests {
    private static let refresh: Int64 = 16_666_667

    /// What is decided for a camera that is not faster than the display.
    struct Row: Sendable {
        var name: String
        var situation: LatchPolicy.Situation
        var decision: LatchPolicy.Decision
        /// The time of a draw for which the compositor had no image; nil for none.
        var failedAt: Int64?

        init(
            _ name: String, _ decision: LatchPolicy.Decision, failedAt: Int64? = nil,
            _ change: (inout LatchPolicy.Situation) -> Void
        ) {
            self.name = name
            self.decision = decision
            self.failedAt = failedAt
            situation = LatchPolicy.Situation(now: 100_000_000)
            change(&situation)
        }
    }

    private static let asleep = LatchPolicy.Decision.wait(until: nil, forFrames: false)
    private static let listening = LatchPolicy.Decision.wait(until: nil, forFrames: true)

    static let rows = [
        Row("nothing to do", listening) { _ in },
        Row("a frame, and nothing owed", .draw) { $0.isFrameWaiting = true },
        Row("a frame for a frozen picture", asleep) {
            $0.isFrameWaiting = true
            $0.takesFrames = false
        },
        Row("a new place for a frozen picture", .draw) {
            $0.isRedrawWanted = true
            $0.takesFrames = false
        },
        Row("a frame, but a callback is owed", .wait(until: 1_050_000_000, forFrames: false)) {
            $0.isFrameWaiting = true
            $0.isCallbackOwed = true
            $0.owedSince = 50_000_000
        },
        Row("a frame, and a callback that is owed for a second", .drawAgain) {
            $0.isFrameWaiting = true
            $0.isCallbackOwed = true
            $0.owedSince = -900_000_000
        },
        Row("a frozen picture, and a callback that is owed for a second", asleep) {
            $0.isFrameWaiting = true
            $0.takesFrames = false
            $0.isCallbackOwed = true
            $0.owedSince = -900_000_000
        },
        Row("no frame, and a callback that is owed for a second", listening) {
            $0.isCallbackOwed = true
            $0.owedSince = -900_000_000
        },
        Row("a window that nobody sees, and a callback that is owed for a second", asleep) {
            $0.isFrameWaiting = true
            $0.isSuspended = true
            $0.isCallbackOwed = true
            $0.owedSince = -900_000_000
        },
        Row("a frame in a window that nobody sees", asleep) {
            $0.isFrameWaiting = true
            $0.isSuspended = true
        },
        Row("a frame before the first configure", asleep) {
            $0.isFrameWaiting = true
            $0.isConfigured = false
        },
        Row("a frame that was not presented", .draw) { $0.holdsFrame = true },
        Row("a new size", .draw) { $0.isNewSize = true },
        Row("a new size soon after a commit", .wait(until: 87_000_000 + refresh, forFrames: false)) {
            $0.isNewSize = true
            $0.isCallbackOwed = true
            $0.owedSince = 90_000_000
        },
        Row("a new size a refresh after a commit", .draw) {
            $0.isNewSize = true
            $0.isCallbackOwed = true
            $0.owedSince = 100_000_000 - refresh
        },
        Row("a new size for a window that nobody sees", .draw) {
            $0.isNewSize = true
            $0.isCallbackOwed = true
            $0.isSuspended = true
            $0.owedSince = 90_000_000
        },
        Row(
            "an attempt that is not due", .wait(until: 100_000_001, forFrames: false),
            failedAt: 100_000_001 - refresh / 2
        ) { $0.isNewSize = true },
        Row("an attempt that is due", .draw, failedAt: 100_000_000 - refresh / 2) { $0.isNewSize = true },
    ]

    @Test(arguments: rows) func eachSituationHasItsDecision(_ row: Row) {
        var policy = LatchPolicy()
        if let time = row.failedAt { policy.failed(at: time, refreshPeriod: Self.refresh) }
        #expect(policy.decide(row.situation) == row.decision, "\(row.name)")
    }

    @Test(arguments: [false, true]) func aPictureIsRepeatedOnceOrAfterWaitsThatGrow(isHiddenTold: Bool) {
        var policy = LatchPolicy()
        let second: Int64 = 1_000_000_000
        var situation = LatchPolicy.Situation(
            now: second, tellsSuspension: isHiddenTold, isCallbackOwed: true, isFrameWaiting: true)
        for count: Int64 in 1...40 {
            #expect(policy.decide(situation) == .drawAgain)
            policy.drew(from: situation.now, to: situation.now, isRepeat: true)
            situation.owedSince = situation.now
            let next = policy.decide(situation)
            guard isHiddenTold, count < 16 else {
                #expect(next == Self.asleep)
                break
            }
            situation.now += second << (2 * count)
            #expect(next == .wait(until: situation.now, forFrames: false))
        }
        policy.callbackCame(at: situation.now)
        #expect(policy.decide(situation) == .wait(until: situation.owedSince + second, forFrames: false))
    }

    @Test(arguments: [(16_666_667, false), (16_500_000, false), (16_200_000, true), (8_333_333, true)])
    func onlyACameraThatIsClearlyFasterIsLatchedLate(_ period: Int64, _ isFaster: Bool) {
        var policy = LatchPolicy()
        for number in 0..<10 { policy.took(arrival: Int64(number) * period, sequence: UInt32(number)) }
        #expect(policy.isCameraFaster == isFaster)
    }

    @Test func theLastMomentIsTheDeadlineWithoutDrawTimeAndSafety() {
        var policy = fastCamera()
        policy.callbackCame(at: 1_000_000_000)
        var situation = LatchPolicy.Situation(now: 1_000_100_000, isFrameWaiting: true)
        let start = 1_000_000_000 + Self.refresh - 3_000_000 - LatchPolicy.safety
        #expect(policy.decide(situation) == .wait(until: start, forFrames: false))
        situation.now = start
        #expect(policy.decide(situation) == .draw)
        policy.drew(from: start, to: start + 2_000_000)
        #expect(policy.late == 1)
        policy.callbackCame(at: 1_000_000_000 + Self.refresh + 200_000)
        #expect(policy.missed == 0)
    }

    @Test func deadlinesThatAreMissedInARowMakeTheNextDrawsEarlier() {
        var policy = fastCamera()
        policy.callbackCame(at: 0)
        let first = moment(&policy, now: 100_000)
        policy.drew(from: first, to: first + 1_000_000)
        policy.callbackCame(at: 2 * Self.refresh)
        let second = moment(&policy, now: 2 * Self.refresh + 100_000)
        policy.drew(from: second, to: second + 1_000_000)
        policy.callbackCame(at: 4 * Self.refresh)
        #expect(policy.missed == 2)
        #expect(policy.lead.value > 0)
        #expect(moment(&policy, now: 4 * Self.refresh + 100_000) < 2 * Self.refresh + second)
    }

    @Test func aDrawThatTookTooLongIsNoHabitOfTheCompositor() {
        var policy = fastCamera()
        policy.callbackCame(at: 0)
        for number: Int64 in 0..<4 {
            let start = moment(&policy, now: 3 * number * Self.refresh + 100_000)
            policy.drew(from: start, to: start + 2 * Self.refresh)
            policy.callbackCame(at: 3 * (number + 1) * Self.refresh)
        }
        #expect(policy.missed > 0 && policy.lead.value == 0)
        #expect(policy.drawTime.value == policy.display.period)
    }

    @Test func aCardsDrawLastsUntilTheCardIsDone() {
        var policy = fastCamera()
        for number: Int64 in 0..<4 {
            policy.callbackCame(at: number * Self.refresh)
            let start = moment(&policy, now: number * Self.refresh + 100_000)
            policy.drew(from: start, to: start + 1_000_000, byCard: true)
            #expect(policy.wantsFinish)
            policy.finished(at: start + 8_500_000)
            #expect(!policy.wantsFinish && policy.drawTime.value == 8_500_000)
        }
        // It shrinks as slowly as with a processor.
        policy.drew(from: 0, to: 1_000_000, byCard: true)
        policy.finished(at: 3_500_000)
        #expect(policy.drawTime.value == 8_400_000)
        policy.finished(at: 9_000_000)
        #expect(policy.drawTime.value == 8_400_000)
    }

    @Test func aCardsCallsSayNothingOfItsShortestTime() {
        var (card, processor) = (fastCamera(), fastCamera())
        for _ in 0..<100 {
            card.drew(from: 0, to: 1_000_000, byCard: true)
            processor.drew(from: 0, to: 1_000_000)
        }
        #expect(card.drawTime.value == 3_000_000 && processor.drawTime.value < 1_300_000)
        card.drew(from: 0, to: 4_000_000, byCard: true)
        #expect(card.drawTime.value == 4_000_000)
    }

    @Test func aCardIsWaitedForOnlyWhereADrawMayWaitForTheLastMoment() {
        var slow = LatchPolicy()
        slow.drew(from: 0, to: 1_000_000, byCard: true)
        var early = fastCamera()
        early.mayLatchLate = false
        early.drew(from: 0, to: 1_000_000, byCard: true)
        var processor = fastCamera()
        processor.drew(from: 0, to: 1_000_000)
        #expect(!slow.wantsFinish && !early.wantsFinish && !processor.wantsFinish)
    }

    @Test func aCardThatWasNotDoneInTimeIsNoHabitOfTheCompositor() {
        var policy = fastCamera()
        policy.callbackCame(at: 0)
        for number: Int64 in 0..<4 {
            let start = moment(&policy, now: 3 * number * Self.refresh + 100_000)
            policy.drew(from: start, to: start + 1_000_000, byCard: true)
            policy.finished(at: start + 2 * Self.refresh)
            policy.callbackCame(at: 3 * (number + 1) * Self.refresh)
        }
        #expect(policy.missed > 0 && policy.lead.value == 0)
        #expect(policy.drawTime.value == policy.display.period)
    }

    @Test func aWindowThatWasHiddenHasMissedNothing() {
        var policy = fastCamera()
        policy.callbackCame(at: 0)
        let first = moment(&policy, now: 100_000)
        policy.drew(from: first, to: first + 1_000_000)
        policy.callbackCame(at: 500 * Self.refresh)
        #expect(policy.missed == 0)
    }

    @Test func earlyNeverWaits() {
        var policy = fastCamera()
        policy.mayLatchLate = false
        policy.callbackCame(at: 0)
        #expect(policy.decide(.init(now: 100_000, isFrameWaiting: true)) == .draw)
    }

    /// A display that takes what was committed before each refresh, a camera of another phase, and draws of some length:
    /// the whole loop in invented time.
    @Test(arguments: [
        (8_333_333, 2_000_000), (8_333_333, 6_000_000), (4_166_667, 1_000_000), (11_111_111, 3_000_000),
    ])
    func latchedLateFewerNewerFramesAreLeftOut(_ camera: Int64, _ drawTime: Int64) {
        let late = simulate(camera: camera, drawTime: drawTime, late: true)
        let early = simulate(camera: camera, drawTime: drawTime, late: false)
        #expect(late.behind < early.behind)
        // The frame on the screen is younger by most of what is left of the refresh.
        let gain = Self.refresh - drawTime - LatchPolicy.safety - 2_000_000
        #expect(early.age - late.age > gain - camera / 2)
        #expect(late.commits == early.commits, "no refresh is left out")
    }

    private struct Outcome {
        var commits = 0
        var behind = 0
        /// The mean time from a frame's arrival to the refresh that takes it.
        var age: Int64 = 0
    }

    private func simulate(camera: Int64, drawTime: Int64, late: Bool) -> Outcome {
        var policy = LatchPolicy()
        policy.mayLatchLate = late
        var outcome = Outcome()
        var now: Int64 = 3_000_000
        var taken: Int64 = -1
        var refreshes = 0
        var ages: Int64 = 0
        while refreshes < 300 {
            let newest = now / camera
            let situation = LatchPolicy.Situation(now: now, isFrameWaiting: newest > taken)
            switch policy.decide(situation) {
            case .wait(let until?, _): now = until
            case .wait(nil, _): now = (newest + 1) * camera
            case .draw, .drawAgain:
                taken = newest
                policy.took(arrival: taken * camera, sequence: UInt32(taken))
                policy.drew(from: now, to: now + drawTime)
                let refresh = ((now + drawTime) / Self.refresh + 1) * Self.refresh
                refreshes = Int(refresh / Self.refresh)
                if refreshes > 30 {
                    outcome.commits += 1
                    outcome.behind += Int(refresh / camera - taken)
                    ages += refresh - taken * camera
                }
                // Callbacks are heard a little later than they are sent.
                now = refresh + Int64(outcome.commits % 5) * 40_000
                policy.callbackCame(at: now)
            }
        }
        outcome.age = ages / Int64(outcome.commits)
        return outcome
    }

    private func fastCamera() -> LatchPolicy {
        var policy = LatchPolicy()
        for number in 0..<10 { policy.took(arrival: Int64(number) * 8_333_333, sequence: UInt32(number)) }
        return policy
    }

    /// The moment that a draw waits for.
    private func moment(_ policy: inout LatchPolicy, now: Int64) -> Int64 {
        var situation = LatchPolicy.Situation(now: now, isFrameWaiting: true)
        guard case .wait(let until?, _) = policy.decide(situation) else { return now }
        situation.now = until
        #expect(policy.decide(situation) == .draw)
        return until
    }
}
