internal import CGStreamer
internal import Frames

/// The form that a movie's pictures have from its first to its last.
struct OutputShape {
    /// The pictures' size.
    let size: PixelSize
    private let aspect: Rational
    /// The meaning of the pictures' samples.
    let color: ColorDescription
    private let format: PixelFormat
    private let hasColorNames: Bool
    /// The caps of red, green and blue before they are turned, as text; nil for others.
    let uprightCaps: String?

    /// Takes the shape of the first picture, as near as the encoder allows, in limited range: players expect no other.
    init(_ first: InputShape, for encoder: PictureEncoder) {
        let upright = (encoder.needsEvenSizes ? first.even : first).uprightSize
        let size = PixelSize(
            width: max(encoder.leastSide, upright.width), height: max(encoder.leastSide, upright.height))
        self.size = size
        aspect = first.uprightAspect
        var color = first.color
        if first.isRGB {
            color.matrix = ColorDescription.assumed(for: .nv12, height: size.height).matrix
        } else if color.range == .full {
            // videoconvert takes a short cut past the range unless the matrix changes, too.
            color.matrix = color.matrix == .bt709 ? .bt601 : .bt709
        }
        color.range = .limited
        self.color = color
        hasColorNames = encoder.hasColorNames
        // One format from the first picture to the last: an encoder that starts over breaks the file.
        format =
            encoder.formats.first { $0.gstreamer == first.format }
            ?? (first.isDeep && encoder.takesDeep ? encoder.deepFormat : nil) ?? encoder.formats.first
            ?? .i420
        // Else videoconvert, which makes of some what videoflip knows, gives them the range of the movie without a change, and 8 bits.
        uprightCaps =
            if !first.isRGB {
                nil
            } else if format == encoder.deepFormat {
                "video/x-raw,format=\(format.gstreamerName ?? ""),colorimetry=(string)\(color.caps(isRGB: false))"
            } else {
                "video/x-raw,colorimetry=(string)\(first.color.caps(isRGB: true))"
            }
    }

    /// The four facts about the colours, as text.
    var colors: String { color.caps(isRGB: false) }

    /// The place of chroma, as a part of caps: that of the first picture, else videoconvert makes one that it tells no encoder.
    private var site: String {
        let name = unsafe gst_video_chroma_site_to_string(color.chromaSite.gstreamer)
        defer { unsafe g_free(name) }
        return unsafe name.map { unsafe ",chroma-site=(string)\(String(cString: $0))" } ?? ""
    }

    /// The caps behind which the encoder stands, as text.
    var caps: String {
        // GStreamer has sets of these names.
        let colors = hasColorNames ? color.matrix.rawValue : colors
        return
            "video/x-raw,format=\(format.gstreamerName ?? format.name),width=\(size.width),height=\(size.height),"
            + "pixel-aspect-ratio=\(aspect.numerator)/\(aspect.denominator),colorimetry=(string)\(colors)"
            + site
    }
}

extension ColorDescription {
    /// The four facts, as caps have them.
    fileprivate func caps(isRGB: Bool) -> String {
        var color = gstreamer(isRGB: isRGB)
        let name = unsafe gst_video_colorimetry_to_string(&color)
        defer { unsafe g_free(name) }
        return unsafe name.map { unsafe String(cString: $0) } ?? matrix.rawValue
    }
}

extension InputShape {
    /// Makes the caps of pictures of this shape (`gst_video_info_to_caps`), with a reference for the caller.
    ///
    /// - Parameter rate: The number of pictures per second; nil where only timestamps tell.
    /// - Returns: The caps.
    func caps(rate: Rational?) -> UnsafeMutablePointer<GstCaps>? {
        var info = unsafe GstVideoInfo()
        unsafe gst_video_info_set_format(&info, format, UInt32(size.width), UInt32(size.height))
        unsafe info.colorimetry = color.gstreamer(isRGB: isRGB)
        if !isRGB { unsafe info.chroma_site = color.chromaSite.gstreamer }
        unsafe info.par_n = Int32(clamping: sampleAspect.numerator)
        unsafe info.par_d = Int32(clamping: sampleAspect.denominator)
        unsafe info.fps_n = Int32(clamping: rate?.numerator ?? 0)
        unsafe info.fps_d = Int32(clamping: rate?.denominator ?? 1)
        return unsafe gst_video_info_to_caps(&info)
    }
}
