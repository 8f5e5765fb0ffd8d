internal import Glibc

/// Tells when names appear in a folder, vanish from it or change their permissions (`inotify`).
///
/// Used for `/dev`: udev creates a camera's node first and grants access a moment later, so both events count.
public final class DirectoryWatch: EventSource {
    private let watch: Descriptor
    private let changed: () -> Void

    /// Watches a folder; add the watch to an ``EventLoop``.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - changed: Called on the loop's thread, once for each batch of changes.
    /// - Throws: What inotify answers, with the path.
    public init(_ path: String, changed: @escaping () -> Void) throws(SystemError) {
        let flags = Int32(IN_NONBLOCK | IN_CLOEXEC)
        watch = Descriptor(owning: try systemCall("inotify_init1") { inotify_init1(flags) })
        self.changed = changed
        let events = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO)
        let number = watch.number
        _ = try systemCall("inotify_add_watch", on: path) { unsafe inotify_add_watch(number, path, events) }
    }

    /// The inotify instance.
    public var descriptor: Int32 { watch.number }

    /// Waits for changes.
    public func prepareToWait() -> Poll.Events { .readable }

    /// Empties the queue of changes and tells once.
    public func finishWaiting(_ ready: Poll.Events) {
        guard !ready.isEmpty else { return }
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while let count = try? unsafe watch.read(into: buffer), count > 0 {}
        }
        changed()
    }
}
