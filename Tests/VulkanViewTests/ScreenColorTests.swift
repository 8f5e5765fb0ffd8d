import Frames
import Glibc
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// Primaries and transfers become the screen's, against the standards' equations in double precision.
@Suite struct ScreenColorTests {
    private static var descriptions: [ColorDescription] {
        ColorDescription.Primaries.allCases.flatMap { primaries in
            ColorDescription.Transfer.allCases.filter { $0 != .pq && $0 != .hlg }.map {
                ColorDescription(matrix: .bt601, range: .full, primaries: primaries, transfer: $0)
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func everyColourIsTheScreens(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            for (seed, color) in Self.descriptions.enumerated() {
                for format in [PixelFormat.rgba, .i444, .nv12, .y16, .rgb565] {
                    let specimen = Specimen(
                        format, PixelSize(width: 16, height: 9), color: color, padding: 4, seed: seed)
                    try view.load(specimen.frame)
                    let drawn = try view.render(size: specimen.frame.layout.size)
                    let worst =
                        (0..<16 * 9).map { place in
                            let (x, y) = (place % 16, place / 16)
                            return Screen(color).shown(specimen.reference.pixel(x, y)).distance(
                                to: drawn.pixel(x, y))
                        }.max() ?? 0
                    // Near black a part of a code becomes several parts.
                    #expect(worst <= 1.2, "\(format) \(color)")
                }
            }
        }
    }

    /// Rows of whole vectors and more, pixel for pixel and between pixels.
    @Test func allPathsHaveTheSameBits() throws {
        try withValidatedDevice { device in
            let views = try DrawPath.allCases.map { try OffscreenView(device: device, path: $0) }
            let colors = [
                (ColorDescription.Primaries.bt709, ColorDescription.Transfer.bt709), (.bt2020, .pq),
                (.dciP3, .srgb),
            ]
            for (seed, color) in colors.enumerated() {
                for format in [PixelFormat.nv12, .yuyv, .rgb24, .bgrx, .p010, .grey] {
                    let specimen = Specimen(
                        format, PixelSize(width: 138, height: 6),
                        color: ColorDescription(
                            matrix: .bt601, range: .full, primaries: color.0, transfer: color.1),
                        padding: 4, seed: seed)
                    for size in [specimen.frame.layout.size, PixelSize(width: 203, height: 9)] {
                        let drawn = try views.map { view in
                            try view.load(specimen.frame)
                            return try view.render(size: size).bytes
                        }
                        #expect(drawn.allSatisfy { $0 == drawn[0] }, "\(format) \(color) \(size)")
                    }
                }
            }
        }
    }

    /// Each grey of each description is as red as it is green and blue, and brighter ones are not darker.
    @Test(arguments: DrawPath.allCases)
    func greysStayGreyAndInOrder(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let layout = FrameLayout(format: .y16, size: PixelSize(width: 512, height: 1))
            let bytes = (0..<512).flatMap { [UInt8($0 / 2), UInt8($0 / 2)] }
            let bright = [ColorDescription.Transfer.pq, .hlg].map {
                ColorDescription(matrix: .bt2020, range: .full, primaries: .bt2020, transfer: $0)
            }
            for color in Self.descriptions + bright {
                try view.load(Specimen(layout, bytes, color: color).frame)
                let drawn = try view.render(size: layout.size)
                let greys = (0..<512).map { drawn.pixel($0, 0) }
                #expect(
                    greys.allSatisfy { max($0[0], $0[1], $0[2]) - min($0[0], $0[1], $0[2]) <= 1 }, "\(color)")
                #expect(zip(greys, greys.dropFirst()).allSatisfy { $0[1] <= $1[1] }, "\(color)")
                #expect(greys[0] == [0, 0, 0, 255], "\(color)")
                if !bright.contains(color) { #expect(greys[511] == [255, 255, 255, 255], "\(color)") }
            }
        }
    }

    /// ITU-R BT.2408 has HLG's white at three quarters of the signal, and PQ's at 58 %: 203 cd/m², which a tone curve leaves bright.
    @Test(arguments: [(ColorDescription.Transfer.pq, 0.58), (.hlg, 0.75)])
    func whiteOfBrightPicturesIsBright(transfer: ColorDescription.Transfer, signal: Double) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: .host)
            let layout = FrameLayout(format: .y16, size: PixelSize(width: 2, height: 1))
            let code = Int(signal * 65535)
            let bytes = [UInt8(code & 255), UInt8(code >> 8), 255, 255]
            let color = ColorDescription(
                matrix: .bt2020, range: .full, primaries: .bt2020, transfer: transfer)
            try view.load(Specimen(layout, bytes, color: color).frame)
            let drawn = try view.render(size: layout.size)
            // 1 - 0.16 / (2.03 - 0.2) of the light.
            #expect((244...246).contains(drawn.pixel(0, 0)[0]))
            #expect(drawn.pixel(1, 0)[0] >= 253)
        }
    }
}

