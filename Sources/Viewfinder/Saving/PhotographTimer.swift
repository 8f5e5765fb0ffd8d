/// The rule by which the shutter takes photographs: at once, after a countdown, in a burst, or one after the other.
///
/// A pure state machine; times are nanoseconds of a clock that only goes forwards. The program carries out the orders, and tells of each
/// photograph of a series when its picture has come and when its file is written.
struct PhotographTimer {
    /// The meaning of the shutter.
    enum Mode: Hashable {
        /// One photograph, so many seconds after the press; 0 for at once.
        case after(seconds: Int)
        /// Several photographs, as fast as pictures come.
        case burst
        /// One photograph after the other, until the next press.
        case timeLapse

        /// The delays to choose from, in seconds.
        static let delays = [0, 3, 5, 10]

        /// The mode that the key steps to: the next longer delay, or none.
        var next: Mode {
            guard case .after(let seconds) = self else { return .after(seconds: 0) }
            return .after(seconds: Self.delays.first { $0 > seconds } ?? 0)
        }
    }

    /// Something that the program is to do.
    enum Order: Equatable {
        /// A photograph by itself.
        case photograph
        /// The next photograph of the series.
        case photographOfSeries
        /// Words about a series that has ended, with the number of its files.
        case tell(saved: Int)
        /// Words about a countdown that has ended without a photograph.
        case tellCancelled
    }

    private struct Countdown {
        let began: Int64
        let end: Int64
        let seconds: Int
    }

    /// The photographs of one press.
    private struct Series {
        let isBurst: Bool
        let began: Int64
        /// The moment at which the next photograph is due.
        var next: Int64
        /// The moment of the last photograph, and the number of pictures that the window had shown by then.
        var last: (time: Int64, shown: UInt64)
        var asked = 0
        var taken = 0
        var saved = 0
        var failed = 0
        var isOver = false

        /// The number of those that are neither saved nor lost yet.
        var pending: Int { asked - saved - failed }
    }

    /// The number of photographs of a burst.
    static let burst = 10
    /// The seconds between the photographs of a time lapse, where the user has set none.
    static let usualInterval = 5
    private static let second: Int64 = 1_000_000_000
    /// The shortest time between two photographs of a burst.
    private static let pace: Int64 = 100_000_000
    /// The longest time for which a burst waits for another picture.
    private static let patience: Int64 = 500_000_000
    /// The time until a burst looks again whether another picture has come.
    private static let glance: Int64 = 20_000_000
    /// The time in which a second press is part of the first one, a double click.
    private static let doublePress: Int64 = 500_000_000

    /// The meaning of the shutter.
    private(set) var mode: Mode
    /// The seconds between the photographs of a time lapse.
    let interval: Int
    private var countdown: Countdown?
    /// The running series, or one whose last photographs are being saved.
    private var series: Series?

    /// Makes a timer at rest.
    ///
    /// - Parameters:
    ///   - mode: The meaning of the shutter.
    ///   - interval: The seconds between the photographs of a time lapse, at least 1.
    init(_ mode: Mode = .after(seconds: 0), interval: Int = Self.usualInterval) {
        (self.mode, self.interval) = (mode, interval)
    }

    // MARK: - Facts

    /// True during a countdown.
    var isCountingDown: Bool { countdown != nil }

    /// True while a press of the shutter ends something.
    var isRunning: Bool { isCountingDown || series.map { !$0.isOver } ?? false }

    /// The number of photographs that the series has taken; nil without one.
    var taken: Int? { series?.taken }

    /// The seconds that are left of a countdown, and the part of it, 0…1; nil without one.
    func left(at time: Int64) -> (seconds: Int, part: Double)? {
        guard let countdown else { return nil }
        let left = max(countdown.end - time, 0)
        let seconds = max(Int((left + Self.second - 1) / Self.second), 1)
        return (seconds, Double(seconds) / Double(countdown.seconds))
    }

