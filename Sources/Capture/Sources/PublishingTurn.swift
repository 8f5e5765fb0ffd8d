internal import Synchronization

/// The turn to publish, which one run of a session has at a time: no frame of a run comes after it was told to stop.
final class PublishingTurn: Sendable {
    private let lock = Mutex(())

    /// Does what only one may do.
    func take(_ work: () -> Void) { lock.withLock { _ in work() } }
}
