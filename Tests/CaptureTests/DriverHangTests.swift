import CV4L2
import Foundation
import Frames
import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Capture

/// Drivers that do not come back from a call, or late: a session tells of it, and holds nobody up.
struct DriverHangTests {
    @Test func aDriverThatHangsAtACallIsLeftAndOthersGoOn() async throws {
        try await DriverTrial.together(DriverTrial.calls) { (name, call) in
            let (silent, other) = (try ScriptedCamera(), try ScriptedCamera())
            let player = try Player([silent, other])
            defer { player.stop() }
            var calls = ScriptedCamera.calls(of: ["/dev/silent": silent, "/dev/other": other])
            calls.patience = 1_500_000_000
            let session = CaptureSession(
                CaptureConfiguration(.camera(.path("/dev/silent")), isLookedFor: false), outputs: [],
                logger: quiet, calls: calls)
            silent.change { $0.hangingCall = call }
            session.start { _ in }
            // Some calls are made at the end of a stream, and those of a smaller number never.
            let endsWithIt = [.close, .ioctl(vidioc_streamoff)].contains(call)
            if endsWithIt {
                try TestSupport.eventually("pictures", within: 30) { session.state.mode != nil }
            } else {
                try TestSupport.eventually("a hanging \(name)", within: 30) { silent.script.isInHangingCall }
                try TestSupport.eventually("words at \(name)", within: 30, found: { "\(session.state)" }) {
                    session.state.fault?.kind == .stalled
                }
                let sentence = session.state.fault?.sentence ?? ""
                #expect(sentence.hasSuffix(" does not answer; unplug it and plug it in again"))
                // It is not opened again while it hangs.
                let tries = silent.script.tries
                #expect(throws: CaptureFault.self) { try DriverTrial.start(session).get() }
                #expect(silent.script.tries == tries)
            }
            let begin = MonotonicClock.now()
            let isFree = session.stop()
            #expect(MonotonicClock.now() - begin < 4_000_000_000)
            #expect(!isFree, "the driver has not come back from \(name)")
            let second = CaptureSession(
                CaptureConfiguration(.camera(.path("/dev/other"))), outputs: [], logger: quiet, calls: calls)
            _ = try DriverTrial.start(second).get()
            #expect(second.stop())
            silent.change { $0.hangingCall = nil }
            try TestSupport.eventually("the end of \(name)", within: 20) { session.stop() && silent.isLeft }
            _ = try DriverTrial.start(session).get()
            #expect(session.stop())
        }
    }

    @Test(arguments: ["VIDIOC_QBUF", "VIDIOC_DQBUF", "VIDIOC_STREAMOFF"])
    func aRunningCameraWhoseDriverHangsIsToldAndComesBack(name: String) async throws {
        let call = try #require(DriverTrial.calls.first { $0.name == name }?.call)
        try await DriverTrial.together([call]) { call in
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            let output = FrameOutput(.newest, alwaysWantsFrames: true)
            let session = DriverTrial.session(
                camera, outputs: [output], isLookedFor: true, patience: 1_500_000_000)
            _ = try DriverTrial.start(session).get()
            // The new start of a stream that breaks is where they hang.
            camera.change { ($0.hangingCall, $0.breaksUntilRestarted) = (call, true) }
            try TestSupport.eventually("words", within: 30, found: { "\(session.state)" }) {
                session.state.fault?.sentence
                    == "Scripted does not answer; unplug it and plug it in again"
            }
            camera.change { $0.hangingCall = nil }
            try TestSupport.eventually("pictures", within: 30, found: { "\(session.state)" }) {
                session.state.mode != nil && camera.isStreaming
            }
            #expect(session.stop())
        }
    }

