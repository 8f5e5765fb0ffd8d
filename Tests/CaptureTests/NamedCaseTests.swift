import CV4L2
import Foundation
import Frames
import Glibc
import LinuxIO
import Synchronization
import Testing

@testable import Capture

/// Cases that other capture libraries are held to, under the names that they have there.
struct NamedCaseTests {
    private let card = Source.testCard(
        TestCardOptions(size: PixelSize(width: 64, height: 32), rate: Rational(200)))
    private let missing = Source.y4m(Y4MOptions(path: "/no/such/file.y4m"))

    private func session(
        _ camera: ScriptedCamera, _ mode: ModeRequest = ModeRequest(), outputs: [FrameOutput] = []
    ) -> CaptureSession {
        CaptureSession(
            CaptureConfiguration(.camera(.path("/dev/scripted")), mode: mode, isLookedFor: false),
            outputs: outputs, logger: quiet, calls: camera.calls)
    }

    // MARK: - Camera

    @Test func setupSession() async throws {
        let output = FrameOutput()
        let session = CaptureSession(card, outputs: [output])
        #expect(session.state == .stopped && output.statistics.published == 0)
        // One output, however often it is added.
        session.add(output)
        try await session.start()
        #expect(await eventually { output.statistics.published > 3 })
        session.stop()
        #expect(output.statistics.published <= session.statistics.published)
    }

    @Test func setupSessionOutput() async throws {
        // Late frames are not discarded where the output is a queue.
        let queue = FrameOutput(.queue(capacity: 1000))
        let session = CaptureSession(card, outputs: [queue])
        try await session.start()
        #expect(await eventually { queue.statistics.published > 40 })
        session.stop()
        #expect(queue.statistics.dropped[.replaced] == nil && queue.statistics.dropped[.late] == nil)
        var last: UInt32?
        while let frame = queue.take() {
            if let last { #expect(frame.sequence > last) }
            last = frame.sequence
        }
    }

    @Test func supportedFormatsForDevice() throws {
        // Planar, semi-planar and packed.
        let formats = ["YU12", "NV12", "YUYV"].map { FourCC($0) }
        var script = ScriptedCamera.Script()
        script.modes = formats.map {
            ScriptedCamera.Mode(format: $0.rawValue, width: 640, height: 480, rates: [30])
        }
        let camera = try ScriptedCamera(script)
        let device = try VideoDevice("/dev/scripted", calls: camera.calls)
        #expect(device.offers().map(\.fourCC) == formats)
    }

    @Test func delegateCallbackNotCalledWhenInvalidBuffer() async throws {
        let camera = try ScriptedCamera()
        let first = Mutex<UInt32?>(nil)
        camera.change { script in
            script.lie = { buffer in
                let sequence = buffer.sequence
                let begin = first.withLock { first in
                    first = first ?? sequence
                    return first ?? sequence
                }
                if sequence > begin + 5 { buffer.bytesused = 0 }
            }
        }
        let queue = FrameOutput(.queue(capacity: 1000))
        let session = session(camera, outputs: [queue])
        try await playing(camera) {
            try await session.start()
            #expect(await eventually { queue.statistics.dropped[.shortFrame] ?? 0 > 10 })
        }
        session.stop()
        let last = first.withLock { $0 ?? 0 } + 5
        while let frame = queue.take() { #expect(frame.sequence <= last) }
    }

    @Test(arguments: [Rotation.none, .clockwise90, .half, .clockwise270])
    func rotation(turn: Rotation) async throws {
        let output = FrameOutput()
        let session = CaptureSession(CaptureConfiguration(card, rotation: turn), outputs: [output])
        let mode = try await session.start()
        let frame = await output.frames.first { _ in true }
        #expect(mode.rotation == turn && frame?.rotation == turn)
        session.stop()
    }

    @Test func startingAndStoppingCapture() async throws {
        let camera = try ScriptedCamera()
        let session = session(camera)
        try await playing(camera) {
            let mode = try await session.start()
            #expect(session.state == .running(mode) && camera.isStreaming)
            #expect(session.stop())
        }
        #expect(session.state == .stopped && !camera.isStreaming)
        #expect(camera.script.opens == camera.script.closes)
    }

    @Test func startingAndStoppingCaptureWithCallbacks() async throws {
        let camera = try ScriptedCamera()
        let session = session(camera)
        let ended = try Gate()
        try await playing(camera) {
            session.start { result in
                #expect((try? result.get())?.size == PixelSize(width: 64, height: 48))
                ended.open()
            }
            #expect(await eventually { session.state.mode != nil && camera.isStreaming })
            #expect(ended.wait(until: MonotonicClock.now() + 10_000_000_000))
            #expect(session.stop())
        }
        #expect(!camera.isStreaming)
    }

    @Test(arguments: [EBUSY, ENODEV, EACCES])
    func startCaptureFailingToLockForConfiguration(code: Int32) async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.openError = code }
        let session = session(camera)
        await #expect(throws: CaptureFault.self) { try await session.start() }
        #expect(session.state.fault != nil && camera.script.opens == 0 && !camera.isStreaming)
        // The session is as it was: it can be started.
        camera.change { $0.openError = nil }
        try await playing(camera) { try await session.start() }
        session.stop()
    }

    @Test func startCaptureFailingToLockForConfigurationWithCallback() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.openError = EBUSY }
        let session = session(camera)
        let ended = try Gate()
        session.start { result in
            if case .failure(let fault) = result { #expect(fault.kind == .busy) }
            ended.open()
        }
        #expect(await eventually { session.state.fault?.kind == .busy })
        #expect(ended.wait(until: MonotonicClock.now() + 10_000_000_000))
        session.stop()
    }

    @Test func startCaptureSetsOutputDimensionsInvalidPixelFormat() async throws {
        // A format that nobody knows is passed over, and the size stays.
        var script = ScriptedCamera.Script()
        script.modes = [
            ScriptedCamera.Mode(format: 0x1800_0000, width: 110, height: 220, rates: [30]),
            .yuyv(110, 220),
        ]
        let camera = try ScriptedCamera(script)
        let session = session(camera, ModeRequest(size: PixelSize(width: 110, height: 220)))
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.size == PixelSize(width: 110, height: 220) && mode.format == .yuyv)
        }
        session.stop()
    }

    // MARK: - File

    @Test func captureWhenFileNotInBundle() async throws {
        let session = CaptureSession(missing)
        await #expect { try await session.start() } throws: { ($0 as? CaptureFault)?.kind == .file }
    }

    /// A second start is no fault here: it answers as the first one, and changes nothing.
    @Test func secondStartCaptureCallFails() async throws {
        let camera = try ScriptedCamera()
        let session = session(camera)
        try await playing(camera) {
            let mode = try await session.start()
            #expect(try await session.start() == mode)
            #expect(camera.script.opens == 1)
        }
        session.stop()
    }

    @Test func startStopCapturer() async throws {
        let queue = FrameOutput(.queue(capacity: 1000))
        let session = CaptureSession(card, outputs: [queue])
        try await session.start()
        #expect(await eventually { queue.statistics.published > 10 })
        session.stop()
        let count = queue.statistics.published
        try await Task.sleep(for: .milliseconds(200))
        #expect(queue.statistics.published == count)
    }

    // MARK: - Settings

    @Test(arguments: ["test:invalid", "test:0x0@30:NV12", "test:640x480@0:NV12", "test:640x480@30:none"])
    func storingInvalidConstantThrowsError(text: String) {
        #expect(throws: (any Error).self) { try Source(parsing: text) }
    }
}
