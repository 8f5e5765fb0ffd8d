internal import CGStreamer
internal import Frames

extension PixelFormat {
    /// The name of the format in GStreamer; nil for one that it does not have.
    var gstreamer: GstVideoFormat? {
        switch self {
        case .nv12: GST_VIDEO_FORMAT_NV12
        case .yuyv: GST_VIDEO_FORMAT_YUY2
        case .uyvy: GST_VIDEO_FORMAT_UYVY
        case .i420: GST_VIDEO_FORMAT_I420
        case .i422: GST_VIDEO_FORMAT_Y42B
        case .i444: GST_VIDEO_FORMAT_Y444
        case .i411: GST_VIDEO_FORMAT_Y41B
        case .grey: GST_VIDEO_FORMAT_GRAY8
        case .bgra: GST_VIDEO_FORMAT_BGRA
        case .bgrx: GST_VIDEO_FORMAT_BGRx
        case .rgba: GST_VIDEO_FORMAT_RGBA
        case .rgb24: GST_VIDEO_FORMAT_RGB
        case .i440, .mjpeg: nil
        }
    }

    /// Finds the format with this name in GStreamer; nil for one that we do not have.
    init?(_ format: GstVideoFormat) {
        guard let found = PixelFormat.allCases.first(where: { $0.gstreamer == format }) else { return nil }
        self = found
    }

    /// The names of all formats that GStreamer has, as caps name them, those of most codecs first.
    static var allInCaps: String {
        let named: [PixelFormat] = [
            .i420, .nv12, .i422, .i444, .yuyv, .uyvy, .i411, .grey, .bgrx, .bgra, .rgba, .rgb24,
        ]
        return named.compactMap(\.gstreamer).map { unsafe String(cString: gst_video_format_to_string($0)) }
            .joined(separator: ",")
    }
}
