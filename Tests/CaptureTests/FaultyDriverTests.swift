import CV4L2
import Foundation
import Frames
import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Capture

/// Drivers that fail, hang and lie at each of their calls: a session tells of it or goes on, and leaves nothing open.
struct FaultyDriverTests {
    /// The calls that a session makes on a camera, by their names.
    static let calls: [(name: String, call: DeviceCall)] = [
        ("open", .open), ("VIDIOC_QUERYCAP", .ioctl(vidioc_querycap)),
        ("VIDIOC_ENUM_FMT", .ioctl(vidioc_enum_fmt)),
        ("VIDIOC_ENUM_FRAMESIZES", .ioctl(vidioc_enum_framesizes)),
        ("VIDIOC_ENUM_FRAMEINTERVALS", .ioctl(vidioc_enum_frameintervals)),
        ("VIDIOC_G_FMT", .ioctl(vidioc_g_fmt)), ("VIDIOC_S_FMT", .ioctl(vidioc_s_fmt)),
        ("VIDIOC_G_PARM", .ioctl(vidioc_g_parm)), ("VIDIOC_S_PARM", .ioctl(vidioc_s_parm)),
        ("VIDIOC_G_CTRL", .ioctl(vidioc_g_ctrl)),
        ("VIDIOC_SUBSCRIBE_EVENT", .ioctl(vidioc_subscribe_event)),
        ("VIDIOC_QUERY_DV_TIMINGS", .ioctl(vidioc_query_dv_timings)),
        ("VIDIOC_QUERYSTD", .ioctl(vidioc_querystd)),
        ("VIDIOC_REQBUFS", .ioctl(vidioc_reqbufs)), ("VIDIOC_QUERYBUF", .ioctl(vidioc_querybuf)),
        ("mmap", .map), ("VIDIOC_QBUF", .ioctl(vidioc_qbuf)), ("VIDIOC_STREAMON", .ioctl(vidioc_streamon)),
        ("VIDIOC_DQBUF", .ioctl(vidioc_dqbuf)), ("VIDIOC_STREAMOFF", .ioctl(vidioc_streamoff)),
        ("close", .close),
    ]

    private static let codes = [EBUSY, ENOSPC, EIO, EPROTO, ENODEV, EINVAL, ENOTTY, EPERM]

    private static func session(
        _ camera: ScriptedCamera, mode: ModeRequest = ModeRequest(), outputs: [FrameOutput] = [],
        isLookedFor: Bool = false, patience: Int64 = 6_000_000_000
    ) -> CaptureSession {
        var calls = camera.calls
        calls.patience = patience
        return CaptureSession(
            CaptureConfiguration(
                .camera(.path("/dev/scripted")), mode: mode, isLookedFor: isLookedFor),
            outputs: outputs, logger: quiet, calls: calls)
    }

