internal import CLinux
internal import Glibc

/// The machine and the system under a process, as a report of a fault needs them: without names of hosts and users.
public struct SystemFacts: Sendable, Codable {
    /// The kernel's name, release and version (`uname`).
    public let kernel: String
    /// The kind of processor that the kernel is for, for example `x86_64`.
    public let machine: String
    /// The distribution's name and version (`os-release`); nil where it does not say.
    public let distribution: String?
    /// The C library's name and version (`confstr`), for example `glibc 2.36`; nil where it does not say.
    public let libraryOfC: String?
    /// The sandbox or container that the process can see itself in; nil for none.
    public let container: String?
    /// The processor's model; nil where the kernel does not say.
    public let processor: String?
    /// The number of processors that may be used.
    public let processorCount: Int
    /// The machine's memory in bytes.
    public let memory: Int
    /// The size of a page in bytes.
    public let pageSize: Int
    /// True for the user root.
    public let isRoot: Bool
    /// The names of the process's groups, but for the user's own; numbers of those that may have a person's name.
    public let groups: [String]
    /// The most descriptors that the process may have (`RLIMIT_NOFILE`).
    public let descriptorLimit: Int
    /// The number of descriptors that it has.
    public let descriptorCount: Int

    /// Collects the facts.
    public init() {
        let names = Self.names
        kernel = [fieldText(names.sysname), fieldText(names.release), fieldText(names.version)]
            .joined(separator: " ")
        machine = fieldText(names.machine)
        distribution = ["/etc/os-release", "/usr/lib/os-release"].lazy.compactMap(Self.distribution).first
        libraryOfC = Self.libraryOfC
        container = Self.container
        processor = SystemFile.text("/proc/cpuinfo")?.split(separator: "\n").first {
            $0.hasPrefix("model name") || $0.hasPrefix("Model")
        }.flatMap { $0.split(separator: ":").last.map { $0.drop { $0 == " " } } }.map(String.init)
        processorCount = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        pageSize = sysconf(Int32(_SC_PAGESIZE))
        memory = sysconf(Int32(_SC_PHYS_PAGES)) * pageSize
        isRoot = getuid() == 0
        groups = Self.groups
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        descriptorLimit = Int(clamping: limit.rlim_cur)
        descriptorCount = SystemFile.entries(of: "/proc/self/fd").count - 1
    }

    /// The kernel's release alone, for example `6.12.9-amd64` (`uname`).
    public static var kernelRelease: String { fieldText(names.release) }

    /// The kernel's version alone, its number and day of building, for example `#1 SMP Debian 6.12.9-1 (2025-01-10)` (`uname`).
    public static var kernelVersion: String { fieldText(names.version) }

    private static var names: utsname {
        var names = utsname()
        unsafe _ = uname(&names)
        return names
    }

    private static func distribution(_ path: String) -> String? {
        SystemFile.text(path)?.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }.map {
            String($0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" })
        }
    }

    private static var libraryOfC: String? {
        var text = [CChar](repeating: 0, count: 64)
        // The length with the last zero; 0 where the name is not known.
        let count = unsafe confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)
        guard count > 1, count <= text.count else { return nil }
        return String(decoding: text.prefix(count - 1).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The container's kind, by the marks that each leaves in its root folder.
    private static var container: String? {
        let marks = [
            ("/.flatpak-info", "Flatpak"), ("/run/.containerenv", "Podman"), ("/.dockerenv", "Docker"),
            ("/meta/snap.yaml", "Snap"),
        ]
        return marks.first { unsafe access($0.0, F_OK) == 0 }?.1
    }

    private static var groups: [String] {
        let count = getgroups(0, nil)
        guard count > 0 else { return [] }
        let numbers = unsafe [gid_t](unsafeUninitializedCapacity: Int(count)) { room, found in
            found = unsafe Int(max(0, getgroups(count, room.baseAddress)))
        }
        // A user's own group has the user's name.
        let own = unsafe getpwuid(getuid())?.pointee.pw_gid
        return numbers.filter { $0 != own || $0 < 1000 }.map(FileAccess.name(ofGroup:)).sorted()
    }
}

/// Reads a text that C wrote into a fixed array of characters.
///
/// - Parameter field: The array, as Swift imports it: a tuple.
/// - Returns: The text up to the first zero, or the whole field where there is none; damaged characters are replaced.
public func fieldText<Field>(_ field: Field) -> String {
    unsafe withUnsafeBytes(of: field) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
