internal import CGStreamer
internal import Glibc
internal import LinuxIO
internal import Synchronization

/// An input of sound, which is heard on a thread of its own, since a server or a card may keep it there for ever.
///
/// Thread-safe.
final class SoundInput: Sendable {
    /// A part of its sound.
    struct Piece: Sendable {
        /// The moment of its first sample, in nanoseconds of `MonotonicClock`.
        let moment: Int64
        /// The samples, as a ``SoundTrack`` has them.
        let samples: [Float]
    }

    private struct State {
        var pieces: [Piece] = []
        /// The moment at which it gave something, or began.
        var last = MonotonicClock.now()
        var hasHeard = false
        var fault: String?
        var isLeft = false
    }

    /// The longest time for which it may give nothing, in nanoseconds.
    private static let patience: Int64 = 2_000_000_000
    /// The most pieces that wait: ten seconds.
    private static let most = 1000
    /// A busy machine reads two seconds late before anything is lost.
    private static let settings = "provide-clock=false buffer-time=2000000"

    /// The default inputs as elements of a pipeline: the sound server's, which is the user's choice, then the first card's.
    static var defaults: [String] {
        // Without cards ALSA would write to the standard error. Some of its plugins stamp with the time of day.
        let hasCards = unsafe access("/dev/snd", F_OK) == 0
        return ["pulsesrc client-name=Viewfinder \(settings)"]
            + (hasCards ? ["alsasrc use-driver-timestamps=false \(settings)"] : [])
    }

    private let bell: Wakeup
    private let heard: Wakeup
    private let state = Mutex(State())

    /// Begins to hear.
    ///
    /// - Parameters:
    ///   - element: The input as an element of a pipeline.
    ///   - heard: A bell that rings for its first sound, and when it ends.
    /// - Throws: The reason why there is no thread for it.
    init(_ element: String, heard: Wakeup) throws(SystemError) {
        self.heard = heard
        bell = try Wakeup()
        _ = try SystemThread(name: "hear") { [self] in
            guard let fault = hear(element) else { return }
            state.withLock { $0.fault = fault }
            self.heard.ring()
        }
    }

    /// Tells whether one of the default inputs is heard; waits for each as long as it may give nothing.
    static func isThere() -> Bool {
        guard let bell = try? Wakeup() else { return false }
        return defaults.contains { element in
            guard let input = try? SoundInput(element, heard: bell) else { return false }
            defer { input.leave() }
            while true {
                if !input.take().isEmpty { return true }
                if input.trouble(at: MonotonicClock.now()) != nil { return false }
                bell.wait(until: MonotonicClock.now() + patience / 4)
            }
        }
    }

    /// Takes the pieces that came since the last call.
    func take() -> [Piece] {
        state.withLock { state in
            defer { state.pieces = [] }
            return state.pieces
        }
    }

    /// The reason why it gives nothing more, and whether anybody has said so; nil while it does.
    func trouble(at now: Int64) -> (reason: String, isTold: Bool)? {
        state.withLock { state in
            if let fault = state.fault { return (fault, true) }
            return now - state.last > Self.patience ? ("it gives no sound", false) : nil
        }
    }

    /// Ends it, without a wait; a thread that does not come back is left alone.
    func leave() {
        state.withLock { $0.isLeft = true }
        bell.ring()
    }

    /// Hears until it is left.
    ///
    /// - Returns: The reason why it ended before; nil where it was left.
    private func hear(_ element: String) -> String? {
        let description =
            "\(element) ! audioconvert ! audioresample ! \(SoundTrack.caps) "
            + "! appsink name=heard sync=false enable-last-sample=false"
        guard let pipeline = try? Pipeline(description, bell: bell), let sink = try? pipeline.part("heard")
        else {
            return "it cannot be opened"
        }
        var calls = GstAppSinkCallbacks()
        unsafe calls.new_sample = {
            unsafe ring($1)
            return GST_FLOW_OK
        }
        unsafe gst_movie_sink_call(sink.element, &calls, Unmanaged.passUnretained(bell).toOpaque())
        let begin = MonotonicClock.now()
        state.withLock { $0.last = begin }
        pipeline.count(from: begin)
        // A fault that keeps it from running comes as a message.
        _ = pipeline.play()
        while !state.withLock({ $0.isLeft }) {
            while let message = pipeline.nextMessage() {
                if case .error(let fault) = message { return fault.words }
            }
            while let sample = unsafe gst_movie_sink_pull(sink.element) {
                if let piece = unsafe Piece(owning: sample, from: begin) { add(piece) }
            }
            bell.wait()
        }
        return nil
    }

    private func add(_ piece: Piece) {
        let isFirst = state.withLock { state in
            defer {
                if state.pieces.count >= Self.most { state.pieces.removeFirst() }
                state.pieces.append(piece)
                state.last = MonotonicClock.now()
                state.hasHeard = true
            }
            return !state.hasHeard
        }
        if isFirst { heard.ring() }
    }
}

extension SoundInput.Piece {
    /// Copies a sample's numbers, and frees it; nil for one without a moment.
    fileprivate init?(owning sample: OpaquePointer, from begin: Int64) {
        defer { unsafe gst_sample_unref(sample) }
        guard let buffer = unsafe gst_sample_get_buffer(sample) else { return nil }
        let time = unsafe buffer.pointee.pts
        guard time != unknownTime else { return nil }
        moment = begin &+ Int64(clamping: time)
        let count = unsafe gst_buffer_get_size(buffer) / 4
        samples = unsafe [Float](unsafeUninitializedCapacity: Int(count)) { numbers, filled in
            filled = Int(unsafe gst_buffer_extract(buffer, 0, numbers.baseAddress, 4 * count) / 4)
        }
    }
}
