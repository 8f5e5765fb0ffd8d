internal import CLinux
internal import Glibc

/// A watch that tells when names appear in a folder, vanish from it or change their permissions (`inotify`).
///
/// Used for `/dev`: udev creates a camera's node first and grants access a moment later, so both events count. Where the system has no
/// watch left, as editors may use them all, the folder is looked at every two seconds instead.
public final class DirectoryWatch: EventSource {
    /// A name with what tells it from an earlier one.
    private struct Entry: Hashable {
        let name: String
        let node: UInt
        let mode: UInt32
        let owner: UInt32
        let group: UInt32
    }

    /// The time from one look at the folder to the next, in seconds.
    private static let period = 2

    /// The error for which the folder is looked at every two seconds; nil where it is watched.
    public let refusal: SystemError?
    /// The inotify instance, or a clock that rings for each look (`timerfd`).
    private let watch: Descriptor
    private let path: String
    private let prefix: String
    private let changed: () -> Void
    /// The findings of the last look.
    private var entries: Set<Entry> = []

    /// Watches a folder; add the watch to an ``EventLoop``.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - prefix: The beginning of the names that count.
    ///   - changed: Called on the loop's thread, once for each batch of changes.
    /// - Throws: The error of a folder that cannot be read, with the path, or of a process that has no descriptor left.
    public convenience init(
        _ path: String, namesWithPrefix prefix: String = "", changed: @escaping () -> Void
    ) throws(SystemError) {
        try self.init(path, namesWithPrefix: prefix, isWatched: true, changed: changed)
    }

    /// Watches a folder, or looks at it, as where `inotify_init1` says that there are too many watches.
    init(
        _ path: String, namesWithPrefix prefix: String, isWatched: Bool, changed: @escaping () -> Void
    ) throws(SystemError) {
        (self.path, self.prefix, self.changed) = (path, prefix, changed)
        do throws(SystemError) {
            guard isWatched else { throw SystemError(call: "inotify_init1", code: EMFILE) }
            watch = try Self.watch(path)
            refusal = nil
        } catch {
            guard [EMFILE, ENOSPC, ENOMEM].contains(error.code) else { throw error }
            watch = try Self.clock()
            refusal = error
            entries = look()
        }
    }

    private static func watch(_ path: String) throws(SystemError) -> Descriptor {
        let flags = Int32(IN_NONBLOCK | IN_CLOEXEC)
        let watch = Descriptor(owning: try systemCall("inotify_init1") { inotify_init1(flags) })
        let events = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO)
        let number = watch.number
        _ = try systemCall("inotify_add_watch", on: path) { unsafe inotify_add_watch(number, path, events) }
        return watch
    }

    private static func clock() throws(SystemError) -> Descriptor {
        let flags = Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC)
        let clock = Descriptor(
            owning: try systemCall("timerfd_create") { timerfd_create(CLOCK_MONOTONIC, flags) })
        let (number, time) = (clock.number, timespec(tv_sec: period, tv_nsec: 0))
        var setting = itimerspec(it_interval: time, it_value: time)
        _ = try systemCall("timerfd_settime") { unsafe timerfd_settime(number, 0, &setting, nil) }
        return clock
    }

    /// The descriptor of the inotify instance, or of the clock.
    public var descriptor: Int32 { watch.number }

    /// Waits for changes.
    public func prepareToWait() -> Poll.Events? { .readable }

    /// Empties the queue of changes, or looks, and tells once.
    public func finishWaiting(_ ready: Poll.Events) {
        guard !ready.isEmpty else { return }
        if refusal == nil {
            guard takeEvents() else { return }
        } else {
            var rings = 0
            unsafe withUnsafeMutableBytes(of: &rings) { buffer in _ = try? unsafe watch.read(into: buffer) }
            let found = look()
            guard found != entries else { return }
            entries = found
        }
        changed()
    }

    /// Reads the names that count.
    private func look() -> Set<Entry> {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var found: Set<Entry> = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe fieldText(entry.pointee.d_name)
            guard name.utf8.starts(with: prefix.utf8) else { continue }
            var facts = stat()
            guard unsafe lstat("\(path)/\(name)", &facts) == 0 else { continue }
            found.insert(
                Entry(
                    name: name, node: UInt(facts.st_ino), mode: facts.st_mode, owner: facts.st_uid,
                    group: facts.st_gid))
        }
        return found
    }

    /// Empties the queue of changes.
    ///
    /// - Returns: True when one is about a name that counts.
    private func takeEvents() -> Bool {
        var counts = false
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while let length = try? unsafe watch.read(into: buffer), length > 0 {
                let events = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<length])
                if unsafe isAnyNameWatched(events) { counts = true }
            }
        }
        return counts
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
