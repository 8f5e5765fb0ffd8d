import CV4L2
import Frames
import Glibc
import TestSupport
import Testing

@testable import Capture

/// Drivers that fail at each of their calls: a session tells of it or goes on, and leaves nothing open.
struct DriverErrorTests {
    @Test(arguments: DriverTrial.calls.filter { $0.call != .close && $0.call != .adopt }.map(\.name))
    func errorsOfEachCallAreToldOrDoNotMatter(name: String) async throws {
        let call = try #require(DriverTrial.calls.first { $0.name == name }?.call)
        try await DriverTrial.together(DriverTrial.codes) { code in
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            camera.change {
                if call == .open { $0.openError = code } else { $0.errors[call] = code }
            }
            let session = DriverTrial.session(
                camera, outputs: [FrameOutput(.newest, alwaysWantsFrames: true)])
            switch try DriverTrial.start(session) {
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
            let mode = try DriverTrial.start(session).get()
            #expect(mode.size == PixelSize(width: 64, height: 48))
            #expect(session.stop())
            try TestSupport.eventually("a closed camera", within: 20) { camera.isLeft }
        }
    }

    @Test(arguments: ["VIDIOC_QBUF", "VIDIOC_DQBUF", "VIDIOC_STREAMON", "VIDIOC_STREAMOFF"])
    func errorsOfARunningCameraPass(name: String) async throws {
        let call = try #require(DriverTrial.calls.first { $0.name == name }?.call)
        try await DriverTrial.together(DriverTrial.codes) { code in
            let camera = try ScriptedCamera()
            let player = try Player(camera)
            defer { player.stop() }
            let output = FrameOutput(.newest, alwaysWantsFrames: true)
            let session = DriverTrial.session(camera, outputs: [output], isLookedFor: true)
            _ = try DriverTrial.start(session).get()
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
}
