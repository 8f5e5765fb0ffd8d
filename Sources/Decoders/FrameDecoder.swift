public import Frames

/// A maker of frames that have samples: it decodes those that have none (``PictureDecoder``), and leaves all others as they are.
///
/// Its buffers are used again when nobody holds their frames any more, so a steady stream allocates nothing. One for each source;
/// for one thread at a time.
public final class FrameDecoder {
    private let pool: FrameBufferPool
    private let limit: Int
    private let decoder: PictureDecoder

    /// Makes a decoder without buffers: they are made when they are needed.
    ///
    /// - Parameters:
    ///   - limit: The number of decoded frames that may be held at a time; above zero.
    ///   - depths: The distances that are black and white.
    public init(limit: Int = 8, depths: DepthRange = DepthRange()) {
        self.limit = max(1, limit)
        decoder = PictureDecoder(depths: depths)
        pool = FrameBufferPool(limit: limit)
    }

    /// Gives a frame that has samples, of the same moment, number, colours and turn.
    ///
    /// - Parameter frame: Any frame.
    /// - Returns: Another one, or the frame itself where it has samples.
    /// - Throws: The reason why it cannot be decoded, or that too many are held.
    public func decode(_ frame: Frame) throws(CodecError) -> Frame {
        guard frame.layout.format.samples == nil else { return frame }
        let layout = try decoder.read(frame)
        let decoded = try unsafe pool.frame(
            layout, color: frame.color, sampleAspect: frame.sampleAspect, rotation: frame.rotation,
            isMirrored: frame.isMirrored, at: frame.moment
        ) { memory throws(CodecError) in try unsafe decoder.decode(into: memory, at: layout.planes) }
        guard let decoded else { throw .noBuffer(limit: limit) }
        return decoded
    }
}
