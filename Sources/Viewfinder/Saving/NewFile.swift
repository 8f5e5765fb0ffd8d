internal import Faults
internal import Glibc
internal import LinuxIO

/// A file named by the moment at which it was begun, which takes the place of no other.
struct NewFile {
    let folder: String
    let name: String

    var path: String { "\(folder)/\(name)" }

    /// Makes the file, empty, and its folder if that is missing.
    ///
    /// - Parameters:
    ///   - folder: The folder in which it is made.
    ///   - ending: The name's ending, without the dot.
    ///   - moment: The name's moment, in seconds since 1970.
    /// - Throws: The reason why it cannot be made, and what to do.
    init(in folder: String, ending: String, at moment: time_t = time(nil)) throws(ViewfinderError) {
        try self.init(in: folder, ending: ending, at: Self.text(of: moment)) { (path) throws(SystemError) in
            _ = Descriptor(
                owning: try systemCall("open", on: path) {
                    unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
                })
        }
    }

    /// Writes the file, which appears whole or not at all, and makes its folder if that is missing.
    ///
    /// - Parameters:
    ///   - folder: The folder in which it is made.
    ///   - ending: The name's ending, without the dot.
    ///   - moment: The name's moment in words; nil for now, to the second.
    ///   - bytes: All of its bytes.
    /// - Throws: The reason why it cannot be written, and what to do.
    init(
        in folder: String, ending: String, at moment: String? = nil, writing bytes: [UInt8]
    ) throws(ViewfinderError) {
        let moment = moment ?? Self.text(of: time(nil))
        try self.init(in: folder, ending: ending, at: moment) { (path) throws(SystemError) in
            try FileDraft.write(bytes, to: path, replaces: false)
        }
    }

    private init(
        in folder: String, ending: String, at moment: String,
        _ make: (_ path: String) throws(SystemError) -> Void
    ) throws(ViewfinderError) {
        self.folder = folder
        let stem = "viewfinder-" + moment
        var name = "\(stem).\(ending)"
        do throws(SystemError) {
            try NewFile.makeFolder(folder)
            var number = 1
            while try !NewFile.make("\(folder)/\(name)", make) {
                number += 1
                name = "\(stem)-\(number).\(ending)"
            }
            self.name = name
        } catch {
            // A full disk is no matter of the folder.
            guard ["mkdir", "open"].contains(error.call), ![ENOSPC, EDQUOT].contains(error.code) else {
                throw ViewfinderError(
                    Fault.pictureUnwritten.message([.path: "\(folder)/\(name)", .reason: error.reason]),
                    about: .folder(folder))
            }
            throw ViewfinderError(
                Fault.noFolder.message([.path: folder, .reason: error.reason]), about: .folders)
        }
    }

    /// Removes the file when nothing has come of it.
    func remove() { _ = unsafe unlink(path) }

    /// Makes a file; false when there is one of that name.
    private static func make(
        _ path: String, _ make: (_ path: String) throws(SystemError) -> Void
    ) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try make(path)
            return true
        } catch {
            guard error.code == EEXIST else { throw error }
            return false
        }
    }

    /// Makes a folder and those that it lies in, where they are missing.
    static func makeFolder(_ path: String) throws(SystemError) {
        var part = ""
        for name in path.split(separator: "/") {
            part += "/\(name)"
            do throws(SystemError) {
                _ = try systemCall("mkdir", on: part) { unsafe mkdir(part, 0o777) }
            } catch {
                // An existing folder may lie on a disk that nobody can write to.
                guard let isFolder = FileAccess.isFolder(part) else { throw error }
                guard isFolder else {
                    throw SystemError(call: "mkdir", target: part, code: ENOTDIR)
                }
            }
        }
    }

    /// Writes the local time as it stands in names: in order when names are.
    static func text(of moment: time_t) -> String {
        var moment = moment
        var parts = unsafe tm()
        guard unsafe localtime_r(&moment, &parts) != nil else { return "\(moment)" }
        let date = unsafe [
            digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1, 2), digits(parts.tm_mday, 2),
        ]
        let time = unsafe [digits(parts.tm_hour, 2), digits(parts.tm_min, 2), digits(parts.tm_sec, 2)]
        return date.joined(separator: "-") + "-" + time.joined()
    }

    /// Writes the local time to the millisecond, so that names of files that follow fast are in order, too.
    ///
    /// - Parameter moment: The moment in milliseconds since 1970.
    /// - Returns: The text.
    static func text(ofMilliseconds moment: Int) -> String {
        text(of: moment / 1000) + "-" + digits(Int32(moment % 1000), 3)
    }

    /// The moment now by the clock of the wall, in milliseconds since 1970.
    static var now: Int { Int(WallClock.now() / 1_000_000) }

    private static func digits(_ number: Int32, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
