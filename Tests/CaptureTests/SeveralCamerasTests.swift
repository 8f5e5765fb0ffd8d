import CV4L2
import Faults
import Foundation
import Frames
import Glibc
import LinuxIO
import Synchronization
import Testing

@testable import Capture

/// Several cameras: which one is meant, how one takes the place of another, and what a loss leaves.
struct SeveralCamerasTests {
    private let card = Source.testCard(TestCardOptions(size: PixelSize(width: 64, height: 32)))
    private let missing = Source.y4m(Y4MOptions(path: "/no/such/file.y4m"))

    private func camera(_ name: String) throws -> ScriptedCamera {
        var script = ScriptedCamera.Script()
        script.name = name
        return try ScriptedCamera(script)
    }

    private func session(
        _ source: Source, _ calls: DeviceCalls, outputs: [FrameOutput] = []
    ) -> CaptureSession {
        CaptureSession(CaptureConfiguration(source), outputs: outputs, logger: quiet, calls: calls)
    }

    /// Does something with a folder in which nodes seem to be.
    private func withNodes(_ count: Int, _ work: (String) async throws -> Void) async throws {
        let root = NSTemporaryDirectory() + "nodes-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        for number in 0..<count { try Data().write(to: URL(filePath: "\(root)/video\(number)")) }
        try await work(SystemFile.real(root))
    }

    private func lose(_ camera: ScriptedCamera) {
        camera.change { script in
            script.failures = [vidioc_dqbuf: (ENODEV, nil)]
            script.openError = ENODEV
        }
    }

    private func bringBack(_ camera: ScriptedCamera) {
        camera.change { script in
            script.failures = [:]
            script.openError = nil
        }
    }

