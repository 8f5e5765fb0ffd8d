import CV4L2
import Foundation
import Frames
import Glibc
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
        try await work(resolved(root))
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
                #expect(try await session.switchTo(.camera(.number(1))) == mode)
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
