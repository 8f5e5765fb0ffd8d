package import Frames

/// The facts of a picture: everything of a frame that matters once its samples are where the device reads them.
package struct Picture: Equatable, Sendable {
    /// The format of the samples; of a compressed frame, that of its decoded samples.
    package let format: PixelFormat
    /// True when a fast way reads the samples; see `PixelFormat.hasPattern`.
    package var hasPattern: Bool
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

    /// Describes a frame whose samples lie in `format`; nil when that has none.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - format: The format of its samples, after decoding; nil for the frame's own.
    ///   - size: Its size after decoding; nil for the frame's own.
    init?(_ frame: Frame, format: PixelFormat? = nil, size: PixelSize? = nil) {
        let format = format ?? frame.layout.format
        guard format.samples != nil else { return nil }
        self.format = format
        hasPattern = format.hasPattern
        self.size = size ?? frame.layout.size
        color = frame.color
        sampleAspect = frame.sampleAspect
        rotation = frame.rotation
        isMirrored = frame.isMirrored
    }

    /// Describes a picture that is yet to come, upright, with square pixels.
    ///
    /// - Parameters:
    ///   - format: The format of its samples; of one that has none, that of the decoded ones, or of most cameras' JPEGs.
    ///   - size: Its size in pixels.
    ///   - color: The meaning of its samples.
    package init(format: PixelFormat, size: PixelSize, color: ColorDescription) {
        self.format = format.samples != nil ? format : format.coding?.decoded ?? .i422
        hasPattern = self.format.hasPattern
        self.size = size
        self.color = color
        sampleAspect = Rational(1)
        rotation = .none
        isMirrored = false
    }

    /// True when samples have more than 8 bits.
    package var isDeep: Bool { format.isDeep }

    /// Checks that the picture is not empty and is no larger than what the device reads.
    ///
    /// - Parameter bounds: The bounds of what it reads.
    /// - Throws: ``FrameError/unsupportedSize(_:limit:)``, ``FrameError/tooManyBytes(_:limit:)``.
    func checkSize(_ bounds: PictureBounds) throws(FrameError) {
        guard !size.isEmpty, max(size.width, size.height) <= bounds.side else {
            throw .unsupportedSize(size, limit: bounds.side)
        }
        // No pixel has more bytes than one element of each plane; most pictures need no closer look.
        let pixelBytes = format.planes.reduce(0) { $0 + $1.bytes }
        guard size.width * size.height > bounds.bytes / pixelBytes else { return }
        guard StagingLayout(format: format, size: size).byteCount <= bounds.bytes else {
            throw .tooManyBytes(size, limit: bounds.bytes)
        }
    }
}
