import Filters
import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// Pictures of more than 8 bits, read back in 16.
@Suite struct DeepPictureTests {
    private static let formats = (PixelFormat.uncompressed + PixelFormat.everyCoded).filter(\.isDeep)
    /// A code of 8 bits in 16.
    private static let code = 257.0
    private static let color = ColorDescription(matrix: .bt601, range: .full)

    // In one test: rows without a pattern share their pipelines, which take a processor a second each.
    @Test func everyPathKeepsMoreThanEightBits() throws {
        try withValidatedDevice { device in
            let size = PixelSize(width: 34, height: 18)
            let views = try DrawPath.allCases.map { try OffscreenView(device: device, path: $0) }
            for format in Self.formats {
                let color = ColorDescription(matrix: .bt709, range: .full)
                let specimen = Specimen(format, size, color: color, padding: 4, seed: 3)
                let drawn = try views.map { view in
                    try view.load(specimen.frame)
                    let deep = try view.render(size: size, keepingBits: true)
                    #expect(try view.render(size: size).bytes == deep.bytes, "\(format)")
                    let photograph = try view.photograph { newest, _ in newest.current }
                    #expect(photograph?.words == deep.words, "\(format)")
                    return try #require(deep.words)
                }
                #expect(drawn.allSatisfy { $0 == drawn[0] }, "\(format)")
                let worst =
                    (0..<size.width * size.height).map { place in
                        let exact = specimen.reference.pixel(place % size.width, place / size.width)
                        return zip([exact.red, exact.green, exact.blue], drawn[0][(place * 4)...])
                            .map { abs(min(255, max(0, $0)) - Double($1) / Self.code) }.max() ?? 0
                    }.max() ?? 0
                #expect(worst <= 0.3, "\(format)")
                #expect(drawn[0].enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 65535 })
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func aRampHasMoreStepsThanCodesAtAnySizeAndInAnyColours(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            view.options.fillMode = .stretch
            for color in [
                Self.color,
                ColorDescription(matrix: .bt601, range: .full, primaries: .bt2020, transfer: .bt709),
            ] {
                try view.load(ramp(color))
                for width in [1024, 1500, 640] {
                    let words = try #require(
                        try view.render(size: PixelSize(width: width, height: 2), keepingBits: true).words)
                    let greys = stride(from: 0, to: width * 4, by: 4).map { words[$0] }
                    #expect(greys == greys.sorted())
                    #expect(Set(greys).count > 600)
                    // Greys stay greys, to the rounding of a mixture.
                    let span = stride(from: 0, to: words.count, by: 4).map { words[$0..<$0 + 3] }
                        .map { ($0.max() ?? 0) - ($0.min() ?? 0) }.max()
                    #expect(Double(span ?? 0) < 0.6 * Self.code)
                }
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func pointFiltersKeepBitsAndOthersTellThatTheyDoNot(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            let size = PixelSize(width: 1024, height: 2)
            let plain = try OffscreenView(device: device, path: path)
            try plain.load(ramp())
            let expected = try #require(try plain.render(size: size, keepingBits: true).words)
            func words(_ operations: [BasicOperation]) throws -> [UInt16]? {
                view.stage.operations = operations
                try view.load(ramp())
                return try view.render(size: size, keepingBits: true).words
            }
            let same = try #require(try words([ColorInversion(), ColorInversion()]))
            let worst = zip(same, expected).map { abs(Int($0) - Int($1)) }.max()
            // Sums are of 1/32 of a code, and the result is rounded.
            #expect(worst ?? .max <= 10)
            let gamma = GammaAdjustment()
            gamma.gamma = 2
            let dark = try #require(try words([gamma]))
            for place in stride(from: 0, to: dark.count, by: 4) {
                let light = Double(expected[place]) / 65535
                #expect(abs(Double(dark[place]) / 65535 - light * light) < 0.0005)
            }
            #expect(view.stage.keepsBits)
            // A blur's sums are kept in 8 bits.
            #expect(try words([GaussianBlur()]) == nil)
            #expect(!view.stage.keepsBits)
        }
    }

    @Test func picturesOfEightBitsStayOfEight() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            try view.load(Specimen(.nv12, PixelSize(width: 8, height: 4)).frame)
            #expect(try view.render(size: PixelSize(width: 8, height: 4), keepingBits: true).words == nil)
            #expect(try view.photograph { newest, _ in newest.current }?.words == nil)
        }
    }

    /// Greys of 10 bits from black to white.
    private func ramp(_ color: ColorDescription = color) -> Frame {
        let layout = FrameLayout(format: .y10, size: PixelSize(width: 1024, height: 2))
        let row = (0..<1024).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        return Specimen(layout, row + row, color: color).frame
    }
}
