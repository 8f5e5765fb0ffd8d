/// The pauses of a movie: spans of a clock that are cut out of it, one after the other.
struct MoviePauses: Equatable {
    /// A pause that is over: the moments from its begin on and before its end.
    private struct Pause: Equatable {
        let begin: Int64
        let end: Int64
        /// The length of all pauses until its end.
        let sum: Int64
    }

    private var over: [Pause] = []
    /// The first moment of the pause that lasts; nil while none does.
    private var begin: Int64?

    /// True from a pause's begin to its end.
    var isPaused: Bool { begin != nil }

    /// Begins a pause, but not before the end of the last one; without effect in a pause.
    mutating func pause(at moment: Int64) {
        if begin == nil { begin = over.last.map { max(moment, $0.end) } ?? moment }
    }

    /// Ends the pause; one that would end before its begin is none.
    ///
    /// Without effect outside of a pause.
    mutating func resume(at moment: Int64) {
        guard let begin else { return }
        self.begin = nil
        guard moment > begin else { return }
        over.append(Pause(begin: begin, end: moment, sum: (over.last?.sum ?? 0) + moment - begin))
    }

    /// The moment that takes the place of one when the pauses before it are cut out; nil for one in a pause.
    func shifted(_ moment: Int64) -> Int64? {
        if let begin, moment >= begin { return nil }
        // What is asked for is mostly new.
        guard let pause = over.last(where: { $0.begin <= moment }) else { return moment }
        return moment < pause.end ? nil : moment - pause.sum
    }
}
