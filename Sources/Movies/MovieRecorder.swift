internal import CGStreamer
internal import Frames
internal import Glibc
internal import LinuxIO
internal import Logging

/// The work of the thread that writes a movie.
struct MovieRecorder: Sendable {
    private let path: String
    private let kind: MovieKind
    private let options: MovieWriterOptions
    private let queue: MovieQueue
    private let pool: PixelCopyPool
    private let logger: Logger
    private let soundFailed: @Sendable (MovieError) -> Void

    init(
        path: String, kind: MovieKind, options: MovieWriterOptions, _ queue: MovieQueue,
        _ pool: PixelCopyPool, _ logger: Logger, soundFailed: @escaping @Sendable (MovieError) -> Void
    ) {
        self.soundFailed = soundFailed
        self.path = path
        self.kind = kind
        self.options = options
        self.queue = queue
        self.pool = pool
        self.logger = logger
    }

    /// Writes until the end.
    ///
    /// - Returns: The reason why the movie ended before that; nil when it is whole.
    func run() -> MovieError? {
        do throws(MovieError) {
            try record()
            return nil
        } catch {
            return error
        }
    }

    private func record() throws(MovieError) {
        let encoder: PictureEncoder
        let sound: WriterPipeline.Sound?
        do throws(MovieError) {
            encoder = try chooseEncoder()
            // Done before the first picture: a sound server may take its time.
            sound = options.sound ? chooseSound() : nil
        } catch {
            removeEmptyFile()
            throw error
        }
        let decoder = InputDecoder()
        guard let (first, shape) = waitForFirst(decoder) else {
            removeEmptyFile()
            throw MovieError(
                .unsupported, "no picture came, so \(path) was not written; record a running camera")
        }
        let output = OutputShape(shape, for: encoder)
        let pipeline = try WriterPipeline(
            path: path, kind: kind, encoder: encoder, output: output, sound: sound, options: options,
            begin: queue.begin ?? 0, bell: queue.bell, logger: logger)
        pipeline.push(first, shape, pool)
        pipeline.start()
        try feed(pipeline, decoder)
    }

    private func feed(_ pipeline: WriterPipeline, _ decoder: InputDecoder) throws(MovieError) {
        var hasEnded = false
        while true {
            queue.bell.clear()
            if try pipeline.hear(after: queue.statistics.duration) { return }
            while pipeline.hasRoom, let input = queue.next() {
                if let (input, shape) = decoder.prepare(input) {
                    pipeline.push(input, shape, pool)
                } else {
                    queue.lose(input)
                }
            }
            if !hasEnded, queue.isOver {
                hasEnded = true
                pipeline.end()
            }
            queue.bell.wait()
        }
    }

    private func waitForFirst(_ decoder: InputDecoder) -> (MovieInput, InputShape)? {
        while true {
            queue.bell.clear()
            while let input = queue.next() {
                if let prepared = decoder.prepare(input) { return prepared }
                queue.lose(input)
            }
            if queue.isOver { return nil }
            queue.bell.wait()
        }
    }

    private func chooseEncoder() throws(MovieError) -> PictureEncoder {
        let known = kind.encoders.filter { options.encoder == nil || $0.element == options.encoder }
        guard let encoder = known.first(where: { GStreamer.has($0.element) }) else {
            let names = kind.encoders.map(\.element).joined(separator: " or ")
            throw MovieError(
                .missingCodec,
                "\(path) needs GStreamer's \(names), which is not installed; install gstreamer1.0-plugins-good, -bad and -ugly"
            )
        }
        return encoder
    }

    /// Chooses the movie's sound; nil where there is no encoder for any.
    private func chooseSound() -> WriterPipeline.Sound? {
        guard let encoder = kind.soundEncoders.first(where: { GStreamer.has($0) }) else {
            let names = kind.soundEncoders.joined(separator: ", ")
            soundFailed(
                MovieError(
                    .sound,
                    "the recording goes on without sound (it needs one of GStreamer's \(names)); install gstreamer1.0-libav"
                ))
            return nil
        }
        let source = SoundSource.defaultInput()
        if source.input == nil {
            soundFailed(
                MovieError(
                    .sound, "the recording goes on without sound (there is no input); plug in a microphone"))
        }
        return WriterPipeline.Sound(source: source, encoder: encoder, failed: soundFailed)
    }

    /// Removes a file that nothing was written to, and which is not worth keeping.
    private func removeEmptyFile() { _ = unsafe unlink(path) }
}