    @Test func camerasAreFoundByNumberNameAndIdentity() async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        try await withNodes(2) { root in
            var calls = ScriptedCamera.calls(of: ["\(root)/video0": first, "\(root)/video1": second])
            calls.root = root
            let found = CameraList.search(by: calls).cameras
            #expect(found.map(\.name) == ["First", "Second"])
            #expect(CameraList.offers(of: found, by: calls).map(\.formats.count) == [1, 1])
            #expect(try CameraList.node(of: .identity("bus of Second"), by: calls) == "\(root)/video1")
            #expect(try CameraList.node(of: .identity("first"), by: calls) == "\(root)/video0")
            #expect {
                try CameraList.node(of: .number(3), by: calls)
            } throws: {
                ($0 as? CaptureFault)?.sentence.hasPrefix("there is no camera 3, only 2; ") == true
            }
            let session = session(.camera(.number(2)), calls)
            try await playing(first, second) {
                let mode = try await session.start()
                #expect(mode.name == "Second")
            }
            session.stop()
        }
    }

    @Test func aCameraThatCannotBeOpenedForNowIsNamedHoweverItIsChosen() async throws {
        let only = try camera("Only")
        try await withNodes(1) { root in
            var calls = ScriptedCamera.calls(of: ["\(root)/video0": only])
            calls.root = root
            only.change { $0.openError = EBUSY }
            let found = CameraList.search(by: calls)
            #expect(found.cameras.isEmpty && found.unavailable.map(\.path) == ["\(root)/video0"])
            for selector in [CameraSelector.number(1), .identity("Only"), .path("\(root)/video0")] {
                await #expect {
                    try await session(.camera(selector), calls).start()
                } throws: {
                    ($0 as? CaptureFault)?.kind == .busy
                        && ($0 as? CaptureFault)?.sentence.hasPrefix("\(root)/video0 is in use by ") == true
                }
            }
        }
    }

    @Test func aCameraThatCanBeOpenedOnceIsSaidToBeUsedByThisProgramWhereItIs() async throws {
        let only = try camera("Only")
        try await withNodes(1) { root in
            let path = "\(root)/video0"
            var calls = ScriptedCamera.calls(of: [path: only])
            calls.root = root
            let session = session(.camera(.path(path)), calls)
            try await playing(only) {
                try await session.start()
                only.change { $0.openError = EBUSY }
                let sentence = Fault.usedHere.sentence([.camera: path])
                #expect {
                    try session.controls()
                } throws: {
                    ($0 as? CaptureFault)?.sentence == sentence
                }
                #expect(CameraList.search(by: calls).unavailable.map(\.fault.sentence) == [sentence])
            }
            session.stop()
            #expect(
                CameraList.search(by: calls).unavailable.map(\.fault.sentence) != [
                    Fault.usedHere.sentence([.camera: path])
                ])
        }
    }

    @Test(arguments: [false, true])
    func wishesForACameraHoldHoweverItIsNamed(hasLink: Bool) async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        for camera in [first, second] {
            camera.change { script in
                script.modes = [.yuyv(64, 48), .yuyv(32, 24)]
                script.adjustments = ScriptedControls([
                    ScriptedControl(number: V4L2_CID_BRIGHTNESS, name: "Brightness", least: 0, most: 64)
                ])
            }
        }
        try await withNodes(2) { root in
            let files = FileManager.default
            try files.createDirectory(atPath: "\(root)/v4l/by-path", withIntermediateDirectories: true)
            try files.createSymbolicLink(atPath: "\(root)/mine", withDestinationPath: "\(root)/video1")
            if hasLink {
                try files.createSymbolicLink(
                    atPath: "\(root)/v4l/by-path/place", withDestinationPath: "\(root)/video1")
            }
            var calls = ScriptedCamera.calls(of: [
                "\(root)/video0": first, "\(root)/video1": second, "\(root)/mine": second,
            ])
            calls.root = root
            let id = hasLink ? "place" : "bus of Second"
            let small = PixelSize(width: 32, height: 24)
            var wishes = CaptureConfiguration(
                card,
                cameras: [
                    id: .init(
                        mode: ModeRequest(size: small), color: ColorWish(matrix: .bt2020, range: .full)),
                    "bus of First": .init(mode: ModeRequest(size: PixelSize(width: 64, height: 48))),
                ])
            try await playing(first, second) {
                for (number, selector) in [
                    CameraSelector.path("\(root)/video1"), .path("\(root)/mine"), .number(2),
                    .identity("second"), .identity(id),
                ].enumerated() {
                    wishes.source = .camera(selector)
                    wishes.controls.cameras = [
                        id: [ControlSetting(key: "brightness", value: .integer(Int64(10 + number)))],
                        "bus of First": [ControlSetting(key: "brightness", value: 50)],
                    ]
                    let session = CaptureSession(wishes, outputs: [], logger: quiet, calls: calls)
                    let mode = try await session.start()
                    #expect(mode.cameraID == id && mode.size == small, "\(selector)")
                    #expect(mode.color.matrix == .bt2020 && mode.color.range == .full)
                    #expect(
                        second.script.adjustments.value(of: V4L2_CID_BRIGHTNESS) == Int64(10 + number),
                        "\(selector)")
                    session.stop()
                }
            }
        }
    }

    @Test func aNodeIsNotComparedWithOthersWhereNobodyHasWishesForSingleCameras() async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        try await withNodes(2) { root in
            var calls = ScriptedCamera.calls(of: ["\(root)/video0": first, "\(root)/video1": second])
            calls.root = root
            let session = session(.camera(.path("\(root)/video1")), calls)
            try await playing(first, second) {
                let mode = try await session.start()
                #expect(mode.cameraID == nil && first.script.tries == 0)
                let known = try await session.configure { $0.cameras = ["other": .init()] }
                #expect(known?.cameraID == "bus of Second" && first.script.tries == 1)
            }
            session.stop()
        }
    }

    @Test func wishesForAllComeBeforeThoseForACameraAndWhatItHasNoMoreIsLeftOut() async throws {
        let only = try camera("Only")
        only.change { $0.modes = [.yuyv(64, 48), .yuyv(32, 24)] }
        let (large, small) = (PixelSize(width: 64, height: 48), PixelSize(width: 32, height: 24))
        try await withNodes(1) { root in
            var calls = ScriptedCamera.calls(of: ["\(root)/video0": only])
            calls.root = root
            let session = CaptureSession(
                CaptureConfiguration(
                    .camera(.path("\(root)/video0")), mode: ModeRequest(size: large),
                    cameras: [
                        "bus of Only": .init(mode: ModeRequest(size: small), color: ColorWish(range: .full))
                    ],
                    color: ColorWish(range: .limited)),
                outputs: [], logger: quiet, calls: calls)
            try await playing(only) {
                let mode = try await session.start()
                #expect(mode.size == large && mode.color.range == .limited)
                let own = try await session.configure { $0.mode = ModeRequest() }
                #expect(own?.size == small)
                // What is wished of others does not open it anew.
                let opens = only.script.opens
                let same = try await session.configure {
                    $0.cameras["other"] = .init(mode: ModeRequest(size: large))
                }
                #expect(same == own && only.script.opens == opens)
                let lacking = try await session.configure {
                    $0.cameras["bus of Only"]?.mode = ModeRequest(size: small, format: "MJPG")
                }
                #expect(lacking?.size == large && lacking?.fourCC == "YUYV")
            }
            session.stop()
        }
    }

    @Test func aCameraOfAnotherProgramLeavesTheOldOneRunning() async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        second.change { $0.isTaken = true }
        let output = FrameOutput(.queue(capacity: 10, overflow: .dropsOldest))
        let session = session(
            .camera(.path("/dev/first")),
            ScriptedCamera.calls(of: ["/dev/first": first, "/dev/second": second]), outputs: [output])
        try await playing(first, second) {
            let mode = try await session.start()
            await #expect {
                try await session.switchTo(.camera(.path("/dev/second")))
            } throws: {
                ($0 as? CaptureFault)?.kind == .busy
            }
            #expect(first.script.opens == 1 && first.isStreaming && session.state == .running(mode))
            let count = output.statistics.published
            #expect(await eventually { output.statistics.published > count + 5 })
        }
        session.stop()
        #expect(second.script.opens == second.script.closes)
    }

    @Test func theSameCameraByAnotherNameIsOpenedOnce() async throws {
        let only = try camera("Only")
        try await withNodes(1) { root in
            var calls = ScriptedCamera.calls(of: ["\(root)/video0": only])
            calls.root = root
            let session = session(.camera(.path("\(root)/video0")), calls)
            try await playing(only) {
                let mode = try await session.start()
                let again = try await session.switchTo(.camera(.number(1)))
                #expect(again?.name == mode.name && again?.size == mode.size)
                #expect(session.configuration.source == .camera(.number(1)) && only.isStreaming)
            }
            session.stop()
        }
        #expect(only.script.opens == only.script.closes)
    }

    @Test func onABusWithRoomForOneTheOldOneMakesRoom() async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        second.change { $0.hasRoom = { !first.isStreaming } }
        let session = session(
            .camera(.path("/dev/first")),
            ScriptedCamera.calls(of: ["/dev/first": first, "/dev/second": second]))
        try await playing(first, second) {
            let mode = try await session.start()
            #expect(try await session.switchTo(.camera(.path("/dev/second")))?.name == "Second")
            #expect(!first.isStreaming && second.isStreaming)
            first.change { $0.hasRoom = { !second.isStreaming } }
            #expect(try await session.switchTo(.camera(.path("/dev/first"))) == mode)
            second.change { $0.hasRoom = { false } }
            await #expect {
                try await session.switchTo(.camera(.path("/dev/second")))
            } throws: {
                ($0 as? CaptureFault)?.kind == .bandwidth
            }
            #expect(session.state == .running(mode) && first.isStreaming, "it has gone back")
        }
        session.stop()
        for camera in [first, second] { #expect(camera.script.opens == camera.script.closes) }
    }

    @Test func theOldOneMakesRoomBeforeSmallerPicturesAreTaken() async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        second.change { script in
            script.modes = [.yuyv(64, 48), .yuyv(32, 24)]
            script.hasRoom = { !first.isStreaming }
        }
        let session = session(
            .camera(.path("/dev/first")),
            ScriptedCamera.calls(of: ["/dev/first": first, "/dev/second": second]))
        try await playing(first, second) {
            try await session.start()
            let mode = try await session.switchTo(.camera(.path("/dev/second")))
            #expect(mode?.name == "Second" && mode?.size == PixelSize(width: 64, height: 48))
        }
        session.stop()
    }

    @Test func aCameraIsSetToTheModesThatItOffersOrGoesOnAsItWas() async throws {
        let camera = try camera("First")
        let sizes = [(64, 48, [30, 15]), (128, 96, [30]), (256, 192, [10])] as [(UInt32, UInt32, [UInt32])]
        camera.change { script in
            script.modes = sizes.map { .yuyv($0, $1, rates: $2) }
            script.failures = [vidioc_streamon: (ENOSPC, .yuyv(256, 192))]
        }
        let session = session(.camera(.path("/dev/first")), ScriptedCamera.calls(of: ["/dev/first": camera]))
        #expect(session.offeredModes.isEmpty, "nothing is open")
        try await playing(camera) {
            let first = try await session.configure {
                $0.mode = ModeRequest(size: PixelSize(width: 64, height: 48))
            }
            #expect(first == nil)
            try await session.start()
            #expect(
                session.offeredModes
                    == sizes.map { width, height, rates in
                        ModeOffer(
                            fourCC: "YUYV",
                            sizes: .discrete(PixelSize(width: Int(width), height: Int(height))),
                            rates: .discrete(rates.map { Rational(Int($0)) }))
                    })
            let larger = ModeRequest(
                size: PixelSize(width: 128, height: 96), rate: Rational(30), isStrict: true)
            let mode = try await session.configure { $0.mode = larger }
            #expect(mode?.size == larger.size && mode?.rate == larger.rate)
            for (wish, kind) in [
                (ModeRequest(size: PixelSize(width: 256, height: 192), isStrict: true), .bandwidth),
                (ModeRequest(size: PixelSize(width: 100, height: 100), isStrict: true), .unsupported),
            ] as [(ModeRequest, CaptureFault.Kind)] {
                await #expect {
                    try await session.configure { $0.mode = wish }
                } throws: {
                    ($0 as? CaptureFault)?.kind == kind
                }
                #expect(session.state.mode == mode && session.configuration.mode == larger)
                #expect(session.offeredModes.count == 3)
            }
        }
        session.stop()
        #expect(session.offeredModes.isEmpty)
    }

    @Test func whoIsNotToMakeRoomGoesOn() async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        second.change { $0.hasRoom = { false } }
        let session = session(
            .camera(.path("/dev/first")),
            ScriptedCamera.calls(of: ["/dev/first": first, "/dev/second": second]))
        try await playing(first, second) {
            let mode = try await session.start()
            await #expect {
                try await session.configure { wishes in
                    wishes.source = .camera(.path("/dev/second"))
                    wishes.makesRoom = false
                }
            } throws: {
                ($0 as? CaptureFault)?.kind == .bandwidth
            }
            #expect(first.script.opens == 1 && session.state == .running(mode))
        }
        session.stop()
    }

    @Test(arguments: [true, false])
    func nodesOfOneDeviceMakeRoomForEachOther(areOfOneDevice: Bool) async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        second.change { $0.isShared = { first.isStreaming } }
        for camera in [first, second] where areOfOneDevice {
            camera.change { $0.bus = "platform:pipeline" }
        }
        let session = session(
            .camera(.path("/dev/first")),
            ScriptedCamera.calls(of: ["/dev/first": first, "/dev/second": second]))
        try await playing(first, second) {
            let mode = try await session.start()
            let next = try? await session.switchTo(.camera(.path("/dev/second")))
            #expect(next?.name == (areOfOneDevice ? "Second" : nil))
            #expect(areOfOneDevice || session.state == .running(mode) && first.script.opens == 1)
        }
        session.stop()
    }

    @Test func aChangeThatIsGivenUpKeepsNobodyWaiting() async throws {
        let (first, silent, third) = (try camera("First"), try camera("Silent"), try camera("Third"))
        let session = session(
            .camera(.path("/dev/first")),
            ScriptedCamera.calls(of: ["/dev/first": first, "/dev/silent": silent, "/dev/third": third]))
        try await playing(first, third) {
            let mode = try await session.start()
            let faults = Mutex<[CaptureFault.Kind]>([])
            for _ in 0..<2 {
                session.configure {
                    $0.source = .camera(.path("/dev/silent"))
                } done: { result in
                    if case .failure(let fault) = result { faults.withLock { $0.append(fault.kind) } }
                }
            }
            #expect(await eventually { silent.isStreaming })
            session.giveUpChanges()
            #expect(await eventually { faults.withLock { $0 } == [.stopped, .stopped] })
            #expect(session.state == .running(mode) && silent.script.opens == 1)
            #expect(try await session.switchTo(.camera(.path("/dev/third")))?.name == "Third")
        }
        session.stop()
        #expect(silent.script.opens == silent.script.closes)
    }

    @Test func aChangeThatIsGivenUpWithItsFirstFrameIsDone() async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        let output = FrameOutput(.newest, alwaysWantsFrames: true)
        let session = session(
            .camera(.path("/dev/first")),
            ScriptedCamera.calls(of: ["/dev/first": first, "/dev/second": second]), outputs: [output])
        let isAwaited = Atomic(false)
        try await playing(first) { try await session.start() }
        // On a busy machine the first camera's last pictures come late, and are not those that are awaited.
        var before: UInt64
        repeat {
            before = output.statistics.published
            try await Task.sleep(for: .milliseconds(50))
        } while output.statistics.published != before
        output.onArrival { [weak session] in
            // The frame is handed over, and the session does not know yet.
            if isAwaited.exchange(false, ordering: .relaxed) { session?.giveUpChanges() }
        }
        try await playing(second) {
            isAwaited.store(true, ordering: .relaxed)
            let mode = try await session.switchTo(.camera(.path("/dev/second")))
            #expect(mode?.name == "Second" && !isAwaited.load(ordering: .relaxed))
            let count = output.statistics.published
            #expect(await eventually { output.statistics.published > count + 5 })
            #expect(session.state.mode == mode && second.isStreaming)
        }
        session.stop()
    }

    @Test func aChangeIsGivenUpAtWhateverMomentThatIsAskedFor() async throws {
        let (first, silent) = (try camera("First"), try camera("Silent"))
        let session = session(
            .camera(.path("/dev/first")),
            ScriptedCamera.calls(of: ["/dev/first": first, "/dev/silent": silent]))
        try await playing(first) {
            try await session.start()
            // From before the work has begun until the device is open, which is not awaited for its eight seconds.
            for moment in 0..<20 {
                let found = Mutex<CaptureFault.Kind?>(nil)
                let begin = MonotonicClock.now()
                session.configure {
                    $0.source = .camera(.path("/dev/silent"))
                } done: { result in
                    if case .failure(let fault) = result { found.withLock { $0 = fault.kind } }
                }
                while MonotonicClock.now() < begin + Int64(moment) * 30_000 {}
                session.giveUpChanges()
                #expect(await eventually { found.withLock(\.self) != nil })
                // One that had been awaited would have stalled.
                #expect(found.withLock(\.self) == .stopped, "given up after \(moment * 30) µs")
            }
        }
        session.stop()
    }

    @Test(
        arguments: [
            (V4L2_CAP_VIDEO_M2M, "pictures that it is given"), (V4L2_CAP_TOUCH, "touch"),
            (V4L2_CAP_IO_MC, "libcamera"), (V4L2_CAP_META_CAPTURE, "data"), (V4L2_CAP_VIDEO_OUTPUT, "takes"),
            (V4L2_CAP_VBI_CAPTURE, "gives no pictures"), (V4L2_CAP_READWRITE, "cannot stream"),
        ] as [(Int32, String)])
    func nodesThatAreNoCamerasAreToldWithTheReason(kind: Int32, word: String) async throws {
        let other = try camera("Other\u{1b}[2J")
        let isCapture = [V4L2_CAP_TOUCH, V4L2_CAP_IO_MC, V4L2_CAP_READWRITE].contains(kind)
        let streams = kind == V4L2_CAP_READWRITE ? 0 : V4L2_CAP_STREAMING
        other.change {
            $0.capabilities = UInt32(bitPattern: kind | streams | (isCapture ? V4L2_CAP_VIDEO_CAPTURE : 0))
        }
        try await withNodes(2) { root in
            var calls = ScriptedCamera.calls(of: ["\(root)/video0": other])
            calls.root = root
            let found = CameraList.search(by: calls)
            #expect(found.cameras.isEmpty && found.forbidden.isEmpty && found.others.count == 2)
            #expect(found.others.first?.reason.contains(word) == true)
            #expect(found.others.first?.name == "Other[2J")
            #expect(found.others.last?.reason.contains("cannot be opened") == true)
        }
    }

    /// Twins, one at each node, with the kernel's facts of them and udev's link by path; the link by id is at the node that claimed it last.
    private struct Twins {
        let root: String
        let calls: DeviceCalls

        init(_ root: String, serials: [String?], products: [String] = ["0001", "0001"]) throws {
            self.root = root
            let cameras = try (0..<2).map { number in
                var script = ScriptedCamera.Script()
                (script.name, script.bus) = ("Twin", "bus \(number)")
                return ("\(root)/video\(number)", try ScriptedCamera(script))
            }
            var calls = ScriptedCamera.calls(of: Dictionary(uniqueKeysWithValues: cameras))
            (calls.root, calls.facts) = (root, "\(root)/sys")
            self.calls = calls
            let files = FileManager.default
            for folder in ["v4l/by-id", "v4l/by-path", "sys/class/video4linux", "sys/bus/usb/devices"] {
                try files.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
            }
            for number in serials.indices { try plug(number, serials[number], products[number]) }
        }

        private func link(_ path: String, to target: String) throws {
            try? FileManager.default.removeItem(atPath: "\(root)/\(path)")
            try FileManager.default.createSymbolicLink(
                atPath: "\(root)/\(path)", withDestinationPath: "\(root)/\(target)")
        }

        func plug(_ number: Int, _ serial: String?, _ product: String = "0001") throws {
            let (files, device) = (FileManager.default, "sys/bus/usb/devices/1-\(number)")
            let node = "sys/class/video4linux/video\(number)"
            for folder in ["\(device)/1-\(number):1.0", node] {
                try files.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
            }
            try link("\(node)/device", to: "\(device)/1-\(number):1.0")
            for (name, text) in [
                ("idVendor", "1d6b"), ("idProduct", product), ("serial", serial),
                ("1-\(number):1.0/bInterfaceNumber", "00"),
            ] {
                try text.map {
                    try Data("\($0)\n".utf8).write(to: URL(filePath: "\(root)/\(device)/\(name)"))
                }
            }
            try Data().write(to: URL(filePath: "\(root)/video\(number)"))
            try link("v4l/by-path/place-\(number)", to: "video\(number)")
            try claim(number)
        }

        func claim(_ number: Int) throws { try link("v4l/by-id/usb-Twin", to: "video\(number)") }

        func unplug(_ number: Int) throws {
            for path in [
                "sys/bus/usb/devices/1-\(number)", "sys/class/video4linux/video\(number)", "video\(number)",
                "v4l/by-path/place-\(number)",
            ] {
                try FileManager.default.removeItem(atPath: "\(root)/\(path)")
            }
        }

        var ids: [String] { CameraList.search(by: calls).cameras.map(\.id) }
    }

    @Test(arguments: [[nil, nil], ["SN0001", "SN0001"], ["SN 1", " SN\t1"], ["", " "]] as [[String?]])
    func camerasOfAModelWithoutSerialNumbersOfTheirOwnAreKnownByTheirPlaces(serials: [String?]) async throws {
        try await withNodes(0) { root in
            let twins = try Twins(root, serials: serials)
            // The link goes from one to the other.
            for owner in [1, 0] {
                try twins.claim(owner)
                #expect(twins.ids == ["place-0", "place-1"])
                #expect(CameraList.id(ofNode: "\(root)/video\(owner)", by: twins.calls) == "place-\(owner)")
            }
        }
    }

    @Test func camerasWithSerialNumbersOfTheirOwnAreKnownByThese() async throws {
        try await withNodes(0) { root in
            let others = try Twins(root, serials: ["SN0001", "SN0002"])
            #expect(others.ids == ["place-0", "usb-Twin"])
        }
        try await withNodes(0) { root in
            let others = try Twins(root, serials: ["SN0001", "SN0001"], products: ["0001", "0002"])
            #expect(others.ids == ["place-0", "usb-Twin"])
        }
    }

    @Test func aSerialNumberThatTwoCamerasHadIsNoNameOfTheOneThatIsLeft() async throws {
        try await withNodes(0) { root in
            let twins = try Twins(root, serials: ["SN0001"])
            #expect(twins.ids == ["usb-Twin"], "it is the only one")
            try twins.plug(1, "SN0001")
            #expect(twins.ids == ["place-0", "place-1"])
            try twins.unplug(0)
            #expect(twins.ids == ["place-1"], "it is not taken for the one that had the name")
            #expect(twins.calls.nodes.sharedSerials.withLock { $0 } == ["1d6b:0001:SN0001"])
        }
    }

    @Test func aLinkSteersNoTerminal() async throws {
        let camera = try camera("Plain")
        try await withNodes(1) { root in
            let files = FileManager.default
            try files.createDirectory(atPath: "\(root)/v4l/by-id", withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: "\(root)/v4l/by-id/usb-\u{1b}[2JPlain\u{202e}", withDestinationPath: "\(root)/video0")
            var calls = ScriptedCamera.calls(of: ["\(root)/video0": camera])
            calls.root = root
            #expect(CameraList.search(by: calls).cameras.map(\.id) == ["usb-[2JPlain"])
        }
    }

    @Test func aCameraIsKnownUnderAnotherNumberThoughAnotherHasItsLink() async throws {
        let (wanted, other) = (try camera("Twin"), try camera("Twin"))
        let player = try Player([wanted, other])
        defer { player.stop() }
        try await withNodes(1) { root in
            let files = FileManager.default
            for folder in ["by-id", "by-path"] {
                try files.createDirectory(atPath: "\(root)/v4l/\(folder)", withIntermediateDirectories: true)
            }
            func link(_ name: String, to number: Int) throws {
                let path = "\(root)/v4l/\(name)"
                try? files.removeItem(atPath: path)
                try files.createSymbolicLink(atPath: path, withDestinationPath: "\(root)/video\(number)")
            }
            try link("by-path/left", to: 0)
            try link("by-id/usb-Twin", to: 0)
            // The camera behind the first node.
            let first = Mutex(wanted)
            var calls = ScriptedCamera.calls(of: ["\(root)/video0": wanted, "\(root)/video2": wanted])
            let others = ScriptedCamera.calls(of: ["\(root)/video0": other])
            let open = calls.open
            calls.open = { (path) throws(SystemError) in
                path.hasSuffix("video0") && first.withLock { $0 } === other
                    ? try others.open(path) : try open(path)
            }
            let ioctl = unsafe calls.ioctl
            unsafe calls.ioctl = { number, request, argument in
                let answer = unsafe others.ioctl(number, request, argument)
                return unsafe answer == -1 && errno == EBADF ? ioctl(number, request, argument) : answer
            }
            unsafe calls.kernelIoctl = calls.ioctl
            let close = calls.close
            calls.close = {
                others.close($0)
                close($0)
            }
            (calls.root, calls.facts) = (root, "\(root)/sys")
            for number in [0, 2] {
                let device = "\(root)/sys/class/video4linux/video\(number)/device"
                try files.createDirectory(atPath: device, withIntermediateDirectories: true)
                try Data().write(to: URL(filePath: "\(device)/bInterfaceNumber"))
            }
            let session = CaptureSession(
                CaptureConfiguration(.camera(.identity("left")), isLookedFor: true), outputs: [],
                logger: quiet, calls: calls)
            try await session.start()
            lose(wanted)
            #expect(await eventually { session.state.fault?.kind == .gone })
            let opens = wanted.script.opens
            // The other one has its number and its name, and is plugged in elsewhere.
            first.withLock { $0 = other }
            try link("by-path/right", to: 0)
            try link("by-path/left", to: 2)
            try Data().write(to: URL(filePath: "\(root)/video2"))
            bringBack(wanted)
            #expect(await eventually { wanted.isStreaming })
            #expect(!other.isStreaming)
            #expect(wanted.script.opens > opens)
            #expect(session.stop())
        }
    }

    @Test func whatACameraLosesBeforeItsTurnIsToldToNobody() async throws {
        let (first, second) = (try camera("First"), try camera("Second"))
        let damaged = Count()
        second.change { script in
            script.lie = { buffer in
                // The first good one has a number that leaves a gap.
                if damaged.value < 20 {
                    buffer.flags |= UInt32(V4L2_BUF_FLAG_ERROR)
                    damaged.add()
                }
            }
        }
        let output = FrameOutput(.queue(capacity: 10, overflow: .dropsOldest))
        let session = session(
            .camera(.path("/dev/first")),
            ScriptedCamera.calls(of: ["/dev/first": first, "/dev/second": second]), outputs: [output])
        try await playing(first, second) {
            try await session.start()
            #expect(try await session.switchTo(.camera(.path("/dev/second")))?.name == "Second")
        }
        session.stop()
        #expect(damaged.value == 20 && output.statistics.dropped[.errorFlag] == nil)
        #expect(session.statistics.dropped[.errorFlag] == 20)
    }

    @Test func anotherSourceTakesThePlaceOfALostOneAtOnce() async throws {
        let camera = try camera("Lost")
        let output = FrameOutput(.queue(capacity: 10, overflow: .dropsOldest))
        let source = Source.camera(.path("/dev/lost"))
        let session = session(source, ScriptedCamera.calls(of: ["/dev/lost": camera]), outputs: [output])
        try await playing(camera) {
            let mode = try await session.start()
            lose(camera)
            #expect(await eventually { session.state.fault?.kind == .gone })
            let tries = camera.script.tries
            #expect(await eventually { camera.script.tries > tries })
            await #expect {
                try await session.switchTo(missing)
            } throws: {
                ($0 as? CaptureFault)?.kind == .file
            }
            #expect(session.configuration.source == source && session.state.fault?.kind == .gone)
            // It goes on being looked for.
            bringBack(camera)
            #expect(await eventually { session.state == .running(mode) })
            lose(camera)
            let more = camera.script.tries
            #expect(await eventually { camera.script.tries > more })
            let other = try await session.switchTo(card)
            #expect(other?.size.width == 64 && session.configuration.source == card)
            bringBack(camera)
            let opens = camera.script.opens
            let count = output.statistics.published
            #expect(await eventually { output.statistics.published > count + 20 })
            #expect(camera.script.opens == opens, "nobody looks for it any more")
        }
        session.stop()
    }

    @Test func theWordsOfALossStayUntilSomethingElseIsFound() async throws {
        let camera = try camera("Lost")
        try await withNodes(1) { root in
            var calls = ScriptedCamera.calls(of: ["\(root)/video0": camera])
            calls.root = root
            let session = session(.camera(.number(1)), calls)
            try await playing(camera) {
                let mode = try await session.start()
                lose(camera)
                #expect(await eventually { session.state.fault != nil })
                let tries = camera.script.tries
                #expect(await eventually { camera.script.tries > tries + 2 })
                #expect(session.state.fault?.sentence == "Lost was unplugged; plug it in again")
                camera.change { $0.isTaken = true }
                bringBack(camera)
                #expect(await eventually { session.state.fault?.kind == .busy })
                camera.change { $0.isTaken = false }
                #expect(await eventually { session.state == .running(mode) })
            }
            session.stop()
        }
    }
}

/// A number that a driver's thread raises.
private final class Count: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .acquiring) }

    func add() { number.add(1, ordering: .acquiringAndReleasing) }
}
