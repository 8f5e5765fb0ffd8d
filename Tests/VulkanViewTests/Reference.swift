import Frames
import TestSupport

/// Red, green and blue as 0…255, not rounded.
struct Exact: Equatable {
    var red: Double
    var green: Double
    var blue: Double

    /// The largest difference to a drawn pixel's colours.
    func distance(to pixel: [UInt8]) -> Double {
        max(
            abs(clamp(red) - Double(pixel[0])), abs(clamp(green) - Double(pixel[1])),
            abs(clamp(blue) - Double(pixel[2])))
    }

    private func clamp(_ value: Double) -> Double { min(255, max(0, value)) }
}

/// What a frame looks like, worked out in double precision from the formats' and the standards' definitions, by
/// another way than the program's: the standards' equations for encoding, inverted by Cramer's rule.
struct Reference {
    let layout: FrameLayout
    let color: ColorDescription
    let bytes: [UInt8]
    private let bits: FormatBits
    private let coded: CodedPicture?

    init(layout: FrameLayout, color: ColorDescription, bytes: [UInt8]) {
        guard let bits = FormatBits(layout.format.coding?.decoded ?? layout.format) else {
            fatalError("\(layout.format) has no definition")
        }
        (self.layout, self.color, self.bytes, self.bits) = (layout, color, bytes, bits)
        coded = CodedPicture(layout, bytes)
    }

    /// The three samples of a pixel as codes: Y Cb Cr, or red, green, blue, or grey three times.
    func codes(_ x: Int, _ y: Int) -> (Double, Double, Double) {
        if let codes = coded?.codes(x, y).map(Double.init) {
            return codes.count == 1 ? (codes[0], codes[0], codes[0]) : (codes[0], codes[1], codes[2])
        }
        func code(_ channel: Int) -> Double {
            Double(
                bits.code(channel, x, y) { plane, column, row in
                    bytes[layout.planes[plane].offset + layout.planes[plane].stride * row + column]
                })
        }
        return (code(0), code(1), code(2))
    }

    /// A pixel's colours.
    func pixel(_ x: Int, _ y: Int) -> Exact { exact(codes(x, y)) }

    /// The colours of three codes, which may lie between whole numbers.
    func exact(_ codes: (Double, Double, Double)) -> Exact {
        let isLimited = color.range == .limited
        // Of 10 bits the codes of limited range are four times as large, and the largest code is 1023.
        func scale(_ channel: Int) -> (step: Double, most: Double) {
            let bits = bits.bits(min(channel, bits.channelCount - 1))
            return (Double(1 << bits) / 256, Double(1 << bits - 1))
        }
        func unit(_ code: Double, _ channel: Int) -> Double {
            let (step, most) = scale(channel)
            return isLimited ? (code / step - 16) / 219 : code / most
        }
        guard layout.format.model == .yCbCr else {
            return Exact(
                red: unit(codes.0, 0) * 255, green: unit(codes.1, 1) * 255, blue: unit(codes.2, 2) * 255)
        }
        func difference(_ code: Double, _ channel: Int) -> Double {
            let (step, most) = scale(channel)
            return (code - 128 * step) / (isLimited ? 224 * step : most)
        }
        return decode(unit(codes.0, 0), difference(codes.1, 1), difference(codes.2, 2))
    }

    /// Solves for red, green and blue what the standards say of encoding:
    /// Y = r R + g G + b B, Cb = (B - Y) / (2 - 2b), Cr = (R - Y) / (2 - 2r).
    private func decode(_ luma: Double, _ cb: Double, _ cr: Double) -> Exact {
        let (r, g, b) =
            switch color.matrix {
            case .bt601: (0.299, 0.587, 0.114)
            case .bt709: (0.2126, 0.7152, 0.0722)
            case .bt2020: (0.2627, 0.6780, 0.0593)
            case .smpte240m: (0.212, 0.701, 0.087)
            }
        let rows = [
            [r, g, b], [-r / (2 - 2 * b), -g / (2 - 2 * b), (1 - b) / (2 - 2 * b)],
            [(1 - r) / (2 - 2 * r), -g / (2 - 2 * r), -b / (2 - 2 * r)],
        ]
        let values = [luma, cb, cr]
        func determinant(replacing column: Int?) -> Double {
            var m = rows
            if let column { for row in 0..<3 { m[row][column] = values[row] } }
            return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
                - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        }
        let whole = determinant(replacing: nil)
        return Exact(
            red: determinant(replacing: 0) / whole * 255, green: determinant(replacing: 1) / whole * 255,
            blue: determinant(replacing: 2) / whole * 255)
    }

