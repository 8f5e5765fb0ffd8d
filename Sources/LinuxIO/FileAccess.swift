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
    /// The name of the group; its number where it has none, and where it may be a person's.
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

    /// Tells whether what lies at a path, behind all links, is a folder (`stat`).
    ///
    /// - Returns: nil where there is nothing, or nothing that may be looked at.
    public static func isFolder(_ path: String) -> Bool? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT == S_IFDIR : nil
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

    /// The system's groups whose numbers may be as high as those of people.
    private static let systemGroups: Set = [
        "audio", "camera", "input", "netdev", "nogroup", "plugdev", "render", "users", "video", "wheel",
    ]

    /// Looks a group's name up (`getgrgid`).
    ///
    /// - Returns: The name, or the number of a group that has none or that is no system's: most people have a group of their own with their
    ///   name.
    static func name(ofGroup number: gid_t) -> String {
        words(
            ofGroup: number, name: unsafe getgrgid(number).map { unsafe String(cString: $0.pointee.gr_name) })
    }

    /// Chooses what is told of a group.
    static func words(ofGroup number: gid_t, name: String?) -> String {
        guard let name, number < 1000 || systemGroups.contains(name) else { return "\(number)" }
        return name
    }
}
