/// The rule by which guests come and go: with the pointer's first move or a key, two seconds after the last one, never while the pointer rests on a control.
///
/// A pure state machine; times are nanoseconds of a clock that only goes forwards.
struct Presence {
    /// The time for which guests stay after the last move.
    static let patience: Int64 = 2_000_000_000
    /// The time within which the pointer may be on its way from the picture to a guest.
    static let passage: Int64 = 80_000_000

    /// True while the pointer is on a guest that it keeps there.
    private(set) var isOnGuest = false
    /// The moments at which what the pointer and what the keyboard have asked for goes.
    private var end, keyEnd: Int64?

    /// True while the guests that come with pointer and keys are shown.
    func isShown(at time: Int64) -> Bool {
        isOnGuest || isKeyed(at: time) || (end.map { time < $0 } ?? false)
    }

    /// The moment at which they may have to go; nil while nothing is planned.
    var nextMoment: Int64? { isOnGuest ? nil : [end, keyEnd].compactMap(\.self).max() }

    /// Takes note of a move of the pointer on the picture, or of a touch.
    mutating func moved(at time: Int64) { end = time + Self.patience }

    /// Takes note of a key by which somebody goes through the guests.
    mutating func keyPressed(at time: Int64) { keyEnd = time + Self.patience }

    /// Forgets the keys: who goes on elsewhere has no need of header and bar.
    mutating func keysEnded() { keyEnd = nil }

    /// True while they are shown because of a key.
    func isKeyed(at time: Int64) -> Bool { keyEnd.map { time < $0 } ?? false }

    /// Takes note that a finger that was on a guest is up.
    mutating func lifted(at time: Int64) { passed(at: time) }

    /// Takes note that the pointer has left the picture, perhaps for a guest.
    mutating func left(at time: Int64) {
        if end != nil { end = min(end ?? time, time + Self.passage) }
    }

    /// Takes note that the pointer has come to a guest.
    mutating func entered(at time: Int64) {
        isOnGuest = true
        moved(at: time)
    }

    /// Takes note of a move of the pointer on the empty ground of a guest, which is as much as on the picture.
    mutating func passed(at time: Int64) {
        isOnGuest = false
        moved(at: time)
    }

    /// Takes note that the pointer has left a guest.
    mutating func leftGuest(at time: Int64) {
        isOnGuest = false
        left(at: time)
    }

    /// Has everything go at once.
    mutating func dismiss() { (end, keyEnd, isOnGuest) = (nil, nil, false) }

    /// Forgets a planned end that has come.
    mutating func advance(to time: Int64) {
        if let end, end <= time { self.end = nil }
        if let keyEnd, keyEnd <= time { self.keyEnd = nil }
    }
}
