/// The meaning of a picture's numbers as colours: five independent facts, as ITU-T H.273 separates them.
public struct ColorDescription: Hashable, Sendable, Codable {
    /// The mixture of red, green and blue in luma and colour differences.
    public enum Matrix: String, CaseIterable, Sendable, Codable {
        /// ITU-R BT.601.
        case bt601
        /// ITU-R BT.709.
        case bt709
        /// ITU-R BT.2020, non-constant luminance.
        case bt2020
        /// SMPTE ST 240.
        case smpte240m

        /// The luma weights of red and blue; green's is the rest to 1.
        public var weights: (red: Double, blue: Double) {
            switch self {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            case .smpte240m: (0.212, 0.087)
            }
        }
    }

    /// The codes that stand for black and white.
    public enum Range: String, CaseIterable, Sendable, Codable {
        /// Luma and RGB 16…235, colour differences 16…240.
        case limited
        /// 0…255.
        case full
    }

    /// The colours of the three primaries.
    public enum Primaries: String, CaseIterable, Sendable, Codable {
        /// BT.709 and sRGB.
        case bt709
        /// SMPTE 170M, BT.601 with 525 lines.
        case smpte170m
        /// BT.470 B/G, BT.601 with 625 lines.
        case bt470bg
        /// BT.470 M, NTSC of 1953.
        case bt470m
        /// SMPTE ST 240.
        case smpte240m
        /// BT.2020.
        case bt2020
        /// Adobe RGB (1998).
        case adobeRGB
        /// DCI-P3.
        case dciP3
    }

    /// The curve by which light became numbers.
    public enum Transfer: String, CaseIterable, Sendable, Codable {
        /// A camera's curve of BT.709, shared by BT.601 and BT.2020.
        case bt709
        /// The numbers of movies of BT.709, BT.601 and BT.2020, which screens show as they are (ITU-R BT.1886).
        case bt1886
        /// IEC 61966-2-1, sRGB.
        case srgb
        /// Adobe RGB (1998).
        case adobeRGB
        /// SMPTE ST 240.
        case smpte240m
        /// Proportional to light.
        case linear
        /// DCI-P3.
        case dciP3
        /// SMPTE ST 2084, PQ.
        case pq
        /// ITU-R BT.2100, HLG.
        case hlg
    }

    /// The place of a chroma sample among the pixels that share it.
    public enum ChromaSite: String, CaseIterable, Sendable, Codable {
        /// The middle of them all: as in JPEG (JFIF 1.02) and MPEG-1, and in V4L2's formats, whose documentation calls their samples
        /// interstitially sited.
        case center
        /// The first column, in the middle of the rows: as in MPEG-2, and in H.264 and H.265 that say nothing else.
        case left
        /// The first row, in the middle of the columns.
        case top
        /// The first pixel, as in most movies of BT.2020.
        case topLeft

        /// True when it lies in the first of the columns.
        public var isInFirstColumn: Bool { self == .left || self == .topLeft }
        /// True when it lies in the first of the rows.
        public var isInFirstRow: Bool { self == .top || self == .topLeft }
    }

    /// The mixture of red, green and blue; without meaning for RGB and grey pictures.
    public var matrix: Matrix
    /// The codes that stand for black and white.
    public var range: Range
    /// The colours of the primaries.
    public var primaries: Primaries
    /// The curve by which light became numbers.
    public var transfer: Transfer
    /// The place of chroma samples; without meaning where each pixel has its own.
    ///
    /// It counts where pixels lie between the picture's own. Drawn pixel for pixel, those that share a sample have the same chroma,
    /// wherever it lies.
    public var chromaSite: ChromaSite

    /// Makes a description.
    public init(
        matrix: Matrix, range: Range, primaries: Primaries = .bt709, transfer: Transfer = .bt1886,
        chromaSite: ChromaSite = .center
    ) {
        self.matrix = matrix
        self.range = range
        self.primaries = primaries
        self.transfer = transfer
        self.chromaSite = chromaSite
    }

    /// The meaning of a file that says nothing of colour: the matrix of BT.709 from 720 lines up, else of BT.601; limited, and full for
    /// RGB; the primaries of screens; chroma in the middle of its pixels.
    public static func assumed(for format: PixelFormat, height: Int) -> ColorDescription {
        switch format.model {
        case .rgb, .compressed: ColorDescription(matrix: .bt601, range: .full, transfer: .srgb)
        case .grey where format.coding?.kind == .depth: ColorDescription(matrix: .bt601, range: .full)
        case .yCbCr, .grey: ColorDescription(matrix: height >= 720 ? .bt709 : .bt601, range: .limited)
        }
    }
}
