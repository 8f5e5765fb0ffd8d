import CV4L2
import Foundation
import Frames
import Glibc
import Synchronization
import TestSupport

@testable import Capture

/// A trial of a session with a scripted camera.
enum DriverTrial {
    /// The calls that a session makes on a camera, by their names.
    static let calls: [(name: String, call: DeviceCall)] = [
        ("open", .open), ("v4l2_fd_open", .adopt),
        ("VIDIOC_QUERYCAP", .ioctl(vidioc_querycap)),
        ("VIDIOC_ENUM_FMT", .ioctl(vidioc_enum_fmt)),
        ("VIDIOC_ENUM_FRAMESIZES", .ioctl(vidioc_enum_framesizes)),
        ("VIDIOC_ENUM_FRAMEINTERVALS", .ioctl(vidioc_enum_frameintervals)),
        ("VIDIOC_G_FMT", .ioctl(vidioc_g_fmt)), ("VIDIOC_S_FMT", .ioctl(vidioc_s_fmt)),
        ("VIDIOC_G_SELECTION", .ioctl(vidioc_g_selection)), ("VIDIOC_G_STD", .ioctl(vidioc_g_std)),
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

    static let codes = [EBUSY, ENOSPC, EIO, EPROTO, ENODEV, EINVAL, ENOTTY, EPERM]

    static func session(
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
    static func together<Item: Sendable>(
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

    static func start(_ session: CaptureSession) throws -> Result<CaptureMode, CaptureFault> {
        let result = Mutex<Result<CaptureMode, CaptureFault>?>(nil)
        session.start { outcome in result.withLock { $0 = outcome } }
        try TestSupport.eventually("an outcome", within: 60) { result.withLock { $0 } != nil }
        guard let outcome = result.withLock({ $0 }) else { throw WaitedInVain("an outcome") }
        return outcome
    }
}
