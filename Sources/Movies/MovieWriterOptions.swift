public import Frames

/// How a movie is written.
public struct MovieWriterOptions: Sendable, Hashable {
    /// Whether the sound of the default input is recorded, too.
    ///
    /// Where there is none, or no more, the movie has silence, and ``MovieWriter`` calls its `soundFailed`.
    /// Finding the input may take seconds from the writer's beginning, where a sound server or a card is slow to answer; a live
    /// writer drops pictures meanwhile.
    public var sound: Bool
    /// Pictures per second, where they come at a constant rate; nil where only their timestamps tell.
    public var rate: Rational?
    /// How good the pictures are, 1 to 100; 75 looks like the original at a few megabits per second.
    public var quality: Int
    /// Whether a picture for which there is no room is dropped; else ``MovieWriter/append(_:)`` waits for room.
    public var isLive: Bool
    /// Pictures that wait for the encoder at most; above zero.
    ///
    /// As long as a frame waits, its source cannot use the buffer again.
    public var waitingLimit: Int
    /// The encoder as GStreamer names it (`x264enc`, `openh264enc`, `vp9enc`, `vp8enc`); nil for the best that is installed.
    public var encoder: String?

    /// Describes how a movie is written.
    ///
    /// - Parameters:
    ///   - sound: Whether the sound of the default input is recorded, too.
    ///   - rate: Pictures per second; nil where only the timestamps tell.
    ///   - quality: How good the pictures are, 1 to 100.
    ///   - isLive: Whether a picture for which there is no room is dropped.
    ///   - waitingLimit: Pictures that wait for the encoder at most.
    ///   - encoder: The encoder as GStreamer names it; nil for the best that is installed.
    public init(
        sound: Bool = false, rate: Rational? = nil, quality: Int = 75, isLive: Bool = true,
        waitingLimit: Int = 8,
        encoder: String? = nil
    ) {
        self.sound = sound
        self.rate = rate
        self.quality = quality
        self.isLive = isLive
        self.waitingLimit = waitingLimit
        self.encoder = encoder
    }
}

/// What became of the pictures of a movie that is being written.
public struct MovieStatistics: Sendable, Equatable {
    /// Pictures that were taken, to be written.
    public var taken: UInt64 = 0
    /// Pictures for which there was no room.
    public var dropped: UInt64 = 0
    /// Pictures that were not later than the one before them, which a movie cannot hold.
    public var outOfOrder: UInt64 = 0
    /// From the first picture's moment to the end of the last one's, in nanoseconds.
    public var duration: Int64 = 0
}
