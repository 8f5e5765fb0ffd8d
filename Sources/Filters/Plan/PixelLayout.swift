/// How the pixels of a picture between kernels lie in a buffer; rows are tight, the upper one first.
package enum PixelLayout: Int, Hashable, Sendable {
    /// Red, green, blue, alpha, a byte each, red lowest; alpha is straight.
    case rgba8
    /// Four floats of 16 bits.
    case half

    /// Bytes of a pixel.
    package var byteCount: Int { self == .rgba8 ? 4 : 8 }
}
