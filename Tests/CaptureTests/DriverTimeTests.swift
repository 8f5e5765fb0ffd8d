import CV4L2
import Frames
import Glibc
import LinuxIO
import Testing

@testable import Capture

/// Drivers with strange clocks, rates and sizes.
struct DriverTimeTests {
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
        let session = DriverTrial.session(camera, outputs: [output])
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
        let session = DriverTrial.session(camera, outputs: [output], isLookedFor: true)
        let player = try Player(camera)
        defer { player.stop() }
        try await session.start()
        // The camera sleeps, and awakes with its own clock ahead: by an hour, then back by two.
        for jump in [3600, -7200] {
            player.pause(true)
            // A task may wait for so long beside other tests that the camera would count as dead.
            usleep(300_000)
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
            let session = DriverTrial.session(camera, mode: wish)
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
        let session = DriverTrial.session(camera, mode: wish)
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.size == PixelSize(width: 334, height: 217))
        }
        session.stop()
    }
}
