/// The time that a recording has lasted without its pauses; moments are nanoseconds of a clock that only goes forwards.
struct RecordedTime: Equatable {
    private static let second: Int64 = 1_000_000_000
    /// The time in which a second press is part of the first one, a double click.
    static let leastLength: Int64 = 500_000_000

    /// The moment at which it would have begun without the pauses that are over.
    private var began: Int64
    /// The moment of the pause's begin; nil while none lasts.
    private var stopped: Int64?
    /// The moment at which it began.
    private let start: Int64

    /// Begins at a moment.
    init(from moment: Int64) { (began, start) = (moment, moment) }

    /// False as long as a press is still the second one of a double click that began it.
    func mayEnd(at moment: Int64) -> Bool { moment - start >= Self.leastLength }

    var isPaused: Bool { stopped != nil }

    /// Stands still from a moment on, or goes on.
    mutating func togglePause(at moment: Int64) {
        if let stopped { began += moment - stopped }
        stopped = isPaused ? nil : moment
    }

    /// The number of whole seconds at a moment.
    func seconds(at moment: Int64) -> Int { Int(((stopped ?? moment) - began) / Self.second) }

    /// The moment of the next whole second; nil in a pause.
    func nextSecond(after moment: Int64) -> Int64? {
        isPaused ? nil : began + Int64(seconds(at: moment) + 1) * Self.second
    }
}
