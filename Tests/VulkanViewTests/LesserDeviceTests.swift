import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// Devices with less than those at hand draw the same bits.
@Suite struct LesserDeviceTests {
    private static let size = PixelSize(width: 37, height: 23)
    private static let options = [
        ViewOptions(), ViewOptions(fillMode: .fill, isMirrored: true),
        ViewOptions(fillMode: .stretch, rotation: .clockwise90),
    ]

    /// Draws a picture of each format by a path.
    private func pictures(_ device: VulkanDevice, _ path: DrawPath) throws -> [OffscreenPicture] {
        let view = try OffscreenView(device: device, path: path)
        var drawn: [OffscreenPicture] = []
        for format in PixelFormat.uncompressed {
            try view.load(Specimen(format, Self.size, padding: 12, seed: 8).frame)
            for options in Self.options {
                view.options = options
                drawn.append(try view.render(size: Self.size))
                drawn.append(try view.render(size: PixelSize(width: 50, height: 41)))
            }
        }
        return drawn
    }

    /// By the extensions of Vulkan 1.2; the validation layer refuses what Vulkan 1.3 alone has.
    @Test(arguments: DrawPath.allCases)
    func version12DrawsWhatVersion13Draws(path: DrawPath) throws {
        var expected: [OffscreenPicture] = []
        try withValidatedDevice { expected = try pictures($0, path) }
        try withValidatedDevice(newestVersion: DeviceLimits.version12) { device in
            #expect(!device.physical.limits.hasVersion13)
            let drawn = try pictures(device, path)
            #expect(drawn == expected)
        }
    }
}

/// Pictures that are longer than the device's images are drawn like all others.
@Suite struct LongPictureTests {
    /// Three bytes a pixel, of which a row has more than a texture of the device may be wide.
    @Test(arguments: DrawPath.allCases)
    func rowsOfThreeBytesNeedNoLongerTextures(path: DrawPath) throws {
        let sizes = [
            PixelSize(width: 64, height: 20), PixelSize(width: 23, height: 64),
            PixelSize(width: 22, height: 3),
        ]
        let options = [
            ViewOptions(), ViewOptions(fillMode: .stretch, isMirrored: true),
            ViewOptions(fillMode: .fill, rotation: .clockwise270),
        ]
        func pictures(_ device: VulkanDevice) throws -> [OffscreenPicture] {
            let view = try OffscreenView(device: device, path: path)
            return try sizes.flatMap { size in
                try view.load(Specimen(.rgb24, size, padding: 5, seed: 3).frame)
                return try options.flatMap { options in
                    view.options = options
                    return try [size, PixelSize(width: 41, height: 64)].map { try view.render(size: $0) }
                }
            }
        }
        var expected: [OffscreenPicture] = []
        try withValidatedDevice { expected = try pictures($0) }
        try withValidatedDevice(lowering: { $0.imageSide = 64 }) { device in
            let drawn = try pictures(device)
            #expect(drawn == expected)
        }
    }

