internal import LinuxIO
internal import Movies

/// The moments at which a movie's pictures are due, from round to round without a gap and without adding up errors.
struct MoviePace {
    private static let patience: Int64 = 250_000_000
    /// The least time between two pictures, in nanoseconds: a file may tell any, and decoding is work.
    private static let leastPeriod: Int64 = 1_000_000
    /// The least time that a round takes, in nanoseconds: starting again is work, too.
    private static let leastRound: Int64 = 40_000_000

    /// The number of pictures in this round.
    private(set) var count = 0
    /// The moment at which the last picture has been shown long enough, in nanoseconds of the monotonic clock.
    private(set) var end: Int64 = 0
    private var start: Int64?
    /// The moment at which the next picture is due, whatever its position; nil for at once.
    private var next: Int64?
    /// The moment at which the round's first picture is due.
    private var first: Int64?
    private var last: Int64?

    /// Computes the moment at which a picture is due, in nanoseconds of the monotonic clock.
    ///
    /// - Parameters:
    ///   - picture: The next one of the round.
    ///   - now: The present; a decoder that falls behind does not hurry after that: the movie takes longer.
    /// - Returns: A moment that is not before those of the round's other pictures.
    mutating func deadline(of picture: MoviePicture, now: Int64 = MonotonicClock.now()) -> Int64 {
        deadline(position: picture.position, duration: picture.duration, now: now)
    }

    mutating func deadline(position: Int64, duration: Int64, now: Int64) -> Int64 {
        let begin = start ?? (next ?? now) - position
        let isLate = now > begin + position + MoviePace.patience
        start = isLate ? now - position : begin
        let due = max((start ?? begin) + position, last.map { $0 + MoviePace.leastPeriod } ?? .min)
        last = due
        first = first ?? due
        end = max(end, due + max(duration, MoviePace.leastPeriod), (first ?? due) + MoviePace.leastRound)
        count += 1
        return due
    }

    /// Starts the clock again: the next picture is due at once.
    mutating func restart() { (start, next) = (nil, nil) }

    /// Begins a round at the end of the last one, wherever in time its first picture lies.
    mutating func startAgain() {
        (start, next, first) = (nil, end, nil)
        count = 0
    }
}
