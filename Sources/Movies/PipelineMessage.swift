internal import CGStreamer
internal import Frames
internal import Glibc

/// A message from a pipeline.
enum PipelineMessage {
    /// Everything has reached the end.
    case end
    /// The pipeline cannot go on.
    case error(PipelineFault)
    /// Something is wrong, but the pipeline goes on.
    case warning(PipelineFault)
    /// The turn of the pictures that follow.
    case turn(Orientation)
    /// Nothing installed can decode a stream that may hold pictures; the words name what could.
    case missing(String)

    /// Reads a message; nil when it has no meaning for us.
    init?(_ message: UnsafeMutablePointer<GstMessage>) {
        switch unsafe message.pointee.type {
        case GST_MESSAGE_EOS: self = .end
        case GST_MESSAGE_ERROR: self = .error(unsafe PipelineFault(message, gst_message_parse_error))
        case GST_MESSAGE_WARNING: self = .warning(unsafe PipelineFault(message, gst_message_parse_warning))
        case GST_MESSAGE_TAG:
            guard let turn = unsafe Self.orientation(message) else { return nil }
            self = .turn(turn)
        case GST_MESSAGE_ELEMENT:
            guard let name = unsafe Self.missingFormat(message) else { return nil }
            self = .missing(name)
        default: return nil
        }
    }

    private static func orientation(_ message: UnsafeMutablePointer<GstMessage>) -> Orientation? {
        var list: UnsafeMutablePointer<GstTagList>?
        unsafe gst_message_parse_tag(message, &list)
        guard let found = unsafe list else { return nil }
        defer { unsafe gst_tag_list_unref(found) }
        var method = GST_VIDEO_ORIENTATION_IDENTITY
        guard unsafe gst_video_orientation_from_tag(found, &method) != 0 else { return nil }
        return Orientation(method)
    }

    /// Kinds of files beside `video/…` and `image/…` that may hold pictures.
    private static let containers: Set = [
        "application/ogg", "application/mxf", "application/x-3gp", "application/vnd.rn-realmedia",
    ]

    /// Reads the missing part from a message of GStreamer's helper library, which has it as a field.
    ///
    /// - Returns: Its name; nil where it is one for sound, or for text.
    private static func missingFormat(_ message: UnsafeMutablePointer<GstMessage>) -> String? {
        guard let structure = unsafe gst_message_get_structure(message),
            unsafe gst_structure_has_name(structure, "missing-plugin") != 0
        else { return nil }
        let format = unsafe gst_movie_missing_format(structure).map { unsafe String(cString: $0) } ?? "video/"
        guard format.hasPrefix("video/") || format.hasPrefix("image/") || containers.contains(format) else {
            return nil
        }
        return unsafe gst_structure_get_string(structure, "name").map { unsafe GStreamer.words($0) }
    }
}

/// An error or a warning of a pipeline.
struct PipelineFault {
    /// The kind of a fault in GStreamer's two tables of errors, as far as it matters.
    enum Kind {
        case noSpace, notFound, notPermitted, wrongType, missingCodec, damaged, other
    }

    let kind: Kind
    /// GStreamer's words, on one line and without the period.
    let words: String

    typealias Parse = (
        UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Void

    init(_ message: UnsafeMutablePointer<GstMessage>, _ parse: Parse) {
        var error: UnsafeMutablePointer<GError>?
        var details: UnsafeMutablePointer<CChar>?
        unsafe parse(message, &error, &details)
        defer {
            unsafe g_clear_error(&error)
            unsafe g_free(details)
        }
        if let error = unsafe error {
            let isOfWriting = unsafe g_error_matches(
                error, gst_resource_error_quark(), gint(GST_RESOURCE_ERROR_WRITE.rawValue))
            // Only the last line for developers has the system's reason.
            let reason = unsafe isOfWriting != 0 ? details.flatMap { unsafe strrchr($0, 10) } : nil
            words = unsafe GStreamer.words(reason ?? error.pointee.message)
            kind = Self.kind(domain: unsafe error.pointee.domain, code: unsafe error.pointee.code)
        } else {
            words = unsafe GStreamer.words(nil)
            kind = .other
        }
    }

    private static func kind(domain: GQuark, code: Int32) -> Kind {
        if domain == gst_resource_error_quark() {
            switch GstResourceError(rawValue: .init(truncatingIfNeeded: code)) {
            case GST_RESOURCE_ERROR_NO_SPACE_LEFT: return .noSpace
            case GST_RESOURCE_ERROR_NOT_FOUND: return .notFound
            case GST_RESOURCE_ERROR_NOT_AUTHORIZED: return .notPermitted
            default: return .other
            }
        }
        if domain == gst_core_error_quark() {
            return code == GST_CORE_ERROR_MISSING_PLUGIN.rawValue ? .missingCodec : .other
        }
        guard domain == gst_stream_error_quark() else { return .other }
        switch GstStreamError(rawValue: .init(truncatingIfNeeded: code)) {
        case GST_STREAM_ERROR_TYPE_NOT_FOUND, GST_STREAM_ERROR_WRONG_TYPE: return .wrongType
        case GST_STREAM_ERROR_CODEC_NOT_FOUND: return .missingCodec
        case GST_STREAM_ERROR_DECODE, GST_STREAM_ERROR_DEMUX: return .damaged
        default: return .other
        }
    }
}
