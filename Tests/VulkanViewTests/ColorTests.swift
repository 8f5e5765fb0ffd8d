import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// Every format, matrix and range against the standards' definitions, each pixel, within one code.
@Suite struct ColorTests {
    private static var colors: [ColorDescription] {
        ColorDescription.Matrix.allCases.flatMap { matrix in
            ColorDescription.Range.allCases.map { ColorDescription(matrix: matrix, range: $0) }
        }
    }

    @Test(arguments: PixelFormat.uncompressed)
    func noiseIsConvertedWithinOneCode(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            for (seed, color) in Self.colors.enumerated() {
                let specimen = Specimen(
                    format, PixelSize(width: 26, height: 14), color: color, padding: 12, seed: seed)
                try expect(specimen, in: view, within: 1)
            }
        }
    }

    @Test(arguments: PixelFormat.uncompressed)
    func barsAreConvertedWithinOneCode(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            for color in Self.colors { try expect(Bars.specimen(format, color), in: view, within: 1) }
        }
    }

    @Test(arguments: ColorDescription.Range.allCases)
    func blackAndWhiteAreExact(range: ColorDescription.Range) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let (black, white): (UInt8, UInt8) = range == .limited ? (16, 235) : (0, 255)
            // The codes of a white of limited range need eight bits.
            for format in PixelFormat.uncompressed
            where format.samples?.channels.allSatisfy({ $0.bits >= 8 }) == true {
                for matrix in ColorDescription.Matrix.allCases {
                    for (code, shown) in [(black, UInt8(0)), (white, 255)] {
                        let layout = FrameLayout(format: format, size: PixelSize(width: 4, height: 4))
                        let bytes = Bars.flat(
                            layout, format.model == .yCbCr ? (code, 128, 128) : (code, code, code))
                        try view.load(
                            Specimen(layout, bytes, color: ColorDescription(matrix: matrix, range: range))
                                .frame)
                        let drawn = try view.render(size: layout.size)
                        #expect(
                            drawn.bytes
                                == Array(repeating: [shown, shown, shown, 255], count: 16).flatMap { $0 })
                    }
                }
            }
        }
    }

    @Test func greyIsGreyInEveryMatrix() throws {
        let layout = FrameLayout(format: .nv12, size: PixelSize(width: 256, height: 2))
        var bytes = [UInt8](repeating: 128, count: layout.byteCount())
        for row in 0..<2 {
            for code in 0..<256 { bytes[row * layout.planes[0].stride + code] = UInt8(code) }
        }
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            for color in Self.colors {
                try view.load(Specimen(layout, bytes, color: color).frame)
                let drawn = try view.render(size: layout.size)
                for code in 0..<256 {
                    let wanted =
                        color.range == .limited ? Double(code - 16) * 255 / 219 : Double(code)
                    let channels = drawn.bytes[code * 4..<code * 4 + 3]
                    #expect(Set(channels).count == 1, "\(color), code \(code)")
                    #expect(channels.allSatisfy { abs(Double($0) - min(255, max(0, wanted))) <= 1 })
                }
            }
        }
    }

    private func expect(_ specimen: Specimen, in view: OffscreenView, within limit: Double) throws {
        try view.load(specimen.frame)
        let size = specimen.frame.layout.size
        let drawn = try view.render(size: size)
        var worst = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                worst = max(worst, specimen.reference.pixel(x, y).distance(to: drawn.pixel(x, y)))
                #expect(drawn.pixel(x, y)[3] == 255)
            }
        }
        #expect(worst <= limit, "\(specimen.frame.layout.format) \(specimen.frame.color)")
    }
}

/// Colour bars in any format.
enum Bars {
    /// White, yellow, cyan, green, magenta, red, blue, black at 75 %, 4 pixels each, in codes of the colour's range.
    static func specimen(_ format: PixelFormat, _ color: ColorDescription) -> Specimen {
        let layout = FrameLayout(format: format, size: PixelSize(width: 32, height: 4))
        var bytes = [UInt8](repeating: 0, count: layout.byteCount())
        for bar in 0..<8 {
            let (red, green, blue) = (bar & 2 == 0, bar & 4 == 0, bar & 1 == 0)
            let codes = codes(red ? 0.75 : 0, green ? 0.75 : 0, blue ? 0.75 : 0, format, color)
            let part = flat(FrameLayout(format: format, size: PixelSize(width: 4, height: 4)), codes)
            paste(part, into: &bytes, layout, bar: bar)
        }
        return Specimen(layout, bytes, color: color)
    }

    /// A picture of one colour, given by its codes of 8 bits: Y Cb Cr, or red, green, blue; of other bits the upper ones.
    static func flat(_ layout: FrameLayout, _ codes: (UInt8, UInt8, UInt8)) -> [UInt8] {
        guard let bits = FormatBits(layout.format) else { fatalError("\(layout.format) has no definition") }
        var bytes = [UInt8](repeating: 7, count: layout.byteCount())
        for y in 0..<layout.size.height {
            for x in 0..<layout.size.width {
                for (channel, code) in [codes.0, codes.1, codes.2].prefix(bits.channelCount).enumerated() {
                    let count = bits.bits(channel)
                    // Of 255 comes the largest code.
                    let wide =
                        channel == 0 || layout.format.model != .yCbCr ? Int(code) * 257 : Int(code) << 8
                    bits.write(wide >> (16 - count), channel, x, y) { plane, column, row, clear, set in
                        let place = layout.planes[plane].offset + layout.planes[plane].stride * row + column
                        bytes[place] = bytes[place] & ~clear | set
                    }
                }
            }
        }
        return bytes
    }

    private static func codes(
        _ red: Double, _ green: Double, _ blue: Double, _ format: PixelFormat, _ color: ColorDescription
    ) -> (UInt8, UInt8, UInt8) {
        let isLimited = color.range == .limited
        func code(_ value: Double) -> UInt8 { UInt8((isLimited ? 16 + 219 * value : 255 * value).rounded()) }
        guard format.model == .yCbCr else { return (code(red), code(green), code(blue)) }
        let (r, b) = color.matrix.weights
        let luma = r * red + (1 - r - b) * green + b * blue
        func difference(_ value: Double) -> UInt8 {
            UInt8(min(255, (128 + (isLimited ? 224 : 255) * value).rounded()))
        }
        return (code(luma), difference((blue - luma) / (2 - 2 * b)), difference((red - luma) / (2 - 2 * r)))
    }

    private static func paste(_ part: [UInt8], into bytes: inout [UInt8], _ layout: FrameLayout, bar: Int) {
        var start = 0
        let small = FrameLayout(format: layout.format, size: PixelSize(width: 4, height: 4))
        for (index, plane) in layout.planes.enumerated() {
            let row = small.rowBytes(of: index)
            for y in 0..<small.elements(of: index).height {
                let place = plane.offset + plane.stride * y + bar * row
                bytes.replaceSubrange(place..<place + row, with: part[start..<start + row])
                start += row
            }
        }
    }
}

extension OffscreenPicture {
    /// Red, green, blue and alpha of a pixel.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bytes[y * stride + 4 * x..<y * stride + 4 * x + 4]) }
}