    @Test func aSlowDriverIsWaitedFor() async throws {
        try await DriverTrial.together(["VIDIOC_S_FMT", "VIDIOC_STREAMON", "open", "mmap"]) { name in
            let call = DriverTrial.calls.first { $0.name == name }?.call
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            camera.change { $0.hangingCall = call }
            let session = DriverTrial.session(camera)
            session.start { _ in }
            // As long as a request over USB takes that nobody answers.
            sleep(5)
            camera.change { $0.hangingCall = nil }
            try TestSupport.eventually("pictures", within: 30, found: { "\(session.state)" }) {
                session.state.mode != nil
            }
            #expect(session.state.mode?.size == PixelSize(width: 64, height: 48))
            #expect(session.stop())
        }
    }

    @Test func aConsumerIsNotWaitedForOnceTheSessionIsStopped() async throws {
        let camera = try ScriptedCamera()
        let exchange = try FrameMemoryExchange(patience: 30_000_000_000)
        let run = try CaptureRun(
            CaptureConfiguration(.camera(.path("/dev/scripted"))), outputs: FrameFanOut([]),
            memory: exchange, logger: quiet, calls: camera.calls, report: { _ in })
        try run.begin()
        #expect(await eventually { run.start.modeKnown != nil })
        #expect(run.stop())
        #expect(camera.isLeft)
    }

    @Test func aCameraThatDoesNotAnswerIsNamedHoweverItIsChosen() async throws {
        let root = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let node = "\(root)/video0"
        #expect(FileManager.default.createFile(atPath: node, contents: nil))
        try await DriverTrial.together([CameraSelector.path(node), .number(1), .identity("Scripted")]) {
            selector in
            let camera = try ScriptedCamera()
            var calls = ScriptedCamera.calls(of: [node: camera])
            (calls.root, calls.patience) = (root, 500_000_000)
            camera.change { $0.hangingCall = .open }
            let session = CaptureSession(
                CaptureConfiguration(.camera(selector), isLookedFor: true), outputs: [], logger: quiet,
                calls: calls)
            session.start(waits: true) { _ in }
            let words = "\(node) does not answer; unplug it and plug it in again"
            try TestSupport.eventually("words", within: 30, found: { "\(session.state)" }) {
                session.state.fault?.sentence == words
            }
            // Nor do later looks say anything else.
            for _ in 0..<100 {
                usleep(20_000)
                #expect(session.state.fault.map { $0.sentence == words } ?? true, "\(session.state)")
            }
            camera.change { $0.hangingCall = nil }
            try TestSupport.eventually("the camera", within: 30, found: { "\(session.state)" }) {
                camera.isStreaming
            }
            // Those that were left end, too, now that they are answered.
            try TestSupport.eventually("the end", within: 30) { session.stop() }
        }
    }

