import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// Every path draws the same bytes.
@Suite struct PathTests {
    private static let others: [DrawPath] = [.compute, .host]

    /// Views of one device, one for each path.
    private final class Views {
        let reference: OffscreenView
        let others: [OffscreenView]

        init(_ device: VulkanDevice) throws {
            reference = try OffscreenView(device: device, path: .fragment)
            others = try PathTests.others.map { try OffscreenView(device: device, path: $0) }
        }

        func load(_ frame: Frame) throws { try ([reference] + others).forEach { try $0.load(frame) } }

        /// Draws the picture by all paths and compares each byte.
        func compare(_ options: ViewOptions, _ window: PixelSize, _ what: String) throws {
            reference.options = options
            let expected = try reference.render(size: window)
            for view in others {
                view.options = options
                let seen = try view.render(size: window)
                guard seen != expected else { continue }
                let place = zip(seen.bytes, expected.bytes).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
                let (x, y) = (place / 4 % window.width, place / 4 / window.width)
                Issue.record(
                    """
                    \(view.path) differs at \(x), \(y): \(seen.pixel(x, y)) instead of \(expected.pixel(x, y)); \
                    \(what) in \(window), \(options)
                    """)
            }
        }
    }

    private static let windows = [
        PixelSize(width: 37, height: 23), PixelSize(width: 23, height: 37), PixelSize(width: 74, height: 46),
        PixelSize(width: 50, height: 21), PixelSize(width: 16, height: 16), PixelSize(width: 1, height: 1),
        PixelSize(width: 33, height: 1), PixelSize(width: 40, height: 24), PixelSize(width: 1, height: 9),
        PixelSize(width: 101, height: 67),
    ]

