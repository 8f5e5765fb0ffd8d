internal import Frames

/// Memory for pictures between two steps, kept from frame to frame.
@safe final class ConversionScratch: @unchecked Sendable {
    // Sendable: used only while the lock of its converter is held.

    /// The pictures that a conversion may need at the same time.
    enum Use: Int {
        case unpacked
        case scaled
        case turned
        case converted
        case expanded
        case merged
        case read
        case separated
        case movedAcross
        case movedDown
    }

    private var memories = unsafe [(start: UnsafeMutableRawPointer, count: Int)?](repeating: nil, count: 10)

    deinit {
        for place in unsafe memories.indices { unsafe memories[place]?.start.deallocate() }
    }

    /// Gives room for a picture.
    ///
    /// - Parameters:
    ///   - format: A planar format, grey, or one of four bytes.
    ///   - size: The size in pixels.
    ///   - use: The step; the next picture for the same one takes its place.
    ///   - hasLuma: False where the luma lies elsewhere: then there is no first plane.
    /// - Returns: The picture, of which nothing is written.
    func picture(_ format: PixelFormat, _ size: PixelSize, for use: Use, hasLuma: Bool = true) -> Planes {
        var picture = unsafe Planes(format, size)
        // Rows begin where vectors like it.
        let stride = (size.width * (format.isWord ? 4 : 1) + 63) / 64 * 64
        let chroma = unsafe picture.chroma
        let chromaStride = format.isPlanar ? (Int(chroma.width) + 63) / 64 * 64 : 0
        let (first, other) = (hasLuma ? stride * size.height : 0, chromaStride * Int(chroma.height))
        let start = unsafe room(for: first + 2 * other, use)
        if hasLuma { unsafe picture.first = unsafe Plane(start, stride: stride) }
        if format.isPlanar {
            unsafe picture.second = unsafe Plane(start + first, stride: chromaStride)
            unsafe picture.third = unsafe Plane(start + first + other, stride: chromaStride)
        }
        return unsafe picture
    }

    private func room(for byteCount: Int, _ use: Use) -> UnsafeMutableRawPointer {
        if let memory = unsafe memories[use.rawValue], unsafe memory.count >= byteCount {
            return unsafe memory.start
        }
        unsafe memories[use.rawValue]?.start.deallocate()
        let start = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
        unsafe memories[use.rawValue] = unsafe (start, byteCount)
        return unsafe start
    }
}