    /// Does all pieces of work at once, each on a thread of its own, and waits for them.
    private func together<Item: Sendable>(
        _ items: [Item], _ work: @escaping @Sendable (Item) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for item in items {
                group.addTask {
                    try await withCheckedThrowingContinuation { done in
                        Thread { done.resume(with: Result { try work(item) }) }.start()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func start(_ session: CaptureSession) throws -> Result<CaptureMode, CaptureFault> {
        let result = Mutex<Result<CaptureMode, CaptureFault>?>(nil)
        session.start { outcome in result.withLock { $0 = outcome } }
        try TestSupport.eventually("an outcome", within: 60) { result.withLock { $0 } != nil }
        guard let outcome = result.withLock({ $0 }) else { throw WaitedInVain("an outcome") }
        return outcome
    }

    @Test(arguments: calls.filter { $0.call != .close }.map(\.name))
    func errorsOfEachCallAreToldOrDoNotMatter(name: String) async throws {
        let call = try #require(Self.calls.first { $0.name == name }?.call)
        try await together(Self.codes) { code in
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            camera.change {
                if call == .open { $0.openError = code } else { $0.errors[call] = code }
            }
            let session = Self.session(camera, outputs: [FrameOutput(.newest, alwaysWantsFrames: true)])
            switch try Self.start(session) {
            case .success: break
            case .failure(let fault):
                let kinds: Set<CaptureFault.Kind> =
                    switch code {
                    case EBUSY: [.busy]
                    case ENOSPC: [.bandwidth, .io]
                    case ENODEV: [.gone]
                    case EPERM: [.permission, .io]
                    case ENOTTY: [.unsupported, .io]
                    default: [.io]
                    }
                // That is how a list ends.
                let isEmpty = call == .ioctl(vidioc_enum_fmt) && code == EINVAL
                #expect(kinds.contains(fault.kind) || isEmpty && fault.kind == .unsupported, "\(fault)")
                #expect(fault.sentence.contains(";"), "it says what to do: \(fault)")
            }
            camera.change { ($0.openError, $0.errors) = (nil, [:]) }
            let mode = try Self.start(session).get()
            #expect(mode.size == PixelSize(width: 64, height: 48))
            #expect(session.stop())
            try TestSupport.eventually("a closed camera", within: 20) { camera.isLeft }
        }
    }

    @Test(arguments: ["VIDIOC_QBUF", "VIDIOC_DQBUF", "VIDIOC_STREAMON", "VIDIOC_STREAMOFF"])
    func errorsOfARunningCameraPass(name: String) async throws {
        let call = try #require(Self.calls.first { $0.name == name }?.call)
        try await together(Self.codes) { code in
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            let output = FrameOutput(.newest, alwaysWantsFrames: true)
            let session = Self.session(camera, outputs: [output], isLookedFor: true)
            _ = try Self.start(session).get()
            // Each makes the session stop and start the stream, at which the others fail.
            camera.change { ($0.errors[call], $0.breaksUntilRestarted) = (code, true) }
            usleep(300_000)
            camera.change { $0.errors = [:] }
            let count = output.statistics.published
            try TestSupport.eventually("pictures", within: 60, found: { "\(session.state)" }) {
                output.statistics.published > count + 5 && session.state.mode != nil
            }
            #expect(session.stop())
            try TestSupport.eventually("a closed camera", within: 20) { camera.isLeft }
        }
    }

    // MARK: - Drivers that hang

    @Test func aDriverThatHangsAtACallIsLeftAndOthersGoOn() async throws {
        try await together(Self.calls) { (name, call) in
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
                #expect(throws: CaptureFault.self) { try Self.start(session).get() }
                #expect(silent.script.tries == tries)
            }
            let begin = MonotonicClock.now()
            let isFree = session.stop()
            #expect(MonotonicClock.now() - begin < 4_000_000_000)
            #expect(!isFree, "the driver has not come back from \(name)")
            let second = CaptureSession(
                CaptureConfiguration(.camera(.path("/dev/other"))), outputs: [], logger: quiet, calls: calls)
            _ = try Self.start(second).get()
            #expect(second.stop())
            silent.change { $0.hangingCall = nil }
            try TestSupport.eventually("the end of \(name)", within: 20) { session.stop() && silent.isLeft }
            _ = try Self.start(session).get()
            #expect(session.stop())
        }
    }

    @Test(arguments: ["VIDIOC_QBUF", "VIDIOC_DQBUF", "VIDIOC_STREAMOFF"])
    func aRunningCameraWhoseDriverHangsIsToldAndComesBack(name: String) async throws {
        let call = try #require(Self.calls.first { $0.name == name }?.call)
        try await together([call]) { call in
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            let output = FrameOutput(.newest, alwaysWantsFrames: true)
            let session = Self.session(camera, outputs: [output], isLookedFor: true, patience: 1_500_000_000)
            _ = try Self.start(session).get()
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
        try await together(["VIDIOC_S_FMT", "VIDIOC_STREAMON", "open", "mmap"]) { name in
            let call = Self.calls.first { $0.name == name }?.call
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            camera.change { $0.hangingCall = call }
            let session = Self.session(camera)
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
        try await together([CameraSelector.path(node), .number(1), .identity("Scripted")]) { selector in
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
        try await together([0]) { _ in
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            let session = Self.session(camera, patience: 500_000_000)
            _ = try Self.start(session).get()
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
            nodes[resolved(path)] = camera
            nodes[path] = camera
        }
        for camera in cameras[0...1] {
            camera.change { $0.hangingCall = .ioctl(vidioc_querycap) }
        }
        var calls = ScriptedCamera.calls(of: nodes)
        (calls.root, calls.patience) = (root, 3_000_000_000)
        try await together([calls]) { calls in
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

    // MARK: - Lies about formats and buffers

    private static let formatLies: [@Sendable (inout v4l2_pix_format) -> Void] = [
        { $0.width = 0 }, { $0.height = 0 }, { $0.width = .max }, { $0.height = .max },
        { ($0.width, $0.height) = (.max, .max) }, { ($0.width, $0.height) = (16384, 16384) },
        { $0.width = 65 }, { $0.height = 1 },
        { $0.bytesperline = 0 }, { $0.bytesperline = 1 }, { $0.bytesperline = 127 },
        { $0.bytesperline = 129 }, { $0.bytesperline = 4096 }, { $0.bytesperline = .max },
        { $0.sizeimage = 0 }, { $0.sizeimage = 1 }, { $0.sizeimage = .max },
        { $0.pixelformat = 0 }, { $0.pixelformat = .max }, { $0.pixelformat = v4l2_pix_fmt_nv12 },
        { $0.pixelformat = v4l2_pix_fmt_mjpeg },
        { ($0.colorspace, $0.ycbcr_enc, $0.quantization, $0.xfer_func) = (.max, .max, .max, .max) },
        { $0.field = .max }, { $0.priv = 0 },
    ]

    /// What is published can be read to its last byte, whatever the driver says.
    private static func playsOrTells(_ camera: ScriptedCamera) throws {
        let player = try Player(camera)
        defer { player.stop() }
        let output = FrameOutput(.queue(capacity: 4, overflow: .dropsOldest))
        let session = session(camera, outputs: [output])
        if case .failure(let fault) = try start(session) {
            #expect([.unsupported, .io, .stalled].contains(fault.kind), "\(fault)")
            #expect(fault.sentence.contains(";"))
        }
        #expect(session.stop())
        while let frame = output.take() {
            for plane in frame.layout.format.planes.indices {
                let sum = frame.withPlane(plane) { bytes in unsafe bytes.reduce(0) { $0 &+ Int($1) } }
                #expect(sum >= 0)
            }
        }
        try TestSupport.eventually("a closed camera", within: 20) { camera.isLeft }
    }

    @Test func aFormatThatCannotBeIsTold() async throws {
        try await together(Array(Self.formatLies.indices)) { place in
            let camera = try ScriptedCamera()
            camera.change { $0.formatLie = Self.formatLies[place] }
            try Self.playsOrTells(camera)
        }
    }

    @Test func aLyingSizeIsNamedAndNotWaitedFor() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.formatLie = { $0.width = .max } }
        let words =
            "Scripted answers with YUYV 4294967295x48, which cannot be shown; choose another size or format"
        await #expect(throws: CaptureFault(.unsupported, words)) { try await Self.session(camera).start() }
        camera.change { $0.formatLie = { $0.height = 480 } }
        await #expect { try await Self.session(camera).start() } throws: {
            ($0 as? CaptureFault)?.sentence.contains("no buffers for YUYV 64x480") == true
        }
    }

    @Test func sizesBeyondAnyPictureAreNotTaken() async throws {
        var script = ScriptedCamera.Script()
        script.modes = [.yuyv(.max, .max), .yuyv(.max, 1), .yuyv(64, 48)]
        let camera = try ScriptedCamera(script)
        let session = Self.session(camera)
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.size == PixelSize(width: 64, height: 48))
        }
        session.stop()
        camera.change { $0.modes = [.yuyv(.max, .max)] }
        await #expect { try await Self.session(camera).start() } throws: {
            ($0 as? CaptureFault)?.kind == .unsupported
        }
        camera.change { ($0.modes, $0.isStepwise) = ([.yuyv(64, 48), .yuyv(.max, .max)], true) }
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.size.width <= 16384)
        }
        session.stop()
    }

