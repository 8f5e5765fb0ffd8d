internal import CTurboJPEG
public import Frames

/// Decodes JPEG pictures into their planes, without a conversion to RGB (`jpeg_read_raw_data`).
///
/// One instance is used for all pictures of a source; for one thread at a time. A picture without Huffman
/// tables, as many USB cameras send them, gets the tables of the standard from the library.
///
/// A picture is decoded from a copy of its bytes: the library looks at them twice, and another program may write to a camera's memory
/// meanwhile, so that what was measured would not be what is decoded.
@safe public final class JPEGDecoder: PlaneDecoder {
    /// JPEG pictures alone.
    public let formats = [PixelFormat.mjpeg]

    private let reader: UnsafeMutablePointer<jpeg_reader>
    // Kept from picture to picture, so that a steady stream allocates nothing.
    private var bytes: [UInt8] = []
    private var layout: FrameLayout?
    private var lastLayout: FrameLayout?
    private var targets: [jpeg_plane] = unsafe []

    /// Sets up the library's decompressor.
    public init() throws(JPEGError) {
        guard let reader = unsafe jpeg_reader_make() else { throw .outOfMemory }
        unsafe self.reader = unsafe reader
    }

    deinit { unsafe jpeg_reader_free(reader) }

    /// Reads the size and the planes of a picture without decoding it.
    ///
    /// - Parameter jpeg: The compressed picture.
    /// - Returns: Its size and its planes (4:2:0, 4:2:2, 4:4:4, 4:4:0, 4:1:1 or grey), one after the other
    ///   without padding.
    /// - Throws: The reason why it cannot be decoded.
    public func header(_ jpeg: UnsafeRawBufferPointer) throws(JPEGError) -> FrameLayout {
        let bytes = unsafe jpeg.assumingMemoryBound(to: UInt8.self)
        guard unsafe jpeg_reader_begin(reader, bytes.baseAddress, UInt(bytes.count)) == 0 else { throw fault }
        let space = unsafe reader.pointee.info.jpeg_color_space
        guard space == JCS_YCbCr || space == JCS_GRAYSCALE else {
            throw .unsupported("its colours are not Y'CbCr")
        }
        guard let format = unsafe PixelFormat(&reader.pointee.info) else {
            throw .unsupported("its subsampling")
        }
        let size = unsafe PixelSize(
            width: Int(reader.pointee.info.image_width), height: Int(reader.pointee.info.image_height))
        guard !size.isEmpty else { throw .corrupt("it has no size") }
        if let lastLayout, lastLayout.format == format, lastLayout.size == size { return lastLayout }
        let layout = FrameLayout(format: format, size: size)
        lastLayout = layout
        return layout
    }

    /// Copies a picture, and reads its size and its planes; ``decode(into:at:)`` follows.
    ///
    /// - Parameter jpeg: The compressed picture.
    /// - Returns: As ``header(_:)`` does.
    /// - Throws: The reason why it cannot be decoded.
    public func read(_ jpeg: UnsafeRawBufferPointer) throws(JPEGError) -> FrameLayout {
        layout = nil
        bytes.removeAll(keepingCapacity: true)
        unsafe bytes.append(contentsOf: jpeg)
        let found = try unsafe bytes.withUnsafeBufferPointer { bytes throws(JPEGError) in
            try unsafe header(UnsafeRawBufferPointer(bytes))
        }
        layout = found
        return found
    }

    /// Copies a frame, and reads its size and its planes; a size far beyond the frame's own is refused, since memory follows it.
    ///
    /// Cameras send somewhat more than was agreed on, such as rows up to a multiple of sixteen.
    ///
    /// - Parameter frame: A JPEG frame.
    /// - Returns: As ``header(_:)`` does.
    /// - Throws: The reason why it cannot be decoded.
    public func read(_ frame: Frame) throws(JPEGError) -> FrameLayout {
        let found = try unsafe frame.withPlane(0) { jpeg throws(JPEGError) in try unsafe read(jpeg) }
        let agreed = frame.layout.size
        guard found.size.isPossible,
            found.size.width * found.size.height <= 2 * agreed.width * agreed.height + 1 << 20
        else { throw .unsupported("its size is \(found.size), where \(agreed) is expected") }
        return found
    }

    /// Decodes a picture; one with harmless faults is decoded as far as possible.
    ///
    /// - Parameters:
    ///   - jpeg: The compressed picture.
    ///   - memory: Gets the planes; what lies between their rows stays.
    ///   - planes: The places of the planes in it, one for each of ``header(_:)``'s layout.
    /// - Throws: The reason why nothing can be shown; the planes then hold anything.
    public func decode(
        _ jpeg: UnsafeRawBufferPointer, into memory: UnsafeMutableRawBufferPointer, at planes: [PlaneLayout]
    ) throws(JPEGError) {
        _ = try unsafe read(jpeg)
        try unsafe decode(into: memory, at: planes)
    }

    /// Decodes the picture that was read last; one with harmless faults is decoded as far as possible.
    ///
    /// - Parameters:
    ///   - memory: Gets the planes; what lies between their rows stays.
    ///   - planes: The places of the planes in it, one for each of the picture's layout.
    /// - Throws: The reason why nothing can be shown; the planes then hold anything.
    public func decode(
        into memory: UnsafeMutableRawBufferPointer, at planes: [PlaneLayout]
    ) throws(JPEGError) {
        guard let layout else { throw .corrupt("nothing was read") }
        let wish = FrameLayout(format: layout.format, size: layout.size, planes: planes)
        guard (try? wish.check { $0 == 0 ? memory.count : nil }) != nil else { throw .planesDoNotFit }
        unsafe targets.removeAll(keepingCapacity: true)
        for (index, plane) in planes.enumerated() {
            let (bytes, size) = (memory.baseAddress, layout.elements(of: index))
            unsafe targets.append(
                jpeg_plane(
                    bytes: bytes?.advanced(by: plane.offset).assumingMemoryBound(to: UInt8.self),
                    stride: plane.stride, width: UInt32(size.width), height: UInt32(size.height)))
        }
        let result = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe jpeg_reader_begin(reader, bytes.baseAddress, UInt(bytes.count)) == 0
                ? jpeg_reader_decode(reader, targets, 1) : -1
        }
        guard result >= 0 else { throw fault }
        guard result > 0 else { throw .truncated }
    }

    /// The fault of the call that has failed.
    private var fault: JPEGError {
        unsafe reader.pointee.lacks_marker != 0
            ? .truncated : .corrupt(String(cString: jpeg_reader_words(reader)))
    }
}
