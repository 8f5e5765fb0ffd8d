public import Frames

/// The way a movie is written.
public struct MovieWriterOptions: Sendable, Hashable {
    /// True when the sound of the default input is recorded, too.
    ///
    /// Where there is none, or no more, the movie has silence, and ``MovieWriter`` calls its `soundFailed`.
    /// The movie begins with silence where a sound server or a card is slow to answer; one that gives nothing for two seconds is left alone.
    public var sound: Bool
    /// The number of pictures per second, where they come at a constant rate; nil where only their timestamps tell.
    public var rate: Rational?
    /// The quality of the pictures, 1 to 100; 75 looks like the original at a few megabits per second.
    public var quality: Int
    /// True when a picture for which there is no room is dropped; otherwise ``MovieWriter/append(_:)`` waits for room.
    public var isLive: Bool
    /// The largest number of pictures that wait for the encoder; above zero.
    ///
    /// 256 MB of them wait at most. As long as a frame waits, its source cannot use the buffer again; where few buffers are left, copies
    /// wait (``Frames/FrameFanOut``).
    public var waitingLimit: Int
    /// The encoder as GStreamer names it (`x264enc`, `openh264enc`, `x265enc`, `vp9enc`, `vp8enc`, `svtav1enc`); nil for the best that is
    /// installed, for the first picture's bits.
    public var encoder: String?

    /// Describes how a movie is written.
    ///
    /// - Parameters:
    ///   - sound: True when the sound of the default input is recorded, too.
    ///   - rate: The number of pictures per second; nil where only the timestamps tell.
    ///   - quality: The quality of the pictures, 1 to 100.
    ///   - isLive: True when a picture for which there is no room is dropped.
    ///   - waitingLimit: The largest number of pictures that wait for the encoder.
    ///   - encoder: The encoder as GStreamer names it; nil for the best that is installed.
    public init(
        sound: Bool = false, rate: Rational? = nil, quality: Int = 75, isLive: Bool = true,
        waitingLimit: Int = 60, encoder: String? = nil
    ) {
        self.sound = sound
        self.rate = rate
        self.quality = quality
        self.isLive = isLive
        self.waitingLimit = waitingLimit
        self.encoder = encoder
    }
}

/// The counts of a movie that is being written.
public struct MovieStatistics: Sendable, Equatable {
    /// The number of pictures that were taken, to be written.
    public var taken: UInt64 = 0
    /// The number of pictures that are not in the movie: there was no room for them, or they were damaged or lost before
    /// (``Frames/DropReason``).
    public var dropped: UInt64 = 0
    /// The number of those for which there was no room before the movie had begun.
    public var early: UInt64 = 0
    /// The number of those that were damaged, or lost before they came here.
    public var damaged: UInt64 = 0
    /// The number of pictures that were not later than the one before them, which a movie cannot hold.
    public var outOfOrder: UInt64 = 0
    /// The number of pictures that are not in the movie because their moments lie in pauses (``MovieWriter/pause(at:)``).
    public var paused: UInt64 = 0
    /// The time from the first picture's moment to the end of the last one's without the pauses, in nanoseconds.
    public var duration: Int64 = 0
}