    @Test func buffersThatCannotBeAreTold() async throws {
        let requests: [@Sendable (inout v4l2_requestbuffers) -> Void] = [
            { $0.count = 0 }, { $0.count = 1 }, { $0.count = 7 }, { $0.count = .max },
        ]
        let queries: [@Sendable (inout v4l2_buffer) -> Void] = [
            { $0.length = 0 }, { $0.length = 1 }, { $0.length = .max }, { $0.m.offset = .max },
            { $0.m.offset = 0 }, { $0.index = 9 },
        ]
        try await together(Array(0..<(requests.count + queries.count))) { place in
            let camera = try ScriptedCamera()
            camera.change { script in
                if place < requests.count {
                    script.buffersLie = requests[place]
                } else {
                    script.queryLie = queries[place - requests.count]
                }
            }
            try Self.playsOrTells(camera)
        }
    }

    @Test func lyingPicturesAreLeftOutOrReadable() async throws {
        let lies: [@Sendable (inout v4l2_buffer) -> Void] = [
            { $0.bytesused = 0 }, { $0.bytesused = .max }, { $0.bytesused = 1 }, { $0.index = 6 },
            { $0.index = .max }, { $0.index = 0 }, { $0.length = 0 }, { $0.sequence = 0 },
            { $0.sequence = 0 &- $0.sequence }, { $0.sequence = $0.sequence &* 0x1000_0001 },
            { $0.flags = 0 }, { $0.flags = .max & ~UInt32(V4L2_BUF_FLAG_ERROR) }, { $0.type = .max },
            { $0.memory = .max }, { $0.field = .max },
        ]
        try await together(Array(lies.indices)) { place in
            let camera = try ScriptedCamera()
            camera.change { $0.lie = lies[place] }
            try Self.playsOrTells(camera)
        }
    }

