import CV4L2
import Frames
import Glibc
import LinuxIO
import Synchronization

@testable import Capture

/// Fills the buffers of cameras on a thread of its own, until it is stopped.
final class Player: Sendable {
    private let isOver = Atomic(false)
    private let isPaused = Atomic(false)

    init(_ cameras: [ScriptedCamera], every milliseconds: Int = 2) throws {
        // On a busy machine, tasks wait for so long that the camera would count as dead.
        _ = try SystemThread(name: "player") { [self] in
            while !isOver.load(ordering: .acquiring) {
                if !isPaused.load(ordering: .acquiring) { for camera in cameras { camera.fill() } }
                usleep(useconds_t(milliseconds * 1000))
            }
        }
    }

    convenience init(_ camera: ScriptedCamera) throws { try self.init([camera]) }

    func stop() { isOver.store(true, ordering: .releasing) }

    func pause(_ isPaused: Bool) { self.isPaused.store(isPaused, ordering: .releasing) }
}

/// Fills the buffers of cameras until the work is done.
func playing(
    _ cameras: ScriptedCamera..., every milliseconds: Int = 2, _ work: () async throws -> Void
) async throws {
    let player = try Player(cameras, every: milliseconds)
    defer { player.stop() }
    try await work()
}
