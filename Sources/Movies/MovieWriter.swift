public import Frames
public import LinuxIO
public import Logging

/// A writer of pictures into a movie file, as they come.
///
/// The file's ending decides: `.mp4`, `.m4v`, `.mov` and `.mkv` hold H.264, `.webm` VP9, or VP8 where that is all there is.
/// Pictures of more than 8 bits become HEVC, or AV1, or VP9 of ten bits, where an encoder of these is installed.
/// The movie has the size of its first picture, upright; later pictures of another size are scaled into it, with bars. H.264
/// and what is written by x265 and SVT-AV1 has even sizes only: the last column or row of an odd one is left out.
///
/// A program that ends without ``finish(within:)``, even one that is killed, leaves a movie that can be played, but for
/// its last second, or its last two where the power has failed. Thread-safe; pictures come from one thread at a time.
public final class MovieWriter: Sendable {
    /// The path of the file.
    public let path: String
    /// The path at which it is while it is being written.
    private let place: String
    private let queue: MovieQueue
    private let pool = PixelCopyPool()

    /// Makes the file, and starts the thread that writes it; the first one of a process takes some time, since GStreamer is loaded.
    ///
    /// A movie that is there already stays until the new one is whole: that is written beside it, as `viewfinder-` and a number, and takes
    /// its place at the end. A new one that fails, or whose program is killed, stays under that name as far as it can be played. A link at
    /// the path is replaced itself.
    ///
    /// - Parameters:
    ///   - path: The file; its ending chooses the kind of movie.
    ///   - options: The way it is written.
    ///   - output: A queue that may have frames already, the movie's first; it becomes ``output``. So no picture is lost while this works,
    ///     which may take a second. Nil for one of ``MovieWriterOptions/waitingLimit`` frames.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    ///   - failed: Called once if the movie ends before its end, on its thread; must not block. The part written until then
    ///     can mostly be played.
    ///   - soundFailed: Called once if there is no sound to record, or no more; the pictures go on, and silence takes its place. On
    ///     the movie's thread; must not block.
    /// - Throws: The reason why there can be no such movie: the path, a missing encoder, another writer of that file. Whatever is there
    ///   stays.
    public init(
        path: String, options: MovieWriterOptions = MovieWriterOptions(),
        output: FrameOutput? = nil, logger: Logger = Logger(label: "viewfinder.movie"),
        failed: @escaping @Sendable (MovieError) -> Void = { _ in },
        soundFailed: @escaping @Sendable (MovieError) -> Void = { _ in }
    ) throws(MovieError) {
        guard let kind = MovieKind(path: path) else { throw MovieError(endingOf: path) }
        // The first time it looks through all plugins: pictures that come meanwhile would be lost.
        try GStreamer.start()
        let encoder = try kind.encoder(options.encoder, for: path)
        let file = try MovieFile(path: path)
        do throws(SystemError) {
            let queue = try MovieQueue(options, output)
            let recorder = MovieRecorder(
                file: file, kind: kind, encoder: encoder, options: options, queue: queue, pool: pool,
                logger: logger, soundFailed: soundFailed)
            self.path = path
            place = file.place
            self.queue = queue
            _ = try SystemThread(name: "movie") {
                let error = recorder.run()
                let isAwaited = queue.isFinishing
                queue.end(error)
                if let error, !isAwaited { failed(error) }
                // Encoders leave memory that is free in the heaps of their threads.
                ProcessHeap.trim()
            }
        } catch {
            file.abandon()
            throw MovieError(writing: path, error)
        }
    }

    deinit { queue.finish() }

    /// An output for a session or a view: its frames are written, until ``finish(within:)``, each as by ``append(_:)``.
    ///
    /// Keep the writer: when it is let go, the movie is over, and so is this output.
    /// Where they come faster than they can be written, frames are lost there, counted in both ``statistics`` and told with its
    /// ``FrameOutput/onDrop(_:)``; source and view go on.
    public var output: FrameOutput { queue.output }

