internal import CGStreamer
internal import Frames

/// The turn of a picture, and the exchange of left and right after it.
struct Orientation: Equatable {
    var rotation = Rotation.none
    var isMirrored = false

    /// The words of `GST_TAG_IMAGE_ORIENTATION`, which mirror before they turn.
    var tag: String {
        guard isMirrored else { return "rotate-\(rotation.rawValue)" }
        return "flip-rotate-\((360 - rotation.rawValue) % 360)"
    }
}

extension Orientation {
    /// Reads GStreamer's number for one of the eight orientations.
    init(_ method: GstVideoOrientationMethod) {
        self.init()
        switch method {
        case GST_VIDEO_ORIENTATION_90R: rotation = .clockwise90
        case GST_VIDEO_ORIENTATION_180: rotation = .half
        case GST_VIDEO_ORIENTATION_90L: rotation = .clockwise270
        case GST_VIDEO_ORIENTATION_HORIZ: isMirrored = true
        case GST_VIDEO_ORIENTATION_VERT: (rotation, isMirrored) = (.half, true)
        case GST_VIDEO_ORIENTATION_UL_LR: (rotation, isMirrored) = (.clockwise90, true)
        case GST_VIDEO_ORIENTATION_UR_LL: (rotation, isMirrored) = (.clockwise270, true)
        default: break
        }
    }
}
