internal import CLinux
internal import Glibc
internal import LinuxIO

/// A process that holds more than before.
package struct HeldMore: Error, CustomStringConvertible {
    /// What it holds, and what it held.
    package let description: String
}

/// What this process holds of the system's.
package struct Resources: Equatable, Sendable, CustomStringConvertible {
    private var descriptors: Int
    private var threads: Int
    /// The mappings of cameras' memory.
    private var cameraMappings: Int
    private var mappings: Int
    private var kilobytes: Int
    /// The memory of the heap that is in use; 0 under a sanitizer, whose heap is another one.
    private var heapKilobytes: Int

    private init() throws {
        descriptors = Self.entries(of: "/proc/self/fd")
        threads = Self.entries(of: "/proc/self/task")
        let maps = try Self.lines(of: "/proc/self/maps")
        mappings = maps.count
        cameraMappings = maps.count { $0.contains("/dev/video") }
        let memory = try Self.lines(of: "/proc/self/status").first { $0.hasPrefix("VmRSS") } ?? ""
        kilobytes = Int(memory.filter(\.isNumber)) ?? 0
        let heap = mallinfo2()
        heapKilobytes = (heap.uordblks + heap.hblkhd) / 1024
    }

    /// Waits until closing is over: until it is as it was before, or for some seconds; a second where nothing was before.
    package static func settled(as before: Resources?) async throws -> Resources {
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
    /// - Parameters:
    ///   - before: What was held before.
    ///   - heap: The kilobytes by which the heap may have grown.
    /// - Throws: ``HeldMore`` where it is more than before; memory and the runtime's threads and mappings may be a little more.
    package func hold(_ before: Resources, heap: Int = 8000) throws {
        guard descriptors <= before.descriptors, cameraMappings <= before.cameraMappings,
            threads <= before.threads + 2, mappings <= before.mappings + 24,
            kilobytes <= before.kilobytes + 16_000, heapKilobytes <= before.heapKilobytes + heap
        else { throw HeldMore(description: "it holds more than before: \(self) instead of \(before)") }
    }

    package var description: String {
        "\(descriptors) descriptors, \(threads) threads, \(mappings) mappings (\(cameraMappings) of cameras), "
            + "\(kilobytes) kB, \(heapKilobytes) kB of heap"
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
