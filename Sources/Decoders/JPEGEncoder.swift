internal import CTurboJPEG
public import Frames

/// An encoder of planes to JPEG pictures (`tjCompressFromYUVPlanes`), for pictures that the program makes itself.
///
/// For one thread at a time.
@safe public final class JPEGEncoder: PlaneEncoder {
    /// JPEG pictures.
    public let format = PixelFormat.mjpeg

    private let handle: tjhandle
    // Kept from picture to picture, so that a steady stream allocates nothing.
    private var scratch: (picture: FrameLayout, layout: FrameLayout, buffer: FrameBuffer)?
    private var sources: [UnsafePointer<UInt8>?] = unsafe []
    private var strides: [Int32] = []

    /// Sets up the library's compressor.
    public init() throws(CodecError) {
        guard let handle = unsafe tjInitCompress() else { throw .outOfMemory }
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe tjDestroy(handle) }

    /// The number of bytes that a picture's JPEG never exceeds (`tjBufSize`).
    public static func byteCountLimit(of layout: FrameLayout) throws(CodecError) -> Int {
        guard let subsampling = layout.format.subsampling else { throw .unsupported(layout.format.name) }
        return Int(tjBufSize(Int32(layout.size.width), Int32(layout.size.height), subsampling))
    }

    /// Encodes a picture.
    ///
    /// - Parameters:
    ///   - bytes: The memory that holds all planes.
    ///   - layout: The places of the planes in it; a planar Y'CbCr format or grey.
    ///   - quality: 1…100.
    ///   - target: Gets the JPEG; at least ``byteCountLimit(of:)`` bytes.
    /// - Returns: The JPEG's length.
    /// - Throws: The reason why it cannot be encoded.
    public func encode(
        _ bytes: UnsafeRawBufferPointer, layout: FrameLayout, quality: Int = 90,
        into target: UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> Int {
        guard let subsampling = layout.format.subsampling else { throw .unsupported(layout.format.name) }
        guard try target.count >= JPEGEncoder.byteCountLimit(of: layout) else { throw .planesDoNotFit }
        // The library reads whole groups of pixels, so the planes of odd sizes are copied and their edges
        // repeated.
        let (whole, buffer) = prepare(for: layout)
        unsafe copyPlanes(bytes, layout, to: buffer.memories[0], whole)
        var length = UInt(target.count)
        var start = unsafe target.assumingMemoryBound(to: UInt8.self).baseAddress
        let failed = unsafe tjCompressFromYUVPlanes(
            handle, &sources, Int32(layout.size.width), strides, Int32(layout.size.height), subsampling,
            &start, &length,
            Int32(quality), TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT)
        guard failed == 0 else { throw .corrupt(unsafe String(cString: tjGetErrorStr2(handle))) }
        return Int(length)
    }

    /// Gives memory for the planes with their places in it.
    private func prepare(for picture: FrameLayout) -> (FrameLayout, FrameBuffer) {
        if let scratch, scratch.picture == picture { return (scratch.layout, scratch.buffer) }
        let layout = FrameLayout(format: picture.format, size: picture.format.wholeGroups(picture.size))
        let buffer = FrameBuffer(index: 0, byteCounts: [layout.byteCount()])
        scratch = (picture, layout, buffer)
        unsafe sources = layout.planes.map { place in
            unsafe UnsafePointer(
                buffer.memories[0][place.offset...].assumingMemoryBound(to: UInt8.self).baseAddress)
        }
        strides = layout.planes.map { Int32($0.stride) }
        return (layout, buffer)
    }

    private func copyPlanes(
        _ bytes: UnsafeRawBufferPointer, _ layout: FrameLayout, to scratch: UnsafeMutableRawBufferPointer,
        _ whole: FrameLayout
    ) {
        for (index, place) in whole.planes.enumerated() {
            let size = layout.elements(of: index)
            let rowBytes = layout.rowBytes(of: index)
            let wide = whole.rowBytes(of: index)
            for row in 0..<whole.elements(of: index).height {
                let source =
                    layout.planes[index].offset + min(row, size.height - 1) * layout.planes[index].stride
                let target = place.offset + row * place.stride
                unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[target..<target + rowBytes])
                    .copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: bytes[source..<source + rowBytes]))
                for column in rowBytes..<max(rowBytes, wide) {
                    unsafe scratch[target + column] = bytes[source + rowBytes - 1]
                }
            }
        }
    }
}
