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

    private final class End: Sendable {
        let hasCome = Atomic(false)
    }

    /// Fills buffers until the work is done.
    private func playing(
        _ camera: ScriptedCamera, every milliseconds: Int = 2, _ work: () async throws -> Void
    ) async throws {
        // A thread of its own: on a busy machine, tasks wait for so long that the camera would count as dead.
        let end = End()
        _ = try SystemThread(name: "player") {
            while !end.hasCome.load(ordering: .acquiring) {
                camera.fill()
                usleep(useconds_t(milliseconds * 1000))
            }
        }
        defer { end.hasCome.store(true, ordering: .releasing) }
        try await work()
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
        #expect(camera.script.opens == camera.script.closes)
    }

    @Test(arguments: ["VIDIOC_S_FMT", "VIDIOC_REQBUFS", "VIDIOC_STREAMON"])
    func aBusWithoutRoomGetsASmallerModeWhereverItSaysSo(name: String) async throws {
        let numbers = [
            "VIDIOC_S_FMT": vidioc_s_fmt, "VIDIOC_REQBUFS": vidioc_reqbufs,
            "VIDIOC_STREAMON": vidioc_streamon,
        ]
        let request = try #require(numbers[name])
        let large = ScriptedCamera.Mode.yuyv(640, 480)
        var script = ScriptedCamera.Script()
        script.modes = [large, .yuyv(320, 240), .mjpeg(640, 480)]
        script.failures = [request: (ENOSPC, request == vidioc_s_fmt ? nil : large)]
        let camera = try ScriptedCamera(script)
        let session = session(camera)
        try await playing(camera) {
            if request == vidioc_s_fmt {
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
        #expect(camera.script.opens == camera.script.closes)
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
        #expect(camera.script.opens == camera.script.closes)
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
        #expect(camera.script.opens == camera.script.closes)
    }

    @Test func sizeAndRateChangeWhileItRunsAndGoBackWhereThatFails() async throws {
        var script = ScriptedCamera.Script()
        script.modes = [.yuyv(640, 480), .yuyv(320, 240, rate: 60)]
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
        #expect(camera.script.opens == camera.script.closes)
    }
}
