import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// What each device of the tests' own Vulkan layer must show: the picture that the processor draws, by whatever path and route.
///
/// `scripts/test-profiles` runs these under each profile; here, as in every run of all tests, lavapipe is the device.
@Suite struct ProfileTests {
    private static let size = PixelSize(width: 96, height: 64)

    /// The routes that a device of this profile does not have.
    private static func missing(on device: VulkanDevice) -> Set<ImportRoute> {
        switch DeviceProfile.current {
        // Newer releases of lavapipe take dma-bufs.
        case nil: device.extensions.contains(.sharedMemory) ? [] : [.dmabuf]
        case .pi, .noncoherent: [.hostptr]
        case .nvidia: [.hostptr, .dmabuf]
        // Of two devices either may be chosen; the card has no dma-bufs.
        case .hybrid, .hybridIntegrated:
            device.name.contains("(profile \(DeviceProfile.hybridIntegrated.rawValue))") ? [] : [.dmabuf]
        default: []
        }
    }

    @Test func theDeviceIsTheOneThatIsPlayed() throws {
        try withValidatedDevice { device in
            guard let profile = DeviceProfile.current else {
                #expect(!device.name.contains("profile"))
                return
            }
            // Of two devices either may be chosen.
            let name = profile == .hybridIntegrated ? DeviceProfile.hybrid : profile
            #expect(device.name.contains("(profile \(name.rawValue)"))
            #expect(device.isCPU == (profile == .plain))
        }
    }

