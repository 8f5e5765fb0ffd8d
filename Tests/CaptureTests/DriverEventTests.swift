import CV4L2
import Frames
import LinuxIO
import Glibc
import Testing

@testable import Capture

/// Drivers that hang up, give fields, or pictures that must be converted.
struct DriverEventTests {
    @Test func aHangUpIsALossAndAnErrorANewStart() async throws {
        let camera = try ScriptedCamera()
        let output = FrameOutput(.newest, alwaysWantsFrames: true)
        let session = DriverTrial.session(camera, outputs: [output], isLookedFor: true)
        try await playing(camera) {
            try await session.start()
            camera.change { $0.pollEvents = .hangUp }
            #expect(await eventually { session.state.fault?.kind == .gone })
            camera.change { $0.pollEvents = nil }
            #expect(await eventually { session.state.mode != nil })
            let opens = camera.script.opens
            camera.change { ($0.pollEvents, $0.breaksUntilRestarted) = (.error, true) }
            #expect(await eventually { !camera.script.breaksUntilRestarted })
            let count = output.statistics.published
            #expect(await eventually { output.statistics.published > count + 5 })
            #expect(camera.script.opens <= opens + 1)
        }
        session.stop()
    }

    /// Tells a change of the source, as a driver does in the middle of a stream.
    private func changeSource(_ camera: ScriptedCamera, to mode: ScriptedCamera.Mode) {
        camera.change { ($0.modes, $0.sourceHasChanged) = ([mode], true) }
        camera.bell.ring()
    }

    @Test func aChangeOfTheSourceIsFollowedAtOnce() async throws {
        let camera = try ScriptedCamera()
        let session = DriverTrial.session(camera, outputs: [FrameOutput(.newest, alwaysWantsFrames: true)])
        try await playing(camera) {
            try await session.start()
            let begin = MonotonicClock.now()
            changeSource(camera, to: .yuyv(128, 96))
            #expect(await eventually { session.state.mode?.size.width == 128 })
            let opening = try #require(camera.script.openings.last)
            #expect(opening > begin && opening - begin < 900_000_000)
        }
        session.stop()
    }

    @Test(.timeLimit(.minutes(1))) func aSourceThatChangesAtEachStartIsOpenedFiveTimesInTenSeconds()
        async throws
    {
        let camera = try ScriptedCamera()
        camera.change { $0.tellsChangeAtStart = true }
        let session = DriverTrial.session(camera, isLookedFor: true)
        let player = try Player(camera)
        defer { player.stop() }
        session.start(waits: true) { _ in }
        #expect(await eventually { session.state.fault?.kind == .noSignal })
        let first = try #require(camera.script.openings.first)
        #expect(MonotonicClock.now() - first < 10_000_000_000)
        while MonotonicClock.now() < first + 10_000_000_000 { try await Task.sleep(for: .milliseconds(50)) }
        let openings = camera.script.openings.filter { $0 < first + 10_000_000_000 }
        #expect((4...5).contains(openings.count), "\(openings.map { ($0 - first) / 1_000_000 })")
        camera.change { ($0.tellsChangeAtStart, $0.sourceHasChanged) = (false, false) }
        #expect(await eventually { session.state.mode != nil })
        session.stop()
        #expect(camera.isLeft)
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
        let session = DriverTrial.session(camera, outputs: [output])
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
        let session = DriverTrial.session(camera)
        try await playing(camera) { try await session.start() }
        session.stop()
    }

    @Test func aCameraThatIsConvertedIsOpenOnceAtATime() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.needsConversion = true }
        let output = FrameOutput(.queue(capacity: 3))
        let session = DriverTrial.session(camera, outputs: [output])
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
