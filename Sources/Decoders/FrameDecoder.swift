public import Frames

/// A maker of raw frames: it decodes those that are compressed (`jpeg_read_raw_data`), and leaves all others as they are.
///
/// Its buffers are used again when nobody holds their frames any more, so a steady stream allocates nothing. One for each source;
/// for one thread at a time.
public final class FrameDecoder {
    private let pool: FrameBufferPool
    private let limit: Int
    private var decoder: JPEGDecoder?

    /// Makes a decoder without buffers: they are made when they are needed.
    ///
    /// - Parameter limit: The number of decoded frames that may be held at a time; above zero.
    public init(limit: Int = 8) {
        self.limit = max(1, limit)
        pool = FrameBufferPool(limit: limit)
    }

    /// Gives a frame that is not compressed, of the same moment, number, colours and turn.
    ///
    /// - Parameter frame: Any frame.
    /// - Returns: Another one, or the frame itself where it is not compressed.
    /// - Throws: The reason why it cannot be decoded, or that too many are held.
    public func decode(_ frame: Frame) throws(JPEGError) -> Frame {
        guard frame.layout.format.model == .compressed else { return frame }
        let decoder = if let decoder { decoder } else { try JPEGDecoder() }
        self.decoder = decoder
        let layout = try decoder.read(frame)
        let decoded = try unsafe pool.frame(
            layout, color: frame.color, sampleAspect: frame.sampleAspect, rotation: frame.rotation,
            isMirrored: frame.isMirrored, at: frame.moment
        ) { memory throws(JPEGError) in try unsafe decoder.decode(into: memory, at: layout.planes) }
        guard let decoded else { throw .noBuffer(limit: limit) }
        return decoded
    }
}
