import CV4L2
import Faults
import Foundation
import Frames
import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Capture

/// The promises of the table of faults that a session keeps: the exact words, and the bounds.
struct PromiseTests {
    private static let path = "/dev/scripted"

    /// A session whose camera is looked for, with an output that wants every picture; confined to its thread.
    private struct Stage {
        let camera: ScriptedCamera
        let calls: DeviceCalls
        let session: CaptureSession
        let output = FrameOutput(.newest, alwaysWantsFrames: true)

        init() throws {
            camera = try ScriptedCamera()
            calls = camera.calls
            session = CaptureSession(
                CaptureConfiguration(.camera(.path(PromiseTests.path)), isLookedFor: true),
                outputs: [output], logger: quiet, calls: calls)
        }

        /// Waits until a fault is told in these words.
        func hears(_ words: String) throws {
            try eventually(words, within: 30, found: { "\(session.state)" }) {
                session.state.fault?.sentence == words
            }
        }

        /// Waits until pictures come again.
        func goesOn() throws {
            let count = output.statistics.published
            try eventually("pictures", within: 30, found: { "\(session.state)" }) {
                session.state.mode != nil && output.statistics.published > count
            }
        }
    }

    /// Does something with a stage on a thread of its own: those of the tests are few, and a wait for one of them would be measured, too.
    private func apart(_ work: @escaping @Sendable (Stage) throws -> Void) async throws {
        try await withCheckedThrowingContinuation { done in
            Thread {
                done.resume(
                    with: Result {
                        let stage = try Stage()
                        defer { stage.session.stop() }
                        try work(stage)
                    })
            }.start()
        }
    }

    /// The same with a camera that runs.
    private func running(_ work: @escaping @Sendable (Stage) throws -> Void) async throws {
        try await apart { stage in
            let player = try Player(stage.camera)
            defer { player.stop() }
            stage.session.start { _ in }
            try stage.goesOn()
            try work(stage)
        }
    }

    /// The kernel's words for an error of a call.
    private func words(_ call: String, _ code: Int32, on target: String = path) -> String {
        "\(SystemError(call: call, target: target, code: code))"
    }

    /// A source beside a camera that refuses: the refusal is told in these words, and the source goes on.
    private func refuses(
        _ fault: Fault, _ sentence: String, _ source: Source = .camera(.path(path)),
        mode: ModeRequest = ModeRequest(),
        _ edit: @escaping @Sendable (inout ScriptedCamera.Script) -> Void = { _ in }
    ) async throws {
        try await running { stage in
            let camera = try ScriptedCamera()
            camera.change(edit)
            let other = ScriptedCamera.calls(of: ["/dev/before": stage.camera, Self.path: camera])
            let session = CaptureSession(
                CaptureConfiguration(.camera(.path("/dev/before"))), outputs: [stage.output], logger: quiet,
                calls: other)
            stage.session.stop()
            defer { session.stop() }
            session.start { _ in }
            try eventually("the source before", within: 30) { session.state.mode != nil }
            let result = Mutex<Result<CaptureMode?, CaptureFault>?>(nil)
            try fault.within(.told) {
                session.configure {
                    ($0.source, $0.mode) = (source, mode)
                } done: { outcome in
                    result.withLock { $0 = outcome }
                }
                try eventually("a refusal", within: 30) { result.withLock { $0 } != nil }
            }
            guard case .failure(let told) = result.withLock({ $0 }), told.sentence == sentence else {
                throw WaitedInVain("\(String(describing: result.withLock { $0 })) instead of: \(sentence)")
            }
            let count = stage.output.statistics.published
            func goesOn() throws {
                try eventually("the source before", within: 30, found: { "\(session.state)" }) {
                    session.state.mode != nil && stage.output.statistics.published > count + 3
                }
            }
            if fault.recovered == nil { try goesOn() } else { try fault.within(.recovered, goesOn) }
        }
    }

    // MARK: - Cameras that are lost

    @Test func unplugged() async throws {
        try await running { stage in
            stage.camera.change { ($0.failures, $0.openError) = ([vidioc_dqbuf: (ENODEV, nil)], ENODEV) }
            try Fault.unplugged.within(.told) {
                try stage.hears(Fault.unplugged.sentence([.camera: "Scripted"]))
            }
            stage.camera.change { ($0.failures, $0.openError) = ([:], nil) }
            try Fault.unplugged.within(.recovered) { try stage.goesOn() }
        }
    }

    @Test func absent() async throws {
        try await apart { stage in
            let player = try Player(stage.camera)
            defer { player.stop() }
            stage.camera.change { $0.openError = ENOENT }
            try Fault.absent.within(.told) {
                stage.session.start(waits: true) { _ in }
                try stage.hears(Fault.absent.sentence([.path: Self.path]))
            }
            stage.camera.change { $0.openError = nil }
            try Fault.absent.within(.recovered) { try stage.goesOn() }
        }
    }

