internal import Glibc
internal import LinuxIO

/// The file of a movie that is being written, which one writer at a time has for itself (`flock`).
///
/// A new file gets its name at once, so that a program that is killed leaves a movie. Where a movie is replaced, the new one is written
/// beside it and takes its place at the end.
final class MovieFile: @unchecked Sendable {
    // Sendable: made by the writer, then of the movie's thread alone; the constants never change.

    /// The path at which the movie is to be.
    let path: String
    /// The path at which it is while it is being written.
    let place: String
    /// The descriptor to write to; valid while this object lives.
    let number: Int32
    /// The file at the path; nil where a link leads to one.
    private let owned: Descriptor?
    private let lockNumber: Int32
    private var draft: FileDraft?
    private let isRegular: Bool
    private let ended: Gate

    /// Makes the file, or the draft that is to replace the one there is.
    ///
    /// - Parameter path: The file.
    /// - Throws: The reason why nothing can be written there.
    init(path: String) throws(MovieError) {
        self.path = path
        do throws(SystemError) {
            ended = try Gate()
            if let file = try Self.open(path) {
                isRegular = file.isRegularFile
                if isRegular { try Self.lock(file) } else { try Self.checkIsDevice(file) }
                if file.byteCount ?? 0 == 0 {
                    (place, number) = (path, file.number)
                } else {
                    (place, number) = try Self.makeDraft(&draft, for: path)
                }
                lockNumber = file.number
                owned = consume file
            } else {
                isRegular = true
                lockNumber = -1
                (place, number) = try Self.makeDraft(&draft, for: path)
                owned = nil
            }
        } catch {
            switch error.call {
            case "flock":
                throw MovieError(
                    .file, "\(path) is being recorded already; choose another path, or end that recording")
            case "lseek":
                throw MovieError(.file, "\(path) is a pipe, which holds no movie; choose the path of a file")
            default: throw MovieError(writing: path, error)
            }
        }
    }

    /// Brings written pieces to the disk twice a second (`fdatasync`), for the case that the power fails.
    ///
    /// A thread of its own does it, since a slow disk keeps it waiting. Without a thread, the system writes when it likes.
    func keepOnDisk() {
        guard isRegular else { return }
        _ = try? SystemThread(name: "sync movie") { [self] in
            while !ended.wait(until: MonotonicClock.now() + Self.syncInterval) { fdatasync(number) }
        }
    }

    /// The nanoseconds between two calls.
    private static let syncInterval: Int64 = 500_000_000

    /// Gives the whole movie its place, on the disk; another writer may have it then.
    func finish() throws(MovieError) {
        ended.open()
        // The thread that ends holds this object somewhat longer.
        defer { flock(lockNumber, LOCK_UN) }
        guard isRegular else { return }
        do throws(SystemError) {
            guard place == path else {
                try draft?.publish()
                return
            }
            _ = try systemCall("fsync", on: path) { fsync(number) }
            FileDraft.synchronizeFolder(of: path)
        } catch {
            throw MovieError(writing: path, error)
        }
    }

    /// Ends a movie that did not come to its end: what can be played stays, and an empty file goes.
    func abandon() {
        ended.open()
        defer { flock(lockNumber, LOCK_UN) }
        var (mine, named) = (stat(), stat())
        guard isRegular, unsafe fstat(number, &mine) == 0 else { return }
        if mine.st_size > 0 { draft?.keep() }
        draft = nil
        // Another program may have put its own file there.
        guard mine.st_size == 0, unsafe lstat(path, &named) == 0, mine.st_ino == named.st_ino,
            mine.st_dev == named.st_dev
        else { return }
        unsafe _ = unlink(path)
    }

    /// Opens a new file, the one there is, or the device that a link names; nil for other links.
    private static func open(_ path: String) throws(SystemError) -> Descriptor? {
        do throws(SystemError) {
            return Descriptor(
                owning: try systemCall("open", on: path) {
                    unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
                })
        } catch {
            guard error.code == EEXIST else { throw error }
        }
        do throws(SystemError) {
            // Without O_NONBLOCK, opening a pipe that nobody reads never ends.
            return try Descriptor.open(path, flags: O_WRONLY | O_NONBLOCK | O_NOFOLLOW)
        } catch {
            guard error.code == ELOOP else { throw error }
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return nil }
        return try Descriptor.open(path, flags: O_WRONLY | O_NONBLOCK)
    }

    private static func makeDraft(
        _ draft: inout FileDraft?, for path: String
    ) throws(SystemError) -> (place: String, number: Int32) {
        let ending = path.split(separator: ".").last ?? ""
        let made = try FileDraft(for: path, prefix: "viewfinder-", ending: ".\(ending)")
        let facts = (made.path ?? path, made.file.number)
        draft = consume made
        return facts
    }

    /// Keeps other writers away from a file.
    ///
    /// - Throws: The error of `flock`: there is another writer.
    private static func lock(_ file: borrowing Descriptor) throws(SystemError) {
        let number = file.number
        do throws(SystemError) {
            _ = try systemCall("flock") { flock(number, LOCK_EX | LOCK_NB) }
        } catch {
            // There are file systems without locks.
            if error.code == EWOULDBLOCK { throw error }
        }
    }

    /// - Throws: The error of `lseek` for what is no device: a movie's beginning is written again at its end.
    private static func checkIsDevice(_ file: borrowing Descriptor) throws(SystemError) {
        var status = stat()
        guard unsafe fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            throw SystemError(call: "lseek", code: ESPIPE)
        }
    }
}
