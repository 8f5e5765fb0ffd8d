import Testing

@testable import Viewfinder

/// A timer that can be told something within `expect`, which takes no value that changes.
@dynamicMemberLookup
private final class HeldTimer {
    private var timer: PhotographTimer

    init(_ mode: PhotographTimer.Mode = .after(seconds: 0), interval: Int = PhotographTimer.usualInterval) {
        timer = PhotographTimer(mode, interval: interval)
    }

    subscript<Value>(dynamicMember path: KeyPath<PhotographTimer, Value>) -> Value { timer[keyPath: path] }

    func press(at time: Int64, shown: UInt64) -> PhotographTimer.Order? {
        timer.press(at: time, shown: shown)
    }
    func advance(to time: Int64, shown: UInt64) -> PhotographTimer.Order? {
        timer.advance(to: time, shown: shown)
    }
    func choose(_ mode: PhotographTimer.Mode) -> PhotographTimer.Order? { timer.choose(mode) }
    func end() -> PhotographTimer.Order? { timer.end() }
    func pictureCame() { timer.pictureCame() }
    func wasSaved() -> PhotographTimer.Order? { timer.wasSaved() }
    func failed() -> Bool { timer.failed() }
    func nextMoment(after time: Int64) -> Int64? { timer.nextMoment(after: time) }
    func left(at time: Int64) -> (seconds: Int, part: Double)? { timer.left(at: time) }
}

/// What the shutter does at which moment, without a clock.
@Suite struct PhotographTimerTests {
    private let second: Int64 = 1_000_000_000
    private let millisecond: Int64 = 1_000_000

    /// Lets a series run, with pictures that come and are saved at once.
    ///
    /// - Parameters:
    ///   - timer: The timer.
    ///   - start: The moment of the press.
    ///   - end: The moment after which it is left alone.
    ///   - shown: The number of pictures that have been shown at a moment.
    /// - Returns: The moments of photographs, and what was told.
    private func run(
        _ timer: HeldTimer, from start: Int64 = 0, until end: Int64, shown: (Int64) -> UInt64
    ) -> (moments: [Int64], told: [Int]) {
        var (moments, told): ([Int64], [Int]) = ([], [])
        func hear(_ order: PhotographTimer.Order?, _ time: Int64) {
            switch order {
            case .photographOfSeries:
                moments.append(time)
                timer.pictureCame()
                hear(timer.wasSaved(), time)
            case .tell(let count): told.append(count)
            case .photograph, .tellCancelled, nil: break
            }
        }
        hear(timer.press(at: start, shown: shown(start)), start)
        var now = start
        while let next = timer.nextMoment(after: now), next <= end {
            now = max(next, now)
            hear(timer.advance(to: now, shown: shown(now)), now)
        }
        return (moments, told)
    }

