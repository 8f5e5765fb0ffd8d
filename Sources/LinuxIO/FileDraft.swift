internal import CLinux
internal import Glibc

/// A file that is written where nobody sees it, and takes its place when it is whole; until then, what is there stays.
///
/// The draft has no name (`O_TMPFILE`) and is gone with a program that is killed, unless it is given one, or the file system knows no files
/// without: then it lies in the same folder, since a name changes hands at once only within a file system, under a name that cannot be
/// foretold, so nobody can put a link in its way, and no file of somebody else's is taken for it. A link in the place itself is replaced,
/// and what it names stays as it is. A pipe, a terminal or a device has nothing to replace: it gets the bytes as they come.
///
/// One thread at a time.
public struct FileDraft: ~Copyable {
    private enum Form {
        case nameless
        case named(String)
        /// No draft, and no more: a device, a pipe, or what has its place.
        case settled
    }

    /// The file to write to; stays open after ``publish(durably:replaces:)``.
    public let file: Descriptor
    private var form: Form
    private let place: String

    /// The path of the draft; nil for one without a name, for what is no file, and after ``publish(durably:replaces:)`` and ``keep()``.
    public var path: String? {
        guard case .named(let path) = form else { return nil }
        return path
    }

    /// Makes an empty draft with the permissions of the file in its place, or with those that the user's mask leaves.
    ///
    /// Opening a pipe that nobody reads fails at once.
    ///
    /// - Parameters:
    ///   - place: The path of the file.
    ///   - prefix: The beginning of a name of its own, under which the draft can be found when the program is killed; nil for a draft
    ///     that is gone then, where the file system can do that.
    ///   - ending: The end of that name.
    /// - Throws: The error of the call that refuses the place: it is a folder, it may not be written, its folder is not there.
    public init(for place: String, prefix: String? = nil, ending: String = "") throws(SystemError) {
        var status = stat()
        if unsafe stat(place, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            self.init(try .open(place, flags: O_WRONLY | O_NONBLOCK), .settled, for: place)
            // Only the opening must not wait: who reads a pipe slowly is to get every byte.
            _ = fcntl(file.number, F_SETFL, 0)
            return
        }
        let old = unsafe lstat(place, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? status : nil
        if old != nil { _ = try systemCall("access", on: place) { unsafe access(place, W_OK) } }
        let folder = Self.folder(of: place)
        if prefix == nil, let nameless = try Self.nameless(in: folder) {
            self.init(nameless, .nameless, for: place)
        } else {
            let path = Self.hidden(in: folder, prefix: prefix ?? ".viewfinder-", ending: ending)
            let file = Descriptor(
                owning: try systemCall("open", on: path) {
                    unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
                })
            self.init(file, .named(path), for: place)
        }
        guard let old else { return }
        // Who may not give a file away keeps it.
        _ = fchown(file.number, old.st_uid, old.st_gid)
        _ = fchmod(file.number, old.st_mode & 0o777)
    }

    private init(_ file: consuming Descriptor, _ form: Form, for place: String) {
        self.file = file
        self.form = form
        self.place = place
    }

    deinit { if case .named(let path) = form { unsafe _ = unlink(path) } }

    /// Makes a file without a name; nil where the file system knows none, or none could be given one later.
    private static func nameless(in folder: String) throws(SystemError) -> Descriptor? {
        guard unsafe access("/proc/self/fd", X_OK) == 0 else { return nil }
        do throws(SystemError) {
            return Descriptor(
                owning: try systemCall("open", on: folder) {
                    unsafe Glibc.open(folder, O_RDWR | o_tmpfile | O_CLOEXEC, 0o666)
                })
        } catch {
            // EISDIR and EINVAL come from kernels and file systems that take it for the opening of a folder.
            guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.code) else { throw error }
            return nil
        }
    }

    private static func hidden(in folder: String, prefix: String, ending: String) -> String {
        folder + prefix + String(UInt64.random(in: 0 ... .max), radix: 36) + ending
    }

    /// Gives the file its place (`fsync`, then `linkat` or `rename`).
    ///
    /// - Parameters:
    ///   - durably: True when the file must be whole after a power cut, too, which may take seconds; otherwise what is there then
    ///     depends on the file system.
    ///   - replaces: False to leave what is in the place (`EEXIST`).
    /// - Throws: The error of the call that failed; the place is as it was.
    public mutating func publish(durably: Bool = true, replaces: Bool = true) throws(SystemError) {
        if case .settled = form { return }
        if durably { try file.synchronize() }
        if case .nameless = form { try takeName(replaces: replaces) }
        if case .named(let draft) = form {
            if replaces {
                try rename(draft)
            } else {
                try renameToFreePlace(draft)
            }
        }
        form = .settled
        if durably { Self.synchronizeFolder(of: place) }
    }

    /// Gives a file without a name its place, or, where there is something to replace, a name beside it.
    private mutating func takeName(replaces: Bool) throws(SystemError) {
        do throws(SystemError) {
            try link(to: place)
            form = .settled
        } catch {
            guard replaces, error.code == EEXIST else { throw error }
            let path = Self.hidden(in: Self.folder(of: place), prefix: ".viewfinder-", ending: "")
            try link(to: path)
            form = .named(path)
        }
    }

    /// Gives the file a name (`linkat`), in whose place there must be nothing.
    private func link(to path: String) throws(SystemError) {
        // Only root may link what a descriptor refers to by itself (open(2), "O_TMPFILE").
        let link = "/proc/self/fd/\(file.number)"
        _ = try systemCall("link", on: path) {
            unsafe linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW)
        }
    }

    private func rename(_ draft: String) throws(SystemError) {
        _ = try systemCall("rename", on: place) { unsafe Glibc.rename(draft, place) }
    }

    /// Gives the file a place in which there is none (`renameat2`).
    private func renameToFreePlace(_ draft: String) throws(SystemError) {
        do throws(SystemError) {
            _ = try systemCall("rename", on: place) {
                unsafe renameat2(AT_FDCWD, draft, AT_FDCWD, place, UInt32(RENAME_NOREPLACE))
            }
            return
        } catch {
            guard [EINVAL, ENOSYS].contains(error.code) else { throw error }
        }
        // A file system that cannot do that at once: an empty file of its own takes the place first.
        _ = Descriptor(
            owning: try systemCall("open", on: place) {
                unsafe Glibc.open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            })
        do throws(SystemError) { try rename(draft) } catch {
            unsafe _ = unlink(place)
            throw error
        }
    }

    /// Lets a draft that has a name stay where it is.
    public mutating func keep() { form = .settled }

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
        return String(decoding: path.utf8[...slash], as: UTF8.self)
    }
}
