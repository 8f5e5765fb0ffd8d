package import Frames

/// The pattern of a format's row, by which fast ways are chosen.
package enum PlaneArrangement: Sendable {
    /// A plane of luma; one of Cb and Cr together.
    case semiPlanar
    /// A plane of luma; one of Cb; one of Cr.
    case planar
    /// Two pixels in four bytes, luma first.
    case yuyv
    /// Two pixels in four bytes, chroma first.
    case uyvy
    /// A plane of luma alone.
    case grey
    /// Four bytes, of which blue, green and red are the first.
    case color
    /// Red, green and blue in three bytes.
    case rgbBytes
    /// Four bytes, of which red, green and blue are the first.
    case redFirst
    /// No pattern: the general ways read the row itself.
    case other

    /// The patterns: all samples are bytes; of each channel the plane, the bytes from one to the next, and those before the first.
    private static let patterns:
        [(arrangement: PlaneArrangement, model: PixelFormat.Model, places: [[Int]])] = [
            (.semiPlanar, .yCbCr, [[0, 1, 0], [1, 2, 0], [1, 2, 1]]),
            (.planar, .yCbCr, [[0, 1, 0], [1, 1, 0], [2, 1, 0]]),
            (.yuyv, .yCbCr, [[0, 2, 0], [0, 4, 1], [0, 4, 3]]),
            (.uyvy, .yCbCr, [[0, 2, 1], [0, 4, 0], [0, 4, 2]]),
            (.grey, .grey, [[0, 1, 0]]),
            (.color, .rgb, [[0, 4, 2], [0, 4, 1], [0, 4, 0]]),
            (.rgbBytes, .rgb, [[0, 3, 0], [0, 3, 1], [0, 3, 2]]),
            (.redFirst, .rgb, [[0, 4, 0], [0, 4, 1], [0, 4, 2]]),
        ]

    private static let known = PixelFormat.allCases.reduce(into: [PixelFormat: PlaneArrangement]()) {
        $0[$1] = $1.samples.map { [model = $1.model] in PlaneArrangement($0, model) }
    }

    /// Finds the pattern of a format; nil for compressed ones.
    ///
    /// Looked up, since it is asked for with each frame.
    package init?(_ format: PixelFormat) {
        guard let known = Self.known[format] else { return nil }
        self = known
    }

    /// Finds the pattern of a row; alpha may be anywhere, since it is not drawn.
    private init(_ samples: SampleLayout, _ model: PixelFormat.Model) {
        let channels = samples.channels.prefix(3)
        let places = channels.map { [$0.plane, $0.step / 8, $0.offset / 8] }
        let areBytes = channels.allSatisfy {
            $0.word == 8 && $0.bits == 8 && $0.step % 8 == 0 && $0.offset % 8 == 0
        }
        let found = Self.patterns.first { $0.model == model && $0.places == places }
        self = areBytes ? found?.arrangement ?? .other : .other
    }

    /// True when the second and third channel are colour differences.
    package var hasChroma: Bool { [.semiPlanar, .planar, .yuyv, .uyvy].contains(self) }
}