    @Test(arguments: PixelFormat.uncompressed)
    func pathsAgreeOnEveryPlacement(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let views = try Views(device)
            try views.load(Specimen(format, PixelSize(width: 37, height: 23), padding: 12, seed: 8).frame)
            for rotation in Rotation.allCases {
                for isMirrored in [false, true] {
                    for mode in FillMode.allCases {
                        for window in Self.windows {
                            let options = ViewOptions(
                                fillMode: mode, isMirrored: isMirrored, rotation: rotation)
                            try views.compare(options, window, "\(format)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: PixelFormat.uncompressed)
    func pathsAgreeOnEverySize(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let views = try Views(device)
            for (width, height) in [
                (1, 1), (2, 1), (1, 2), (3, 5), (8, 4), (15, 3), (16, 2), (17, 2), (64, 3),
            ] {
                let size = PixelSize(width: width, height: height)
                for padding in [0, 4, 20] {
                    try views.load(Specimen(format, size, padding: padding, seed: width + padding).frame)
                    for window in [
                        size, PixelSize(width: width * 2, height: height * 3),
                        PixelSize(width: width + 16, height: height),
                    ] {
                        try views.compare(ViewOptions(), window, "\(format) \(size)")
                        try views.compare(ViewOptions(isMirrored: true), window, "\(format) \(size)")
                    }
                }
            }
        }
    }

    @Test(arguments: ColorDescription.Matrix.allCases)
    func pathsAgreeOnEveryMeaningOfColours(matrix: ColorDescription.Matrix) throws {
        try withValidatedDevice { device in
            let views = try Views(device)
            let size = PixelSize(width: 64, height: 40)
            for range in ColorDescription.Range.allCases {
                let color = ColorDescription(matrix: matrix, range: range)
                for format in [PixelFormat.nv12, .yuyv, .i422, .i444, .grey, .bgrx] {
                    try views.load(Specimen(format, size, color: color, seed: 77).frame)
                    try views.compare(ViewOptions(), size, "\(format) \(color)")
                    try views.compare(
                        ViewOptions(fillMode: .stretch), PixelSize(width: 71, height: 29),
                        "\(format) \(color)")
                }
            }
        }
    }

    @Test(arguments: ColorDescription.ChromaSite.allCases)
    func pathsAgreeOnEveryPlaceOfChroma(site: ColorDescription.ChromaSite) throws {
        try withValidatedDevice { device in
            let views = try Views(device)
            for format in [PixelFormat.nv12, .i420, .yuyv, .nv16, .i411, .i440, .p010] {
                var color = ColorDescription.assumed(for: format, height: 23)
                color.chromaSite = site
                let size = PixelSize(width: 37, height: 23)
                try views.load(Specimen(format, size, color: color, padding: 12, seed: 5).frame)
                for window in Self.windows {
                    for rotation in Rotation.allCases {
                        let options = ViewOptions(fillMode: .stretch, rotation: rotation)
                        try views.compare(options, window, "\(format) \(site)")
                    }
                }
            }
        }
    }

    /// Two pixels that share a sample have its colour, wherever it lies.
    @Test(arguments: DrawPath.allCases) func pixelForPixelChromaIsShared(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let size = PixelSize(width: 24, height: 10)
            let pictures = try ColorDescription.ChromaSite.allCases.map { site in
                let color = ColorDescription(matrix: .bt709, range: .limited, chromaSite: site)
                try view.load(Specimen(.nv12, size, color: color, seed: 9).frame)
                return try view.render(size: size)
            }
            #expect(pictures.allSatisfy { $0 == pictures[0] })
        }
    }

    /// Planes that start anywhere, one byte apart from each other, with strides of any number.
    @Test(arguments: PixelFormat.uncompressed)
    func planesMayLieAnywhere(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let views = try Views(device)
            let size = PixelSize(width: 34, height: 10)
            for shift in 0..<4 {
                let specimen = Self.scattered(format, size, shift: shift)
                try views.load(specimen.frame)
                try views.compare(ViewOptions(), size, "\(format) shifted by \(shift)")
                try views.compare(ViewOptions(fillMode: .fill), PixelSize(width: 21, height: 30), "\(format)")
                let drawn = try views.others[0].render(size: size)
                #expect(specimen.reference.pixel(33, 9).distance(to: drawn.pixel(33, 9)) <= 1)
            }
        }
    }

    @Test func blackIsBlackByEveryPath() throws {
        try withValidatedDevice { device in
            let views = try Views(device)
            try views.compare(ViewOptions(), PixelSize(width: 5, height: 3), "nothing")
        }
    }

    @Test(arguments: DrawPath.allCases)
    func barsStayBlackWhenTheRectangleMoves(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let window = PixelSize(width: 20, height: 20)
            for size in [
                PixelSize(width: 20, height: 4), PixelSize(width: 4, height: 20),
                PixelSize(width: 9, height: 9),
            ] {
                try view.load(Specimen(.bgrx, size, color: .assumed(for: .bgrx, height: 4), seed: 3).frame)
                for _ in 0..<2 {
                    let drawn = try view.render(size: window)
                    let placement = Placement(frame: size, options: ViewOptions(), window: window)
                    for bar in placement.bars(in: window) {
                        for y in bar.y..<bar.y + bar.size.height {
                            for x in bar.x..<bar.x + bar.size.width {
                                #expect(drawn.pixel(x, y) == [0, 0, 0, 255])
                            }
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func aSteadyStreamMakesNothing(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let size = PixelSize(width: 32, height: 18)
            let frames = [PixelFormat.nv12, .nv12].map { Specimen($0, size).frame }
            for frame in frames {
                try view.load(frame)
                _ = try view.render(size: size)
            }
            let made = device.createdObjects
            for step in 0..<50 {
                try view.load(frames[step % 2])
                _ = try view.render(size: size)
            }
            #expect(device.createdObjects == made)
        }
    }

    @Test func theFastestPathIsChosenUnlessOneIsAskedFor() {
        #expect(DrawPath.choose(nil, isCPU: false).path == .fragment)
        #expect(DrawPath.choose(nil, isCPU: true, isOptimized: true).path == .host)
        #expect(DrawPath.choose(nil, isCPU: true, isOptimized: false).path == .compute)
        for path in DrawPath.allCases {
            for isCPU in [false, true] { #expect(DrawPath.choose(path, isCPU: isCPU).path == path) }
        }
    }

    private static func scattered(_ format: PixelFormat, _ size: PixelSize, shift: Int) -> Specimen {
        let tight = FrameLayout(format: format, size: size)
        var offset = shift
        let planes = tight.planes.indices.map { index in
            let stride = tight.rowBytes(of: index) + shift
            defer { offset += stride * tight.elements(of: index).height + 1 }
            return PlaneLayout(offset: offset, stride: stride)
        }
        let layout = FrameLayout(format: format, size: size, planes: planes)
        var noise = Noise(shift)
        let bytes = noise.bytes(layout.byteCount())
        return Specimen(layout, bytes, color: .assumed(for: format, height: size.height))
    }
}
