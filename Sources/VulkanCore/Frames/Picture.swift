package import Frames

/// The facts of a picture: everything of a frame that matters once its samples are where the device reads them.
package struct Picture: Equatable, Sendable {
    /// The format of the samples; of a compressed frame, that of its decoded samples.
    package var format: PixelFormat
    /// The arrangement of the samples in textures.
    package var arrangement: PlaneArrangement { PlaneArrangement(format) ?? .planar }
    /// The size in pixels, before any turn.
    package var size: PixelSize
    /// The meaning of the samples as colours.
    package var color: ColorDescription
    /// A pixel's width divided by its height.
    package var sampleAspect: Rational
    /// The turn that brings the picture upright.
    package var rotation: Rotation
    /// True when left and right are exchanged, after the turn.
    package var isMirrored: Bool
    /// The turn of the frame that the samples have been through already, by filters.
    package var appliedRotation = Rotation.none
    /// True when filters have mirrored the samples, after that turn.
    package var wasMirroringApplied = false

    /// Describes a frame whose samples lie in `format`; nil when that is compressed.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - format: The format of its samples, after decoding; nil for the frame's own.
    ///   - size: Its size after decoding; nil for the frame's own.
    init?(_ frame: Frame, format: PixelFormat? = nil, size: PixelSize? = nil) {
        let format = format ?? frame.layout.format
        guard PlaneArrangement(format) != nil else { return nil }
        self.format = format
        self.size = size ?? frame.layout.size
        color = frame.color
        sampleAspect = frame.sampleAspect
        rotation = frame.rotation
        isMirrored = frame.isMirrored
    }

    /// Gives the number of bytes of a plane's texel.
    package func texelBytes(of plane: Int) -> Int {
        // Texels of one byte carry formats whose elements are no texels.
        arrangement == .rgbBytes ? 1 : format.planes[plane].bytes
    }

    /// Describes a picture that is yet to come, upright, with square pixels.
    ///
    /// - Parameters:
    ///   - format: The format of its samples; of JPEGs, that of most cameras' JPEGs is assumed.
    ///   - size: Its size in pixels.
    ///   - color: The meaning of its samples.
    package init(format: PixelFormat, size: PixelSize, color: ColorDescription) {
        self.format = PlaneArrangement(format) == nil ? .i422 : format
        self.size = size
        self.color = color
        sampleAspect = Rational(1)
        rotation = .none
        isMirrored = false
    }

    /// Checks that the picture is not empty and is no larger than what the device reads.
    ///
    /// - Parameter bounds: The bounds of what it reads.
    /// - Throws: ``FrameError/unsupportedSize(_:limit:)``, ``FrameError/tooManyBytes(_:limit:)``.
    func checkSize(_ bounds: PictureBounds) throws(FrameError) {
        guard !size.isEmpty, max(size.width, size.height) <= bounds.side else {
            throw .unsupportedSize(size, limit: bounds.side)
        }
        // No format has more than four bytes a pixel; most pictures need no closer look.
        guard size.width * size.height > bounds.bytes / 4 else { return }
        guard StagingLayout(format: format, size: size).byteCount <= bounds.bytes else {
            throw .tooManyBytes(size, limit: bounds.bytes)
        }
    }
}