    @Test func noSignal() async throws {
        try await apart { stage in
            let player = try Player(stage.camera)
            defer { player.stop() }
            stage.session.start { _ in }
            try stage.goesOn()
            player.pause(true)
            stage.camera.change { $0.inputStatus = UInt32(V4L2_IN_ST_NO_SIGNAL) }
            try Fault.noSignal.within(.told) {
                try stage.hears(Fault.noSignal.sentence([.camera: "Scripted"]))
            }
            stage.camera.change { $0.inputStatus = 0 }
            player.pause(false)
            try Fault.noSignal.within(.recovered) { try stage.goesOn() }
        }
    }

    @Test func noPictures() async throws {
        try await apart { stage in
            let player = try Player(stage.camera)
            defer { player.stop() }
            stage.session.start { _ in }
            try stage.goesOn()
            player.pause(true)
            try Fault.noPictures.within(.told) {
                try stage.hears(Fault.noPictures.sentence([.camera: "Scripted"]))
            }
            player.pause(false)
            try Fault.noPictures.within(.recovered) { try stage.goesOn() }
        }
    }

    @Test func noFirstPicture() async throws {
        try await apart { stage in
            try Fault.noFirstPicture.within(.told) {
                stage.session.start(waits: true) { _ in }
                try stage.hears(Fault.noFirstPicture.sentence([.camera: "Scripted"]))
            }
            let player = try Player(stage.camera)
            defer { player.stop() }
            try Fault.noFirstPicture.within(.recovered) { try stage.goesOn() }
        }
    }

    @Test func brokenStream() async throws {
        try await running { stage in
            // The driver says so until the stream is begun anew.
            stage.camera.change { $0.breaksUntilRestarted = true }
            try Fault.brokenStream.within(.recovered) {
                try eventually("a new start", within: 30) { !stage.camera.script.breaksUntilRestarted }
                try stage.goesOn()
            }
            guard stage.camera.script.opens == 1 else { throw WaitedInVain("it was opened anew") }
        }
    }

    @Test func damagedPictures() async throws {
        try await running { stage in
            stage.camera.change { $0.lie = { $0.flags |= UInt32(V4L2_BUF_FLAG_ERROR) } }
            try Fault.damagedPictures.within(.told) {
                try eventually("counts", within: 30) { stage.output.statistics.dropped[.errorFlag] ?? 0 > 0 }
            }
            stage.camera.change { $0.lie = nil }
            try Fault.damagedPictures.within(.recovered) { try stage.goesOn() }
        }
    }

    @Test func broken() async throws {
        let reason = words("VIDIOC_STREAMON", EPROTO)
        try await running { stage in
            stage.camera.change {
                $0.failures = [vidioc_dqbuf: (EPROTO, nil), vidioc_streamon: (EPROTO, nil)]
            }
            try Fault.broken.within(.told) {
                try stage.hears(Fault.broken.sentence([.camera: "Scripted", .reason: reason]))
            }
            stage.camera.change { $0.failures = [:] }
            try Fault.broken.within(.recovered) { try stage.goesOn() }
        }
    }

    @Test func hung() async throws {
        try await running { stage in
            stage.camera.change { $0.hangs = true }
            try eventually("a hanging driver", within: 30) { stage.camera.script.isHanging }
            let begin = MonotonicClock.now()
            let hasStopped = stage.session.stop()
            #expect(MonotonicClock.now() - begin < 4_000_000_000, "a stop waits three seconds")
            stage.camera.change { $0.hangs = false }
            if hasStopped { throw WaitedInVain("it has ended, though the driver did not return") }
            try eventually("the end", within: 30) { stage.session.stop() }
            stage.camera.change { $0.hangingCall = .ioctl(vidioc_streamon) }
            try Fault.hung.within(.told) {
                stage.session.start(waits: true) { _ in }
                try stage.hears(Fault.hung.sentence([.camera: "Scripted"]))
            }
            stage.camera.change { $0.hangingCall = nil }
            try Fault.hung.within(.recovered) { try stage.goesOn() }
        }
    }

    @Test func withdrawn() async throws {
        try await running { stage in
            stage.camera.change { ($0.failures, $0.openError) = ([vidioc_dqbuf: (ENODEV, nil)], EACCES) }
            try Fault.withdrawn.within(.told) {
                try stage.hears(Fault.withdrawn.sentence([.camera: "Scripted"]))
            }
            stage.camera.change { ($0.failures, $0.openError) = ([:], nil) }
            try Fault.withdrawn.within(.recovered) { try stage.goesOn() }
        }
    }

