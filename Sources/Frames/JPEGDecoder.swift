internal import CTurboJPEG

/// The memory that one plane of a decoded picture goes to.
@unsafe public struct JPEGPlane {
    /// The bytes, from the first row on.
    public let bytes: UnsafeMutableRawBufferPointer
    /// The number of bytes from one row to the next.
    public let stride: Int

    /// Describes a plane's memory, which must stay valid during the call that gets it.
    public init(bytes: UnsafeMutableRawBufferPointer, stride: Int) {
        unsafe self.bytes = unsafe bytes
        unsafe self.stride = stride
    }
}

/// Decodes JPEG pictures into their planes, without a conversion to RGB (`jpeg_read_raw_data`).
///
/// One instance is used for all pictures of a source; for one thread at a time. A picture without Huffman
/// tables, as many USB cameras send them, gets the tables of the standard from the library.
///
/// A picture is decoded from a copy of its bytes: the library looks at them twice, and another program may write to a camera's memory
/// meanwhile, so that what was measured would not be what is decoded.
@safe public final class JPEGDecoder {
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

    /// Copies a picture, and reads its size and its planes; ``decode(into:)`` follows.
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
    ///   - planes: One for each plane of ``header(_:)``'s layout, large enough for its rows.
    /// - Throws: The reason why nothing can be shown; the planes then hold anything.
    public func decode(_ jpeg: UnsafeRawBufferPointer, into planes: [JPEGPlane]) throws(JPEGError) {
        _ = try unsafe read(jpeg)
        try unsafe decode(into: planes)
    }

    /// Decodes the picture that was read last; one with harmless faults is decoded as far as possible.
    ///
    /// - Parameter planes: One for each plane of its layout, large enough for its rows.
    /// - Throws: The reason why nothing can be shown; the planes then hold anything.
    public func decode(into planes: [JPEGPlane]) throws(JPEGError) {
        guard let layout else { throw .corrupt("nothing was read") }
        try unsafe check(planes, fit: layout)
        unsafe targets.removeAll(keepingCapacity: true)
        for index in unsafe planes.indices {
            let (plane, size) = unsafe (planes[index], layout.elements(of: index))
            unsafe targets.append(
                jpeg_plane(
                    bytes: plane.bytes.assumingMemoryBound(to: UInt8.self).baseAddress, stride: plane.stride,
                    width: UInt32(size.width), height: UInt32(size.height)))
        }
        let result = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe jpeg_reader_begin(reader, bytes.baseAddress, UInt(bytes.count)) == 0
                ? jpeg_reader_decode(reader, targets, 1) : -1
        }
        guard result >= 0 else { throw fault }
        guard result > 0 else { throw .truncated }
    }

    private func check(_ planes: [JPEGPlane], fit layout: FrameLayout) throws(JPEGError) {
        guard unsafe planes.count == layout.planes.count else { throw .planesDoNotFit }
        for index in layout.planes.indices {
            let (bytes, stride) = unsafe (planes[index].bytes.count, planes[index].stride)
            let rowBytes = layout.rowBytes(of: index)
            let needed = stride * (layout.elements(of: index).height - 1) + rowBytes
            guard stride >= rowBytes, bytes >= needed else { throw .planesDoNotFit }
        }
    }

    /// The fault of the call that has failed.
    private var fault: JPEGError {
        unsafe reader.pointee.lacks_marker != 0
            ? .truncated : .corrupt(String(cString: jpeg_reader_words(reader)))
    }
}
