internal import Frames

/// A pixel format as V4L2 names it, in our terms.
struct V4L2PixelFormat: Equatable {
    let format: PixelFormat
    /// The number of memories of a buffer; with more than one, each plane has its own.
    let memories: Int

    /// Finds a format that we can show; nil for any other.
    init?(_ code: FourCC) {
        guard let found = V4L2PixelFormat.known[code] else { return nil }
        (format, memories) = found
    }

    /// Tells whether a native format of a device can be shown.
    static func isKnown(_ code: FourCC) -> Bool { known[code] != nil }

    private static let known: [FourCC: (PixelFormat, Int)] = [
        "NV12": (.nv12, 1), "NM12": (.nv12, 2),
        "YUYV": (.yuyv, 1), "UYVY": (.uyvy, 1),
        "YU12": (.i420, 1), "YM12": (.i420, 3),
        "422P": (.i422, 1), "YM16": (.i422, 3), "YM24": (.i444, 3),
        "GREY": (.grey, 1),
        "AR24": (.bgra, 1), "XR24": (.bgrx, 1), "AB24": (.rgba, 1), "RGB3": (.rgb24, 1),
        // The old name of XR24, whose fourth byte drivers fill as they like.
        "BGR4": (.bgrx, 1),
        "MJPG": (.mjpeg, 1), "JPEG": (.mjpeg, 1),
    ]
}
