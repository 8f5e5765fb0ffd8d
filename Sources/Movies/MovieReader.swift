internal import CGStreamer
internal import Frames
internal import Glibc
public import LinuxIO
public import Logging

/// A reader of a movie file's pictures, one after the other, as fast as they are asked for.
///
/// Whatever GStreamer decodes can be read; the file's first video track counts, its sound is left alone. A file that names others, or
/// addresses in the network, in the place of pictures is refused, and nothing of them is opened. Decoders that
/// run on the processor are taken, since their pictures lie in memory that can be read. For one thread at a time.
public final class MovieReader {
    /// The result of one step of reading.
    public enum Step: Sendable {
        /// A picture.
        case picture(MoviePicture)
        /// The movie is over; ``rewind()`` starts it again.
        case end
        /// The caller's bell has rung.
        case stopped
    }

    private static let description =
        "filesrc name=file ! decodebin name=decoder caps=video/x-raw(ANY) expose-all-streams=false force-sw-decoders=true "
        + "! videoconvert name=converter ! appsink name=pictures sync=false max-buffers=3 enable-last-sample=false "
        + "wait-on-eos=false caps=video/x-raw,format=(string){\(PixelFormat.allInCaps)}"

    /// The longest wait for the first picture, in nanoseconds; decodebin may lose the error of a demuxer that fails
    /// while it is being linked.
    private static let patience: Int64 = 15_000_000_000
    /// The longest wait for the first picture after a seek, in nanoseconds; some demuxers give nothing more.
    private static let seekPatience: Int64 = 1_000_000_000

    private let path: String
    private let name: String
    private let logger: Logger
    private let bell: Wakeup
    /// The colours that the file tells, which the caps may lack.
    private let color: CodedColor?
    private var pipeline: Pipeline
    private var pictures: PipelinePart
    private var decoder: PipelinePart
    private var caps: PictureCaps?
    private var turn = Orientation()
    private var times = MovieTimes()
    /// The place of the movie's first picture.
    private var first: Int64?
    /// The moment at which the movie was rewound, until a picture has come since.
    private var rewound: Int64?
    /// False where a seek has not led to the movie's beginning.
    private var canSeek = true
    private var begin = MonotonicClock.now()
    private var missing: String?
    private var warnings = ToldWarnings()

    /// Opens a movie file; its first picture is on its way.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    /// - Throws: The reason why there is nothing to read. Faults that only decoding shows are thrown by
    ///   ``next(orUntil:)``.
    public init(path: String, logger: Logger = Logger(label: "viewfinder.movie")) throws(MovieError) {
        self.path = path
        self.logger = logger
        name = path.split(separator: "/").last.map(String.init) ?? path
        let isFile: Bool
        do throws(SystemError) {
            // Without O_NONBLOCK, opening a pipe that nobody writes to never ends.
            let file = try Descriptor.open(path, flags: O_NONBLOCK)
            isFile = file.isRegularFile
            color = isFile ? ContainerColor.told(in: file) : nil
            bell = try Wakeup()
        } catch {
            throw MovieError(reading: path, error)
        }
        guard isFile else { throw MovieError(.notAMovie, "\(path) is no file; give the path of a movie") }
        (pipeline, decoder, pictures) = try Self.open(path, bell)
    }

    private static func open(
        _ path: String, _ bell: Wakeup
    ) throws(MovieError) -> (Pipeline, decoder: PipelinePart, pictures: PipelinePart) {
        let pipeline = try Pipeline(description, bell: bell)
        let (file, decoder) = (try pipeline.part("file"), try pipeline.part("decoder"))
        file.set("location", to: path)
        unsafe gst_movie_end_file(file.element, decoder.element)
        unsafe gst_movie_stay_in_file(decoder.element)
        unsafe gst_movie_try_all(decoder.element)
        unsafe gst_movie_gather_colors(decoder.element, codeCame)
        unsafe gst_movie_know_rgb(try pipeline.part("converter").element)
        let sink = try pipeline.part("pictures")
        unsafe gst_movie_sink_accept_strides(sink.element)
        var calls = GstAppSinkCallbacks()
        unsafe calls.eos = { unsafe ring($1) }
        unsafe calls.new_sample = {
            unsafe ring($1)
            return GST_FLOW_OK
        }
        unsafe gst_movie_sink_call(sink.element, &calls, Unmanaged.passUnretained(bell).toOpaque())
        // A fault that keeps it from running comes as a message.
        _ = pipeline.play()
        return (pipeline, decoder, sink)
    }

    /// The movie's length in nanoseconds; nil where the file does not tell, or no picture was read yet.
    public var duration: Int64? { caps == nil ? nil : pipeline.duration }

