internal import CGStreamer
internal import Faults
internal import Frames
internal import LinuxIO
internal import Logging

/// The pipeline that writes a movie: pictures, turned, converted, scaled and encoded; sound beside them.
///
/// For the movie's thread alone.
final class WriterPipeline {
    /// The number of pictures between the queue and the encoder; more would only wait longer.
    private static let lead = 2

    private let file: MovieFile
    private let queue: MovieQueue
    private let sound: SoundSource?
    /// The element that hears; nil where there is none.
    private var input: PipelinePart?
    private let encoder: PictureEncoder
    private let logger: Logger
    private let pipeline: Pipeline
    private let pictures: PipelinePart
    private let rate: Rational?
    private var lastShape: InputShape?
    private var orientation = Orientation()
    private var warnings = ToldWarnings()
    private let soundFailed: (MovieError) -> Void
    private var hasSoundFailed = false

    /// A recording's sound: its source, its encoder, and the closure to call when it ends before the pictures do.
    struct Sound {
        let source: SoundSource
        let encoder: String
        let failed: (MovieError) -> Void
    }

    /// Makes the pipeline.
    ///
    /// - Parameters:
    ///   - file: The file, kept until the pipeline is gone.
    ///   - kind: The kind of movie.
    ///   - encoder: The encoder of the pictures.
    ///   - output: The form of the encoded pictures.
    ///   - sound: The sound; nil for a movie without any.
    ///   - options: The way it is written.
    ///   - queue: The queue of the pictures, kept. It has the first one, from whose moment sound counts, and the pauses; its bell is rung when
    ///     there is a message to hear, or room for a picture.
    ///   - logger: Gets the pipeline's warnings.
    /// - Throws: The error that names the missing element.
    init(
        file: MovieFile, kind: MovieKind, encoder: PictureEncoder, output: OutputShape, sound: Sound?,
        options: MovieWriterOptions, queue: MovieQueue, logger: Logger
    ) throws(MovieError) {
        self.file = file
        self.queue = queue
        self.sound = sound?.source
        soundFailed = sound?.failed ?? { _ in }
        self.encoder = encoder
        self.logger = logger
        let usualRate = Rational(30)
        rate = options.rate ?? (encoder.needsRate ? usualRate : nil)
        let task = PictureEncoder.Task(
            size: output.size, rate: options.rate ?? usualRate, quality: min(100, max(1, options.quality)))
        var description =
            "appsrc name=pictures format=time max-buffers=\(Self.lead) max-bytes=0 min-percent=50 "
            + "! videoflip video-direction=auto ! videoconvert ! videoscale add-borders=true "
            + "! capsfilter name=shape ! \(encoder.element) \(encoder.settings(task)) "
            + "! queue max-size-time=0 max-size-buffers=0 max-size-bytes=67108864 "
            + "! \(kind.muxer) name=movie ! fdsink fd=\(file.number)"
        if let sound { description += " " + sound.source.branch(encoder: sound.encoder) }
        pipeline = try Pipeline(description, bell: queue.bell)
        if sound?.source.input != nil { input = try pipeline.part(SoundSource.inputName) }
        try pipeline.part("shape").set(caps: output.caps)
        pictures = try pipeline.part("pictures")
        var calls = GstAppSrcCallbacks()
        unsafe calls.need_data = { unsafe ring($2) }
        unsafe gst_movie_source_call(
            pictures.element, &calls, Unmanaged.passUnretained(queue.bell).toOpaque())
        if sound != nil {
            pipeline.count(from: queue.begin ?? 0)
            let rate = try pipeline.part(SoundSource.rateName)
            unsafe gst_movie_hear_buffers(rate.element, soundCame, Unmanaged.passUnretained(queue).toOpaque())
        }
    }

    deinit {
        leaveInput()
        pipeline.stop()
    }

    /// Parts with the input, whose end is nothing to wait for: the server of a microphone that is gone may never answer.
    private func leaveInput() {
        if let input { pipeline.leave(input) }
        input = nil
    }

    /// Lets the pipeline run; the first picture must be there, since the stream's caps come before all else.
    func start() {
        // It may have gone since it was tried.
        if let input, !input.open(within: 3) {
            leaveInput()
            loseSound("the input cannot be opened")
        }
        // A fault that keeps it from running comes as a message.
        _ = pipeline.play()
    }

    /// True while the pipeline takes a picture.
    var hasRoom: Bool { unsafe gst_movie_source_level(pictures.element) < Self.lead }

    /// Hands a picture over.
    func push(_ input: MovieInput, _ shape: InputShape, _ pool: PixelCopyPool) {
        let shape = encoder.needsEvenSizes ? shape.even : shape
        if shape != lastShape, let caps = unsafe shape.caps(rate: rate) {
            lastShape = shape
            unsafe gst_movie_source_set_caps(pictures.element, caps)
            unsafe gst_caps_unref(caps)
        }
        if shape.orientation != orientation {
            orientation = shape.orientation
            unsafe gst_movie_source_turn(pictures.element, orientation.tag)
        }
        if let buffer = unsafe input.buffer(shape, pool: pool) {
            unsafe gst_movie_source_push(pictures.element, buffer)
        }
    }

    /// Ends the pictures: those under way are written, then the file's end.
    func end() {
        unsafe gst_movie_source_end(pictures.element)
        guard let sound else { return }
        try? pipeline.part(SoundSource.silenceName).end()
        if sound.input != nil { endSound() }
    }

    /// Ends the input's sound behind the input, which itself may wait for its server, and whoever would end it with it.
    private func endSound() { try? pipeline.part(SoundSource.queueName).endInput() }

    private func loseSound(_ reason: String) {
        hasSoundFailed = true
        soundFailed(MovieError(.sound, Fault.soundLost.message([.reason: reason])))
    }

    /// Reads the pipeline's messages.
    ///
    /// - Parameter duration: The duration of the pictures until now, for errors.
    /// - Throws: The reason why it cannot go on.
    /// - Returns: True when the file is written to its end.
    func hear(after duration: Int64) throws(MovieError) -> Bool {
        while let message = pipeline.nextMessage() {
            switch message {
            case .end: return true
            case .error(let fault) where sound != nil && fault.isFrom(SoundSource.inputName):
                // More words about the same fault follow.
                if hasSoundFailed { break }
                endSound()
                loseSound(fault.words)
            case .error(let fault): throw MovieError(writing: file.place, fault, after: duration)
            case .warning(let fault):
                // Some warnings come with every buffer.
                if warnings.isNew(fault.words) { logger.notice("\(file.place): \(fault.words)") }
            case .turn, .missing: break
            }
        }
        return false
    }
}

extension PipelinePart {
    /// Sets the caps that a filter lets through.
    fileprivate func set(caps text: String) {
        let caps = unsafe gst_caps_from_string(text)
        unsafe gst_movie_set_caps(element, caps)
        unsafe gst_caps_unref(caps)
    }
}

/// Gives a piece of sound its place in the movie of the queue behind `data`, or leaves it out; called on the pipeline's threads.
private func soundCame(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
    let time = unsafe gst_movie_buffer_time(info)
    guard time != unknownTime else { return GST_PAD_PROBE_OK }
    let queue = unsafe Unmanaged<MovieQueue>.fromOpaque(data).takeUnretainedValue()
    guard let position = queue.position(ofSound: Int64(clamping: time)) else { return GST_PAD_PROBE_DROP }
    if position != time { unsafe gst_movie_set_buffer_time(info, GstClockTime(max(0, position))) }
    return GST_PAD_PROBE_OK
}
