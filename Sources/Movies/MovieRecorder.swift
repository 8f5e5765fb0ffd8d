internal import CGStreamer
internal import Frames
internal import LinuxIO
internal import Logging

/// The work of the thread that writes a movie.
struct MovieRecorder: Sendable {
    let file: MovieFile
    let kind: MovieKind
    let encoder: PictureEncoder
    let options: MovieWriterOptions
    let queue: MovieQueue
    let pool: PixelCopyPool
    let logger: Logger
    let soundFailed: @Sendable (MovieError) -> Void

    /// Writes until the end.
    ///
    /// - Returns: The reason why the movie ended before that; nil when it is whole.
    func run() -> MovieError? {
        file.keepOnDisk()
        do throws(MovieError) {
            try record()
            queue.written()
            try file.finish()
            return nil
        } catch {
            file.abandon()
            return error
        }
    }

    private func record() throws(MovieError) {
        // Before the first picture: a sound server may take its time.
        let sound = options.sound ? chooseSound() : nil
        let decoder = InputDecoder()
        let pipeline = try begin(decoder, sound)
        pipeline.start()
        queue.begun()
        try feed(pipeline, decoder, sound)
    }

    /// Makes the pipeline for the first picture, and gives it that; the picture is not kept, since a camera that is unplugged comes back
    /// only when it has all of its buffers.
    private func begin(_ decoder: InputDecoder, _ sound: RecordedSound?) throws(MovieError)
        -> WriterPipeline
    {
        guard let (first, shape) = waitForFirst(decoder) else {
            let lost = queue.statistics.damaged
            throw MovieError(
                .unsupported,
                lost == 0
                    ? "no picture came, so \(file.path) was not written; record while pictures come"
                    : "no picture could be read (\(lost) were lost), so \(file.path) was not written; choose another format or source"
            )
        }
        let deep = shape.isDeep && options.encoder == nil ? kind.deepEncoders.first { $0.takesDeep } : nil
        let encoder = deep ?? encoder
        let output = OutputShape(shape, for: encoder)
        let pipeline = try WriterPipeline(
            file: file, kind: kind, encoder: encoder, output: output, soundEncoder: sound?.encoder,
            options: options, bell: queue.bell, logger: logger)
        pipeline.push(first, shape, pool)
        return pipeline
    }

    private func feed(
        _ pipeline: WriterPipeline, _ decoder: InputDecoder, _ sound: RecordedSound?
    ) throws(MovieError) {
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
            queue.sift()
            let now = MonotonicClock.now()
            if !hasEnded {
                if let part = sound?.due(at: now) { pipeline.push(part) }
                hasEnded = queue.isOver && sound?.isComplete(at: now) != false
                if hasEnded {
                    if let part = sound?.rest() { pipeline.push(part) }
                    pipeline.end()
                }
            }
            queue.bell.wait(until: sound == nil || hasEnded ? nil : now + RecordedSound.step)
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

    /// Chooses the movie's sound; nil where there is no encoder for any.
    private func chooseSound() -> RecordedSound? {
        guard let encoder = kind.soundEncoder else {
            let names = kind.soundEncoders.joined(separator: ", ")
            soundFailed(
                MovieError(
                    .sound,
                    "the recording goes on without sound (it needs one of GStreamer's \(names)); install gstreamer1.0-libav"
                ))
            return nil
        }
        return RecordedSound(encoder: encoder, queue: queue, failed: soundFailed)
    }
}
