internal import Glibc

/// The programs that have a device node open.
enum CameraUsers {
    /// Finds the names of the other programs that hold a node, as far as this user may see them (`/proc/*/fd`).
    ///
    /// - Parameter path: The node.
    /// - Returns: For example `cheese (process 4711)`; without repetition.
    static func names(of path: String) -> [String] {
        let own = String(getpid())
        let node = resolved(path)
        return entries(of: "/proc").filter { $0.allSatisfy(\.isNumber) && $0 != own }.compactMap { process in
            let folder = "/proc/\(process)/fd"
            guard entries(of: folder).contains(where: { target(of: "\(folder)/\($0)") == node }) else {
                return nil
            }
            return "\(name(of: process)) (process \(process))"
        }
    }

    private static func name(of process: String) -> String {
        guard let file = unsafe fopen("/proc/\(process)/comm", "re") else { return "a program" }
        defer { unsafe fclose(file) }
        var text = [CChar](repeating: 0, count: 64)
        guard unsafe fgets(&text, 64, file) != nil else { return "a program" }
        return String(
            decoding: text.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
        ).withoutControls
    }
}

/// Lists the names in a folder, without `.` and `..`; none where it cannot be read (`readdir`).
func entries(of folder: String) -> [String] {
    guard let handle = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
        let name = unsafe text(entry.pointee.d_name)
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}

/// Reads the target of a symbolic link; nil when it is none (`readlink`).
func target(of link: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { bytes in
        guard let start = bytes.baseAddress else { return nil }
        let count = unsafe readlink(link, start, bytes.count)
        return count < 0 ? nil : unsafe String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

/// A path without symbolic links; the path itself when there is no such file (`realpath`).
func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
}
