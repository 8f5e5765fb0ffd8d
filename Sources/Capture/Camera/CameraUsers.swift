internal import Glibc
internal import LinuxIO

/// The programs that have a device node open.
enum CameraUsers {
    /// Finds the names of the other programs that hold a node, as far as this user may see them (`/proc/*/fd`).
    ///
    /// - Parameter path: The node.
    /// - Returns: For example `cheese (process 4711)`; without repetition.
    static func names(of path: String) -> [String] {
        let own = String(getpid())
        let node = Array(SystemFile.real(path).utf8)
        return SystemFile.entries(of: "/proc").filter { Int($0) != nil && $0 != own }.compactMap { process in
            holds(node, process) ? "\(name(of: process)) (process \(process))" : nil
        }
    }

    /// Tells whether a process has a node open.
    ///
    /// A desktop's programs have ten thousand descriptors together, so each is looked at without a text of its own.
    private static func holds(_ node: [UInt8], _ process: String) -> Bool {
        guard let folder = unsafe opendir("/proc/\(process)/fd") else { return false }
        defer { unsafe closedir(folder) }
        let number = unsafe dirfd(folder)
        // One byte more than the node's, so that a longer path is seen to be longer.
        return unsafe withUnsafeTemporaryAllocation(byteCount: node.count + 1, alignment: 1) { bytes in
            guard let start = bytes.baseAddress else { return false }
            while let entry = unsafe readdir(folder) {
                let count = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    unsafe name.baseAddress.map {
                        unsafe readlinkat(
                            number, $0.assumingMemoryBound(to: CChar.self),
                            start.assumingMemoryBound(to: CChar.self), bytes.count)
                    }
                }
                if count == node.count, unsafe bytes.prefix(node.count).elementsEqual(node) { return true }
            }
            return false
        }
    }

    private static func name(of process: String) -> String {
        SystemFile.line("/proc/\(process)/comm")?.withoutControls ?? "a program"
    }
}
