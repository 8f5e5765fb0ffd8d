import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// The way that reads any row draws what the ways of patterns draw, with one pipeline for all formats.
@Suite struct GeneralWayTests {
    private static let paths: [DrawPath] = [.fragment, .compute]
    private static let windows = [
        PixelSize(width: 37, height: 23), PixelSize(width: 23, height: 37), PixelSize(width: 50, height: 21),
        PixelSize(width: 101, height: 67), PixelSize(width: 1, height: 9), PixelSize(width: 16, height: 16),
    ]

    @Test(arguments: PixelFormat.uncompressed, paths)
    func itDrawsTheSameBits(format: PixelFormat, path: DrawPath) throws {
        try withValidatedDevice { device in
            let fast = try OffscreenView(device: device, path: path)
            let general = try OffscreenView(device: device, path: path)
            for size in [PixelSize(width: 37, height: 23), PixelSize(width: 16, height: 16)] {
                for (range, site) in [
                    (ColorDescription.Range.limited, ColorDescription.ChromaSite.center), (.full, .left),
                ] {
                    let color = ColorDescription(matrix: .bt709, range: range, chromaSite: site)
                    let frame = Specimen(format, size, color: color, padding: 12, seed: size.width).frame
                    try fast.load(frame)
                    try general.load(frame)
                    for (window, rotation) in zip(Self.windows, Rotation.allCases + Rotation.allCases) {
                        for isMirrored in [false, true] {
                            let options = ViewOptions(isMirrored: isMirrored, rotation: rotation)
                            (fast.options, general.options) = (options, options)
                            let expected = try fast.render(size: window)
                            #expect(try general.renderGenerally(window) == expected, "\(window) \(options)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: paths)
    func allRowsShareItsPipelines(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let size = PixelSize(width: 24, height: 10)
            for format in PixelFormat.uncompressed {
                for range in ColorDescription.Range.allCases {
                    let color = ColorDescription(matrix: .bt601, range: range)
                    try view.load(Specimen(format, size, color: color).frame)
                    _ = try view.renderGenerally(size)
                }
            }
            #expect(view.pipelineCount == 1)
            _ = try view.renderGenerally(PixelSize(width: 31, height: 20))
            #expect(view.pipelineCount == 2)
        }
    }

    /// Formats that differ in what is not drawn share the pipelines of their pattern.
    @Test(arguments: paths)
    func whatIsNotDrawnNeedsNoPipeline(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let size = PixelSize(width: 24, height: 10)
            for format in [PixelFormat.bgra, .bgrx] {
                try view.load(Specimen(format, size).frame)
                _ = try view.render(size: size)
            }
            #expect(view.pipelineCount == 1)
        }
    }
}

extension OffscreenView {
    /// Draws the picture as if its row had no pattern.
    func renderGenerally(_ size: PixelSize) throws -> OffscreenPicture {
        try render(size: size) { newest, _ in
            guard let current = newest.current else { return nil }
            var picture = current.picture
            picture.hasPattern = false
            return CurrentPicture(picture, current.samples, version: current.version)
        }
    }

    fileprivate var pipelineCount: Int? {
        (painter as? QuadPainter)?.quad.pipelines.count ?? (painter as? KernelPainter)?.kernel.pipelines.count
    }
}
