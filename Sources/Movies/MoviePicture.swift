public import Frames

/// What a movie file says of its pictures.
public struct MovieTrack: Sendable, Equatable {
    /// How the samples of the decoded pictures lie.
    public var format: PixelFormat
    /// Their size, before the turn.
    public var size: PixelSize
    /// Pictures per second; nil where the file promises nothing.
    public var rate: Rational?
    /// What the numbers mean as colours.
    public var color: ColorDescription
    /// A pixel's width divided by its height.
    public var sampleAspect: Rational
    /// The turn that brings the pictures upright.
    public var rotation: Rotation
    /// Whether left and right are exchanged, after the turn.
    public var isMirrored: Bool
    /// Whether each picture holds two moments, line by line.
    public var isInterlaced: Bool
}

/// A picture of a movie, decoded, where its decoder has put it.
public struct MoviePicture: Sendable {
    /// When it is to be shown, in nanoseconds from the movie's beginning.
    public let position: Int64
    /// How long it is to be shown, in nanoseconds; above zero.
    public let duration: Int64
    /// What it is.
    public let track: MovieTrack
    let buffer: FrameBuffer
    let layout: FrameLayout

    /// The picture as a frame; the decoder gets its memory back when the last reference to frames and picture goes.
    ///
    /// - Parameters:
    ///   - timestamp: When it counts as taken; nil for its position, of no clock.
    ///   - arrival: When it counts as received, in nanoseconds of `MonotonicClock`.
    ///   - sequence: Its number.
    ///   - color: What the numbers mean; nil for what the file says.
    /// - Returns: The frame.
    public func frame(
        timestamp: Timestamp? = nil, arrival: Int64, sequence: UInt32, color: ColorDescription? = nil
    ) -> Frame {
        Frame(
            buffer: buffer, byteCount: unsafe buffer.memories[0].count, layout: layout,
            color: color ?? track.color, sampleAspect: track.sampleAspect, rotation: track.rotation,
            isMirrored: track.isMirrored,
            timestamp: timestamp ?? Timestamp(nanoseconds: position, clock: .unknown, kind: .generated),
            arrival: arrival, sequence: sequence, recycler: nil)
    }
}
