internal import CLinux
internal import Glibc

/// The kind of a file, and who may open it (`stat`).
public struct FileAccess: Sendable, Hashable, Codable {
    /// The kind, for example `character device 81:0`.
    public let kind: String
    /// The permissions, for example `0660`.
    public let mode: String
    /// The owner: `root`, `you`, or `another user`, whose name is nobody's business.
    public let owner: String
    /// The name of the group; its number where it has none.
    public let group: String
    /// True when this process may read it (`access`).
    public let isReadable: Bool
    /// True when this process may write it.
    public let isWritable: Bool

    /// Looks at a file, behind all links; nil where there is none.
    public init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        kind = Self.kind(of: status)
        let digits = String(status.st_mode & 0o7777, radix: 8)
        mode = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        owner = status.st_uid == 0 ? "root" : status.st_uid == getuid() ? "you" : "another user"
        group = Self.name(ofGroup: status.st_gid)
        isReadable = unsafe access(path, R_OK) == 0
        isWritable = unsafe access(path, W_OK) == 0
    }

    /// Asks for the room that a user has in a folder (`statvfs`).
    ///
    /// - Returns: The number of bytes; nil where there is no such folder.
    public static func room(in folder: String) -> Int? {
        var system = statvfs()
        guard unsafe statvfs(folder, &system) == 0 else { return nil }
        return Int(clamping: system.f_bavail).multipliedReportingOverflow(by: Int(clamping: system.f_frsize))
            .partialValue
    }

    private static func kind(of status: stat) -> String {
        let device = DeviceNumber(UInt64(status.st_rdev))
        return switch status.st_mode & S_IFMT {
        case S_IFCHR: "character device \(device)"
        case S_IFBLK: "block device \(device)"
        case S_IFREG: "regular file"
        case S_IFDIR: "folder"
        case S_IFIFO: "FIFO"
        case S_IFSOCK: "socket"
        default: "unknown"
        }
    }

    /// Looks a group's name up (`getgrgid`).
    static func name(ofGroup number: gid_t) -> String {
        guard let group = unsafe getgrgid(number) else { return "\(number)" }
        return unsafe String(cString: group.pointee.gr_name)
    }
}