    /// The colours at a place between pixels, interpolated linearly: luma and RGB between pixels, chroma between its
    /// own samples, which lie in the middle of the pixels that share them, or in the first of their columns or rows.
    func interpolated(_ x: Double, _ y: Double) -> Exact {
        let chroma = layout.format.chromaShare
        let first = between(x, y, columns: 1, rows: 1)
        guard layout.format.model == .yCbCr else { return exact(first) }
        // H.273, figure 1: as far from the left and the upper edge of their pixels, in pixels.
        let (left, upper) =
            switch color.chromaSite {
            case .center: (Double(chroma.columns) / 2, Double(chroma.rows) / 2)
            case .left: (0.5, Double(chroma.rows) / 2)
            case .top: (Double(chroma.columns) / 2, 0.5)
            case .topLeft: (0.5, 0.5)
            }
        let second = between(
            x - left + Double(chroma.columns) / 2, y - upper + Double(chroma.rows) / 2,
            columns: chroma.columns, rows: chroma.rows)
        return exact((first.0, second.1, second.2))
    }

    private func between(
        _ x: Double, _ y: Double, columns: Int, rows: Int
    ) -> (Double, Double, Double) {
        let (u, v) = (x / Double(columns) - 0.5, y / Double(rows) - 0.5)
        let (lastColumn, lastRow) = ((layout.size.width - 1) / columns, (layout.size.height - 1) / rows)
        var sum = (0.0, 0.0, 0.0)
        for (row, rowWeight) in [
            (v.rounded(.down), 1 - v + v.rounded(.down)), (v.rounded(.down) + 1, v - v.rounded(.down)),
        ] {
            for (column, columnWeight) in [
                (u.rounded(.down), 1 - u + u.rounded(.down)), (u.rounded(.down) + 1, u - u.rounded(.down)),
            ] {
                let place = codes(
                    min(max(Int(column), 0), lastColumn) * columns, min(max(Int(row), 0), lastRow) * rows)
                let weight = rowWeight * columnWeight
                sum = (sum.0 + weight * place.0, sum.1 + weight * place.1, sum.2 + weight * place.2)
            }
        }
        return sum
    }
}

extension PixelFormat {
    /// Pixels that share a chroma sample.
    var chromaShare: (columns: Int, rows: Int) { FormatBits(self)?.chromaShare ?? (1, 1) }
}

/// Numbers without pattern, the same in every run (Knuth's MMIX generator).
struct Noise: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9e37_79b9_7f4a_7c15 &+ 1 }
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 32) | (state << 32)
    }
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<(count + 7) / 8).map { _ in next() }.withUnsafeBytes { Array($0.prefix(count)) }
    }
}

/// A frame and what it must look like.
struct Specimen {
    let frame: Frame
    let reference: Reference

    /// Noise in every byte, padding included: `padding` bytes after each row of the first plane, others in proportion.
    init(
        _ format: PixelFormat, _ size: PixelSize, color: ColorDescription? = nil, padding: Int = 0,
        seed: Int = 1,
        sampleAspect: Rational = Rational(1), rotation: Rotation = .none, isMirrored: Bool = false
    ) {
        let tight = FrameLayout(format: format, size: size)
        let layout = FrameLayout(format: format, size: size, stride: tight.planes[0].stride + padding)
        var noise = Noise(seed)
        let bytes = noise.bytes(layout.byteCount())
        self.init(
            layout, bytes, color: color ?? .assumed(for: format, height: size.height),
            sampleAspect: sampleAspect,
            rotation: rotation, isMirrored: isMirrored)
    }

    /// A frame of these bytes.
    init(
        _ layout: FrameLayout, _ bytes: [UInt8], color: ColorDescription,
        sampleAspect: Rational = Rational(1),
        rotation: Rotation = .none, isMirrored: Bool = false
    ) {
        frame = FrameMaker.frame(
            layout, color: color, sampleAspect: sampleAspect, rotation: rotation, isMirrored: isMirrored,
            count: bytes.count
        ) { $0.copyBytes(from: bytes) }
        reference = Reference(layout: layout, color: color, bytes: bytes)
    }
}