/// The screen's colours of a description's, by the standards' equations.
private struct Screen {
    private let color: ColorDescription

    init(_ color: ColorDescription) { self.color = color }

    func shown(_ pixel: Exact) -> Exact {
        let light = [pixel.red, pixel.green, pixel.blue].map { self.light(min(1, max(0, $0 / 255))) }
        let mixed = Self.solve(
            Self.toXYZ(.bt709),
            Self.adapted(Self.product(Self.toXYZ(color.primaries), light), color.primaries))
        let codes = mixed.map { value -> Double in
            let value = min(1, max(0, value))
            return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055)
        }
        return Exact(red: codes[0], green: codes[1], blue: codes[2])
    }

    private func light(_ value: Double) -> Double {
        switch color.transfer {
        case .srgb, .bt1886: value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
        case .bt709: value >= 0.081 ? pow((value + 0.099) / 1.099, 1 / 0.45) : value / 4.5
        case .adobeRGB: pow(value, 563 / 256.0)
        case .smpte240m: value >= 0.0913 ? pow((value + 0.1115) / 1.1115, 1 / 0.45) : value / 4
        case .linear: value
        case .dciP3: pow(value, 2.6)
        case .pq, .hlg: 0
        }
    }

    /// x and y of red, green, blue and white, in 1/10000.
    private static func points(_ primaries: ColorDescription.Primaries) -> [(Double, Double)] {
        let all: [(Double, Double)] =
            switch primaries {
            case .bt709: [(6400, 3300), (3000, 6000), (1500, 600), (3127, 3290)]
            case .smpte170m, .smpte240m: [(6300, 3400), (3100, 5950), (1550, 700), (3127, 3290)]
            case .bt470bg: [(6400, 3300), (2900, 6000), (1500, 600), (3127, 3290)]
            case .bt470m: [(6700, 3300), (2100, 7100), (1400, 800), (3100, 3160)]
            case .bt2020: [(7080, 2920), (1700, 7970), (1310, 460), (3127, 3290)]
            case .adobeRGB: [(6400, 3300), (2100, 7100), (1500, 600), (3127, 3290)]
            case .dciP3: [(6800, 3200), (2650, 6900), (1500, 600), (3140, 3510)]
            }
        return all.map { ($0.0 / 10000, $0.1 / 10000) }
    }

    private static func xyz(_ point: (Double, Double)) -> [Double] {
        [point.0 / point.1, 1, (1 - point.0 - point.1) / point.1]
    }

    /// Rows of X, Y and Z.
    private static func toXYZ(_ primaries: ColorDescription.Primaries) -> [[Double]] {
        let points = points(primaries).map(xyz)
        let rows = (0..<3).map { row in (0..<3).map { points[$0][row] } }
        let parts = solve(rows, points[3])
        return rows.map { row in (0..<3).map { row[$0] * parts[$0] } }
    }

    /// The light of a white point as it is under daylight (Bradford).
    private static func adapted(_ light: [Double], _ primaries: ColorDescription.Primaries) -> [Double] {
        let cones = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
        let (from, to) = (product(cones, xyz(points(primaries)[3])), product(cones, xyz((0.3127, 0.329))))
        let seen = product(cones, light)
        return solve(cones, (0..<3).map { seen[$0] * to[$0] / from[$0] })
    }

    private static func product(_ rows: [[Double]], _ vector: [Double]) -> [Double] {
        rows.map { row in (0..<3).reduce(0) { $0 + row[$1] * vector[$1] } }
    }

    /// Cramer's rule.
    private static func solve(_ rows: [[Double]], _ values: [Double]) -> [Double] {
        func determinant(_ m: [[Double]]) -> Double {
            m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1]
                * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
        }
        return (0..<3).map { column in
            var replaced = rows
            for row in 0..<3 { replaced[row][column] = values[row] }
            return determinant(replaced) / determinant(rows)
        }
    }
}
