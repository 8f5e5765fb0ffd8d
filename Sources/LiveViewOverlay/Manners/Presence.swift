/// The rule by which guests come and go: with the pointer's first move, two seconds after its last one, never while it rests on them.
///
/// A pure state machine; times are nanoseconds of a clock that only goes forwards.
struct Presence {
    /// The time for which guests stay after the last move.
    static let patience: Int64 = 2_000_000_000
    /// The time within which the pointer may be on its way from the picture to a guest.
    static let passage: Int64 = 80_000_000

    /// True while a panel or menu is open, or the keyboard is at work.
    var isHeld = false
    /// True while the pointer is on a guest.
    private(set) var isOnGuest = false
    private var end: Int64?

    /// True while the guests that come with the pointer are shown.
    func isShown(at time: Int64) -> Bool { isHeld || isOnGuest || (end.map { time < $0 } ?? false) }

    /// The moment at which they may have to go; nil while nothing is planned.
    var nextMoment: Int64? { isHeld || isOnGuest ? nil : end }

    /// Takes note of a move of the pointer on the picture, or of a touch.
    mutating func moved(at time: Int64) { end = time + Self.patience }

    /// Takes note that the pointer has left the picture, perhaps for a guest.
    mutating func left(at time: Int64) {
        if end != nil { end = min(end ?? time, time + Self.passage) }
    }

    /// Takes note that the pointer has come to a guest.
    mutating func entered(at time: Int64) {
        isOnGuest = true
        moved(at: time)
    }

    /// Takes note that the pointer has left a guest.
    mutating func leftGuest(at time: Int64) {
        isOnGuest = false
        left(at: time)
    }

    /// Has everything go at once.
    mutating func dismiss() { (end, isHeld, isOnGuest) = (nil, false, false) }

    /// Forgets a planned end that has come.
    mutating func advance(to time: Int64) {
        if let end, end <= time { self.end = nil }
    }
}