    /// Takes a frame, to be written; never waits while ``MovieWriterOptions/isLive``.
    ///
    /// The frame is kept, not copied, until the encoder has read it. Its rotation and mirroring are carried out. Its place in
    /// the movie is that of its timestamp, or of its arrival where the timestamp's clock is unknown; so it is from the first frame on whose
    /// stamp is wrong: later than its arrival, old, or not later than the one before (`StampCheck`).
    ///
    /// - Parameter frame: Any picture; JPEG ones are decoded.
    /// - Returns: True when it was taken; otherwise ``statistics`` tell why not.
    @discardableResult
    public func append(_ frame: Frame) -> Bool {
        guard let place = queue.reserve(at: queue.moment(of: frame), bytes: frame.buffer.byteCount) else {
            return false
        }
        queue.put(MovieInput(samples: .frame(frame), position: place.position, duration: place.duration))
        return true
    }

    /// Takes an upright picture of four bytes for each pixel: red, green, blue and one unused (full range, sRGB).
    ///
    /// The bytes are copied before this returns, where there is room for them.
    ///
    /// - Parameters:
    ///   - pixels: The rows, from the top.
    ///   - size: The picture's size.
    ///   - stride: The number of bytes from one row to the next.
    ///   - isBGRA: True when blue comes first instead.
    ///   - moment: The moment at which the picture was taken, in nanoseconds of `MonotonicClock`.
    /// - Returns: True when it was taken; otherwise ``statistics`` tell why not.
    @discardableResult
    public func append(
        rgba pixels: UnsafeRawBufferPointer, size: PixelSize, stride: Int, isBGRA: Bool = false,
        at moment: Int64
    ) -> Bool {
        let byteCount = Self.byteCount(of: size, stride: stride)
        precondition(
            !size.isEmpty && stride >= 4 * size.width && pixels.count >= byteCount,
            "the picture's rows are there")
        guard let place = queue.reserve(at: moment, bytes: byteCount) else { return false }
        let copy = unsafe pool.copy(pixels)
        queue.put(
            MovieInput(
                samples: .copy(copy, isRGBA: !isBGRA, size, stride: stride), position: place.position,
                duration: place.duration))
        return true
    }

    /// The bytes of rows of four bytes for each pixel.
    static func byteCount(of size: PixelSize, stride: Int) -> Int {
        stride * (size.height - 1) + 4 * size.width
    }

    /// Pauses the movie: pictures and sound from a moment on are not in it, until ``resume(at:)``, and what comes then follows at once.
    ///
    /// Pictures that were taken before the moment and come later are still written. What is written already stays: the pause begins after the
    /// last picture at the earliest. Without effect in a pause.
    ///
    /// - Parameter moment: The pause's first moment, in nanoseconds of `MonotonicClock`, as the pictures' moments are.
    public func pause(at moment: Int64 = MonotonicClock.now()) { queue.pause(at: moment) }

    /// Ends the pause: what comes from a moment on is in the movie again.
    ///
    /// Without effect outside of a pause.
    ///
    /// - Parameter moment: The first moment after the pause, in nanoseconds of `MonotonicClock`. One before the pause's begin makes it a
    ///   pause without a length.
    public func resume(at moment: Int64 = MonotonicClock.now()) { queue.resume(at: moment) }

    /// True from ``pause(at:)`` to ``resume(at:)``.
    public var isPaused: Bool { queue.isPaused }

    /// The counts of the pictures so far: taken, dropped, out of order, in pauses.
    public var statistics: MovieStatistics { queue.statistics }

    /// The reason why the movie ended before its end; nil while it goes well.
    public var failure: MovieError? {
        if case .failure(let error) = queue.outcome { error } else { nil }
    }

    /// Writes the pictures that still wait, and the file's end; nothing is taken after it.
    ///
    /// - Parameter seconds: The longest wait; the thread goes on after that.
    /// - Throws: The reason why the movie is not whole. A movie without a picture leaves no file.
    /// - Returns: The counts of the pictures: taken, dropped, out of order, in pauses.
    @discardableResult
    public func finish(within seconds: Int = 10) throws(MovieError) -> MovieStatistics {
        queue.finish()
        guard queue.ended.wait(until: MonotonicClock.moment(in: seconds)),
            let outcome = queue.outcome
        else {
            throw MovieError(unfinished: place, after: seconds, isWhole: queue.isWritten)
        }
        return try outcome.get()
    }
}
