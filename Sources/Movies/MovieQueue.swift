internal import Frames
internal import LinuxIO
internal import Synchronization

/// The state that a movie's writer shares with its thread: waiting pictures, the counts of the others, and the end.
///
/// Thread-safe.
final class MovieQueue: Sendable {
    private static let usualDuration: Int64 = 33_333_333
    /// The limit to moments on both sides of zero, in nanoseconds: 36 years, of which sums and differences are numbers, too.
    private static let limit: Int64 = 1 << 60

    private struct State {
        var waiting: [MovieInput] = []
        /// The number of places that are taken by pictures which are still being copied.
        var reserved = 0
        /// The bytes of the pictures that wait or are being copied.
        var byteCount = 0
        var statistics = MovieStatistics()
        var first: Moment?
        var last: Moment?
        var pauses = MoviePauses()
        var stamps = StampCheck()
        var isFinishing = false
        var isWritten = false
        var outcome: Result<MovieStatistics, MovieError>?
    }

    /// A picture's moment, and the one that it has without the pauses before it.
    private struct Moment {
        let own: Int64
        let shifted: Int64
    }

    /// A place in the queue, for a picture whose time is right.
    struct Place {
        let position: Int64
        let duration: Int64
    }

    /// The bell of the thread.
    let bell: Wakeup
    /// A gate that opens when the movie is over.
    let ended: Gate
    /// The output whose frames are written, too.
    let output: FrameOutput
    private let room: Wakeup
    private let options: MovieWriterOptions
    private let state = Mutex(State())

    init(_ options: MovieWriterOptions, _ output: FrameOutput?) throws(SystemError) {
        self.options = options
        self.output = output ?? FrameOutput(.queue(capacity: options.waitingLimit))
        bell = try Wakeup()
        room = try Wakeup()
        ended = try Gate()
        self.output.onArrival { [bell] in bell.ring() }
    }

    // The writer's side

    /// The moment that a frame has in a movie, in nanoseconds of the monotonic clock.
    ///
    /// It is that of the timestamp while stamps can be believed, and from then on that of the frame's arrival. A program's own stamps are
    /// its word, whatever the arrival is.
    func moment(of frame: Frame) -> Int64 {
        let stamp = frame.timestamp
        if stamp.kind == .generated, stamp.clock == .monotonic { return stamp.nanoseconds }
        return state.withLock { state in
            state.stamps.add(stamp, arrival: frame.arrival)
            return state.stamps.origin(of: stamp, arrival: frame.arrival)
        }
    }

    /// Finds a place for a picture of a moment; nil where it cannot be taken.
    func reserve(at moment: Int64, bytes: Int) -> Place? {
        let moment = Self.bounded(moment)
        while true {
            let (place, mayWait) = tryToReserve(at: moment, bytes)
            if place != nil || !mayWait { return place }
            room.wait(until: MonotonicClock.now() + 1_000_000_000)
        }
    }

    private func tryToReserve(at moment: Int64, _ bytes: Int) -> (Place?, mayWait: Bool) {
        state.withLock { state in
            guard !state.isFinishing, state.outcome == nil else { return (nil, false) }
            guard let moment = findPlace(moment, &state) else { return (nil, false) }
            let count = state.waiting.count + state.reserved
            let hasRoom = state.byteCount + bytes <= FrameOutput.mostBytes && count < options.waitingLimit
            guard count == 0 || hasRoom else {
                if options.isLive { state.statistics.dropped += 1 }
                return (nil, !options.isLive)
            }
            state.reserved += 1
            state.byteCount += bytes
            return (take(moment, &state), false)
        }
    }

    private static func bounded(_ moment: Int64) -> Int64 { max(-limit, min(limit, moment)) }

    /// Finds the place of a moment among the pauses and behind the last picture; nil, and counted, where it has none.
    private func findPlace(_ moment: Int64, _ state: inout State) -> Moment? {
        guard let shifted = state.pauses.shifted(moment) else {
            state.statistics.paused += 1
            return nil
        }
        if let last = state.last, moment <= last.own {
            state.statistics.outOfOrder += 1
            return nil
        }
        return Moment(own: moment, shifted: shifted)
    }

    private func take(_ moment: Moment, _ state: inout State) -> Place {
        let first = state.first ?? moment
        let duration = duration(since: state.last, moment)
        let position = moment.shifted - first.shifted
        state.first = first
        state.last = moment
        state.statistics.taken += 1
        state.statistics.duration = position + duration
        return Place(position: position, duration: duration)
    }

    private func duration(since last: Moment?, _ moment: Moment) -> Int64 {
        if let rate = options.rate, rate.numerator > 0 {
            return Int64(min(1e18, 1e9 / rate.value))
        }
        return last.map { moment.shifted - $0.shifted } ?? Self.usualDuration
    }

