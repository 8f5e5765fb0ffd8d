internal import CGStreamer
internal import Frames

/// A picture on its way into a movie.
struct MovieInput: Sendable {
    /// The place of its bytes.
    enum Samples: Sendable {
        /// A frame, which the encoder reads where it lies.
        case frame(Frame)
        /// A copy: red, green, blue, alpha bytes, or blue, green, red, alpha.
        case copy(PixelCopy, isRGBA: Bool, PixelSize, stride: Int)
    }

    /// The picture's bytes.
    var samples: Samples
    /// The moment at which it is to be shown, in nanoseconds from the movie's beginning.
    let position: Int64
    /// The time for which it is to be shown, in nanoseconds, as far as that is known now.
    let duration: Int64

    /// The bytes that it keeps while it waits.
    var byteCount: Int {
        switch samples {
        case .frame(let frame): frame.buffer.byteCount
        case .copy(_, _, let size, let stride): MovieWriter.byteCount(of: size, stride: stride)
        }
    }
}

/// The kind of a picture; pictures with the same shape go through a pipeline one after the other.
struct InputShape: Equatable {
    /// The arrangement of the samples.
    let format: GstVideoFormat
    /// The size, before the turn.
    var size: PixelSize
    /// The meaning of the numbers.
    let color: ColorDescription
    /// True when they are red, green and blue.
    let isRGB: Bool
    /// A pixel's width divided by its height.
    let sampleAspect: Rational
    /// The turn and mirroring that bring it upright.
    let orientation: Orientation

    /// Finds the shape of a picture; nil for those that must be decoded first.
    init?(_ samples: MovieInput.Samples) {
        switch samples {
        case .frame(let frame):
            guard let format = frame.layout.format.gstreamer else { return nil }
            self.format = format
            size = frame.layout.size
            color = frame.color
            isRGB = frame.layout.format.model == .rgb
            sampleAspect = frame.sampleAspect
            orientation = Orientation(rotation: frame.rotation, isMirrored: frame.isMirrored)
        case .copy(_, let isRGBA, let size, _):
            format = isRGBA ? GST_VIDEO_FORMAT_RGBx : GST_VIDEO_FORMAT_BGRx
            self.size = size
            color = ColorDescription(matrix: .bt709, range: .full, transfer: .srgb)
            isRGB = true
            sampleAspect = Rational(1)
            orientation = Orientation()
        }
    }

    /// True when samples have more than 8 bits.
    var isDeep: Bool { PixelFormat(format)?.isDeep == true }

    /// The upright size.
    var uprightSize: PixelSize {
        orientation.rotation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// A pixel's shape in the upright picture.
    var uprightAspect: Rational {
        orientation.rotation.swapsSides ? sampleAspect.reciprocal ?? Rational(1) : sampleAspect
    }

    /// The shape without the last column and row where the width or height is odd.
    var even: InputShape {
        var shape = self
        shape.size.width -= size.width > 1 ? size.width % 2 : 0
        shape.size.height -= size.height > 1 ? size.height % 2 : 0
        return shape
    }
}
