internal import CGStreamer
internal import Frames

/// The caps of a stream of pictures, read once for all pictures that have them.
@safe struct PictureCaps {
    /// The facts for mapping pictures.
    var info: GstVideoInfo
    let format: PixelFormat
    /// Held, since an address that was given back may soon be that of other caps.
    private let caps: HeldCaps

    /// Reads caps (`gst_video_info_from_caps`); nil when these are no pictures of ours.
    ///
    /// - Parameters:
    ///   - caps: Kept, to be compared with by ``isSame(_:)``.
    ///   - file: The colours that the file tells; they are believed before those of the caps.
    init?(_ caps: UnsafeMutablePointer<GstCaps>, file: CodedColor? = nil) {
        var info = unsafe GstVideoInfo()
        guard unsafe gst_video_info_from_caps(&info, caps) != 0,
            let format = unsafe PixelFormat(info.finfo.pointee.format), unsafe info.width > 0,
            unsafe info.height > 0
        else { return nil }
        // What lacks a matrix is replaced by a usual set there, with what is known of it.
        var told = GstVideoColorimetry()
        unsafe _ = gst_movie_colors(caps, &told)
        unsafe info.colorimetry = file?.gstreamer ?? told
        unsafe gst_movie_fill(&info.colorimetry, &told)
        unsafe info.chroma_site = gst_movie_chroma_site(caps)
        unsafe self.info = unsafe info
        self.format = format
        self.caps = unsafe HeldCaps(caps)
    }

    /// Tells whether a picture has the caps that were read last.
    func isSame(_ other: UnsafeMutablePointer<GstCaps>) -> Bool { unsafe other == caps.pointer }

    /// Makes the track that the caps describe, with the turn that the file's tags tell.
    func track(turn: Orientation) -> MovieTrack {
        let (width, height) = unsafe (Int(info.width), Int(info.height))
        let (rate, seconds) = unsafe (Int(info.fps_n), Int(info.fps_d))
        let (across, down) = unsafe (Int(info.par_n), Int(info.par_d))
        let color = unsafe ColorDescription(
            info.colorimetry, chroma: info.chroma_site, format: format, height: height)
        return MovieTrack(
            format: format, size: PixelSize(width: width, height: height),
            rate: rate > 0 && seconds > 0 ? Rational(rate, seconds) : nil, color: color,
            sampleAspect: across > 0 && down > 0 ? Rational(across, down).asPixelShape : Rational(1),
            rotation: turn.rotation, isMirrored: turn.isMirrored,
            isInterlaced: unsafe info.interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE)
    }
}

/// A reference to caps (`gst_caps_ref`).
@safe private final class HeldCaps {
    let pointer: UnsafeMutablePointer<GstCaps>

    init(_ pointer: UnsafeMutablePointer<GstCaps>) { unsafe self.pointer = gst_caps_ref(pointer) }

    deinit { unsafe gst_caps_unref(pointer) }
}