    @Test func theKeyGoesRoundTheDelays() {
        var mode = PhotographTimer.Mode.after(seconds: 0)
        var seen: [PhotographTimer.Mode] = []
        for _ in 0..<4 {
            mode = mode.next
            seen.append(mode)
        }
        #expect(seen == [3, 5, 10, 0].map { .after(seconds: $0) })
        #expect(PhotographTimer.Mode.after(seconds: 7).next == .after(seconds: 10))
        #expect(PhotographTimer.Mode.after(seconds: 60).next == .after(seconds: 0))
        #expect(
            [.burst, .timeLapse].map(\PhotographTimer.Mode.next) == [.after(seconds: 0), .after(seconds: 0)])
    }

    @Test func withoutADelayThePhotographIsTakenAtOnce() {
        let timer = HeldTimer()
        #expect(timer.press(at: 5, shown: 0) == .photograph)
        #expect(!timer.isRunning && timer.nextMoment(after: 5) == nil && timer.left(at: 5) == nil)
    }

    @Test func aCountdownTellsEachSecondAndEndsWithThePhotograph() {
        let timer = HeldTimer(.after(seconds: 3))
        var now: Int64 = 100
        #expect(timer.press(at: now, shown: 0) == nil)
        var numbers: [Int] = []
        while let left = timer.left(at: now), let next = timer.nextMoment(after: now) {
            numbers.append(left.seconds)
            #expect(left.part == Double(left.seconds) / 3)
            // The loop is a little late.
            now = next + millisecond
            #expect(timer.advance(to: now, shown: 0) == (numbers.count == 3 ? .photograph : nil))
        }
        #expect(numbers == [3, 2, 1] && now == 100 + 3 * second + millisecond)
        #expect(!timer.isRunning && timer.advance(to: now + second, shown: 9) == nil)
    }

    @Test func aLoopThatWasHeldUpTakesThePhotographOnce() {
        let timer = HeldTimer(.after(seconds: 3))
        #expect(timer.press(at: 0, shown: 0) == nil)
        #expect(timer.left(at: 20 * second)?.seconds == 1)
        #expect(timer.advance(to: 20 * second, shown: 0) == .photograph)
        #expect(timer.advance(to: 20 * second, shown: 0) == nil)
    }

    @Test func anotherPressOrAnotherChoiceEndsTheCountdown() {
        let timer = HeldTimer(.after(seconds: 3))
        for end in [{ $0.press(at: 500_000_000, shown: 0) }, { $0.end() }, { $0.choose(.after(seconds: 5)) }]
            as [(HeldTimer) -> PhotographTimer.Order?]
        {
            #expect(timer.press(at: 0, shown: 0) == nil && timer.isCountingDown)
            #expect(end(timer) == .tellCancelled && !timer.isRunning)
            #expect(timer.advance(to: 100 * second, shown: 0) == nil)
        }
        #expect(timer.mode == .after(seconds: 5))
    }

    @Test(arguments: [PhotographTimer.Mode.after(seconds: 3), .burst, .timeLapse])
    func theSecondPressOfADoubleClickEndsNothing(mode: PhotographTimer.Mode) {
        let timer = HeldTimer(mode)
        _ = timer.press(at: 7, shown: 0)
        for time in [7, 200 * millisecond, 499 * millisecond] {
            #expect(timer.press(at: time, shown: 0) == nil && timer.isRunning)
        }
        _ = timer.press(at: 501 * millisecond, shown: 0)
        #expect(!timer.isRunning)
    }

    @Test func aBurstTakesTenAtMostTenASecond() {
        let timer = HeldTimer(.burst)
        // Sixty pictures a second.
        let (moments, told) = run(timer, until: 60 * second) { UInt64($0 * 60 / second) }
        #expect(moments == (0..<10).map { $0 * 100 * millisecond } && told == [10])
        #expect(!timer.isRunning && timer.taken == nil)
    }

    @Test func aBurstWaitsForAnotherPictureButNotForever() {
        let timer = HeldTimer(.burst)
        let (slow, told) = run(timer, until: 60 * second) { UInt64($0 * 4 / second) }
        #expect(slow.count == 10 && told == [10])
        for (before, after) in zip(slow, slow.dropFirst()) {
            #expect(before * 4 / second < after * 4 / second, "the picture of \(before) comes twice")
        }
        let (still, toldAgain) = run(timer, until: 60 * second) { _ in 7 }
        #expect(still.count == 10 && toldAgain == [10])
        for (before, after) in zip(still, still.dropFirst()) {
            #expect((500...520).contains((after - before) / millisecond))
        }
    }

    @Test func aBurstAsksForNoMoreThanOnePictureAtATime() {
        let timer = HeldTimer(.burst)
        #expect(timer.press(at: 0, shown: 1) == .photographOfSeries)
        #expect(timer.nextMoment(after: 0) == nil && timer.advance(to: second, shown: 9) == nil)
        timer.pictureCame()
        #expect(timer.advance(to: second, shown: 9) == .photographOfSeries)
    }

    @Test func aPressMoreEndsABurstAndTellsWhenAllAreSaved() {
        let timer = HeldTimer(.burst)
        #expect(timer.press(at: 0, shown: 1) == .photographOfSeries)
        timer.pictureCame()
        #expect(timer.advance(to: 100 * millisecond, shown: 2) == .photographOfSeries)
        #expect(timer.press(at: 510 * millisecond, shown: 2) == nil)
        timer.pictureCame()
        #expect(!timer.isRunning && timer.taken == 2 && timer.nextMoment(after: second) == nil)
        // The next one has to wait for these.
        #expect(timer.press(at: second, shown: 3) == nil && !timer.isRunning)
        #expect(timer.wasSaved() == nil)
        #expect(timer.wasSaved() == .tell(saved: 2))
        #expect(timer.taken == nil && timer.press(at: second, shown: 3) == .photographOfSeries)
    }

    @Test func aTimeLapseKeepsItsIntervalUntilThePress() {
        let timer = HeldTimer(.timeLapse, interval: 5)
        let (moments, told) = run(timer, from: 7, until: 7 + 21 * second) { _ in 0 }
        #expect(moments == [0, 5, 10, 15, 20].map { 7 + $0 * second } && told == [])
        #expect(timer.isRunning && timer.taken == 5)
        #expect(timer.press(at: 7 + 22 * second, shown: 0) == .tell(saved: 5))
        #expect(!timer.isRunning && timer.taken == nil)
    }

    @Test func aTimeLapseLeavesOutTurnsThatCameTooEarly() {
        let timer = HeldTimer(.timeLapse, interval: 5)
        #expect(timer.press(at: 0, shown: 0) == .photographOfSeries)
        timer.pictureCame()
        // The disk takes its time, and so does the loop.
        #expect(timer.advance(to: 5 * second, shown: 0) == nil)
        #expect(timer.nextMoment(after: 5 * second) == 10 * second)
        #expect(timer.wasSaved() == nil)
        #expect(timer.advance(to: 13 * second, shown: 0) == .photographOfSeries)
        #expect(timer.nextMoment(after: 13 * second) == 15 * second)
    }

    @Test(arguments: [PhotographTimer.Mode.burst, .timeLapse])
    func theFirstFaultEndsASeriesAndIsToldAlone(mode: PhotographTimer.Mode) {
        let timer = HeldTimer(mode, interval: 1)
        #expect(timer.press(at: 0, shown: 1) == .photographOfSeries)
        timer.pictureCame()
        #expect(timer.wasSaved() == nil)
        #expect(timer.advance(to: second, shown: 2) == .photographOfSeries)
        timer.pictureCame()
        if mode == .burst {
            #expect(timer.advance(to: 2 * second, shown: 3) == .photographOfSeries)
            timer.pictureCame()
        }
        #expect(timer.failed() && !timer.isRunning)
        #expect(timer.advance(to: 9 * second, shown: 9) == nil)
        if mode == .burst {
            #expect(timer.taken == 3)
            #expect(!timer.failed())
        }
        #expect(timer.taken == nil && timer.press(at: 9 * second, shown: 9) == .photographOfSeries)
    }

    @Test func aDelayThatIsChosenEndsATimeLapse() {
        let timer = HeldTimer(.timeLapse)
        #expect(timer.press(at: 0, shown: 0) == .photographOfSeries)
        timer.pictureCame()
        #expect(timer.wasSaved() == nil)
        #expect(timer.choose(.after(seconds: 0)) == .tell(saved: 1))
        #expect(timer.press(at: 1, shown: 0) == .photograph)
    }

    @Test func theSettingsSayWhatItBeginsWith() {
        #expect(PhotographTimer(UserSettings()).mode == .after(seconds: 0))
        #expect(PhotographTimer(UserSettings()).interval == 5)
        let timer = PhotographTimer(UserSettings(timer: 10, timeLapse: 60))
        #expect(timer.mode == .after(seconds: 10) && timer.interval == 60)
    }
}
