internal import Frames

/// An encoder of rows of R'G'B' pixels to the samples of a frame's planes.
///
/// The equations are those of ITU-R BT.601, BT.709, BT.2020 and SMPTE 240M with the weights of
/// ``ColorDescription/Matrix``; colour differences are centred at 128 in both ranges. Every row of the
/// picture is taken to equal its neighbour.
struct RowEncoder {
    private struct Sample {
        var luma = 0.0
        var blue = 0.0
        var red = 0.0
    }

    private let format: PixelFormat
    private let color: ColorDescription
    private var samples: [Sample]
    /// One row of each plane, as bytes.
    private(set) var rows: [[UInt8]]

    init(format: PixelFormat, width: Int, color: ColorDescription) {
        self.format = format
        self.color = color
        let size = PixelSize(width: width, height: 1)
        samples = [Sample](repeating: Sample(), count: format.model == .rgb ? 0 : width)
        rows = format.planes.map { [UInt8](repeating: 0, count: $0.size(of: size).width * $0.bytes) }
    }

    /// Encodes one row into ``rows``.
    ///
    /// - Parameter pixels: The row; as many pixels as the picture is wide.
    mutating func encode(_ pixels: [RGBColor]) {
        switch format {
        case .bgra, .bgrx, .rgba, .rgb24: encodeRGB(pixels)
        case .mjpeg: break
        case .yuyv, .uyvy:
            mixSamples(pixels)
            encodePacked(lumaFirst: format == .yuyv)
        case .nv12, .i420, .i422, .i444, .i440, .i411, .grey:
            mixSamples(pixels)
            for (x, sample) in samples.enumerated() { rows[0][x] = lumaCode(sample.luma) }
            if format.model == .yCbCr { encodeChroma(columns: format.planes[1].columns) }
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

    private mutating func encodeRGB(_ pixels: [RGBColor]) {
        let bytes = format.planes[0].bytes
        let isRedFirst = format == .rgb24 || format == .rgba
        for (x, pixel) in pixels.enumerated() {
            rows[0][x * bytes] = rgbCode(isRedFirst ? pixel.red : pixel.blue)
            rows[0][x * bytes + 1] = rgbCode(pixel.green)
            rows[0][x * bytes + 2] = rgbCode(isRedFirst ? pixel.blue : pixel.red)
            if bytes == 4 { rows[0][x * bytes + 3] = 255 }
        }
    }

    private mutating func encodePacked(lumaFirst: Bool) {
        let (luma, chroma) = lumaFirst ? (0, 1) : (1, 0)
        for element in 0..<rows[0].count / 4 {
            let first = samples[element * 2]
            let second = samples[min(element * 2 + 1, samples.count - 1)]
            rows[0][element * 4 + luma] = lumaCode(first.luma)
            rows[0][element * 4 + luma + 2] = lumaCode(second.luma)
            rows[0][element * 4 + chroma] = chromaCode((first.blue + second.blue) / 2)
            rows[0][element * 4 + chroma + 2] = chromaCode((first.red + second.red) / 2)
        }
    }

    private mutating func encodeChroma(columns: Int) {
        let isInterleaved = format.planes.count == 2
        for element in 0..<(samples.count + columns - 1) / columns {
            let group = samples[element * columns..<min((element + 1) * columns, samples.count)]
            let blue = chromaCode(group.reduce(0) { $0 + $1.blue } / Double(group.count))
            let red = chromaCode(group.reduce(0) { $0 + $1.red } / Double(group.count))
            if isInterleaved {
                rows[1][element * 2] = blue
                rows[1][element * 2 + 1] = red
            } else {
                rows[1][element] = blue
                rows[2][element] = red
            }
        }
    }

    private func lumaCode(_ value: Double) -> UInt8 {
        code(color.range == .full ? 255 * value : 16 + 219 * value)
    }

    private func chromaCode(_ value: Double) -> UInt8 {
        code(128 + (color.range == .full ? 255 : 224) * value)
    }

    private func rgbCode(_ value: UInt8) -> UInt8 {
        color.range == .full ? value : code(16 + 219 * Double(value) / 255)
    }

    private func code(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
}
