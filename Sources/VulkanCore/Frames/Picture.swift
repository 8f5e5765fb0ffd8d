package import Frames

/// What the textures hold: everything of a frame that matters once its samples are in textures.
package struct Picture: Equatable, Sendable {
    /// How the samples lie; of a compressed frame, how its decoded samples lie.
    package var format: PixelFormat
    /// How they lie in textures.
    package var arrangement: PlaneArrangement
    /// The size in pixels, before any turn.
    package var size: PixelSize
    /// What the samples mean as colours.
    package var color: ColorDescription
    /// A pixel's width divided by its height.
    package var sampleAspect: Rational
    /// The turn that brings it upright.
    package var rotation: Rotation
    /// Whether left and right are exchanged, after the turn.
    package var isMirrored: Bool

    /// Describes a frame whose samples lie in `format`; nil when that is compressed.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - format: The format of its samples, after decoding; nil for the frame's own.
    ///   - size: Its size after decoding; nil for the frame's own.
    init?(_ frame: Frame, format: PixelFormat? = nil, size: PixelSize? = nil) {
        let format = format ?? frame.layout.format
        guard let arrangement = PlaneArrangement(format) else { return nil }
        self.format = format
        self.arrangement = arrangement
        self.size = size ?? frame.layout.size
        color = frame.color
        sampleAspect = frame.sampleAspect
        rotation = frame.rotation
        isMirrored = frame.isMirrored
    }

    /// Bytes of a texel of a plane.
    package func texelBytes(of plane: Int) -> Int {
        // Texels of one byte carry formats whose elements are no texels.
        arrangement == .rgbBytes ? 1 : format.planes[plane].bytes
    }

    /// Describes a picture that is yet to come, upright, with square pixels.
    ///
    /// - Parameters:
    ///   - format: How its samples will lie; of JPEGs, what most cameras' JPEGs hold is assumed.
    ///   - size: Its size in pixels.
    ///   - color: What the samples will mean.
    package init(format: PixelFormat, size: PixelSize, color: ColorDescription) {
        let arrangement = PlaneArrangement(format)
        self.format = arrangement == nil ? .i422 : format
        self.arrangement = arrangement ?? .planar
        self.size = size
        self.color = color
        sampleAspect = Rational(1)
        rotation = .none
        isMirrored = false
    }

    /// Throws when the picture is empty or has more texels on a side than the device's textures.
    func checkSize(limit: Int) throws(FrameError) {
        let texture = arrangement.textureSize(elements: size)
        guard !size.isEmpty, max(texture.width, texture.height) <= limit else {
            throw .unsupportedSize(size, limit: limit)
        }
    }
}
