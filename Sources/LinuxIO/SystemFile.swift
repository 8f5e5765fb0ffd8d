internal import Glibc

/// The short files by which the kernel and the distribution tell about themselves: `/proc`, `/sys`, `/etc`.
public enum SystemFile {
    /// Reads the beginning of a file (`read`).
    ///
    /// - Parameters:
    ///   - path: The file; a FIFO without a writer is not waited for.
    ///   - limit: The most bytes that are read.
    /// - Returns: The text, with damaged characters replaced; nil where it cannot be read.
    public static func text(_ path: String, limit: Int = 65536) -> String? {
        guard let file = try? Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK) else { return nil }
        var text: [UInt8] = []
        let part = 4096
        while text.count < limit {
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: min(part, limit - text.count)) {
                room, count in
                count = unsafe max(0, read(file.number, room.baseAddress, room.count))
            }
            if bytes.isEmpty { break }
            text += bytes
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a file of one line.
    ///
    /// - Returns: The line without its end; nil where it cannot be read.
    public static func line(_ path: String) -> String? {
        text(path, limit: 4096)?.split(separator: "\n", maxSplits: 1).first.map(String.init)
    }

    /// Lists the names in a folder, in order, without `.` and `..`; none where it cannot be read (`readdir`).
    public static func entries(of folder: String) -> [String] {
        guard let handle = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(handle) }
        var names: [String] = []
        while let entry = unsafe readdir(handle) {
            let name = unsafe fieldText(entry.pointee.d_name)
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Follows all links of a path (`realpath`); nil where there is no such file.
    public static func resolved(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// Follows all links of a path (`realpath`).
    ///
    /// - Returns: The path without links; the path itself where there is no such file.
    public static func real(_ path: String) -> String { resolved(path) ?? path }

    /// Reads the last part of the path that a link leads to, by which sysfs names drivers; nil where it leads nowhere.
    public static func linkName(_ path: String) -> String? {
        resolved(path)?.split(separator: "/").last.map(String.init)
    }
}
