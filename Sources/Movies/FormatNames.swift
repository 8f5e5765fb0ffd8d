internal import CGStreamer
internal import Frames

extension PixelFormat {
    /// The name of the format in GStreamer; nil for one that it does not have.
    var gstreamer: GstVideoFormat? {
        gstreamerName.flatMap { name in
            let format = unsafe gst_video_format_from_string(name)
            return format == GST_VIDEO_FORMAT_UNKNOWN ? nil : format
        }
    }

    /// Finds the format with this name in GStreamer; nil for one that we do not have.
    init?(_ format: GstVideoFormat) {
        guard let found = PixelFormat.allCases.first(where: { $0.gstreamer == format }) else { return nil }
        self = found
    }

    /// The names of the formats that decoders shall give, as caps name them, those of most codecs first: planes, then what is packed.
    ///
    /// Samples are bytes, or words of 10 bits and more.
    static var allInCaps: String {
        allCases.filter { format in
            format.gstreamer != nil
                && format.samples?.channels.allSatisfy {
                    $0.word == 8 && $0.bits == 8 || $0.word == 16 && $0.bits >= 10 && !$0.isBigEndian
                } == true
        }.sorted { $0.planes.count > $1.planes.count }
            .compactMap(\.gstreamerName).joined(separator: ",")
    }
}
