internal import Glibc
internal import LinuxIO
internal import Synchronization

/// The source of a recording's sound: an input above silence, or silence alone.
struct SoundSource {
    /// The name of the silence in the pipeline.
    static let silenceName = "silence"
    /// The name of the input in the pipeline.
    static let inputName = "sound"
    /// The name of the element behind the input.
    static let queueName = "heard"
    /// The name of the element that makes the sound one without gaps, which has all of it come by.
    static let rateName = "rate"

    /// The input's element; nil where there is none.
    let input: String?

    /// Finds the default input: the sound server's, which is the user's choice, else the first card's, else silence.
    static func defaultInput() -> SoundSource {
        let server = "pulsesrc client-name=Viewfinder \(settings)"
        if givesSound(server) { return SoundSource(input: server) }
        // Some of ALSA's plugins stamp with the time of day: silence up to that would fill the movie.
        let card = "alsasrc use-driver-timestamps=false \(settings)"
        if mayHaveCards, givesSound(card) { return SoundSource(input: card) }
        return SoundSource(input: nil)
    }

    /// The settings of an input: a busy machine reads two seconds late before anything is lost.
    private static let settings = "provide-clock=false buffer-time=2000000"

    /// Tells whether an input gives sound within three seconds; a server may answer and have no microphone, or not answer.
    private static func givesSound(_ input: String) -> Bool {
        let deadline = MonotonicClock.now() + 3_000_000_000
        let isHeard = Mutex(false)
        // A server that does not answer keeps whoever opens its input, or closes it.
        let thread = try? SystemThread(name: "try input") {
            let gives = hears(input, until: deadline)
            isHeard.withLock { $0 = gives }
        }
        thread?.join(until: deadline)
        return isHeard.withLock { $0 }
    }

    /// Waits for the first sound of an input.
    private static func hears(_ input: String, until deadline: Int64) -> Bool {
        guard let bell = try? Wakeup(),
            let pipeline = try? Pipeline("\(input) num-buffers=1 ! fakesink", bell: bell), pipeline.play()
        else { return false }
        while MonotonicClock.now() < deadline {
            bell.clear()
            while let message = pipeline.nextMessage() {
                switch message {
                case .end: return true
                case .error: return false
                default: break
                }
            }
            bell.wait(until: deadline)
        }
        return false
    }

    /// False without sound cards, where ALSA would write to the standard error.
    private static var mayHaveCards: Bool {
        unsafe access("/dev/snd", F_OK) == 0
    }

    /// Describes the branch of a pipeline from the sources to the container, which is named `movie`.
    ///
    /// The container waits until it has sound, and an input may stop giving any: a microphone is unplugged, a server ends. So
    /// silence runs from the first picture to the end, and the sound that an input gives in time is laid over it.
    ///
    /// - Parameter encoder: The sound's encoder.
    /// - Returns: Elements as `gst-launch-1.0` reads them.
    func branch(encoder: String) -> String {
        let silence = "audiotestsrc is-live=true wave=silence name=\(Self.silenceName) ! \(Self.format)"
        let end =
            "audiorate name=\(Self.rateName) ! audioconvert ! \(encoder) ! queue max-size-time=10000000000 max-size-buffers=0 max-size-bytes=0 ! movie."
        guard let input else { return "\(silence) ! \(end)" }
        // A second: a busy machine's sound comes late. Pictures wait for it in the container.
        return "audiomixer name=mix latency=1000000000 ! \(Self.format) ! queue ! \(end) \(silence) ! mix. "
            + "\(input) name=\(Self.inputName) ! queue name=\(Self.queueName) max-size-time=3000000000 "
            + "max-size-buffers=0 max-size-bytes=0 ! audioconvert ! audioresample ! \(Self.format) ! mix."
    }

    private static let format = "audio/x-raw,format=F32LE,rate=48000,channels=2"
}