    /// The moment at which there is something to do; nil while nothing is planned.
    func nextMoment(after time: Int64) -> Int64? {
        if let countdown, let left = left(at: time) {
            return countdown.end - Int64(left.seconds - 1) * Self.second
        }
        guard let series, !series.isOver, !series.isBurst || series.taken == series.asked else { return nil }
        return series.next
    }

    // MARK: - What happens

    /// Takes note of a press of the shutter.
    ///
    /// - Parameters:
    ///   - time: The moment.
    ///   - shown: The number of pictures that the window has shown.
    /// - Returns: The order; nil for none.
    mutating func press(at time: Int64, shown: UInt64) -> Order? {
        if isRunning {
            let began = countdown?.began ?? series?.began ?? time
            return time - began < Self.doublePress ? nil : end()
        }
        switch mode {
        case .after(seconds: 0): return .photograph
        case .after(let seconds):
            countdown = Countdown(
                began: time, end: time + Int64(seconds) * Self.second, seconds: seconds)
            return nil
        case .burst, .timeLapse:
            // Pictures of the series before it are still on their way to the disk.
            guard series == nil else { return nil }
            series = Series(isBurst: mode == .burst, began: time, next: time, last: (time, shown))
            return photograph(at: time, shown: shown)
        }
    }

    /// Ends the countdown or the series.
    ///
    /// - Returns: The order; nil for none.
    mutating func end() -> Order? {
        if countdown != nil {
            countdown = nil
            return .tellCancelled
        }
        series?.isOver = true
        return finishSeries()
    }

    /// Gives the shutter another meaning, and ends what it has begun.
    ///
    /// - Parameter mode: The meaning.
    /// - Returns: The order; nil for none.
    mutating func choose(_ mode: Mode) -> Order? {
        self.mode = mode
        return end()
    }

    /// Does what is due.
    ///
    /// - Parameters:
    ///   - time: The moment.
    ///   - shown: The number of pictures that the window has shown.
    /// - Returns: The order; nil for none.
    mutating func advance(to time: Int64, shown: UInt64) -> Order? {
        if let countdown, countdown.end <= time {
            self.countdown = nil
            return .photograph
        }
        guard let series, let moment = nextMoment(after: time), !isCountingDown, moment <= time else {
            return nil
        }
        if series.isBurst, shown == series.last.shown, time - series.last.time < Self.patience {
            self.series?.next = time + Self.glance
            return nil
        }
        guard series.isBurst || series.pending == 0 else {
            let next = turn(after: time, of: series)
            self.series?.next = next
            return nil
        }
        return photograph(at: time, shown: shown)
    }

    /// Takes note that the picture of a photograph of the series has come.
    mutating func pictureCame() { series?.taken += 1 }

    /// Takes note that a photograph of the series is saved.
    ///
    /// - Returns: The order; nil for none.
    mutating func wasSaved() -> Order? {
        series?.saved += 1
        return finishSeries()
    }

    /// Takes note that a photograph of the series could not be taken or saved, which ends it.
    ///
    /// - Returns: True for the first such fault of the series, the one to be told.
    mutating func failed() -> Bool {
        series?.failed += 1
        series?.isOver = true
        let isFirst = series?.failed == 1
        _ = finishSeries()
        return isFirst
    }

    private mutating func photograph(at time: Int64, shown: UInt64) -> Order? {
        guard var series else { return nil }
        series.asked += 1
        series.last = (time, shown)
        series.next = series.isBurst ? time + Self.pace : turn(after: time, of: series)
        series.isOver = series.isBurst && series.asked == Self.burst
        self.series = series
        return .photographOfSeries
    }

    /// The next turn of a time lapse: turns that were missed are left out, and none is late because another one was.
    private func turn(after time: Int64, of series: Series) -> Int64 {
        let step = Int64(max(interval, 1)) * Self.second
        return series.began + ((time - series.began) / step + 1) * step
    }

    private mutating func finishSeries() -> Order? {
        guard let done = series, done.isOver, done.pending == 0 else { return nil }
        series = nil
        return done.failed > 0 ? nil : .tell(saved: done.saved)
    }
}
