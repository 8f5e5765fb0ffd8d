public import Filters
internal import Frames
public import LinuxIO
public import Logging
public import Movies

/// The end of a chain in a movie file.
///
/// The file is a ``MovieWriter``'s: its ending chooses the kind of movie, and the movie has the size of the first picture. Pictures
/// are upright. A movie has no opacity, so they are laid over black. A picture's place in the movie is that of the newest frame
/// that it is made of; one of stills alone, or of frames whose clock is unknown, counts from the moment at which it comes.
///
/// Run it by `FilterContext.run(_:)`, on the context's thread; finish it on any.
public final class MovieOutput: PictureConsumer, @unchecked Sendable {
    // Sendable: the writer is, and nothing else is kept.
    private let writer: MovieWriter

    /// Makes the file, in the place of one that was there.
    ///
    /// - Parameters:
    ///   - path: The file; its ending chooses the kind of movie.
    ///   - options: The way it is written. A live movie drops pictures that come faster than they can be encoded; one that is not
    ///     makes the graph wait.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    ///   - soundFailed: Called once if there is no sound to record, or no more; see ``MovieWriter``.
    /// - Throws: The reason why there is no such file.
    public init(
        path: String, options: MovieWriterOptions = MovieWriterOptions(),
        logger: Logger = Logger(label: "viewfinder.movie"),
        soundFailed: @escaping @Sendable (MovieError) -> Void = { _ in }
    ) throws(MovieError) {
        writer = try MovieWriter(path: path, options: options, logger: logger, soundFailed: soundFailed)
    }

    /// Pauses the movie from a moment on; see ``MovieWriter/pause(at:)``.
    ///
    /// - Parameter moment: The pause's first moment, in nanoseconds of `MonotonicClock`.
    public func pause(at moment: Int64 = MonotonicClock.now()) { writer.pause(at: moment) }

    /// Ends the pause at a moment; see ``MovieWriter/resume(at:)``.
    ///
    /// - Parameter moment: The first moment after the pause, in nanoseconds of `MonotonicClock`.
    public func resume(at moment: Int64 = MonotonicClock.now()) { writer.resume(at: moment) }

    /// True from ``pause(at:)`` to ``resume(at:)``.
    public var isPaused: Bool { writer.isPaused }

    /// The counts of the pictures so far: taken, dropped, out of order, in pauses.
    public var statistics: MovieStatistics { writer.statistics }

    /// Takes a picture; on the context's thread.
    ///
    /// - Throws: ``MovieError`` once the movie has ended before its end: the disk is full, for example. Take the output out of the
    ///   graph then; other consumers get their pictures even so.
    public override func take(_ picture: PixelData) throws {
        if let failure = writer.failure { throw failure }
        let size = PixelSize(width: picture.width, height: picture.height)
        unsafe picture.overBlack.withUnsafeBytes { bytes in
            _ = unsafe writer.append(
                rgba: bytes, size: size, stride: picture.stride, at: Self.moment(of: picture))
        }
    }

    /// Writes the pictures that still wait, and the file's end; later ones are dropped.
    ///
    /// - Parameter seconds: The longest wait.
    /// - Throws: The reason why the movie is not whole. A movie without a picture leaves no file.
    /// - Returns: The counts of the pictures: taken, dropped, out of order, in pauses.
    @discardableResult
    public func finish(within seconds: Int = 10) throws(MovieError) -> MovieStatistics {
        try writer.finish(within: seconds)
    }

    private static func moment(of picture: PixelData) -> Int64 {
        guard let stamp = picture.timestamp, stamp.clock == .monotonic || stamp.kind == .generated else {
            return MonotonicClock.now()
        }
        return stamp.nanoseconds
    }
}
