internal import Frames
internal import LinuxIO

extension MovieWriter {
    /// The ending of movies that this machine's GStreamer can write: `mp4` before `webm`; nil where it has no encoder.
    ///
    /// Usable on any thread; the first call loads GStreamer, which takes a moment.
    public static func usableEnding() -> String? {
        guard (try? GStreamer.start()) != nil else { return nil }
        return ["mp4", "webm"].first { ending in
            MovieKind(path: "x.\(ending)")?.encoders.contains { GStreamer.has($0.element) } ?? false
        }
    }

    /// Loads GStreamer, its list of plug-ins and its encoders, so that the next movie begins at once.
    ///
    /// Usable on any thread; the first call takes about a second, and what is loaded some memory.
    ///
    /// - Parameter sound: True for a movie with sound; its encoder loads libav.
    public static func prepare(sound: Bool = false) {
        guard let ending = usableEnding(), let kind = MovieKind(path: "x.\(ending)"),
            let encoder = kind.encoders.first(where: { GStreamer.has($0.element) }), let bell = try? Wakeup()
        else { return }
        let task = PictureEncoder.Task(
            size: PixelSize(width: 64, height: 64), rate: Rational(30), quality: 75)
        _ = try? Pipeline(
            WriterPipeline.description(
                kind, encoder, task, soundEncoder: sound ? kind.soundEncoder : nil, into: "fakesink"),
            bell: bell)
        for input in sound ? SoundInput.defaults : [] { _ = try? Pipeline("\(input) ! fakesink", bell: bell) }
    }

    /// The reason why a recording with sound would have none now, with what to do; nil where the default input is heard.
    ///
    /// Usable on any thread. It listens to the input for a moment, which takes up to five seconds where a sound server or a card is slow to answer.
    public static func troubleWithSound() -> MovieError? {
        do throws(MovieError) { try GStreamer.start() } catch { return error }
        guard let ending = usableEnding(), let kind = MovieKind(path: "x.\(ending)") else {
            return MovieError(
                .missingCodec,
                "nothing can be recorded (GStreamer has no encoder); install gstreamer1.0-plugins-good, -bad and -ugly"
            )
        }
        guard kind.soundEncoder != nil else {
            let names = kind.soundEncoders.joined(separator: ", ")
            return MovieError(
                .sound,
                "no sound can be recorded (it needs one of GStreamer's \(names)); install gstreamer1.0-libav")
        }
        guard GStreamer.has("pulsesrc") || GStreamer.has("alsasrc") else {
            return MovieError(
                .sound, "no sound can be recorded (GStreamer cannot hear); install gstreamer1.0-pulseaudio")
        }
        guard !SoundInput.isThere() else { return nil }
        return MovieError(
            .sound,
            "no sound can be recorded (there is no input); plug in a microphone, and see that PipeWire or PulseAudio runs"
        )
    }
}
