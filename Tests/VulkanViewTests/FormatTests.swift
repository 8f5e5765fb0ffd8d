import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// Each row of the table of formats, by every path, against the format's definition and the standards' equations.
@Suite struct FormatTests {
    /// Some formats in each run of `make test`, all with `VIEWFINDER_FORMATS=all`.
    private static let formats =
        PixelFormat.uncompressed.count == PixelFormat.everyRaw.count
        ? PixelFormat.everyRaw + PixelFormat.everyCoded
        : PixelFormat.everyRaw.enumerated().filter {
            $0.offset % 3 == 0 || !PixelFormat.uncompressed.contains($0.element)
        }
        .map(\.element)
            // Each order, and each number of bits.
            + PixelFormat.everyCoded.enumerated().filter { $0.offset % 5 == 0 || $0.offset >= 32 }
            .map(\.element)
    private static let sizes = [(1, 1), (2, 1), (3, 3), (17, 33), (641, 479)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    @Test(arguments: formats)
    func randomPicturesHaveTheirColours(format: PixelFormat) throws {
        // Of mosaics a kernel makes pixels for two paths, and the vectors for the third.
        try withValidatedDevice(lowering: { $0.hasMosaicKernel = true }) { device in
            let views = try DrawPath.allCases.map { try OffscreenView(device: device, path: $0) }
            for (seed, size) in Self.sizes.enumerated() {
                for (padding, range) in [(0, ColorDescription.Range.limited), (20, .full)] {
                    let color = ColorDescription(matrix: .bt601, range: range)
                    let specimen = Specimen(format, size, color: color, padding: padding, seed: seed)
                    let drawn = try views.map { view in
                        try view.load(specimen.frame)
                        return try view.render(size: size)
                    }
                    #expect(drawn.allSatisfy { $0 == drawn[0] }, "\(size), \(range)")
                    // All pixels of small pictures, some of each row of a large one.
                    let step = size.width > 100 ? 97 : 1
                    let worst =
                        stride(from: 0, to: size.width * size.height, by: step).map { place in
                            let (x, y) = (place % size.width, place / size.width)
                            return specimen.reference.pixel(x, y).distance(to: drawn[0].pixel(x, y))
                        }.max() ?? 0
                    #expect(worst <= 1, "\(size), \(range)")
                }
            }
        }
    }
}