    /// Waits for the next picture.
    ///
    /// - Parameter stop: Ends the wait when it rings; it is not cleared. Nil waits for the picture alone.
    /// - Returns: The picture, or the reason why there is none.
    /// - Throws: The reason why nothing can be read any more.
    public func next(orUntil stop: Wakeup? = nil) throws(MovieError) -> Step {
        while true {
            bell.clear()
            // Messages come first: a picture's turn is told before it.
            try hear()
            if let picture = try pull() {
                // Only what begins as the movie did is all of it.
                if rewound != nil, let first, picture.position != first {
                    try openAnew()
                    continue
                }
                first = first ?? picture.position
                rewound = nil
                return .picture(picture)
            }
            if unsafe gst_movie_sink_is_over(pictures.element) != 0 {
                try hear()
                guard rewound != nil else { return .end }
                try openAnew()
                continue
            }
            if try waitIsStopped(by: stop) { return .stopped }
        }
    }

    /// Starts again from the beginning, from any place.
    ///
    /// - Throws: The reason why the file cannot be opened again, where it must be.
    public func rewind() throws(MovieError) {
        if unsafe gst_movie_plays_once(decoder.element) != 0 { canSeek = false }
        guard canSeek, pipeline.rewind() else { return try openAnew() }
        times = MovieTimes()
        rewound = first == nil ? nil : MonotonicClock.now()
    }

    private func openAnew() throws(MovieError) {
        canSeek = false
        (times, rewound, caps) = (MovieTimes(), nil, nil)
        begin = MonotonicClock.now()
        (pipeline, decoder, pictures) = try Self.open(path, bell)
    }

    private func waitIsStopped(by stop: Wakeup?) throws(MovieError) -> Bool {
        let deadline = rewound.map { $0 + Self.seekPatience } ?? (caps == nil ? begin + Self.patience : nil)
        let bells = (Poll.Entry(bell.descriptor, .readable), Poll.Entry((stop ?? bell).descriptor, .readable))
        let events = try? Poll.wait(for: bells.0, and: bells.1, until: deadline)
        if stop != nil, events?.1.isEmpty == false { return true }
        if let deadline, MonotonicClock.now() >= deadline {
            guard rewound == nil else {
                try openAnew()
                return false
            }
            throw MovieError(
                .notAMovie, "\(path) cannot be decoded (no picture came in time); it may be damaged")
        }
        return false
    }

    private func hear() throws(MovieError) {
        while let message = pipeline.nextMessage() {
            switch message {
            case .turn(let turn): self.turn = turn
            case .missing(let format): missing = missing ?? format
            case .warning(let fault):
                // Some warnings come with every picture.
                if warnings.isNew(fault.words) { logger.notice("\(name): \(fault.words)") }
            case .error where rewound != nil: return try openAnew()
            case .error(let fault):
                if unsafe gst_movie_has_left_out(decoder.element) != 0 { throw MovieError(list: path) }
                throw MovieError(reading: path, fault, missing: missing)
            case .end: break
            }
        }
    }

    /// Pulls the next picture that can be shown; nil when there is none yet.
    private func pull() throws(MovieError) -> MoviePicture? {
        while let sample = unsafe gst_movie_sink_pull(pictures.element) {
            if let picture = unsafe picture(owning: sample) { return picture }
        }
        return nil
    }

    /// Maps a decoded picture; nil for one that cannot be shown.
    private func picture(owning sample: OpaquePointer) -> MoviePicture? {
        let decoded = unsafe DecodedPicture(owning: sample)
        guard adopt(decoded), var caps else { return nil }
        let track = caps.track(turn: turn)
        guard let (position, duration) = place(decoded, track.rate),
            let (buffer, layout) = decoded.map(&caps, size: track.size)
        else { return nil }
        times.end = position + duration
        return MoviePicture(
            position: position, duration: duration, track: track, buffer: buffer, layout: layout)
    }

    private func adopt(_ picture: DecodedPicture) -> Bool {
        guard let found = unsafe picture.caps else { return false }
        if let caps, unsafe caps.isSame(found) { return true }
        caps = unsafe PictureCaps(found, file: color)
        if caps?.track(turn: turn).isInterlaced == true {
            logger.notice("\(name) is interlaced; moving edges will show combs")
        }
        return caps != nil
    }

    /// Finds the moment at which a picture is to be shown, and for how long; nil when it lies before the movie's
    /// beginning.
    private func place(_ picture: DecodedPicture, _ rate: Rational?) -> (position: Int64, duration: Int64)? {
        let usual = rate.map { Int64(1_000_000_000 * $0.denominator / $0.numerator) } ?? 40_000_000
        let duration = picture.duration ?? usual
        switch picture.position {
        case .unknown: return DecodedPicture.bounded(position: times.end, duration: duration)
        case .outside: return nil
        case .at(let told):
            let position = times.place(of: min(told, DecodedPicture.last))
            return DecodedPicture.bounded(position: position, duration: duration)
        }
    }
}
