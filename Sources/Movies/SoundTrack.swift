/// The sound of a movie without gaps: what was heard, at its place, and silence elsewhere.
///
/// Its samples are numbers from -1 to 1, those of the left and of the right by turns, 48,000 pairs in a second.
struct SoundTrack {
    /// The samples as GStreamer names them.
    static let caps = "audio/x-raw,format=F32LE,rate=48000,channels=2,layout=interleaved"
    /// The number of pairs in a second.
    static let rate: Int64 = 48_000
    private static let channels = 2
    /// An input's clock runs a little faster or slower than the movie's: so far apart, in pairs, a piece still follows the one before.
    private static let tolerance = rate / 25
    /// Sound from further ahead, in pairs, has a wrong moment.
    private static let farthest = 30 * rate

    /// The number of pairs that were taken out.
    private(set) var taken: Int64 = 0
    private var waiting: [Float] = []

    /// The number of pairs that were taken out or wait.
    var end: Int64 { taken + Int64(waiting.count / Self.channels) }

    /// Puts a piece to its place; what comes later than its place was taken out is left out.
    ///
    /// - Parameters:
    ///   - samples: Whole pairs.
    ///   - position: The nanoseconds from the movie's beginning.
    mutating func add(_ samples: [Float], at position: Int64) {
        let place = Self.pair(at: position)
        guard place - end < Self.farthest else { return }
        let gap = abs(place - end) < Self.tolerance ? 0 : place - end
        fill(max(0, gap))
        waiting += samples.dropFirst(Int(max(0, -gap)) * Self.channels)
    }

    /// Takes the next pairs out, up to a position and at least those that wait.
    ///
    /// - Parameter position: The nanoseconds from the movie's beginning.
    /// - Returns: Whole pairs.
    mutating func take(until position: Int64) -> [Float] {
        fill(max(0, Self.pair(at: position) - end))
        taken = end
        defer { waiting = [] }
        return waiting
    }

    private mutating func fill(_ pairs: Int64) {
        waiting += [Float](repeating: 0, count: Int(pairs) * Self.channels)
    }

    /// The position of a pair, in nanoseconds, as GStreamer counts them.
    static func position(of pair: Int64) -> UInt64 {
        UInt64(max(0, pair / rate * 1_000_000_000 + pair % rate * 1_000_000_000 / rate))
    }

    /// The number of pairs before a position, which is in nanoseconds.
    static func pair(at position: Int64) -> Int64 {
        position / 1_000_000_000 * rate + position % 1_000_000_000 * rate / 1_000_000_000
    }
}
