internal import Faults
internal import LinuxIO

/// The sound of a recording: that of the default input, and silence wherever there is none.
///
/// For the movie's thread alone.
final class RecordedSound {
    /// The time between two looks at the input, in nanoseconds.
    static let step: Int64 = 50_000_000
    /// The time for which the movie waits for sound that comes late on a busy machine, in nanoseconds.
    private static let lateness: Int64 = 1_000_000_000
    /// The time for which a movie's end waits for its last sound, in nanoseconds.
    private static let patience: Int64 = 300_000_000
    /// Pictures whose stamps are so far from now, in nanoseconds, have a clock of their own.
    private static let farthest: Int64 = 10_000_000_000

    /// The sound's encoder, as GStreamer names it.
    let encoder: String
    private let queue: MovieQueue
    private let failed: (MovieError) -> Void
    private var untried = SoundInput.defaults[...]
    private var input: SoundInput?
    private var hasHeard = false
    /// True once an input gave no sound for too long without a message.
    private var isUnanswered = false
    private var track = SoundTrack()
    private var shift: Int64?
    private var end: Int64?

    /// Begins to hear the default input.
    ///
    /// - Parameters:
    ///   - encoder: The sound's encoder, as GStreamer names it.
    ///   - queue: The queue of the pictures, which tells their moments and pauses; its bell is rung when the input has something.
    ///   - failed: Called once if there is no input, or if it gives nothing more.
    init(encoder: String, queue: MovieQueue, failed: @escaping (MovieError) -> Void) {
        self.encoder = encoder
        self.queue = queue
        self.failed = failed
        tryNext()
    }

    deinit { input?.leave() }

    private func tryNext() {
        input = nil
        while input == nil, let element = untried.popFirst() {
            input = try? SoundInput(element, heard: queue.bell)
        }
        guard input == nil else { return }
        let reason = "the sound server does not answer"
        failed(
            MovieError(
                .sound,
                isUnanswered ? Fault.soundStalls.message([.reason: reason]) : Fault.noMicrophone.message()))
    }

    /// Takes the sound whose time has come, once the first picture is there.
    ///
    /// - Parameter now: The moment, in nanoseconds of `MonotonicClock`.
    /// - Returns: The samples, and the number of pairs before them; nil where there are none.
    func due(at now: Int64) -> (samples: [Float], first: Int64)? {
        guard let begin = queue.begin else { return nil }
        shift = shift ?? (abs(now - begin) < Self.farthest ? 0 : begin - now)
        hear(at: now)
        let lateness = input != nil && hasHeard ? Self.lateness : Self.step
        // In a pause what was heard before it waits.
        return position(of: now - lateness).flatMap(take)
    }

    /// Tells whether the end must not wait any longer for the last picture's sound; asked after the last picture.
    func isComplete(at now: Int64) -> Bool {
        let begin = end ?? now
        end = begin
        return input == nil || !hasHeard || now - begin > Self.patience
            || track.end >= SoundTrack.pair(at: queue.statistics.duration)
    }

    /// Takes what is left, up to the last picture's end.
    func rest() -> (samples: [Float], first: Int64)? { take(until: queue.statistics.duration) }

    private func take(until position: Int64) -> (samples: [Float], first: Int64)? {
        let first = track.taken
        let samples = track.take(until: position)
        return samples.isEmpty ? nil : (samples, first)
    }

    private func position(of moment: Int64) -> Int64? { queue.position(of: moment + (shift ?? 0)) }

    private func hear(at now: Int64) {
        guard let input else { return }
        for piece in input.take() {
            hasHeard = true
            if let position = position(of: piece.moment) { track.add(piece.samples, at: position) }
        }
        guard let (reason, isTold) = input.trouble(at: now) else { return }
        input.leave()
        isUnanswered = isUnanswered || !isTold
        guard hasHeard else { return tryNext() }
        self.input = nil
        failed(
            MovieError(
                .sound,
                isTold
                    ? Fault.soundLost.message([.reason: reason])
                    : Fault.soundStalls.message([.reason: reason])))
    }
}
