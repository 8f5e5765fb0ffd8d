internal import LinuxIO

/// A search for a source that was lost: tries again when a device comes, and now and then, less and less often.
///
/// A camera behind a loose contact answers again only when its last user has closed it, and nothing tells.
enum SourceSearch {
    private static let shortest: Int64 = 100_000_000
    private static let longest: Int64 = 5_000_000_000

    /// Starts a search on a thread of its own.
    ///
    /// - Parameter attempt: Tries to open the source; true when there is nothing to look for any more.
    /// - Throws: The error of a thread that cannot be made.
    static func start(_ attempt: @escaping @Sendable () -> Bool) throws(SystemError) {
        _ = try SystemThread(name: "find camera") {
            var hasChanged = false
            let watch = try? DirectoryWatch("/dev", namesWithPrefix: "video") { hasChanged = true }
            var delay = shortest
            while true {
                let deadline = MonotonicClock.now() + delay
                hasChanged = false
                while !hasChanged, MonotonicClock.now() < deadline {
                    let entry = Poll.Entry(watch?.descriptor ?? -1, watch?.prepareToWait() ?? [])
                    let events = (try? Poll.wait(for: entry, until: deadline)) ?? []
                    watch?.finishWaiting(events)
                }
                if attempt() { return }
                delay = hasChanged ? shortest : min(delay * 2, longest)
            }
        }
    }
}
