internal import Glibc
internal import Logging

/// Where a recording's sound comes from.
struct SoundSource {
    /// The name of the element in the pipeline.
    static let name = "sound"
    /// The name of the element behind it.
    static let queueName = "heard"
    /// Silence.
    static let silence = SoundSource(element: "audiotestsrc is-live=true wave=silence")

    private let element: String

    /// The default input: the sound server's, which is the user's choice, else the first card's, else silence.
    static func defaultInput(_ logger: Logger) -> SoundSource {
        if GStreamer.works("pulsesrc") {
            return SoundSource(element: "pulsesrc client-name=Viewfinder provide-clock=false")
        }
        if mayHaveCards, GStreamer.works("alsasrc") {
            return SoundSource(element: "alsasrc provide-clock=false")
        }
        logger.notice("there is no sound input; the movie's sound is silence")
        return silence
    }

    /// Without cards, ALSA writes to the standard error.
    private static var mayHaveCards: Bool {
        unsafe access("/dev/snd", F_OK) == 0
    }

    /// The branch of a pipeline from the source to the container, which is named `movie`.
    ///
    /// It begins when the source does, later than the pictures; `audiorate` fills the time until then, and every gap.
    func branch(encoder: String) -> String {
        "\(element) name=\(Self.name) ! queue name=\(Self.queueName) max-size-time=3000000000 max-size-buffers=0 "
            + "max-size-bytes=0 ! audioconvert ! audioresample ! audiorate ! audio/x-raw,rate=48000 ! audioconvert "
            + "! \(encoder) ! queue max-size-time=10000000000 max-size-buffers=0 max-size-bytes=0 ! movie."
    }
}
