public import Frames

/// A decoder of every format that needs one: JPEG pictures, and numbers that are no samples yet, as of a sensor's mosaic.
///
/// One instance is used for all frames of a source; for one thread at a time. Mosaics become red, green and blue along the edges in
/// them (Hamilton and Adams), distances grey. On graphics cards `VulkanCore` makes the same bits of mosaics itself.
public final class PictureDecoder: PlaneDecoder {
    /// All formats without samples.
    public let formats = PixelFormat.allCases.filter { $0.samples == nil }
    private let samples: SampleDecoder
    private var jpeg: JPEGDecoder?
    private var isJPEG = false

    /// Makes a decoder; libraries are set up when they are needed.
    ///
    /// - Parameter depths: The distances that are black and white.
    public init(depths: DepthRange) { samples = SampleDecoder(depths: depths) }

    /// Makes a decoder to which all distances count.
    public convenience init() { self.init(depths: DepthRange()) }

    /// Takes a frame, and tells the size and the planes of its picture.
    ///
    /// - Parameter frame: A frame of one of ``formats``; one that is not compressed must not change before it is decoded.
    /// - Returns: The size and the planes, one after the other without padding.
    /// - Throws: The reason why it cannot be decoded, such as a JPEG picture of a size far beyond the frame's own.
    public func read(_ frame: Frame) throws(CodecError) -> FrameLayout {
        isJPEG = frame.layout.format.coding == nil
        guard isJPEG else { return try samples.read(frame) }
        let jpeg = if let jpeg { jpeg } else { try JPEGDecoder() }
        self.jpeg = jpeg
        return try jpeg.read(frame)
    }

    /// Decodes the picture that was read last; a JPEG one with harmless faults is decoded as far as possible.
    ///
    /// - Parameters:
    ///   - memory: Gets the planes; what lies between their rows stays.
    ///   - planes: The places of the planes in it, one for each of the picture's layout.
    /// - Throws: The reason why nothing can be shown; the planes then hold anything.
    public func decode(
        into memory: UnsafeMutableRawBufferPointer, at planes: [PlaneLayout]
    ) throws(CodecError) {
        guard isJPEG else { return try unsafe samples.decode(into: memory, at: planes) }
        guard let jpeg else { throw .corrupt("nothing was read") }
        try unsafe jpeg.decode(into: memory, at: planes)
    }
}
