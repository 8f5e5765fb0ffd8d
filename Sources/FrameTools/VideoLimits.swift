public import Frames

/// The largest picture and the highest rate that a consumer takes, an encoder for example.
public struct VideoLimits: Hashable, Sendable {
    /// The shape of landscape pictures, as any size of that shape; nil for the source's own.
    public var landscapeShape: PixelSize?
    /// The shape of portrait pictures; nil for the source's own.
    public var portraitShape: PixelSize?
    /// The number of pixels that no picture exceeds; nil for any.
    public var mostPixels: Int?
    /// The number of pixels that pictures come nearest to; nil for ``mostPixels``.
    public var wishedPixels: Int?
    /// The number of frames per second that is not exceeded; nil for any.
    public var rate: Rational?
    /// The number of pixels of which both sides are multiples; many encoders want 2.
    public var alignment: Int

    /// Makes limits.
    public init(
        landscapeShape: PixelSize? = nil, portraitShape: PixelSize? = nil, mostPixels: Int? = nil,
        wishedPixels: Int? = nil, rate: Rational? = nil, alignment: Int = 1
    ) {
        self.landscapeShape = landscapeShape
        self.portraitShape = portraitShape
        self.mostPixels = mostPixels
        self.wishedPixels = wishedPixels
        self.rate = rate
        self.alignment = alignment
    }

    /// Makes limits of one size, of which portrait pictures get the turned one.
    ///
    /// - Parameters:
    ///   - size: The shape, and with it the number of pixels, that no picture exceeds.
    ///   - rate: The number of frames per second that is not exceeded; nil for any.
    ///   - alignment: The number of pixels of which both sides are multiples.
    public init(size: PixelSize, rate: Rational? = nil, alignment: Int = 1) {
        let wide = size.width >= size.height ? size : size.turned
        let pixels = size.width.multipliedReportingOverflow(by: size.height)
        self.init(
            landscapeShape: wide, portraitShape: wide.turned,
            mostPixels: size.isEmpty ? 0 : pixels.overflow ? .max : pixels.partialValue, rate: rate,
            alignment: alignment)
    }

    /// Checks that each limit leaves something.
    func check() throws(FrameToolError) {
        if landscapeShape?.isEmpty == true { throw .limit("shape of landscape pictures") }
        if portraitShape?.isEmpty == true { throw .limit("shape of portrait pictures") }
        if let mostPixels, mostPixels <= 0 { throw .limit("largest number of pixels") }
        if let wishedPixels, wishedPixels <= 0 { throw .limit("wished number of pixels") }
        if let rate, rate <= Rational(0) { throw .limit("frame rate") }
        if alignment <= 0 { throw .limit("alignment") }
    }

    /// The shape that pictures of a size are cropped to; nil for their own.
    func shape(for picture: PixelSize) -> PixelSize? {
        picture.width >= picture.height ? landscapeShape : portraitShape
    }
}
