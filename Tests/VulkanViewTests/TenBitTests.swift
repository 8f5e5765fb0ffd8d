import Filters
import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// Samples of 10 bits reach the window's 8 bits rounded correctly, but for what whole numbers cost: 0.6 codes from the exact colour
/// at most, of which 0.5 are the rounding itself.
@Suite struct TenBitTests {
    private static let paths: [DrawPath] = [.fragment, .compute]
    private static let limit = 0.6

    @Test(arguments: paths, ColorDescription.Matrix.allCases)
    func coloursAreRoundedCorrectly(path: DrawPath, matrix: ColorDescription.Matrix) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            for range in ColorDescription.Range.allCases {
                let color = ColorDescription(matrix: matrix, range: range)
                for (seed, size) in [PixelSize(width: 41, height: 27), PixelSize(width: 64, height: 32)]
                    .enumerated()
                {
                    let specimen = Specimen(.p010, size, color: color, padding: 4, seed: seed)
                    try view.load(specimen.frame)
                    let drawn = try view.render(size: size)
                    for place in 0..<size.width * size.height {
                        let (x, y) = (place % size.width, place / size.width)
                        let distance = specimen.reference.pixel(x, y).distance(to: drawn.pixel(x, y))
                        if distance > Self.limit {
                            Issue.record("\(x), \(y) of \(size), \(color): \(distance) codes off")
                        }
                    }
                }
            }
        }
    }

    /// Every luma, and the ends of the range, with what lies in the six lowest bits.
    @Test(arguments: paths, ColorDescription.Range.allCases)
    func everyGreyIsTheNearest(path: DrawPath, range: ColorDescription.Range) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let layout = FrameLayout(format: .p010, size: PixelSize(width: 512, height: 2))
            let words = (0..<1024).map { $0 << 6 | $0 * 29 % 64 } + (0..<512).map { 512 << 6 | $0 % 64 }
            let bytes = words.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            let color = ColorDescription(matrix: .bt709, range: range)
            try view.load(Specimen(layout, bytes, color: color).frame)
            let drawn = try view.render(size: layout.size)
            for code in 0..<1024 {
                let exact = range == .limited ? (Double(code) - 64) * 255 / 876 : Double(code) * 255 / 1023
                let pixel = drawn.pixel(code % 512, code / 512)
                #expect(Exact(red: exact, green: exact, blue: exact).distance(to: pixel) <= Self.limit)
            }
            #expect(drawn.pixel(range == .limited ? 64 : 0, 0) == [0, 0, 0, 255])
            #expect(drawn.pixel(range == .limited ? 940 - 512 : 511, 1) == [255, 255, 255, 255])
        }
    }

    /// Both paths draw the same bits of what is scaled and turned, close to linear interpolation.
    @Test(arguments: Rotation.allCases)
    func pathsAgree(rotation: Rotation) throws {
        try withValidatedDevice { device in
            let views = try Self.paths.map { try OffscreenView(device: device, path: $0) }
            let specimen = Specimen(.p010, PixelSize(width: 37, height: 23), padding: 12, seed: 8)
            for window in [
                PixelSize(width: 37, height: 23), PixelSize(width: 101, height: 67),
                PixelSize(width: 16, height: 16), PixelSize(width: 74, height: 46),
            ] {
                let drawn = try views.map { view in
                    view.options = ViewOptions(isMirrored: rotation == .half, rotation: rotation)
                    try view.load(specimen.frame)
                    return try view.render(size: window)
                }
                #expect(drawn[0] == drawn[1], "\(window)")
            }
        }
    }

    /// Filters read the samples themselves, one by one and four at once: what they invert has the bits of the view.
    @Test(arguments: PixelFormat.uncompressed, [Rotation.none, .clockwise90])
    func filtersReadTheSameBits(format: PixelFormat, rotation: Rotation) throws {
        try withValidatedDevice { device in
            let plain = try OffscreenView(device: device, path: .compute)
            let inverted = try FilteredView(device: device, path: .compute)
            inverted.stage.operations = [ColorInversion()]
            for size in [PixelSize(width: 40, height: 24), PixelSize(width: 41, height: 23)] {
                for range in ColorDescription.Range.allCases {
                    let color = ColorDescription(matrix: .bt709, range: range)
                    let frame = Specimen(format, size, color: color, seed: 4, rotation: rotation).frame
                    let window =
                        rotation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
                    try plain.load(frame)
                    try inverted.load(frame)
                    let expected = try plain.render(size: window).bytes
                    let drawn = try inverted.render(size: window).bytes
                    #expect(
                        zip(drawn, expected).enumerated().allSatisfy { place, codes in
                            place % 4 == 3 ? codes.0 == 255 : codes.0 == 255 - codes.1
                        }, "\(size) \(range)")
                }
            }
        }
    }
}
