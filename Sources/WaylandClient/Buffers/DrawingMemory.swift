/// The memory of a ``Subsurface``'s next picture, while it is drawn.
///
/// A pixel is four bytes: blue, green, red, alpha (`WL_SHM_FORMAT_ARGB8888`, `CAIRO_FORMAT_ARGB32` on little-endian machines); the colours are multiplied
/// by alpha already.
@safe public struct DrawingMemory {
    /// The rows, ``stride`` bytes each; valid during the call alone.
    public let bytes: UnsafeMutableRawBufferPointer
    /// The size in pixels.
    public let size: SurfaceSize
    /// The number of bytes from one row to the next.
    public let stride: Int
    /// The size of the surface in logical units.
    public let logicalSize: SurfaceSize
    /// The number of pixels that make 120 logical units.
    public let scale120: Int
    /// True when the memory is all zero, which is transparent, and everything has to be drawn; else it holds the picture that is shown now, and what
    /// stays as it is need not be drawn.
    public let isBlank: Bool

    /// The rectangle of the whole picture, in pixels.
    public var bounds: SurfaceRectangle { SurfaceRectangle(size) }

    /// Fills a rectangle with one colour.
    ///
    /// - Parameters:
    ///   - rectangle: The rectangle in pixels; what is outside of the picture is left out.
    ///   - color: The pixel as a number: alpha in the highest eight bits, then red, green and blue, which are multiplied by alpha already.
    public func fill(_ rectangle: SurfaceRectangle, with color: UInt32) {
        guard let part = rectangle.clipped(to: size) else { return }
        for y in part.y..<part.y + part.height {
            for x in part.x..<part.x + part.width {
                unsafe bytes.storeBytes(
                    of: color.littleEndian, toByteOffset: y * stride + 4 * x, as: UInt32.self)
            }
        }
    }
}
