internal import Foundation
internal import Glibc

/// The machine on which the bench ran, and the versions of its programs.
struct Machine: Codable {
    var processor: String
    var cores: Int
    var kernel: String
    var system: String
    var versions: [String: String]
    /// The number of threads of others that ran for two seconds before (`/proc/stat`).
    var load: Double

    /// Asks everything for its version.
    init() {
        let information = Self.file("/proc/cpuinfo").split(separator: "\n")
        processor =
            information.first { $0.hasPrefix("model name") }?.split(separator: ":").last
            .map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
        cores = ProcessInfo.processInfo.activeProcessorCount
        kernel = Self.file("/proc/sys/kernel/osrelease").trimmingCharacters(in: .whitespacesAndNewlines)
        let release = Self.file("/etc/os-release").split(separator: "\n")
        system =
            release.first { $0.hasPrefix("PRETTY_NAME=") }?.split(separator: "\"").last.map(String.init)
            ?? "unknown"
        let (length, before) = (2.0, Self.busyTime())
        usleep(UInt32(length * 1e6))
        load = (Self.busyTime() - before) / length
        versions = [:]
        for (name, command) in [
            ("sway", ["sway", "--version"]), ("GStreamer", ["gst-launch-1.0", "--gst-version"]),
            ("mpv", ["mpv", "--version"]), ("ffplay", ["ffplay", "-version"]),
            ("Swift", ["swift", "--version"]),
        ] {
            let line = ChildProgram.output(of: command)?.split(separator: "\n").first ?? "not installed"
            versions[name] =
                line.split(separator: " ").first { $0.first?.isNumber == true }.map(String.init)
                ?? String(line)
        }
        let mesa = ChildProgram.output(of: ["dpkg-query", "-W", "-f", "${Version}", "mesa-vulkan-drivers"])
        versions["Mesa"] = mesa?.split(separator: "-").first.map(String.init) ?? "unknown"
    }

    /// The machine in a line.
    var hardware: String { "\(processor), \(cores) cores, \(system), Linux \(kernel)" }

    /// The programs in a line.
    var software: String {
        versions.sorted { $0.key.lowercased() < $1.key.lowercased() }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    /// The time for which all processors together have worked, in seconds.
    private static func busyTime() -> Double {
        let numbers = file("/proc/stat").prefix { $0 != "\n" }.split(separator: " ").compactMap { Double($0) }
        // User, nice and system, idle and waiting for disks, then interrupts and what the host has taken.
        let busy = numbers.prefix(3).reduce(0, +) + numbers.dropFirst(5).prefix(3).reduce(0, +)
        return busy / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func file(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
