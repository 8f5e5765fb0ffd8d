import CV4L2
import Frames
import Glibc
import LinuxIO
import Synchronization
import Testing

@testable import Capture

/// What vivid cannot do: cameras without room on their bus, that are turned, that starve, and that lie.
struct ScriptedCameraTests {
    private func session(
        _ camera: ScriptedCamera, mode: ModeRequest = ModeRequest(),
        mirroring: CaptureConfiguration.Mirroring = .never, outputs: [FrameOutput] = [],
        isLookedFor: Bool = false
    ) -> CaptureSession {
        CaptureSession(
            CaptureConfiguration(
                .camera(.path("/dev/scripted")), mode: mode, mirroring: mirroring, isLookedFor: isLookedFor),
            outputs: outputs, logger: quiet, calls: camera.calls)
    }

    @Test func framesComeWithTheirNumbersAndPictures() async throws {
        let camera = try ScriptedCamera()
        let queue = FrameOutput(.queue(capacity: 100))
        let session = session(camera, outputs: [queue])
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.size == PixelSize(width: 64, height: 48))
            #expect(await eventually { queue.statistics.published > 20 })
        }
        #expect(session.stop())
        while let frame = queue.take() {
            #expect(frame.withPlane(0) { unsafe $0.loadUnaligned(as: UInt32.self) } == frame.sequence)
        }
        #expect(await eventually { camera.isLeft })
    }

    @Test(
        arguments: [
            "VIDIOC_S_FMT", "VIDIOC_REQBUFS", "VIDIOC_QUERYBUF", "v4l2_mmap", "VIDIOC_QBUF",
            "VIDIOC_STREAMON",
        ])
    func aBusWithoutRoomGetsASmallerModeWhereverItSaysSo(name: String) async throws {
        let numbers = [
            "VIDIOC_S_FMT": vidioc_s_fmt, "VIDIOC_REQBUFS": vidioc_reqbufs,
            "VIDIOC_QUERYBUF": vidioc_querybuf,
            "VIDIOC_QBUF": vidioc_qbuf, "VIDIOC_STREAMON": vidioc_streamon,
        ]
        let large = ScriptedCamera.Mode.yuyv(640, 480)
        var script = ScriptedCamera.Script()
        script.modes = [large, .yuyv(320, 240), .mjpeg(640, 480)]
        if let request = numbers[name] {
            script.failures = [request: (ENOSPC, request == vidioc_s_fmt ? nil : large)]
        } else {
            script.mapError = (ENOSPC, large)
        }
        let camera = try ScriptedCamera(script)
        let session = session(camera)
        try await playing(camera) {
            if name == "VIDIOC_S_FMT" {
                // There is no room for any.
                await #expect { try await session.start() } throws: {
                    ($0 as? CaptureFault)?.kind == .bandwidth
                }
                #expect(camera.script.opens == 3)
            } else {
                let mode = try await session.start()
                #expect(mode.size == PixelSize(width: 320, height: 240))
            }
        }
        session.stop()
        #expect(await eventually { camera.isLeft })
    }

    @Test func aCameraThatTakesNoBuffersOrCannotBeWaitedForFails() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.failures = [vidioc_qbuf: (EIO, nil)] }
        let refused = session(camera)
        await #expect { try await refused.start() } throws: { ($0 as? CaptureFault)?.kind == .io }
        camera.change { $0.failures = [:] }
        let session = session(camera)
        try await playing(camera) {
            try await session.start()
            camera.change { $0.pollError = ENOMEM }
            #expect(await eventually { session.state.fault?.kind == .io })
        }
        session.stop()
        #expect(await eventually { camera.isLeft })
    }

    @Test func compressedPicturesComeLastAndStrictWishesFail() async throws {
        let large = ScriptedCamera.Mode.yuyv(640, 480)
        var script = ScriptedCamera.Script()
        script.modes = [large, .mjpeg(640, 480)]
        script.failures = [vidioc_streamon: (ENOSPC, large)]
        let camera = try ScriptedCamera(script)
        try await playing(camera) {
            let first = session(camera)
            let mode = try await first.start()
            #expect(mode.format == .mjpeg)
            first.stop()
            let wish = ModeRequest(size: PixelSize(width: 640, height: 480), format: "YUYV", isStrict: true)
            await #expect { try await session(camera, mode: wish).start() } throws: {
                ($0 as? CaptureFault)?.kind == .bandwidth
            }
            let other = ModeRequest(size: PixelSize(width: 600, height: 480), isStrict: true)
            await #expect { try await session(camera, mode: other).start() } throws: {
                ($0 as? CaptureFault)?.sentence.contains("choose one of YUYV 640x480 at 30") == true
            }
        }
    }

    @Test(arguments: [(0, CameraPosition.front), (1, .back), (2, .external)] as [(Int32, CameraPosition)])
    func turnAndPlaceOfTheSensorAreOnTheFrames(value: Int32, position: CameraPosition) async throws {
        var script = ScriptedCamera.Script()
        script.controls = [v4l2_cid_camera_orientation: value, v4l2_cid_camera_sensor_rotation: 90]
        let camera = try ScriptedCamera(script)
        let output = FrameOutput()
        let session = session(camera, mirroring: .front, outputs: [output])
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.rotation == .clockwise270 && mode.isMirrored == (position == .front))
            var frames = output.frames.makeAsyncIterator()
            let frame = try #require(await frames.next())
            #expect(frame.rotation == .clockwise270 && frame.isMirrored == (position == .front))
        }
        session.stop()
        let device = try VideoDevice("/dev/scripted", calls: camera.calls)
        #expect(device.position() == position)
    }

    @Test func aConsumerThatHoldsEverythingLeavesTheDriverABuffer() async throws {
        let camera = try ScriptedCamera()
        let (view, greedy) = (FrameOutput(), FrameOutput(.queue(capacity: 200)))
        let session = session(camera, outputs: [view, greedy])
        session.start { _ in }
        #expect(soon { camera.isStreaming })
        // One after the other, so that nobody's haste is mistaken for a consumer's greed.
        for count in 1...60 as ClosedRange<UInt64> {
            camera.fill()
            #expect(soon { greedy.statistics.published == count })
        }
        #expect(camera.script.fewestQueued >= 1)
        #expect(greedy.statistics.dropped[.noBuffer] == nil && session.statistics.dropped[.gap] == nil)
        var last: UInt32?
        while let frame = greedy.take() {
            #expect(frame.withPlane(0) { unsafe $0.loadUnaligned(as: UInt32.self) } == frame.sequence)
            if let last { #expect(frame.sequence == last + 1) }
            last = frame.sequence
        }
        session.stop()
    }

    @Test func aDriverThatLiesAboutBuffersEndsTheSessionAndNotTheProgram() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.lie = { buffer in buffer.index = 77 } }
        let session = session(camera)
        try await playing(camera) {
            await #expect { try await session.start() } throws: { ($0 as? CaptureFault)?.kind == .io }
        }
        #expect(await eventually { camera.isLeft })
    }

    @Test func shortAndDamagedFramesAreToldToEveryOutput() async throws {
        let camera = try ScriptedCamera()
        let told = Mutex<[DropReason: Int]>([:])
        camera.change { script in
            script.lie = { buffer in
                if buffer.sequence % 5 == 1 { buffer.bytesused = 10 }
                if buffer.sequence % 5 == 2 { buffer.flags |= UInt32(V4L2_BUF_FLAG_ERROR) }
                if buffer.sequence % 5 == 3 { buffer.bytesused = .max }
            }
        }
        let (newest, queue) = (FrameOutput(), FrameOutput(.queue(capacity: 100, overflow: .dropsOldest)))
        queue.onDrop { drop in told.withLock { $0[drop.reason, default: 0] += 1 } }
        let session = session(camera, outputs: [newest, queue])
        try await playing(camera) {
            try await session.start()
            #expect(await eventually { queue.statistics.published > 30 })
        }
        session.stop()
        for output in [newest, queue] {
            #expect(output.statistics.dropped[.shortFrame] ?? 0 > 5)
            #expect(output.statistics.dropped[.errorFlag] ?? 0 > 5)
        }
        #expect(told.withLock { $0[.shortFrame] ?? 0 } > 5)
    }

    @Test func aCameraThatWasLostComesBackByItself() async throws {
        let camera = try ScriptedCamera()
        let output = FrameOutput()
        let session = session(camera, outputs: [output], isLookedFor: true)
        try await playing(camera) {
            let mode = try await session.start()
            camera.change { script in
                script.failures = [vidioc_dqbuf: (ENODEV, nil)]
                script.openError = ENODEV
            }
            #expect(await eventually { session.state.fault?.kind == .gone })
            camera.change { script in
                script.failures = [:]
                script.openError = nil
            }
            #expect(await eventually { session.state == .running(mode) })
            let count = output.statistics.published
            #expect(await eventually { output.statistics.published > count + 5 })
        }
        session.stop()
        #expect(await eventually { camera.isLeft })
    }

    @Test func sizeAndRateChangeWhileItRunsAndGoBackWhereThatFails() async throws {
        var script = ScriptedCamera.Script()
        script.modes = [.yuyv(640, 480), .yuyv(320, 240, rates: [60])]
        let camera = try ScriptedCamera(script)
        let session = session(camera)
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.size.width == 640)
            let small = ModeRequest(size: PixelSize(width: 320, height: 240))
            #expect(try await session.configure { $0.mode = small }?.size.width == 320)
            #expect(camera.size == PixelSize(width: 320, height: 240))
            await #expect(throws: CaptureFault.self) {
                try await session.configure { wishes in
                    wishes.mode = ModeRequest(size: PixelSize(width: 500, height: 500), isStrict: true)
                }
            }
            #expect(session.configuration.mode == small && session.state.mode?.size.width == 320)
            #expect(camera.isStreaming)
        }
        session.stop()
        #expect(await eventually { camera.isLeft })
    }

    @Test func theRateAloneChangesWhileItRuns() async throws {
        var script = ScriptedCamera.Script()
        script.modes = [.yuyv(64, 48, rates: [30, 15, 24])]
        let camera = try ScriptedCamera(script)
        let session = session(camera)
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.rate == Rational(30) && camera.rate == 30)
            let slow = try await session.configure { $0.mode.rate = Rational(15) }
            #expect(slow?.rate == Rational(15) && camera.rate == 15 && session.state.mode == slow)
            // The nearest that is not larger.
            let wide = try await session.configure { $0.mode.rate = Rational(25) }
            #expect(wide?.rate == Rational(24) && camera.rate == 24)
        }
        session.stop()
    }

    @Test func theRatesOfARangeOfSizesAreThoseOfTheWishedOne() async throws {
        var script = ScriptedCamera.Script()
        script.modes = [
            .yuyv(64, 48, rates: [30]), .yuyv(320, 240, rates: [60]), .yuyv(1920, 1080, rates: [10]),
        ]
        script.isStepwise = true
        let camera = try ScriptedCamera(script)
        let wish = ModeRequest(
            size: PixelSize(width: 320, height: 240), rate: Rational(60), isStrict: true)
        let session = session(camera, mode: wish)
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.rate == Rational(60))
        }
        session.stop()
    }

    @Test func aStrictWishThatTheDriverDoesNotKeepFailsWithWhatItOffers() async throws {
        var script = ScriptedCamera.Script()
        script.modes = [.yuyv(64, 48, rates: [30, 15]), .yuyv(320, 240)]
        script.onlyRate = 25
        let camera = try ScriptedCamera(script)
        let wish = ModeRequest(size: PixelSize(width: 64, height: 48), rate: Rational(30), isStrict: true)
        let words = "choose one of YUYV 64x48 at 30/15, YUYV 320x240 at 30"
        await #expect { try await session(camera, mode: wish).start() } throws: {
            ($0 as? CaptureFault)?.sentence.contains("gives 25 frames per second instead of 30; " + words)
                == true
        }
        camera.change { $0.onlyMode = .yuyv(320, 240) }
        let size = ModeRequest(size: PixelSize(width: 64, height: 48), isStrict: true)
        await #expect { try await session(camera, mode: size).start() } throws: {
            ($0 as? CaptureFault)?.sentence.contains("gives 320x240 instead of 64x48; " + words) == true
        }
    }

    @Test func fallbacksAreTriedInTheirOrder() async throws {
        let large = ScriptedCamera.Mode.yuyv(640, 480)
        var script = ScriptedCamera.Script()
        script.modes = [large, .yuyv(320, 240, rates: [30, 15]), .mjpeg(640, 480)]
        let camera = try ScriptedCamera(script)
        func started(_ wishes: ModeRequest...) async throws -> CaptureMode {
            let session = CaptureSession(
                CaptureConfiguration(
                    .camera(.path("/dev/scripted")), mode: wishes[0], fallbacks: Array(wishes.dropFirst())),
                outputs: [], logger: quiet, calls: camera.calls)
            defer { session.stop() }
            return try await session.start()
        }
        let (vga, half) = (PixelSize(width: 640, height: 480), PixelSize(width: 320, height: 240))
        let none = ModeRequest(size: PixelSize(width: 100, height: 100), isStrict: true)
        try await playing(camera) {
            // One that is not offered, one that the bus has no room for, one that the driver does not keep.
            let second = try await started(none, ModeRequest(size: half, isStrict: true))
            #expect(second.size == half)
            camera.change { $0.failures = [vidioc_streamon: (ENOSPC, large)] }
            let raw = ModeRequest(size: vga, format: "YUYV")
            let compressed = try await started(raw, ModeRequest(size: vga, format: "MJPG"))
            #expect(compressed.format == .mjpeg)
            let smaller = try await started(raw)
            #expect(smaller.size == half, "without a wish for another the picture is smaller")
            camera.change { $0.onlyRate = 15 }
            let fast = ModeRequest(size: half, rate: Rational(30), isStrict: true)
            let slow = ModeRequest(size: half, rate: Rational(15), isStrict: true)
            let last = try await started(none, fast, slow)
            #expect(last.rate == Rational(15))
            await #expect { _ = try await started(none, none) } throws: {
                ($0 as? CaptureFault)?.sentence.contains("choose one of") == true
            }
        }
        #expect(await eventually { camera.isLeft })
    }

    @Test func aPauseCountsNoFrames() async throws {
        let camera = try ScriptedCamera()
        let queue = FrameOutput(.queue(capacity: 10, overflow: .dropsOldest))
        let session = session(camera, outputs: [queue])
        try await playing(camera) {
            try await session.start()
            for _ in 0..<10 {
                let count = session.statistics.published
                #expect(await eventually { session.statistics.published > count })
                session.pause()
                usleep(20_000)
                session.resume()
            }
        }
        session.stop()
        let counts = session.statistics
        let dropped = counts.dropped.filter { $0.key != .gap }.values.reduce(0, +)
        #expect(counts.captured == counts.published + dropped)
    }

    @Test func aStopEndsAPause() async throws {
        let camera = try ScriptedCamera()
        let output = FrameOutput(.queue(capacity: 10, overflow: .dropsOldest))
        let session = session(camera, outputs: [output])
        try await playing(camera) {
            try await session.start()
            session.pause()
            session.stop()
            let mode = try await session.start()
            #expect(session.state == .running(mode))
            let count = output.statistics.published
            #expect(await eventually { output.statistics.published > count + 5 })
        }
        session.stop()
    }

    @Test func consumersMakeNoCallsOnTheDevice() async throws {
        let camera = try ScriptedCamera()
        let queue = FrameOutput(.queue(capacity: 3))
        let session = session(camera, outputs: [queue])
        try await playing(camera) {
            try await session.start()
            for _ in 0..<100 {
                #expect(await eventually { queue.waiting != nil })
                _ = queue.take()
            }
            #expect(camera.script.queueingThreads.count == 1)
            // Consumers go on while the driver does not return.
            var held: [Frame] = []
            #expect(await eventually { queue.waitingFrames.count == 3 })
            while let frame = queue.take() { held.append(frame) }
            camera.change { $0.refusesToReturn = true }
            let begin = MonotonicClock.now()
            held = []
            #expect(MonotonicClock.now() - begin < 1_000_000_000)
            camera.change { $0.refusesToReturn = false }
            #expect(await eventually { queue.waiting != nil })
        }
        session.stop()
    }

    @Test func aDriverThatGivesOneBufferAgainAndAgainIsStartedAnew() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.lie = { $0.index = 2 } }
        // What waits in the queue must not be overwritten.
        let queue = FrameOutput(.queue(capacity: 10))
        let session = session(camera, outputs: [queue])
        try await playing(camera) {
            _ = try? await session.start()
            #expect(await eventually { session.state.fault?.kind == .io })
            #expect(queue.statistics.published > 0)
        }
        session.stop()
    }

    @Test func anInputWithoutASignalIsNamed() async throws {
        let camera = try ScriptedCamera()
        let session = session(
            camera, outputs: [FrameOutput(.newest, alwaysWantsFrames: true)], isLookedFor: true)
        try await playing(camera) { try await session.start() }
        camera.change { $0.inputStatus = UInt32(V4L2_IN_ST_NO_SIGNAL) }
        #expect(await eventually { session.state.fault?.kind == .noSignal })
        camera.change { $0.inputStatus = 0 }
        try await playing(camera) {
            #expect(await eventually { session.state.mode != nil }, "\(session.state)")
        }
        session.stop()
    }

    @Test func anInputWithoutASignalIsNotShownThoughItsDriverGoesOn() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.inputStatus = UInt32(V4L2_IN_ST_NO_SIGNAL) }
        let session = session(camera, isLookedFor: true)
        try await playing(camera) {
            await #expect { try await session.start(waits: true) } throws: {
                ($0 as? CaptureFault)?.kind == .noSignal
            }
            // An analogue signal that is weak is a picture.
            camera.change { $0.inputStatus = UInt32(V4L2_IN_ST_NO_H_LOCK) }
            #expect(await eventually { session.state.mode != nil && camera.isStreaming })
        }
        session.stop()
    }

    @Test func aDriverThatHangsIsAskedAgain() async throws {
        let camera = try ScriptedCamera()
        let queue = FrameOutput(.queue(capacity: 10, overflow: .dropsOldest))
        let session = session(camera, outputs: [queue])
        try await playing(camera) {
            try await session.start()
            camera.change { $0.hangs = true }
            #expect(await eventually { camera.script.isHanging })
            #expect(!session.stop(), "the driver holds the camera")
            #expect(!session.stop())
            camera.change { $0.hangs = false }
            #expect(await eventually { session.stop() })
            // What waits in a queue is the device's memory.
            while queue.take() != nil {}
            #expect(await eventually { camera.isLeft })
        }
    }
}
