/// The opacity of a guest that comes or goes softly, in steps of 30 ms: few enough to cost nothing, and quick.
///
/// A pure state machine; times are nanoseconds of a clock that only goes forwards.
struct Fade {
    /// The time between two steps.
    static let interval: Int64 = 30_000_000
    /// The number of steps from nothing to everything.
    static let steps = 4

    private var level: Int
    private var direction = 0
    /// The moment of the next step; nil while nothing changes.
    private(set) var nextMoment: Int64?

    /// Begins with nothing or everything.
    init(isThere: Bool) { level = isThere ? Self.steps : 0 }

    /// The opacity, 0…1.
    var opacity: Double { Double(level) / Double(Self.steps) }

    /// True once it has gone.
    var isOver: Bool { level == 0 }

    /// Lets the guest come, from what is left of it.
    mutating func come(at time: Int64) { begin(1, at: time) }

    /// Lets the guest go, from what is there of it.
    mutating func go(at time: Int64) { begin(-1, at: time) }

    /// Takes the steps whose moments have come.
    mutating func advance(to time: Int64) {
        while let moment = nextMoment, moment <= time { step(at: moment) }
    }

    private mutating func begin(_ direction: Int, at time: Int64) {
        self.direction = direction
        step(at: time)
    }

    private mutating func step(at time: Int64) {
        level = min(max(0, level + direction), Self.steps)
        let end = direction > 0 ? Self.steps : 0
        nextMoment = level == end ? nil : time + Self.interval
    }
}
