import Glibc
import LinuxIO

/// What this process holds of the system's.
struct Resources: Equatable, CustomStringConvertible {
    private var descriptors: Int
    private var threads: Int
    /// The mappings of cameras' memory.
    private var cameraMappings: Int
    private var mappings: Int
    private var kilobytes: Int

    private init() throws {
        descriptors = Self.entries(of: "/proc/self/fd")
        threads = Self.entries(of: "/proc/self/task")
        let maps = try Self.lines(of: "/proc/self/maps")
        mappings = maps.count
        cameraMappings = maps.count { $0.contains("/dev/video") }
        let memory = try Self.lines(of: "/proc/self/status").first { $0.hasPrefix("VmRSS") } ?? ""
        kilobytes = Int(memory.filter(\.isNumber)) ?? 0
    }

    /// Waits until closing is over: until it is as it was before, or for some seconds; a second where nothing was before.
    static func settled(as before: Resources?) async throws -> Resources {
        var now = try Resources()
        for _ in 0..<(before == nil ? 10 : 50) {
            now = try Resources()
            if let before, (try? now.hold(before)) != nil { return now }
            try await Task.sleep(for: .milliseconds(100))
        }
        return now
    }

    /// Holds it against what was there before.
    ///
    /// - Throws: What is more than before; memory and the runtime's threads and mappings may be a little more.
    func hold(_ before: Resources) throws {
        guard descriptors <= before.descriptors, cameraMappings <= before.cameraMappings,
            threads <= before.threads + 2, mappings <= before.mappings + 24,
            kilobytes <= before.kilobytes + 16_000
        else { throw Failure("it holds more than before: \(self) instead of \(before)") }
    }

    var description: String {
        "\(descriptors) descriptors, \(threads) threads, \(mappings) mappings (\(cameraMappings) of cameras), "
            + "\(kilobytes) kB"
    }

    private static func entries(of folder: String) -> Int {
        guard let handle = opendir(folder) else { return 0 }
        defer { closedir(handle) }
        var count = 0
        while readdir(handle) != nil { count += 1 }
        return count
    }

    private static func lines(of path: String) throws -> [Substring] {
        let file = try Descriptor.open(path, flags: O_RDONLY)
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try part.withUnsafeMutableBytes { try file.read(into: $0) }
            guard count > 0 else { break }
            text += part[..<count]
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }
}
