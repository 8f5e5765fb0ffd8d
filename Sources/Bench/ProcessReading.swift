internal import Foundation
internal import Glibc

/// The kernel's counts for a process and everything that it has started (`/proc`).
struct ProcessReading: Sendable {
    /// The processor time in user and kernel, in milliseconds.
    var processorTime = 0.0
    /// The number of times that its threads went to sleep and were woken.
    var wakeUps = 0
    /// The most memory that it held at a time, in bytes (`VmHWM`).
    var peakMemory = 0

    /// Reads the present counts.
    ///
    /// - Parameter process: The first process of a family.
    init(of process: pid_t) {
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        for member in Self.family(of: process) {
            let fields = Self.statistics(of: member)
            // utime, stime and those of children that have ended.
            for place in [11, 12, 13, 14] where fields.count > place {
                processorTime += (Double(fields[place]) ?? 0) / ticks * 1000
            }
            peakMemory = max(peakMemory, Self.field("VmHWM:", in: "/proc/\(member)/status") * 1024)
            for thread in Self.names(in: "/proc/\(member)/task") {
                wakeUps += Self.field("voluntary_ctxt_switches:", in: "/proc/\(member)/task/\(thread)/status")
            }
        }
    }

    private static func family(of process: pid_t) -> [pid_t] {
        var found = [process]
        for thread in names(in: "/proc/\(process)/task") {
            let children = text("/proc/\(process)/task/\(thread)/children").split(separator: " ")
            found += children.compactMap { pid_t($0) }.flatMap(family)
        }
        return found
    }

    /// Reads the fields behind the program's name, which may hold spaces itself.
    private static func statistics(of process: pid_t) -> [Substring] {
        guard let rest = text("/proc/\(process)/stat").split(separator: ")").last else { return [] }
        return rest.split(separator: " ")
    }

    fileprivate static func field(_ name: String, in path: String) -> Int {
        for line in text(path).split(separator: "\n") where line.hasPrefix(name) {
            return Int(line.dropFirst(name.count).split(whereSeparator: \.isWhitespace).first ?? "") ?? 0
        }
        return 0
    }

    fileprivate static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    fileprivate static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}

/// The kernel's counts for one thread (`/proc/PID/task/TID`).
struct ThreadReading {
    /// The time on processors, in milliseconds.
    let processorTime: Double
    /// The number of times that it went to sleep and was woken.
    let wakeUps: Int

    /// Reads the present counts.
    ///
    /// - Parameters:
    ///   - thread: The thread; a process's first one has the process's number.
    ///   - process: Its process.
    init(of thread: pid_t, in process: pid_t) {
        let folder = "/proc/\(process)/task/\(thread)"
        let time = ProcessReading.text("\(folder)/schedstat").split(separator: " ").first
        processorTime = (time.flatMap { Double($0) } ?? 0) / 1e6
        wakeUps = ProcessReading.field("voluntary_ctxt_switches:", in: "\(folder)/status")
    }
}

/// A process's memory now, in bytes (`/proc/PID/smaps_rollup`).
struct MemoryReading {
    /// The pages that it has alone, and its part of those that it shares.
    let proportional: Int
    /// All of its pages, those that others have, too, among them.
    let resident: Int

    init(of process: pid_t) {
        let path = "/proc/\(process)/smaps_rollup"
        proportional = ProcessReading.field("Pss:", in: path) * 1024
        resident = ProcessReading.field("Rss:", in: path) * 1024
    }
}

/// The times of a process's threads on processors, in milliseconds (`/proc/PID/task/TID/schedstat`).
struct ThreadTimes {
    private var times: [(name: String, time: Double)] = []

    /// Reads the present times.
    init(of process: pid_t) {
        for thread in ProcessReading.names(in: "/proc/\(process)/task") {
            let folder = "/proc/\(process)/task/\(thread)"
            let time = ProcessReading.text("\(folder)/schedstat").split(separator: " ").first
            let name = ProcessReading.text("\(folder)/comm").trimmingCharacters(in: .newlines)
            times.append((name, (time.flatMap { Double($0) } ?? 0) / 1e6))
        }
    }

    /// Gives the sum of all threads but those of a name.
    func total(except name: String) -> Double {
        times.reduce(0) { $0 + ($1.name == name ? 0 : $1.time) }
    }
}