    @Test(arguments: PixelFormat.uncompressed)
    func everyPathShowsEveryFrameOfBuffersThatComeAgain(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let expected = try ExpectedPictures(device, format)
            for path in DrawPath.allCases {
                for isShared in [false, true] {
                    let view = try OffscreenView(device: device, path: path)
                    try Self.compare(view, expected, isShared: isShared, "\(path)")
                }
            }
        }
    }

    @Test(
        .enabled(if: DeviceProfile.current != .hybridIntegrated, "hybrid takes the same device of the two"),
        arguments: PixelFormat.uncompressed, ImportRoute.allCases)
    func aRouteShowsTheSameOrIsRefused(format: PixelFormat, route: ImportRoute) throws {
        // By these a device that does not see the processor's caches shows old lines, as another test finds.
        if DeviceProfile.current == .stale && (route == .dmabuf || route == .hostptr) { return }
        // Memory of the device's is a matter of `FrameMemoryTests`.
        if route == .userptr { return }
        try withValidatedDevice { device in
            let missing = Self.missing(on: device)
            let expected = try ExpectedPictures(device, format)
            for path in [DrawPath.fragment, .compute] {
                let view = try OffscreenView(device: device, importRoute: route, path: path)
                do throws(ViewError) {
                    try view.load(Camera(format, Self.size, isShared: route == .dmabuf).frame(seed: 1))
                    #expect(!missing.contains(route), "\(route) is taken")
                } catch {
                    guard missing.contains(route), case .noRoute = error else { throw error }
                    continue
                }
                try Self.compare(view, expected, isShared: route == .dmabuf, "\(path) \(route)")
            }
        }
    }

    /// The picture by the routes that the program chooses itself, in rows as cameras lay them, of one plane and of two: by each path, and
    /// as images only where the device reads those at this pitch.
    @Test(arguments: [PixelFormat.nv12, .yuyv, .grey], [640, 1280, 1920, 1928])
    func rowsOfCamerasAreReadWhereTheyLieOnlyAtPitchesOfTheDevice(format: PixelFormat, pixels: Int) throws {
        let size = PixelSize(width: min(pixels, 1920), height: 6)
        let tight = FrameLayout(format: format, size: size).planes[0].stride
        let layout = FrameLayout(format: format, size: size, stride: tight * pixels / size.width)
        try withValidatedDevice { device in
            let reference = try OffscreenView(device: device, importRoute: .copy, path: .host)
            for path in [DrawPath.fragment, .compute] {
                let view = try OffscreenView(device: device, path: path)
                let camera = Camera(format, size, stride: layout.planes[0].stride, isShared: true)
                for seed in 1...3 {
                    let frame = camera.frame(seed: seed)
                    try view.load(frame)
                    try reference.load(frame)
                    let expected = try reference.render(size: size)
                    #expect(try view.render(size: size) == expected, "\(path), frame \(seed)")
                    RecordedBits.check("rows-\(format)-\(pixels)-\(seed)", expected.bytes)
                }
                let isWhole = layout.planes.allSatisfy { $0.stride % 256 == 0 }
                Self.expectImages(path, isWhole: isWhole, try #require(view.importRoute))
            }
        }
    }

    /// A picture that is wider than the device's images.
    @Test(
        .enabled(if: DeviceProfile.current == .pi, "no other device has images as small"),
        arguments: [PixelFormat.nv12, .yuyv, .rgb24])
    func aPictureLargerThanTheDevicesImagesGoesTheNextWay(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let size = PixelSize(width: 4608, height: 16)
            let reference = try OffscreenView(device: device, path: .host)
            let view = try OffscreenView(device: device)
            view.options.isMirrored = true
            reference.options.isMirrored = true
            #expect(view.path == .fragment)
            for (size, seed) in [(Self.size, 1), (size, 2), (size, 3), (Self.size, 4)] {
                let frame = Camera(format, size, isShared: false).frame(seed: seed)
                try view.load(frame)
                try reference.load(frame)
                let expected = try reference.render(size: Self.size)
                #expect(try view.render(size: Self.size) == expected, "frame \(seed)")
            }
            #expect(view.path == .compute && view.pathReason.contains("4608x16"), "\(view.pathReason)")
            // What was asked for stays, and so does what cells were made for.
            let wished = try OffscreenView(device: device, path: .fragment)
            let divided = try OffscreenView(device: device)
            let cell = try divided.makeCell()
            for view in [wished, divided] {
                let error = #expect(throws: ViewError.self) {
                    try view.load(Camera(format, size, isShared: false).frame(seed: 1))
                }
                #expect(error?.description.contains("4608x16") == true && view.path == .fragment)
            }
            withExtendedLifetime(cell) {}
        }
    }

    /// Expects a device with rules on pitches to read images where it can, and to say why where it cannot.
    private static func expectImages(
        _ path: DrawPath, isWhole: Bool, _ route: (name: String, reason: String)
    ) {
        let obstacle: String
        switch DeviceProfile.current {
        case .plain?: obstacle = ""
        case .pitch256?: obstacle = "vkCreateImage"
        case .pitch256Rounds?: obstacle = "not as they lie"
        // A driver that reads further than its image should may want more than there is.
        case .pitch256Hides?: obstacle = route.reason.contains("wants") ? "wants" : "read other bytes"
        default: return
        }
        #expect(route.name == "dmabuf", "\(route)")
        guard path == .fragment else { return }
        if isWhole || obstacle.isEmpty {
            #expect(route.reason.contains("the GPU samples the source's memory"), "\(route)")
        } else {
            #expect(route.reason.contains("as images") && route.reason.contains(obstacle), "\(route)")
        }
    }

    /// The negative control: without a check the old lines of a device that does not see the caches are seen, and found here.
    @Test(.enabled(if: DeviceProfile.current == .stale), arguments: [ImportRoute.dmabuf, .hostptr])
    func anImportThatNobodyChecksShowsOldLines(route: ImportRoute) throws {
        try withValidatedDevice { device in
            device.importTrust.checksFirstFrames = false
            let reference = try OffscreenView(device: device, importRoute: .copy, path: .host)
            let view = try OffscreenView(device: device, importRoute: route, path: .compute)
            let camera = Camera(.nv12, Self.size, isShared: route == .dmabuf)
            var wrong = 0
            for seed in 1...20 {
                let frame = camera.frame(seed: seed)
                try view.load(frame)
                try reference.load(frame)
                if try view.render(size: Self.size) != reference.render(size: Self.size) { wrong += 1 }
            }
            #expect(wrong > 0)
        }
    }

    @Test func aPictureWiderThanATextureIsShownByEveryPath() throws {
        try withValidatedDevice { device in
            let size = PixelSize(width: 1920, height: 6)
            let reference = try OffscreenView(device: device, importRoute: .copy, path: .host)
            let specimen = Specimen(.rgb24, size)
            try reference.load(specimen.frame)
            let expected = try reference.render(size: size)
            RecordedBits.check("wide", expected.bytes)
            for path in DrawPath.allCases {
                let view = try OffscreenView(device: device, path: path)
                try view.load(specimen.frame)
                #expect(try view.render(size: size) == expected, "\(path)")
            }
        }
    }

    /// Larger than the memory that the card of the profile `small` has left.
    @Test(arguments: DrawPath.allCases)
    func aLargePictureIsShown(path: DrawPath) throws {
        try withValidatedDevice { device in
            let size = PixelSize(width: 800, height: 600)
            let view = try OffscreenView(device: device, path: path)
            let specimen = Specimen(.bgrx, size)
            try view.load(specimen.frame)
            let drawn = try view.render(size: size)
            for (x, y) in [(0, 0), (799, 0), (400, 300), (799, 599)] {
                #expect(specimen.reference.pixel(x, y).distance(to: drawn.pixel(x, y)) <= 1)
            }
            RecordedBits.check("large", drawn.bytes)
        }
    }

    // MARK: Parts

    /// Shows frames of a camera whose buffers come again, at some strides, and compares each.
    private static func compare(
        _ view: OffscreenView, _ expected: ExpectedPictures, isShared: Bool, _ words: String
    ) throws {
        let format = expected.format
        let tight = FrameLayout(format: format, size: size).planes[0].stride
        // Rows without padding; for what is shared those that every device can read as images, too, and those that few can.
        let padded = [(tight + 255) / 256 * 256, tight + 8 * format.planes[0].bytes]
        for stride in [tight] + (isShared ? padded : []) {
            let camera = Camera(format, size, stride: stride, isShared: isShared)
            for seed in 1...5 {
                let frame = camera.frame(seed: seed)
                try view.load(frame)
                let memory = isShared ? "shared" : "ordinary"
                #expect(
                    try view.render(size: size) == expected.picture(of: frame, seed: seed),
                    "\(format) \(words), \(memory) memory, stride \(stride), frame \(seed)")
            }
        }
    }

    /// What the processor draws of a camera's frames, once for all paths and routes.
    private final class ExpectedPictures {
        let format: PixelFormat
        private let view: OffscreenView
        private var pictures: [String: OffscreenPicture] = [:]

        init(_ device: VulkanDevice, _ format: PixelFormat) throws {
            self.format = format
            view = try OffscreenView(device: device, importRoute: .copy, path: .host)
        }

        func picture(of frame: Frame, seed: Int) throws -> OffscreenPicture {
            let name = "\(format)-\(frame.layout.planes[0].stride)-\(seed)"
            if let known = pictures[name] { return known }
            try view.load(frame)
            let drawn = try view.render(size: ProfileTests.size)
            RecordedBits.check(name, drawn.bytes)
            pictures[name] = drawn
            return drawn
        }
    }
}
