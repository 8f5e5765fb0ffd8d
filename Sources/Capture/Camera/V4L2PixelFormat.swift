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

    private static let known = PixelFormat.allCases.reduce(into: [FourCC: (PixelFormat, Int)]()) {
        known, format in
        for code in format.codes { known[code] = (format, 1) }
        if let code = format.separateCode { known[code] = (format, format.planes.count) }
    }
}
