import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// Scaled pictures against linear interpolation in double precision.
@Suite struct ScalingTests {
    /// Devices interpolate with weights of few bits, and a code of chroma weighs up to two codes of colour.
    private static let tolerance = 4.0

    @Test(arguments: PixelFormat.uncompressed)
    func scaledPicturesAreInterpolatedLinearly(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            view.options.fillMode = .stretch
            for window in [
                PixelSize(width: 39, height: 27), PixelSize(width: 17, height: 31),
                PixelSize(width: 13, height: 10),
                PixelSize(width: 64, height: 9), PixelSize(width: 7, height: 5),
                PixelSize(width: 1, height: 1),
            ] {
                try check(view, smooth(format, PixelSize(width: 13, height: 9)), window)
            }
        }
    }

    @Test(
        arguments: [PixelFormat.nv12, .i420, .yuyv, .i411, .i440, .p010],
        ColorDescription.ChromaSite.allCases)
    func chromaLiesWhereItsDescriptionSays(format: PixelFormat, site: ColorDescription.ChromaSite) throws {
        try withValidatedDevice { device in
            for path in DrawPath.allCases {
                let view = try OffscreenView(device: device, path: path)
                view.options.fillMode = .stretch
                for window in [PixelSize(width: 26, height: 18), PixelSize(width: 17, height: 31)] {
                    try check(view, smooth(format, PixelSize(width: 13, height: 9), site), window)
                }
            }
        }
    }

    /// Compares each pixel of a drawn picture with interpolation.
    private func check(_ view: OffscreenView, _ specimen: Specimen, _ window: PixelSize) throws {
        try view.load(specimen.frame)
        let drawn = try view.render(size: window)
        let size = specimen.frame.layout.size
        var worst = 0.0
        for y in 0..<window.height {
            for x in 0..<window.width {
                let expected = specimen.reference.interpolated(
                    (Double(x) + 0.5) * Double(size.width) / Double(window.width),
                    (Double(y) + 0.5) * Double(size.height) / Double(window.height))
                worst = max(worst, expected.distance(to: drawn.pixel(x, y)))
            }
        }
        #expect(worst <= Self.tolerance, "\(specimen.frame.layout.format) by \(view.path) in \(window)")
    }

    /// Red to the left of blue: where both weigh the same, twice as large, by where samples lie.
    @Test(arguments: DrawPath.allCases) func anEdgeOfChromaLiesWhereItsSamplesLie(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let layout = FrameLayout(format: .nv12, size: PixelSize(width: 16, height: 16))
            let chroma = layout.planes[1]
            func middles(_ site: ColorDescription.ChromaSite, isDown: Bool) throws -> Double {
                var bytes = [UInt8](repeating: 120, count: layout.byteCount())
                for row in 0..<8 {
                    for column in 0..<8 {
                        let isSecond = (isDown ? row : column) >= 4
                        bytes[chroma.offset + row * chroma.stride + column * 2] = isSecond ? 160 : 96
                        bytes[chroma.offset + row * chroma.stride + column * 2 + 1] = isSecond ? 96 : 160
                    }
                }
                let color = ColorDescription(matrix: .bt601, range: .limited, chromaSite: site)
                try view.load(Specimen(layout, bytes, color: color).frame)
                let drawn = try view.render(size: PixelSize(width: 32, height: 32))
                let line = (0..<32).map { drawn.pixel(isDown ? 5 : $0, isDown ? $0 : 5) }
                let (first, last) = (Double(line[0][0]), Double(line[31][0]))
                // The sum of the parts of the first colour, in pixels of the picture.
                return line.reduce(0) { $0 + (Double($1[0]) - last) / (first - last) } / 2
            }
            // Samples 3 and 4 are pixels 6 to 9.
            for isDown in [false, true] {
                #expect(abs(try middles(.center, isDown: isDown) - 8) < 0.02)
                #expect(abs(try middles(.topLeft, isDown: isDown) - 7.5) < 0.02)
            }
            #expect(abs(try middles(.left, isDown: false) - 7.5) < 0.02)
            #expect(abs(try middles(.left, isDown: true) - 8) < 0.02)
            #expect(abs(try middles(.top, isDown: false) - 8) < 0.02)
            #expect(abs(try middles(.top, isDown: true) - 7.5) < 0.02)
        }
    }

    @Test(arguments: PixelFormat.uncompressed)
    func smallAndOddPicturesAreExact(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            view.options.fillMode = .stretch
            for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 1), (1, 2), (3, 5), (5, 3), (9, 9), (255, 1)]
            {
                let size = PixelSize(width: width, height: height)
                for padding in [0, 4] {
                    let specimen = Specimen(format, size, padding: padding, seed: width * 7 + height)
                    try view.load(specimen.frame)
                    let drawn = try view.render(size: size)
                    var worst = 0.0
                    for y in 0..<height {
                        for x in 0..<width {
                            worst = max(worst, specimen.reference.pixel(x, y).distance(to: drawn.pixel(x, y)))
                        }
                    }
                    #expect(worst <= 1, "\(format) \(size)")
                }
                // A pixel's middle has its own colour at any odd scale, but for chroma that is interpolated.
                let window = PixelSize(width: width * 3, height: height * 3)
                _ = try view.render(size: window)
            }
        }
    }

    @Test func onePixelFillsAnyWindow() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            for format in PixelFormat.uncompressed {
                let specimen = Specimen(format, PixelSize(width: 1, height: 1), seed: 5)
                try view.load(specimen.frame)
                let drawn = try view.render(size: PixelSize(width: 5, height: 5))
                for place in 0..<25 {
                    #expect(
                        specimen.reference.pixel(0, 0).distance(to: drawn.pixel(place % 5, place / 5)) <= 1)
                }
            }
        }
    }

    @Test func thePixelsShapeCounts() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let frame = Specimen(.grey, PixelSize(width: 4, height: 4), sampleAspect: Rational(2)).frame
            try view.load(frame)
            let drawn = try view.render(size: PixelSize(width: 8, height: 8))
            #expect(drawn.bytes.prefix(8 * 4 * 2) == drawn.bytes.suffix(8 * 4 * 2))
            #expect(drawn.pixel(0, 1) == [0, 0, 0, 255] && drawn.pixel(7, 6) == [0, 0, 0, 255])
        }
    }

    /// Codes that change from place to place, but not by much, so that a place missed by a pixel shows.
    private func smooth(
        _ format: PixelFormat, _ size: PixelSize, _ site: ColorDescription.ChromaSite = .center
    ) -> Specimen {
        let layout = FrameLayout(format: format, size: size)
        var noise = Noise(3)
        let bytes = (0..<layout.byteCount()).map { _ in UInt8.random(in: 90...170, using: &noise) }
        return Specimen(
            layout, bytes, color: ColorDescription(matrix: .bt709, range: .limited, chromaSite: site))
    }
}
