internal import CGStreamer
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
    private let encoder: PictureEncoder
    private let logger: Logger
    private let pipeline: Pipeline
    private let pictures: PipelinePart
    private let sound: PipelinePart?
    /// Kept as long as the pipeline is.
    private var order: FragmentOrder?
    private let rate: Rational?
    private var lastShape: InputShape?
    private var orientation = Orientation()
    private var warnings = ToldWarnings()

    /// Makes the pipeline.
    ///
    /// - Parameters:
    ///   - file: The file, kept until the pipeline is gone.
    ///   - kind: The kind of movie.
    ///   - encoder: The encoder of the pictures.
    ///   - output: The form of the encoded pictures.
    ///   - soundEncoder: The encoder of the sound; nil for a movie without any.
    ///   - options: The way it is written.
    ///   - bell: A bell, kept, that is rung when there is a message to hear, or room for a picture.
    ///   - logger: Gets the pipeline's warnings.
    /// - Throws: The error that names the missing element.
    init(
        file: MovieFile, kind: MovieKind, encoder: PictureEncoder, output: OutputShape, soundEncoder: String?,
        options: MovieWriterOptions, bell: Wakeup, logger: Logger
    ) throws(MovieError) {
        self.file = file
        self.encoder = encoder
        self.logger = logger
        let usualRate = Rational(30)
        rate = options.rate ?? (encoder.needsRate ? usualRate : nil)
        let task = PictureEncoder.Task(
            size: output.size, rate: options.rate ?? usualRate, quality: min(100, max(1, options.quality)),
            site: output.color.chromaSite)
        pipeline = try Pipeline(
            Self.description(
                kind, encoder, task, soundEncoder: soundEncoder, into: "fdsink name=file fd=\(file.number)"),
            bell: bell)
        sound = soundEncoder == nil ? nil : try pipeline.part("sound")
        if kind.hasFragments {
            let order = FragmentOrder(file: file.number)
            unsafe gst_movie_hear(
                try pipeline.part("file").element, bytesCame, Unmanaged.passUnretained(order).toOpaque())
            self.order = order
        }
        try pipeline.part("shape").set(caps: output.caps)
        if encoder.hasColorNames {
            unsafe gst_movie_label(try pipeline.part("encoder").element, output.colors)
        }
        if let caps = output.uprightCaps { try pipeline.part("colors").set(caps: caps) }
        pictures = try pipeline.part("pictures")
        var calls = GstAppSrcCallbacks()
        unsafe calls.need_data = { unsafe ring($2) }
        unsafe gst_movie_source_call(
            pictures.element, &calls, Unmanaged.passUnretained(bell).toOpaque())
    }

    deinit { pipeline.stop() }

    /// Describes a pipeline.
    ///
    /// - Parameters:
    ///   - kind: The kind of movie.
    ///   - encoder: The encoder of the pictures.
    ///   - task: The size, rate and quality asked of it.
    ///   - soundEncoder: The encoder of the sound; nil for none.
    ///   - sink: The last element.
    /// - Returns: Its elements as `gst-launch-1.0` reads them.
    static func description(
        _ kind: MovieKind, _ encoder: PictureEncoder, _ task: PictureEncoder.Task, soundEncoder: String?,
        into sink: String
    ) -> String {
        // The sound goes on while a camera's pictures do not, and waits for them in the muxer.
        let queue = "queue max-size-time=0 max-size-buffers=0 max-size-bytes=67108864"
        let sound =
            soundEncoder.map {
                " appsrc name=sound format=time max-bytes=0 caps=\(SoundTrack.caps) ! audioconvert ! \($0) ! \(queue) ! movie."
            } ?? ""
        // The first conversion is for formats that the flip does not know: 4:2:2 and 4:1:1 in planes, as most cameras' JPEG pictures are.
        return "appsrc name=pictures format=time max-buffers=\(lead) max-bytes=0 min-percent=50 "
            + "! videoconvert ! capsfilter name=colors ! videoflip video-direction=auto ! videoconvert ! videoscale add-borders=true "
            + "! capsfilter name=shape ! \(encoder.element) name=encoder \(encoder.settings(task)) ! \(queue) "
            + "! \(kind.muxer) name=movie ! \(sink)" + sound
    }

    /// Lets the pipeline run; the first picture must be there, since the stream's caps come before all else.
    func start() {
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

    /// Hands sound over.
    ///
    /// - Parameter part: Samples as a ``SoundTrack`` has them, and the number of pairs before them.
    func push(_ part: (samples: [Float], first: Int64)) {
        let count = part.samples.count * 4
        guard let sound, let buffer = unsafe gst_buffer_new_allocate(nil, gsize(count), nil) else { return }
        unsafe part.samples.withUnsafeBytes { bytes in
            unsafe _ = gst_buffer_fill(buffer, 0, bytes.baseAddress, gsize(count))
        }
        let end = part.first + Int64(part.samples.count / 2)
        let positions = (SoundTrack.position(of: part.first), SoundTrack.position(of: end))
        unsafe buffer.pointee.pts = GstClockTime(positions.0)
        unsafe buffer.pointee.duration = GstClockTime(positions.1 - positions.0)
        unsafe _ = gst_movie_source_push(sound.element, buffer)
    }

    /// Ends pictures and sound: those under way are written, then the file's end.
    func end() {
        unsafe gst_movie_source_end(pictures.element)
        if let sound { unsafe gst_movie_source_end(sound.element) }
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

/// Puts the pieces of MP4 in order on their way into the file; called on the pipeline's threads.
private func bytesCame(
    _ pad: UnsafeMutablePointer<GstPad>?, _ info: UnsafeMutablePointer<GstPadProbeInfo>?,
    _ data: UnsafeMutableRawPointer?
) -> GstPadProbeReturn {
    guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
    let order = unsafe Unmanaged<FragmentOrder>.fromOpaque(data).takeUnretainedValue()
    guard let buffer = unsafe gst_movie_heard(info) else {
        var place: guint64 = 0
        if unsafe gst_movie_is_end(info) != 0 { order.end() }
        guard unsafe gst_movie_is_place(info, &place) != 0 else { return GST_PAD_PROBE_OK }
        order.seek(to: Int(place))
        // The file begins at its begin, and only grows.
        return place == 0 ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
    }
    let count = unsafe gst_buffer_get_size(buffer)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { bytes, filled in
        filled = Int(unsafe gst_buffer_extract(buffer, 0, bytes.baseAddress, count))
    }
    let result = order.take(bytes)
    guard !result.isEmpty else { return GST_PAD_PROBE_DROP }
    unsafe result.withUnsafeBytes { unsafe gst_movie_set_bytes(info, $0.baseAddress, gsize($0.count)) }
    return GST_PAD_PROBE_OK
}