    @Test func theControlsOfADriverThatHangsAreNotWaitedForForEver() async throws {
        try await DriverTrial.together([0]) { _ in
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            let session = DriverTrial.session(camera, patience: 500_000_000)
            _ = try DriverTrial.start(session).get()
            camera.change { $0.hangingCall = .open }
            #expect(
                throws: CaptureFault(
                    .stalled, "/dev/scripted does not answer; unplug it and plug it in again")
            ) {
                _ = try session.controls()
            }
            camera.change { $0.hangingCall = nil }
            #expect(session.stop())
        }
    }

    @Test func aControlThatIsNotTakenIsNotWaitedForForEver() async throws {
        try await DriverTrial.together([0]) { _ in
            var script = ScriptedCamera.Script()
            script.adjustments = ScriptedControls([
                ScriptedControl(number: V4L2_CID_BRIGHTNESS, name: "Brightness", initial: 5, value: 5)
            ])
            let camera = try ScriptedCamera(script)
            var calls = camera.calls
            calls.patience = 500_000_000
            let controls = try CameraControls(node: "/dev/scripted", calls: calls)
            camera.change { $0.hangingCall = .ioctl(vidioc_s_ext_ctrls) }
            let silent = CaptureFault(
                .stalled, "/dev/scripted does not answer; unplug it and plug it in again")
            #expect(throws: silent) { try controls.set(7, of: .brightness) }
            // From then on nobody waits for it.
            let begin = MonotonicClock.now()
            for _ in 0..<20 {
                #expect(throws: silent) { try controls.setDefaults() }
                controls.refresh()
            }
            #expect(MonotonicClock.now() - begin < 500_000_000)
            #expect(controls[.brightness]?.value == 5, "it is as it was seen last")
            camera.change { $0.hangingCall = nil }
            try TestSupport.eventually("an answer", within: 20) {
                (try? controls.set(3, of: .brightness))?.value == 3
            }
        }
    }

    @Test func slowControlsAreAllSetHoweverLongTheyTakeTogether() async throws {
        try await DriverTrial.together([0]) { _ in
            var script = ScriptedCamera.Script()
            script.adjustments = ScriptedControls([
                ScriptedControl(number: V4L2_CID_BRIGHTNESS, name: "Brightness", initial: 5, value: 1),
                ScriptedControl(number: V4L2_CID_CONTRAST, name: "Contrast", initial: 6, value: 1),
                ScriptedControl(number: V4L2_CID_GAIN, name: "Gain", initial: 7, value: 1),
            ])
            let camera = try ScriptedCamera(script)
            var calls = camera.calls
            calls.patience = 400_000_000
            unsafe calls.kernelIoctl = { [calls] number, request, argument in
                if request == vidioc_s_ext_ctrls { usleep(250_000) }
                return unsafe calls.kernelIoctl(number, request, argument)
            }
            let controls = try CameraControls(node: "/dev/scripted", calls: calls)
            try controls.setDefaults()
            #expect(controls.all.map(\.value) == [5, 6, 7])
        }
    }

    @Test func aCloseElsewhereDoesNotHideThatACallHangs() throws {
        let register = NodeRegister()
        let watch = register.begin("/dev/scripted", isOfRun: true)
        let isOver = Atomic(false)
        var calls = DeviceCalls()
        unsafe calls.ioctl = { _, _, _ in
            while !isOver.load(ordering: .relaxed) { usleep(1000) }
            return 0
        }
        calls.close = { _ in }
        let watched = calls.watched(by: watch)
        let thread = try SystemThread(name: "hang") {
            var nothing = 0
            _ = unsafe withUnsafeMutableBytes(of: &nothing) { bytes in
                unsafe bytes.baseAddress.map { unsafe watched.ioctl(0, 0, $0) }
            }
        }
        #expect(soon { watch.lasting > 50_000_000 })
        watched.unwatchedClose?(0)
        #expect(watch.lasting > 50_000_000 && register.isSilent("/dev/scripted", patience: 50_000_000))
        isOver.store(true, ordering: .relaxed)
        #expect(thread.join(within: 20))
    }

    @Test func aNodeThatDoesNotAnswerHidesNoOther() async throws {
        let root = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let cameras = try (0..<4).map { _ in try ScriptedCamera() }
        var nodes: [String: ScriptedCamera] = [:]
        for (number, camera) in cameras.enumerated() {
            let path = "\(root)/video\(number)"
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            nodes[SystemFile.real(path)] = camera
            nodes[path] = camera
        }
        for camera in cameras[0...1] {
            camera.change { $0.hangingCall = .ioctl(vidioc_querycap) }
        }
        var calls = ScriptedCamera.calls(of: nodes)
        (calls.root, calls.patience) = (root, 3_000_000_000)
        try await DriverTrial.together([calls]) { calls in
            for round in 1...2 {
                let begin = MonotonicClock.now()
                let found = CameraList.search(by: calls)
                #expect(found.cameras.map(\.path) == ["\(root)/video2", "\(root)/video3"])
                #expect(found.others.map(\.reason) == ["it does not answer", "it does not answer"])
                let seconds = Double(MonotonicClock.now() - begin) / 1e9
                // A node that is known not to answer is not waited for.
                sleep(4)
                #expect(seconds < (round == 1 ? 20 : 3), "\(seconds)")
            }
            #expect(cameras[0].script.tries == 1)
        }
        for camera in cameras[0...1] { camera.change { $0.hangingCall = nil } }
        #expect(await eventually { cameras[0].isLeft && cameras[1].isLeft })
        #expect(CameraList.search(by: calls).cameras.count == 4)
    }
}