    @Test(arguments: DrawPath.allCases)
    func aFullHDPictureOfThreeBytesIsDrawnWithImagesOf4096(path: DrawPath) throws {
        let size = PixelSize(width: 1920, height: 1080)
        let frame = Specimen(.rgb24, size, seed: 5).frame
        var expected: OffscreenPicture?
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: .compute)
            try view.load(frame)
            expected = try view.render(size: size)
        }
        try withValidatedDevice(lowering: { $0.imageSide = 4096 }) { device in
            let view = try OffscreenView(device: device, path: path)
            try view.load(frame)
            let drawn = try view.render(size: size)
            #expect(drawn == expected)
            if path != .host {
                let general = try view.renderGenerally(size)
                #expect(general == expected)
            }
        }
    }

    /// A stream of such pictures makes nothing, and other formats may come between.
    @Test func aStreamOfDividedRowsMakesNothing() throws {
        try withValidatedDevice(lowering: { $0.imageSide = 64 }) { device in
            let view = try OffscreenView(device: device, path: .fragment)
            let size = PixelSize(width: 40, height: 30)
            let frames = (0..<2).map { Specimen(.rgb24, size, seed: $0).frame }
            for frame in frames {
                try view.load(frame)
                _ = try view.render(size: size)
            }
            let made = device.createdObjects
            for number in 0..<20 {
                try view.load(frames[number % 2])
                _ = try view.render(size: size)
            }
            #expect(device.createdObjects == made)
            try view.load(Specimen(.nv12, size).frame)
            _ = try view.render(size: size)
        }
    }

    /// What the device was asked for, not what lavapipe takes even so.
    @Test func noTextureIsLongerThanTheDevicesImages() throws {
        try withValidatedDevice(lowering: { $0.imageSide = 64 }) { device in
            let view = try OffscreenView(device: device, path: .fragment)
            let cell = try view.makeCell()
            for (width, count) in [(21, 1), (22, 3), (64, 3)] {
                let size = PixelSize(width: width, height: 30)
                try cell.load(Specimen(.rgb24, size).frame)
                _ = try view.render(size: size) { _ in
                    [PlacedPicture(cell.newest.current, of: cell, in: Placement.Rectangle(wholeOf: size))]
                }
                let images = (cell.paint as? QuadCell)?.textures.planes?.images ?? []
                #expect(images.count == count)
                #expect(images.allSatisfy { max($0.size.width, $0.size.height) <= 64 })
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func photographsAreDrawnInParts(path: DrawPath) throws {
        let size = PixelSize(width: 64, height: 60)
        let options = [
            ViewOptions(), ViewOptions(isMirrored: true), ViewOptions(rotation: .clockwise90),
            ViewOptions(isMirrored: true, rotation: .clockwise270), ViewOptions(rotation: .half),
        ]
        /// Wide pixels, so that the photograph is longer than the picture: 150 pixels.
        func photographs(_ device: VulkanDevice) throws -> [OffscreenPicture] {
            let view = try OffscreenView(device: device, path: path)
            var drawn: [OffscreenPicture] = []
            for (format, aspect) in [
                (PixelFormat.nv12, Rational(150, 64)), (.rgb24, Rational(1)), (.yuyv, Rational(2)),
            ] {
                try view.load(Specimen(format, size, padding: 4, seed: 9, sampleAspect: aspect).frame)
                for options in options {
                    view.options = options
                    if let photograph = try view.photograph(recording: { newest, _ in newest.current }) {
                        drawn.append(photograph)
                    }
                }
            }
            return drawn
        }
        var expected: [OffscreenPicture] = []
        try withValidatedDevice { expected = try photographs($0) }
        #expect(expected.count == 15 && expected[0].size == PixelSize(width: 150, height: 60))
        try withValidatedDevice(lowering: { $0.imageSide = 64 }) { device in
            let drawn = try photographs(device)
            #expect(drawn == expected)
        }
    }

    @Test func partsCoverAPictureOnce() {
        let limits = DeviceLimits(
            version: DeviceLimits.version12, extensions: [], imageSide: 100, storageBuffers: 4,
            storageBytes: 1 << 27, groupInvocations: 128, groupSize: SIMD3(128, 128, 64))
        for size in [
            PixelSize(width: 100, height: 100), PixelSize(width: 101, height: 1),
            PixelSize(width: 350, height: 299),
        ] {
            let parts = OffscreenTarget.parts(of: size, limits)
            #expect(parts.allSatisfy { $0.lies(in: size) && max($0.size.width, $0.size.height) <= 100 })
            #expect(parts.reduce(0) { $0 + $1.size.width * $1.size.height } == size.width * size.height)
            for (index, part) in parts.enumerated() {
                #expect(!parts[..<index].contains { $0.meets(part) })
            }
        }
    }

    @Test func whatIsTooLongIsSaid() throws {
        try withValidatedDevice(lowering: { $0.imageSide = 64 }) { device in
            let wide = Specimen(.nv12, PixelSize(width: 66, height: 8)).frame
            let fragment = try OffscreenView(device: device, path: .fragment)
            #expect(throws: ViewError.frame(.unsupportedSize(PixelSize(width: 66, height: 8), limit: 64))) {
                try fragment.load(wide)
            }
            // Buffers have no sides.
            let compute = try OffscreenView(device: device, path: .compute)
            try compute.load(wide)
            _ = try compute.render(size: PixelSize(width: 30, height: 20))
        }
        try withValidatedDevice(lowering: { $0.storageBytes = 1000 }) { device in
            let compute = try OffscreenView(device: device, path: .compute)
            let size = PixelSize(width: 40, height: 24)
            #expect(throws: ViewError.frame(.tooManyBytes(size, limit: 1000))) {
                try compute.load(Specimen(.nv12, size).frame)
            }
        }
    }

    /// They are read for drawing at once.
    @Test(arguments: [DrawPath.fragment, .host])
    func picturesThatFiltersCannotReadTakeTheRouteOfTheOneBefore(path: DrawPath) throws {
        try withValidatedDevice(lowering: { $0.storageBytes = 1000 }) { device in
            let view = try OffscreenView(device: device, path: path)
            let size = PixelSize(width: 40, height: 24)
            let frame = Specimen(.nv12, size).frame
            func show() throws {
                try view.load(frame, for: .filters)
                view.newest.prepare(for: .filters)
                _ = try view.render(size: size)
            }
            for _ in 0..<20 { try show() }
            #expect(view.newest.loadCount == 20 && view.newest.searchCount == 1)
        }
    }
}