    /// Puts a picture into its place.
    func put(_ input: MovieInput) {
        state.withLock { state in
            state.reserved -= 1
            if state.outcome == nil { state.waiting.append(input) }
        }
        bell.ring()
    }

    /// Begins a pause; what was taken stays, so it begins after the last picture at the earliest.
    func pause(at moment: Int64) {
        state.withLock { state in
            let earliest = state.last.map { $0.own + 1 } ?? -Self.limit
            state.pauses.pause(at: max(earliest, Self.bounded(moment)))
        }
    }

    /// Ends the pause.
    func resume(at moment: Int64) { state.withLock { $0.pauses.resume(at: Self.bounded(moment)) } }

    /// True from a pause's begin to its end.
    var isPaused: Bool { state.withLock { $0.pauses.isPaused } }

    /// Tells that no more pictures come.
    func finish() {
        output.finish()
        state.withLock { $0.isFinishing = true }
        bell.ring()
        room.ring()
    }

    /// The counts of the pictures so far: taken, dropped, out of order, in pauses.
    var statistics: MovieStatistics {
        var statistics = state.withLock { $0.statistics }
        for (reason, count) in output.statistics.dropped where reason != .withheld {
            statistics.dropped += count
            if Self.reasonsOfDamage.contains(reason) { statistics.damaged += count }
        }
        return statistics
    }

    private static let reasonsOfDamage: Set<DropReason> = [.errorFlag, .shortFrame, .undecodable]

    /// True once the movie's end is written.
    var isWritten: Bool { state.withLock { $0.isWritten } }

    /// Takes note that the movie's end is written.
    func written() { state.withLock { $0.isWritten = true } }

    /// Takes note that the movie has begun: what finds no room from now on comes too fast.
    func begun() {
        let before = statistics
        state.withLock { $0.statistics.early = before.dropped - before.damaged }
    }

    /// Counts a picture that was taken, and that nobody can decode.
    func lose(_ input: MovieInput) {
        state.withLock { $0.statistics.taken -= 1 }
        guard case .frame(let frame) = input.samples else {
            return state.withLock { $0.statistics.dropped += 1 }
        }
        output.miss(FrameDrop(sequence: frame.sequence, reason: .undecodable))
    }

    /// The result of the movie; nil while it has not ended.
    var outcome: Result<MovieStatistics, MovieError>? { state.withLock { $0.outcome } }

    // The thread's side

    /// Takes out the oldest picture that waits; nil when there is none.
    func next() -> MovieInput? {
        let input = state.withLock { state in
            let input = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            state.byteCount -= input?.byteCount ?? 0
            return input
        }
        if input != nil {
            room.ring()
            return input
        }
        return nextOfOutput()
    }

    /// Takes the oldest frame out of the output that is in the movie; nil when there is none.
    private func nextOfOutput() -> MovieInput? {
        while let frame = output.take() {
            let moment = Self.bounded(moment(of: frame))
            let place = state.withLock { state in
                findPlace(moment, &state).map { take($0, &state) }
            }
            if let place {
                return MovieInput(
                    samples: .frame(frame), position: place.position, duration: place.duration)
            }
        }
        return nil
    }

    /// Empties the output in a pause while the encoder is behind: frames that find no room there would count as dropped.
    func sift() {
        while hasRoomInPause, let input = nextOfOutput() {
            state.withLock { state in
                state.waiting.append(input)
                state.byteCount += input.byteCount
            }
        }
    }

    /// True in a pause, unless as many pictures wait as have found room here and in the output.
    private var hasRoomInPause: Bool {
        state.withLock { state in
            state.pauses.isPaused && state.byteCount < FrameOutput.mostBytes
                && state.waiting.count + state.reserved < 2 * max(1, options.waitingLimit)
        }
    }

    /// The position in the movie of a moment, in nanoseconds from its beginning; nil for one in a pause, and before the first picture.
    func position(of moment: Int64) -> Int64? {
        state.withLock { state in
            guard let first = state.first else { return nil }
            return state.pauses.shifted(Self.bounded(moment)).map { $0 - first.shifted }
        }
    }

    /// True when all pictures that will ever come have been taken out.
    var isOver: Bool {
        state.withLock { $0.isFinishing && $0.waiting.isEmpty && $0.reserved == 0 } && output.waiting == nil
    }

    /// True while the writer waits for the end.
    var isFinishing: Bool { state.withLock { $0.isFinishing } }

    /// The moment of the first picture, in nanoseconds of the monotonic clock.
    var begin: Int64? { state.withLock { $0.first?.own } }

    /// Ends the movie: no more pictures are taken.
    ///
    /// - Parameter error: The reason why it is over before its end; nil when it is whole.
    func end(_ error: MovieError?) {
        // Released outside the lock: a frame's end calls its source.
        let left = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        _ = consume left
        output.finish()
        output.expire()
        let statistics = statistics
        state.withLock { $0.outcome = error.map { .failure($0) } ?? .success(statistics) }
        room.ring()
        ended.open()
    }
}
