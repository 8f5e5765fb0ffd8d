internal import CLinux
internal import Glibc

/// A watch that tells when names appear in a folder, vanish from it or change their permissions (`inotify`).
///
/// Used for `/dev`: udev creates a camera's node first and grants access a moment later, so both events count.
public final class DirectoryWatch: EventSource {
    private let watch: Descriptor
    private let prefix: String
    private let changed: () -> Void

    /// Watches a folder; add the watch to an ``EventLoop``.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - prefix: The beginning of the names that count.
    ///   - changed: Called on the loop's thread, once for each batch of changes.
    /// - Throws: The error of inotify, with the path.
    public init(
        _ path: String, namesWithPrefix prefix: String = "", changed: @escaping () -> Void
    ) throws(SystemError) {
        let flags = Int32(IN_NONBLOCK | IN_CLOEXEC)
        watch = Descriptor(owning: try systemCall("inotify_init1") { inotify_init1(flags) })
        self.prefix = prefix
        self.changed = changed
        let events = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO)
        let number = watch.number
        _ = try systemCall("inotify_add_watch", on: path) { unsafe inotify_add_watch(number, path, events) }
    }

    /// The inotify instance.
    public var descriptor: Int32 { watch.number }

    /// Waits for changes.
    public func prepareToWait() -> Poll.Events? { .readable }

    /// Empties the queue of changes and tells once.
    public func finishWaiting(_ ready: Poll.Events) {
        guard !ready.isEmpty else { return }
        var counts = false
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while let length = try? unsafe watch.read(into: buffer), length > 0 {
                let events = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<length])
                if unsafe isAnyNameWatched(events) { counts = true }
            }
        }
        if counts { changed() }
    }

    /// Tells whether one of the events (`struct inotify_event`, each with its name behind it) is about a name that
    /// counts.
    private func isAnyNameWatched(_ events: UnsafeRawBufferPointer) -> Bool {
        let header = MemoryLayout<inotify_event>.size
        var place = 0
        while place + header <= events.count {
            let event = unsafe events.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
            let end = min(place + header + Int(event.len), events.count)
            let name = unsafe events[(place + header)..<end].prefix { $0 != 0 }
            // A full queue (IN_Q_OVERFLOW) has lost names.
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
            if unsafe name.starts(with: prefix.utf8) { return true }
            place = end
        }
        return false
    }
}
