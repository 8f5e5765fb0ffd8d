internal import Frames

/// An encoder of rows of R'G'B' pixels to the samples of a frame's planes.
///
/// The equations are those of ITU-R BT.601, BT.709, BT.2020 and SMPTE 240M with the weights of
/// ``ColorDescription/Matrix``; colour differences are centred at the middle code in both ranges. Every row of the
/// picture is taken to equal its neighbour.
struct RowEncoder {
    struct Sample {
        var luma = 0.0
        var blue = 0.0
        var red = 0.0
    }

    private let channels: [SampleLayout.Channel]
    private let coding: SampleCoding?
    let planes: [PlaneFormat]
    private let isRGB: Bool
    let color: ColorDescription
    private(set) var samples: [Sample]
    /// One row of each plane, as bytes; two of a mosaic.
    var rows: [[UInt8]]

    init(format: PixelFormat, width: Int, color: ColorDescription) {
        self.init(
            format.samples?.channels ?? [], coding: format.coding, in: format.planes,
            isRGB: format.model == .rgb, width: width, color: color)
        if case .mosaic? = format.coding?.kind { rows += rows }
    }

    init(
        _ channels: [SampleLayout.Channel], coding: SampleCoding? = nil, in planes: [PlaneFormat],
        isRGB: Bool, width: Int, color: ColorDescription
    ) {
        (self.channels, self.coding, self.planes) = (channels, coding, planes)
        (self.isRGB, self.color) = (isRGB, color)
        let size = PixelSize(width: width, height: 1)
        samples = [Sample](repeating: Sample(), count: isRGB ? 0 : width)
        // Beside colours, what belongs to no channel is as an opaque alpha; the rest of a word is zero.
        rows = planes.map { [UInt8](repeating: isRGB ? 255 : 0, count: $0.size(of: size).width * $0.bytes) }
    }

    /// The row of a plane with this number.
    func row(_ line: Int, of plane: Int) -> [UInt8] { rows[rows.count > planes.count ? line % 2 : plane] }

    /// Encodes one row into ``rows``.
    ///
    /// - Parameter pixels: The row; as many pixels as the picture is wide.
    mutating func encode(_ pixels: [RGBColor]) {
        if !isRGB { mixSamples(pixels) }
        if let coding { return encode(pixels, as: coding) }
        let (color, samples, isRGB) = (color, samples, isRGB)
        for (place, channel) in channels.enumerated() {
            let codes = Codes(range: color.range, bits: channel.bits)
            write(channel) { x in
                if isRGB { return codes.rgb(pixels[x], place) }
                // The last element may have room for more pixels than the row has.
                let first = min(x << channel.columnShift, samples.count - 1)
                guard place > 0 else { return codes.luma(samples[first].luma) }
                let group = samples[first..<min(first + 1 << channel.columnShift, samples.count)]
                let sum = group.reduce(0) { $0 + (place == 1 ? $1.blue : $1.red) }
                return codes.chroma(sum / Double(group.count))
            }
        }
    }

    /// Writes the codes of a channel, each at its place in its word.
    private mutating func write(_ channel: SampleLayout.Channel, _ code: (Int) -> Double) {
        let most = (1 << channel.bits) - 1
        for x in 0..<rows[channel.plane].count * 8 / channel.step {
            let from = channel.first + x * channel.step
            let bytes = from / 8..<(from + channel.bits + 7) / 8
            let isBigEndian = channel.isBigEndian
            let shift = isBigEndian ? 8 * bytes.upperBound - from - channel.bits : from % 8
            let code = Int(min(Double(most), max(0, code(x).rounded()))) << shift
            for byte in bytes {
                let down = 8 * (isBigEndian ? bytes.upperBound - 1 - byte : byte - bytes.lowerBound)
                let mask = UInt8(truncatingIfNeeded: (most << shift) >> down)
                rows[channel.plane][byte] =
                    rows[channel.plane][byte] & ~mask | UInt8(truncatingIfNeeded: code >> down) & mask
            }
        }
    }

    private mutating func mixSamples(_ pixels: [RGBColor]) {
        let (red, blue) = color.matrix.weights
        for (x, pixel) in pixels.enumerated() {
            let (r, g, b) = (Double(pixel.red) / 255, Double(pixel.green) / 255, Double(pixel.blue) / 255)
            let luma = red * r + (1 - red - blue) * g + blue * b
            samples[x] = Sample(
                luma: luma, blue: (b - luma) / (2 - 2 * blue), red: (r - luma) / (2 - 2 * red))
        }
    }

    /// The codes of a number of bits.
    struct Codes {
        let range: ColorDescription.Range
        let bits: Int
        private var most: Double { Double(1 << bits - 1) }
        private var unit: Double { Double(1 << bits) / 256 }

        func luma(_ value: Double) -> Double { range == .full ? most * value : (16 + 219 * value) * unit }

        func chroma(_ value: Double) -> Double { 128 * unit + (range == .full ? most : 224 * unit) * value }

        /// The code of red, green, blue or alpha.
        func rgb(_ pixel: RGBColor, _ channel: Int) -> Double {
            switch channel {
            case 0: luma(Double(pixel.red) / 255)
            case 1: luma(Double(pixel.green) / 255)
            case 2: luma(Double(pixel.blue) / 255)
            default: most
            }
        }
    }
}
