internal import CLinux
internal import Glibc

/// A file that is written beside its place and takes it when it is whole; until then, what is there stays.
///
/// The draft lies in the same folder, since a name changes hands at once only within a file system. Its own name cannot be foretold, so
/// nobody can put a link in its way, and no file of somebody else's is taken for it. A link in the place itself is replaced, and what it
/// names stays as it is. A pipe, a terminal or a device has nothing to replace: it gets the bytes as they come.
///
/// One thread at a time.
public struct FileDraft: ~Copyable {
    /// The file to write to; stays open after ``publish(durably:)``.
    public let file: Descriptor
    /// The path of the draft while it is one; nil for what is no file, and after ``publish(durably:)`` and ``keep()``.
    public private(set) var path: String?
    private let place: String

    /// Makes an empty draft with the permissions of the file in its place, or with those that the user's mask leaves.
    ///
    /// Opening a pipe that nobody reads fails at once.
    ///
    /// - Parameters:
    ///   - place: The path of the file.
    ///   - prefix: The beginning of the draft's name; with a dot it is hidden.
    ///   - ending: The end of the draft's name.
    /// - Throws: The error of the call that refuses the place: it is a folder, it may not be written, its folder is not there.
    public init(
        for place: String, prefix: String = ".viewfinder-", ending: String = ""
    ) throws(SystemError) {
        self.place = place
        var status = stat()
        if unsafe stat(place, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            path = nil
            file = try .open(place, flags: O_WRONLY | O_NONBLOCK)
            // Only the opening must not wait: who reads a pipe slowly is to get every byte.
            _ = fcntl(file.number, F_SETFL, 0)
            return
        }
        let draft =
            Self.folder(of: place) + prefix + String(UInt64.random(in: 0 ... .max), radix: 36) + ending
        let old = unsafe lstat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
        if old != nil { _ = try systemCall("access", on: place) { unsafe access(place, W_OK) } }
        file = Descriptor(
            owning: try systemCall("open", on: draft) {
                unsafe Glibc.open(draft, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
            })
        path = draft
        guard let old else { return }
        // Who may not give a file away keeps it.
        _ = fchown(file.number, old.st_uid, old.st_gid)
        _ = fchmod(file.number, old.st_mode & 0o777)
    }

    deinit { if let path { unsafe _ = unlink(path) } }

    /// Gives the file its place (`fsync`, `rename`).
    ///
    /// - Parameters:
    ///   - durably: True when the file must be whole after a power cut, too, which may take seconds; otherwise what is there then
    ///     depends on the file system.
    ///   - replaces: False to leave what is in the place (`EEXIST`).
    /// - Throws: The error of the call that failed; the place is as it was.
    public mutating func publish(durably: Bool = true, replaces: Bool = true) throws(SystemError) {
        guard let draft = path else { return }
        if durably { try file.synchronize() }
        let isInPlace = replaces ? false : try renameToFreePlace(draft)
        if !isInPlace {
            _ = try systemCall("rename", on: place) { unsafe rename(draft, place) }
        }
        path = nil
        if durably { Self.synchronizeFolder(of: place) }
    }

    /// Gives the file a place in which there is none (`renameat2`).
    ///
    /// - Returns: False where the file system cannot do that at once: the place is taken, by an empty file.
    private func renameToFreePlace(_ draft: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            _ = try systemCall("rename", on: place) {
                unsafe renameat2(AT_FDCWD, draft, AT_FDCWD, place, UInt32(RENAME_NOREPLACE))
            }
            return true
        } catch {
            guard [EINVAL, ENOSYS].contains(error.code) else { throw error }
        }
        _ = Descriptor(
            owning: try systemCall("open", on: place) {
                unsafe Glibc.open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            })
        return false
    }

    /// Lets the draft stay where it is.
    public mutating func keep() { path = nil }

    /// Writes a whole file.
    ///
    /// - Parameters:
    ///   - bytes: All of its bytes.
    ///   - place: The path of the file.
    ///   - replaces: False to leave what is in the place (`EEXIST`).
    /// - Throws: The error of the call that failed; the place is as it was.
    public static func write(
        _ bytes: [UInt8], to place: String, replaces: Bool = true
    ) throws(SystemError) {
        var draft = try FileDraft(for: place)
        try draft.file.write(bytes)
        try draft.publish(replaces: replaces)
    }

    /// Brings the names in a file's folder to the disk, where the file system can (`fsync`).
    ///
    /// - Parameter place: The path of the file.
    public static func synchronizeFolder(of place: String) {
        // Without it the file is there all the same, so a refusal is no failure.
        if let folder = try? Descriptor.open(folder(of: place), flags: O_RDONLY | O_DIRECTORY) {
            fsync(folder.number)
        }
    }

    /// The part of a path before its last name, with its slash; `./` where there is none.
    private static func folder(of path: String) -> String {
        // By bytes: a letter may join the slash before it to one character.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "./" }
        return String(path[...slash])
    }
}