    @Test func paddedRowsKeepTheirPictures() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.stride = 448 }
        let output = FrameOutput(.queue(capacity: 3))
        let session = Self.session(camera, outputs: [output])
        try await playing(camera) {
            try await session.start()
            #expect(await eventually { output.waitingFrames.count == 3 })
        }
        session.stop()
        let frame = try #require(output.take())
        #expect(frame.layout.planes[0].stride == 448)
        #expect(frame.withPlane(0) { $0.count } == 48 * 448)
    }

    @Test func buffersOutOfOrderKeepTheirPictures() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.isOutOfOrder = true }
        let output = FrameOutput(.queue(capacity: 100))
        let session = Self.session(camera, outputs: [output])
        try await playing(camera, every: 1) {
            try await session.start()
            #expect(await eventually { output.statistics.published > 30 })
        }
        session.stop()
        while let frame = output.take() {
            #expect(frame.withPlane(0) { unsafe $0.loadUnaligned(as: UInt32.self) } == frame.sequence)
        }
    }

    // MARK: - Times

    @Test func stampsOfAnyKindTrapNothing() async throws {
        let seconds: [Int] = [.min, .max, -1, 0, 1, 1 << 31, -1 << 31, 1 << 40, 9_223_372_036, 9_223_372_037]
        let fractions: [Int] = [0, -1, 999_999, 1_000_000, .max, .min]
        let flags = [
            V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC, V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN, V4L2_BUF_FLAG_TIMESTAMP_COPY,
            V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | V4L2_BUF_FLAG_TSTAMP_SRC_SOE,
        ]
        let camera = try ScriptedCamera()
        camera.change { script in
            script.lie = { buffer in
                let place = Int(buffer.sequence)
                buffer.timestamp = timeval(
                    tv_sec: seconds[place % seconds.count],
                    tv_usec: fractions[place / seconds.count % fractions.count])
                buffer.flags = UInt32(flags[place / (seconds.count * fractions.count) % flags.count])
            }
        }
        let kinds = seconds.count * fractions.count * flags.count
        let output = FrameOutput(.queue(capacity: 600))
        let session = Self.session(camera, outputs: [output])
        try await playing(camera, every: 1) {
            try await session.start()
            #expect(await eventually { output.statistics.published > kinds })
        }
        session.stop()
        let now = MonotonicClock.now()
        while let frame = output.take() {
            #expect(frame.arrival > 0 && frame.arrival <= now)
        }
        #expect(session.state == .stopped)
    }

    @Test func aSuspendedMachineGoesOn() async throws {
        let camera = try ScriptedCamera()
        let output = FrameOutput(.newest, alwaysWantsFrames: true)
        let session = Self.session(camera, outputs: [output], isLookedFor: true)
        let player = try Player(camera)
        defer { player.stop() }
        try await session.start()
        // The camera sleeps, and awakes with its own clock ahead: by an hour, then back by two.
        for jump in [3600, -7200] {
            player.pause(true)
            try await Task.sleep(for: .milliseconds(300))
            camera.change { script in
                script.breaksUntilRestarted = true
                script.lie = { $0.timestamp.tv_sec += jump }
            }
            player.pause(false)
            let count = output.statistics.published
            #expect(await eventually { output.statistics.published > count + 10 }, "\(session.state)")
        }
        #expect(camera.script.opens == 1, "its stream was started anew, and nothing else")
        session.stop()
    }

    @Test func zeroFramesPerSecondAreNoRate() async throws {
        for interval in [v4l2_fract(numerator: 0, denominator: 0), v4l2_fract(numerator: 1, denominator: 0)] {
            let camera = try ScriptedCamera()
            camera.change { $0.interval = interval }
            let wish = ModeRequest(rate: Rational(30))
            let session = Self.session(camera, mode: wish)
            try await playing(camera) {
                let mode = try await session.start()
                #expect(mode.rate == nil || mode.rate == Rational(30))
            }
            #expect(session.stop())
            let listed = CameraList.offers(
                of: [CameraIdentity(id: "a", name: "a", path: "/dev/scripted", busInfo: "")], by: camera.calls
            )
            #expect(listed.first?.formats.first?.sizes.first?.rates == [])
        }
    }

    @Test func ofContinuousSizesTheWishedOneIsSet() async throws {
        var script = ScriptedCamera.Script()
        script.modes = [.yuyv(64, 48), .yuyv(1920, 1080)]
        (script.isStepwise, script.isContinuous) = (true, true)
        let camera = try ScriptedCamera(script)
        let wish = ModeRequest(size: PixelSize(width: 334, height: 217), isStrict: true)
        let session = Self.session(camera, mode: wish)
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.size == PixelSize(width: 334, height: 217))
        }
        session.stop()
    }

    // MARK: - Events, fields, conversion

    @Test func aHangUpIsALossAndAnErrorANewStart() async throws {
        let camera = try ScriptedCamera()
        let output = FrameOutput(.newest, alwaysWantsFrames: true)
        let session = Self.session(camera, outputs: [output], isLookedFor: true)
        try await playing(camera) {
            try await session.start()
            camera.change { $0.pollEvents = .hangUp }
            #expect(await eventually { session.state.fault?.kind == .gone })
            camera.change { $0.pollEvents = nil }
            #expect(await eventually { session.state.mode != nil })
            let opens = camera.script.opens
            camera.change { ($0.pollEvents, $0.breaksUntilRestarted) = (.error, true) }
            #expect(await eventually { !camera.script.breaksUntilRestarted })
            camera.change { $0.pollEvents = nil }
            let count = output.statistics.published
            #expect(await eventually { output.statistics.published > count + 5 })
            #expect(camera.script.opens <= opens + 1)
        }
        session.stop()
    }

    @Test(
        arguments: [
            (V4L2_FIELD_NONE, 1), (V4L2_FIELD_INTERLACED, 1), (V4L2_FIELD_INTERLACED_BT, 1),
            (V4L2_FIELD_TOP, 2),
            (V4L2_FIELD_BOTTOM, 2), (V4L2_FIELD_ALTERNATE, 2),
        ])
    func aFieldIsHalfAsTall(field: v4l2_field, lines: Int) async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.field = { _ in field.rawValue } }
        let output = FrameOutput(.queue(capacity: 1))
        let session = Self.session(camera, outputs: [output])
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.sampleAspect == Rational(1, lines))
            #expect(await eventually { output.take()?.sampleAspect == Rational(1, lines) })
        }
        session.stop()
    }

    @Test func fieldsThatLieApartAreAskedForWoven() async throws {
        let camera = try ScriptedCamera()
        camera.change { script in
            script.field = {
                $0 == V4L2_FIELD_INTERLACED.rawValue ? $0 : V4L2_FIELD_SEQ_TB.rawValue
            }
        }
        let session = Self.session(camera)
        try await playing(camera) { try await session.start() }
        session.stop()
    }

    @Test func aCameraThatIsConvertedIsOpenOnceAtATime() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.needsConversion = true }
        let output = FrameOutput(.queue(capacity: 3))
        let session = Self.session(camera, outputs: [output])
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.fourCC == "YUYV")
            #expect(await eventually { output.waitingFrames.count == 3 })
        }
        // The frames are copies: they do not keep the device.
        #expect(session.stop())
        #expect(camera.isLeft && camera.script.mostOpen == 1)
        #expect(output.waitingFrames.count == 3)
    }
}
