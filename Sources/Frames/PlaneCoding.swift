/// A decoder of compressed frames into planes that its caller gives.
///
/// One instance is used for all frames of a source; for one thread at a time. Once it knows the frames' size it allocates nothing.
public protocol PlaneDecoder: AnyObject {
    /// The reason why a frame cannot be decoded.
    associatedtype Failure: Error

    /// The compressed formats that it takes.
    var formats: [PixelFormat] { get }

    /// Copies a frame, whose memory another program may write to, and reads the size and the planes of its picture.
    ///
    /// - Parameter frame: A frame of one of ``formats``.
    /// - Returns: The size and the planes, one after the other without padding.
    /// - Throws: The reason why it cannot be decoded, such as a size far beyond the frame's own.
    func read(_ frame: Frame) throws(Failure) -> FrameLayout

    /// Decodes the picture that was read last; one with harmless faults is decoded as far as possible.
    ///
    /// - Parameters:
    ///   - memory: Gets the planes; what lies between their rows stays.
    ///   - planes: The places of the planes in it, one for each of the picture's layout.
    /// - Throws: The reason why nothing can be shown; the planes then hold anything.
    func decode(into memory: UnsafeMutableRawBufferPointer, at planes: [PlaneLayout]) throws(Failure)
}

/// An encoder of planes into compressed pictures.
///
/// For one thread at a time. Once it knows the pictures' size it allocates nothing.
public protocol PlaneEncoder: AnyObject {
    /// The reason why a picture cannot be encoded.
    associatedtype Failure: Error

    /// The format of what it makes.
    var format: PixelFormat { get }

    /// The number of bytes that a picture's compressed form never exceeds.
    static func byteCountLimit(of layout: FrameLayout) throws(Failure) -> Int

    /// Encodes a picture.
    ///
    /// - Parameters:
    ///   - bytes: The memory that holds all planes.
    ///   - layout: The places of the planes in it; a planar Y'CbCr format or grey.
    ///   - quality: 1…100.
    ///   - target: Gets the compressed picture; at least ``byteCountLimit(of:)`` bytes.
    /// - Returns: The compressed picture's length.
    /// - Throws: The reason why it cannot be encoded.
    func encode(
        _ bytes: UnsafeRawBufferPointer, layout: FrameLayout, quality: Int,
        into target: UnsafeMutableRawBufferPointer
    ) throws(Failure) -> Int
}
