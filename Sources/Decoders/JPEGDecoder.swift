internal import CTurboJPEG
public import Frames

/// Decodes JPEG pictures into their planes, without a conversion to RGB (`jpeg_read_raw_data`).
///
/// One instance is used for all pictures of a source; for one thread at a time. A picture without Huffman
/// tables, as many USB cameras send them, gets the tables of the standard from the library. Two pictures whose header tells that they are
/// the fields of one (`AVI1`) are woven.
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
    public init() throws(CodecError) {
        guard let reader = unsafe jpeg_reader_make() else { throw .outOfMemory }
        unsafe self.reader = unsafe reader
    }

    deinit { unsafe jpeg_reader_free(reader) }

    /// Reads the size and the planes of a picture without decoding it.
    ///
    /// - Parameter jpeg: The compressed picture.
    /// - Returns: Its size and its planes (4:2:0, 4:2:2, 4:4:4, 4:4:0, 4:1:1 or grey), one after the other
    ///   without padding; 4:1:0 as 4:1:1, with each row of colour differences twice.
    /// - Throws: The reason why it cannot be decoded.
    public func header(_ jpeg: UnsafeRawBufferPointer) throws(CodecError) -> FrameLayout {
        var (format, size) = try unsafe facts(jpeg)
        let second = unsafe jpeg_second_field(jpeg.baseAddress, jpeg.count, nil)
        if second > 0 {
            let other = try unsafe facts(UnsafeRawBufferPointer(rebasing: jpeg[second...]))
            guard other == (format, size), size.height % (format.planes.map(\.rows).max() ?? 1) == 0 else {
                throw .corrupt("its fields do not fit together")
            }
            size.height *= 2
        }
        if let lastLayout, lastLayout.format == format, lastLayout.size == size { return lastLayout }
        let layout = FrameLayout(format: format, size: size)
        lastLayout = layout
        return layout
    }

    private func facts(_ jpeg: UnsafeRawBufferPointer) throws(CodecError) -> (PixelFormat, PixelSize) {
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
        return (format, size)
    }

    /// Copies a picture, and reads its size and its planes; ``decode(into:at:)`` follows.
    ///
    /// - Parameter jpeg: The compressed picture.
    /// - Returns: As ``header(_:)`` does.
    /// - Throws: The reason why it cannot be decoded.
    public func read(_ jpeg: UnsafeRawBufferPointer) throws(CodecError) -> FrameLayout {
        layout = nil
        bytes.removeAll(keepingCapacity: true)
        unsafe bytes.append(contentsOf: jpeg)
        let found = try unsafe bytes.withUnsafeBufferPointer { bytes throws(CodecError) in
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
    public func read(_ frame: Frame) throws(CodecError) -> FrameLayout {
        let found = try unsafe frame.withPlane(0) { jpeg throws(CodecError) in try unsafe read(jpeg) }
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
    ) throws(CodecError) {
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
    ) throws(CodecError) {
        guard let layout else { throw .corrupt("nothing was read") }
        let wish = FrameLayout(format: layout.format, size: layout.size, planes: planes)
        guard (try? wish.check { $0 == 0 ? memory.count : nil }) != nil else { throw .planesDoNotFit }
        try unsafe bytes.withUnsafeBufferPointer { copy throws(CodecError) in
            let bytes = UnsafeRawBufferPointer(copy)
            var lower: Int32 = 0
            let second = unsafe jpeg_second_field(bytes.baseAddress, bytes.count, &lower)
            try unsafe decode(
                bytes, into: memory, at: planes, layout, row: Int(lower), of: second > 0 ? 2 : 1)
            guard second > 0 else { return }
            let field = unsafe UnsafeRawBufferPointer(rebasing: bytes[second...])
            try unsafe decode(field, into: memory, at: planes, layout, row: 1 - Int(lower), of: 2)
        }
    }

    /// Decodes a picture, or one of two fields, of which each has every other row.
    private func decode(
        _ jpeg: UnsafeRawBufferPointer, into memory: UnsafeMutableRawBufferPointer, at planes: [PlaneLayout],
        _ layout: FrameLayout, row: Int, of step: Int
    ) throws(CodecError) {
        unsafe targets.removeAll(keepingCapacity: true)
        for (index, plane) in planes.enumerated() {
            let (bytes, size) = (memory.baseAddress, layout.elements(of: index))
            let place = plane.offset + row * plane.stride
            unsafe targets.append(
                jpeg_plane(
                    bytes: bytes?.advanced(by: place).assumingMemoryBound(to: UInt8.self),
                    stride: plane.stride * step, width: UInt32(size.width), height: UInt32(size.height / step)
                ))
        }
        let bytes = unsafe jpeg.assumingMemoryBound(to: UInt8.self)
        let result =
            unsafe jpeg_reader_begin(reader, bytes.baseAddress, UInt(bytes.count)) == 0
            ? jpeg_reader_decode(reader, targets, 1) : -1
        guard result >= 0 else { throw fault }
        guard result > 0 else { throw .truncated }
    }

    /// The fault of the call that has failed.
    private var fault: CodecError {
        unsafe reader.pointee.lacks_marker != 0
            ? .truncated : .corrupt(String(cString: jpeg_reader_words(reader)))
    }
}
