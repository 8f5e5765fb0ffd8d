import Filters
import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView
import WaylandClient

/// The way of a frame from station to station: loaded once, begun, recorded, placed, presented.
@Suite(.serialized) struct StationTests {
    private static let size = PixelSize(width: 64, height: 48)

    /// A grey picture as JPEG.
    private func jpeg(_ code: UInt8) throws -> Frame {
        JPEG.frame(
            try JPEG.encode(raw(code)), size: Self.size,
            color: ColorDescription(matrix: .bt601, range: .full))
    }

    private func raw(_ code: UInt8) -> Frame { FrameMaker.grey(code, size: Self.size) }

    @Test(arguments: DrawPath.allCases)
    func aJPEGFrameIsDecodedOnceWhereTheStartHasFilters(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            view.stage.operations = [ColorInversion()]
            try view.load(jpeg(100))
            let picture = try view.render(size: Self.size)
            #expect((154...156).contains(picture.bytes[0]))
            #expect(view.newest.decodedCount == 1)
        }
    }

    /// On a processor filters are the vectors' work, which comes before that of any recording.
    @Test(.disabled(if: TestedDevice.isProcessor, "the device is a processor"))
    func filtersReadAMosaicsPixelsWhoeverMakesThem() throws {
        let frames = try ["grbg8", "rggb12p"].enumerated().map { seed, name in
            Specimen(try #require(PixelFormat(rawValue: name)), Self.size, padding: 4, seed: seed).frame
        }
        func drawn(hasKernel: Bool, _ path: DrawPath) throws -> [OffscreenPicture] {
            var pictures: [OffscreenPicture] = []
            try withValidatedDevice(lowering: { $0.hasMosaicKernel = hasKernel }) { device in
                let view = try FilteredView(device: device, path: path)
                for frame in frames {
                    for operations in [[], [ColorInversion()], [GaussianBlur(), ColorInversion()]] {
                        view.stage.operations = operations
                        try view.load(frame)
                        pictures.append(try view.render(size: Self.size))
                        // Again, from the same frame.
                        view.stage.operations = [ColorInversion()]
                        pictures.append(try view.render(size: Self.size))
                    }
                }
                #expect((view.newest.decodedCount == 0) == (hasKernel && path != .host))
            }
            return pictures
        }
        for path in DrawPath.allCases {
            let (ours, theirs) = (try drawn(hasKernel: true, path), try drawn(hasKernel: false, path))
            for (turn, pair) in zip(ours, theirs).enumerated() {
                #expect(pair.0 == pair.1, "\(path), picture \(turn)")
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func aMisuseAndAPreventedRelayLeaveTheLastPictureAndTheFiltersGoOn(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            var failures: [FilterError] = []
            view.stage.onFailure = { failures.append($0) }
            let (inversion, last) = (ColorInversion(), ColorInversion())
            view.stage.operations = [inversion, ColorInversion(), last]
            func code(_ wanted: UInt8) throws -> UInt8 {
                try view.load(raw(wanted))
                return try view.render(size: Self.size).bytes[0]
            }
            #expect(try code(100) == 155)
            last --> inversion
            #expect(try code(50) == 155)
            #expect(failures == [.feedsItself(operation: "ColorInversion")])
            #expect(try code(50) == 205)
            inversion.preventRelay = true
            #expect(try code(0) == 205)
            inversion.preventRelay = false
            #expect(try code(0) == 255)
            view.stage.measuresTimes = true
            #expect(try code(1) == 254)
            #expect(try code(2) == 253)
            #expect(!view.stage.times.isEmpty)
            // The same one twice would feed itself; frames are then shown as they are.
            view.stage.operations = [inversion, inversion]
            #expect(try code(9) == 9)
            #expect(failures.count == 2)
        }
    }

    @Test(arguments: DrawPath.allCases)
    func aJPEGFrameIsDecodedOnceWhileAChainsKernelsAreMade(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            view.stage.onReady = {}
            try view.load(jpeg(100))
            _ = try view.render(size: Self.size)
            // A kernel on every device: the processor has no vectors for it.
            view.stage.operations = [BilateralBlur(), ColorInversion()]
            try view.load(jpeg(100))
            #expect(
                (99...101).contains(try view.render(size: Self.size).bytes[0]),
                "the kernels were there at once")
            var frames = 2
            var isFiltered = false
            let deadline = ContinuousClock.now + .seconds(60)
            while !isFiltered, ContinuousClock.now < deadline {
                try view.load(jpeg(100))
                frames += 1
                isFiltered = (154...156).contains(try view.render(size: Self.size).bytes[0])
            }
            #expect(isFiltered)
            #expect(view.newest.decodedCount == frames)
        }
    }

    @Test(arguments: DrawPath.allCases)
    func noFrameIsLoadedTwiceWhileAChainsKernelsAreMade(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            view.stage.onReady = {}
            view.stage.operations = [BilateralBlur(), ColorInversion()]
            var frames: UInt64 = 0
            func next() throws -> UInt8 {
                try view.load(raw(100))
                frames += 1
                return try view.render(size: Self.size).bytes[0]
            }
            let deadline = ContinuousClock.now + .seconds(60)
            while try next() == 100, ContinuousClock.now < deadline {}
            #expect(try next() == 155)
            view.stage.operations = []
            #expect(try next() == 100)
            #expect(view.newest.loadCount == frames)
        }
    }

    @Test(arguments: DrawPath.allCases)
    func anotherWayOfReadingNeedsNoNewFrame(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            for frame in [raw(100), try jpeg(100)] {
                try view.load(frame)
                let decoded = view.newest.decodedCount
                for _ in 0..<3 {
                    view.stage.operations = []
                    #expect((99...101).contains(try view.render(size: Self.size).bytes[0]))
                    view.stage.operations = [ColorInversion()]
                    #expect((154...156).contains(try view.render(size: Self.size).bytes[0]))
                }
                #expect(view.newest.decodedCount == decoded)
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func aDrawingClosedUnpresentedLeavesAUsableView(_ path: DrawPath) throws {
        let sway = try HeadlessSway(configuration: ["for_window [app_id=.*] floating enable, border none"])
        try withValidatedInstance(windowSystem: true) { instance, logger in
            let windowed = try WindowedView(instance, logger, in: sway, size: Self.size, path: path)
            let view = windowed.view
            let mean = LowPassFilter()
            mean.strength = 0.5
            let filters = FilterStage(device: view.device, ring: view.ring)
            filters.operations = [mean]
            func seen() throws -> Image {
                try sway.screenshot(of: #require(try sway.windows().first).content)
            }
            func draw() throws {
                try windowed.turn(until: "a presented picture") {
                    if windowed.window.pacing.state.isFrameCallbackOwed { return false }
                    let state = windowed.window.pacing.state
                    guard let drawing = try view.begin(size: windowed.size) else { return false }
                    try view.place(try filters.record(view.newest, drawing.commands), in: drawing)
                    return try view.present(drawing) {
                        windowed.window.pacing.prepareCommit(for: state, token: 0)
                    } == .presented
                }
            }
            try view.load(raw(0), for: filters.use)
            try draw()
            for place in 0..<3 {
                // Dropped after each of the stations; what they recorded is lost with it.
                try view.load(raw(200), for: filters.use)
                try windowed.turn(until: "an image of the window") {
                    guard let drawing = try view.begin(size: windowed.size) else { return false }
                    if place > 0 {
                        let picture = try filters.record(view.newest, drawing.commands)
                        if place > 1 { try view.place(picture, in: drawing) }
                    }
                    return true
                }
            }
            try draw()
            try windowed.turn(until: "the picture") { try seen()[10, 10].red > 90 }
            let made = view.report.createdObjects
            for _ in 0..<3 { try draw() }
            #expect(view.report.createdObjects == made)
        }
    }

    @Test func aDrawingWithoutAPictureIsBlack() throws {
        let sway = try HeadlessSway(configuration: ["for_window [app_id=.*] floating enable, border none"])
        try withValidatedInstance(windowSystem: true) { instance, logger in
            let windowed = try WindowedView(instance, logger, in: sway, size: Self.size)
            try windowed.view.load(raw(200))
            try windowed.turn(until: "a presented picture") {
                let state = windowed.window.pacing.state
                guard let drawing = try windowed.view.begin(size: windowed.size) else { return false }
                return try windowed.view.present(drawing) {
                    windowed.window.pacing.prepareCommit(for: state, token: 0)
                } == .presented
            }
            try windowed.turn(until: "a black window") {
                try sway.screenshot(of: #require(try sway.windows().first).content)[20, 20] == .black
            }
        }
    }
}
