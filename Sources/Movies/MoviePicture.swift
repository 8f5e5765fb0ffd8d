public import Frames

/// The facts that a movie file tells about its pictures.
public struct MovieTrack: Sendable, Equatable {
    /// The arrangement of the decoded pictures' samples.
    public var format: PixelFormat
    /// The pictures' size, before the turn.
    public var size: PixelSize
    /// The number of pictures per second; nil where the file promises nothing.
    public var rate: Rational?
    /// The meaning of the numbers as colours.
    public var color: ColorDescription
    /// A pixel's width divided by its height.
    public var sampleAspect: Rational
    /// The turn that brings the pictures upright.
    public var rotation: Rotation
    /// True when left and right are exchanged, after the turn.
    public var isMirrored: Bool
    /// True when each picture holds two moments, line by line.
    public var isInterlaced: Bool
}

/// A picture of a movie, decoded, where its decoder has put it.
public struct MoviePicture: Sendable {
    /// The moment at which it is to be shown, in nanoseconds from the movie's beginning.
    public let position: Int64
    /// The time for which it is to be shown, in nanoseconds; above zero.
    public let duration: Int64
    /// The facts about the picture's track.
    public let track: MovieTrack
    let buffer: FrameBuffer
    let layout: FrameLayout

    /// Makes a frame of the picture; the decoder gets its memory back when the last reference to frames and picture
    /// goes.
    ///
    /// - Parameters:
    ///   - timestamp: The moment at which it counts as taken; nil for its position, of no clock.
    ///   - arrival: The moment at which it counts as received, in nanoseconds of `MonotonicClock`.
    ///   - sequence: The number of the frame.
    ///   - color: The meaning of the numbers; nil for that of the file.
    ///   - rotation: The turn that brings the picture upright; nil for that of the file.
    ///   - isMirrored: True when left and right are exchanged; nil for what the file says.
    /// - Returns: The frame.
    public func frame(
        timestamp: Timestamp? = nil, arrival: Int64, sequence: UInt32, color: ColorDescription? = nil,
        rotation: Rotation? = nil, isMirrored: Bool? = nil
    ) -> Frame {
        Frame(
            buffer: buffer, byteCount: unsafe buffer.memories[0].count, layout: layout,
            color: color ?? track.color, sampleAspect: track.sampleAspect,
            rotation: rotation ?? track.rotation,
            isMirrored: isMirrored ?? track.isMirrored,
            timestamp: timestamp ?? Timestamp(nanoseconds: position, clock: .unknown, kind: .generated),
            arrival: arrival, sequence: sequence, recycler: nil)
    }
}