    /// A camera that is looked for by a number or a name comes when it is plugged in.
    private func comes(_ fault: Fault, _ selector: CameraSelector, _ sentence: String) async throws {
        let root = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        try await apart { stage in
            let player = try Player(stage.camera)
            defer { player.stop() }
            let node = "\(root)/video0"
            var calls = ScriptedCamera.calls(of: [node: stage.camera])
            calls.root = root
            let session = CaptureSession(
                CaptureConfiguration(.camera(selector), isLookedFor: true), outputs: [stage.output],
                logger: quiet, calls: calls)
            defer { session.stop() }
            try fault.within(.told) {
                session.start(waits: true) { _ in }
                try eventually(sentence, within: 30, found: { "\(session.state)" }) {
                    session.state.fault?.sentence == sentence
                }
            }
            try Data().write(to: URL(filePath: node))
            try fault.within(.recovered) {
                try eventually("pictures", within: 30, found: { "\(session.state)" }) {
                    session.state.mode != nil
                }
            }
        }
    }

    @Test func noSuchNumber() async throws {
        let words = Fault.noSuchNumber.sentence([.choices: "1", .count: "0"])
        try await comes(.noSuchNumber, .number(1), words)
    }

    @Test func noSuchName() async throws {
        let words = Fault.noSuchName.sentence([.camera: "Scripted"])
        try await comes(.noSuchName, .identity("Scripted"), words)
    }

    // MARK: - Sources that refuse

    @Test func busy() async throws {
        // Its node is not a real one, so that nobody is seen to hold it.
        let sentence = Fault.busy.sentence([.camera: "Scripted", .program: "another program"])
        try await refuses(.busy, sentence) { $0.isTaken = true }
    }

    @Test func usedHere() async throws {
        try await running { stage in
            let other = CaptureSession(
                CaptureConfiguration(.camera(.path(Self.path)), isLookedFor: false), outputs: [],
                logger: quiet, calls: stage.calls)
            defer { other.stop() }
            try Fault.usedHere.within(.told) {
                other.start { _ in }
                let sentence = Fault.usedHere.sentence([.camera: "Scripted"])
                try eventually(sentence, within: 30, found: { "\(other.state)" }) {
                    other.state.fault?.sentence == sentence
                }
            }
            try stage.goesOn()
        }
    }

    @Test func usedUp() async throws {
        for code in [EMFILE, ENFILE, ENOMEM] {
            let sentence = Fault.usedUp.sentence([.camera: Self.path, .reason: words("open", code)])
            try await refuses(.usedUp, sentence) { $0.openError = code }
        }
    }

    @Test func fieldsApart() async throws {
        let sentence = Fault.fieldsApart.sentence([.camera: "Scripted"])
        try await refuses(.fieldsApart, sentence) { $0.field = { _ in V4L2_FIELD_SEQ_BT.rawValue } }
    }

    @Test func unshowable() async throws {
        let sentence = Fault.unshowable.sentence([.camera: "Scripted", .mode: "YUYV 64x0"])
        try await refuses(.unshowable, sentence) { $0.formatLie = { $0.height = 0 } }
    }

    @Test func forbidden() async throws {
        let sentence = Fault.forbidden.sentence([.path: Self.path])
        try await refuses(.forbidden, sentence) { $0.openError = EACCES }
    }

    @Test func noCamera() async throws {
        let sentence = Fault.noCamera.sentence([.path: Self.path])
        try await refuses(.noCamera, sentence) { $0.capabilities = UInt32(V4L2_CAP_VIDEO_OUTPUT) }
    }

    @Test func noRoom() async throws {
        let mode = "YUYV 64x48 at 30 fps, 601-limited"
        let sentence = Fault.noRoom.sentence([.camera: "Scripted", .mode: mode])
        try await refuses(.noRoom, sentence) { $0.hasRoom = { false } }
    }

    @Test func lacksMode() async throws {
        let mode = ModeRequest(size: PixelSize(width: 320, height: 240), isStrict: true)
        let sentence = Fault.lacksMode.sentence([.camera: "Scripted", .choices: "YUYV 64x48 at 30"])
        try await refuses(.lacksMode, sentence, mode: mode)
    }

    @Test func lacksFormat() async throws {
        let mode = ModeRequest(format: "NV12")
        let sentence = Fault.lacksFormat.sentence([.camera: "Scripted", .mode: "NV12", .choices: "YUYV"])
        try await refuses(.lacksFormat, sentence, mode: mode)
    }

    @Test func lacksFormats() async throws {
        let sentence = Fault.lacksFormats.sentence([.camera: "Scripted", .choices: "H264"])
        try await refuses(.lacksFormats, sentence) {
            let code: FourCC = "H264"
            $0.modes = [ScriptedCamera.Mode(format: code.rawValue, width: 64, height: 48, rates: [30])]
        }
        let none =
            "Scripted offers no picture format that can be shown (it offers none); choose another camera"
        try await refuses(.lacksFormats, none) { $0.modes = [] }
    }

    @Test func unreadable() async throws {
        let (name, folder) = ("none-\(UUID().uuidString).y4m", NSTemporaryDirectory())
        let path = folder + name
        let sentence = Fault.unreadable.sentence([.camera: name, .reason: words("open", ENOENT, on: path)])
        try await refuses(.unreadable, sentence, .y4m(Y4MOptions(path: path)))
    }
}
