internal import CV4L2
internal import Frames

/// A pixel format as V4L2 names it, in our terms.
struct V4L2PixelFormat: Equatable {
    let format: PixelFormat
    /// The number of memories of a buffer; with more than one, each plane has its own.
    let memories: Int

    /// Finds a format that we can show; nil for any other.
    ///
    /// - Parameters:
    ///   - code: V4L2's code.
    ///   - encoding: The number of hues of a circle as V4L2 says it beside the code (`hsv_enc`): 180, or 256.
    init?(_ code: FourCC, encoding: UInt32 = 0) {
        guard let found = V4L2PixelFormat.known[code] else { return nil }
        let other =
            encoding == V4L2_HSV_ENC_256.rawValue ? PixelFormat(rawValue: "\(found.0)-256") : nil
        (format, memories) = (other ?? found.0, found.1)
    }

    /// Tells whether a native format of a device can be shown.
    static func isKnown(_ code: FourCC) -> Bool { known[code] != nil }

    private static let known = PixelFormat.allCases.reduce(into: [FourCC: (PixelFormat, Int)]()) {
        known, format in
        for code in format.codes { known[code] = (format, 1) }
        if let code = format.separateCode { known[code] = (format, format.planes.count) }
    }
}
