package import Foundation
internal import Glibc
internal import LinuxIO
internal import Synchronization

/// A program that a test has started; killed when the test releases it, and when the test run itself dies.
///
/// Viewfinder has settings of its own in each start, unless the test gives it `XDG_CONFIG_HOME`.
package final class Program: @unchecked Sendable {
    // Sendable: everything is constant but `ended`, which its lock protects.

    /// The way a program ended.
    package enum Status: Equatable, Sendable {
        /// The program exited with this code.
        case exited(Int32)
        /// This signal killed it.
        case killed(Int32)
    }

    /// The end of a program.
    package struct End: Sendable {
        /// The way it ended.
        package let status: Status
        /// The seconds of processor time, in user and kernel, over its whole life (`wait4`).
        package let processorSeconds: Double
        /// The most memory that it held at once, in bytes (`ru_maxrss`).
        package let peakMemory: Int
    }

    /// The number that the kernel knows it by.
    package let identifier: Int32
    /// The command line, for messages.
    package let command: String
    private let folder: String
    private let input: FileHandle?
    private let ended = Mutex<End?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: A path, or a name that is looked up in `PATH`.
    ///   - arguments: The arguments without the program's own name.
    ///   - environment: The variables that differ from this process's environment; nil removes one.
    ///   - keepsInputOpen: True when standard input is a pipe that stays open until ``closeInput()``, instead of empty.
    /// - Throws: The reason why it did not start, or ``WaitedInVain`` at the limit.
    package init(
        _ path: String, _ arguments: [String] = [], environment: [String: String?] = [:],
        keepsInputOpen: Bool = false
    ) throws {
        command = ([path] + arguments).joined(separator: " ")
        folder = NSTemporaryDirectory() + "viewfinder-program-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // The settings of whoever runs the tests are neither read nor written.
        let isOurs = ([path] + arguments).contains(Repository.program)
        let own: [String: String?] = isOurs ? ["XDG_CONFIG_HOME": folder + "/settings"] : [:]
        let pipe = keepsInputOpen ? Pipe() : nil
        input = pipe?.fileHandleForWriting
        if let pipe { _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC) }
        identifier = try Launcher.shared.start(
            // The kernel kills the program if this process dies first; one that listens sees its input close instead,
            // and can put its things in order.
            (keepsInputOpen ? [] : ["setpriv", "--pdeathsig", "KILL"]) + [path] + arguments,
            environment: Self.merged(own.merging(environment) { $1 }),
            input: pipe?.fileHandleForReading.fileDescriptor,
            output: folder + "/output", errors: folder + "/errors")
        try pipe?.fileHandleForReading.close()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The text that it has written to standard output so far.
    package var output: String { text("output") }

    /// The text that it has written to standard error so far.
    package var errors: String { text("errors") }

    /// The standard output as bytes.
    package var outputBytes: Data { FileManager.default.contents(atPath: folder + "/output") ?? Data() }

    /// True until it has ended.
    package var isRunning: Bool { poll() == nil }

    /// Closes the pipe to standard input.
    package func closeInput() { try? input?.close() }

    /// Sends a signal, unless it has ended.
    package func signal(_ number: Int32) {
        if isRunning { Glibc.kill(identifier, number) }
    }

    /// Waits for the end.
    ///
    /// - Parameter seconds: The limit.
    /// - Throws: The reason why it did not start, or ``WaitedInVain`` at the limit.
    /// - Returns: The way it ended.
    @discardableResult
    package func wait(within seconds: Double = 30) throws -> End {
        try eventually("the end of \(command)", within: seconds, found: { self.log + self.threads }) {
            poll()
        }
    }

    /// The threads of the program and of those that it has started, each with what it waits for in the kernel, and their stacks where there is gdb; for
    /// messages about one that does not end.
    package var threads: String {
        var (lines, processes) = (["\n--- threads"], [identifier])
        while let process = processes.popLast() {
            let folder = "/proc/\(process)/task"
            let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for number in numbers.sorted() {
                func read(_ name: String) -> String {
                    let text = try? String(contentsOfFile: "\(folder)/\(number)/\(name)", encoding: .utf8)
                    return (text ?? "-").trimmingCharacters(in: .whitespacesAndNewlines)
                }
                lines.append("\(number) \(read("comm")): \(read("wchan")), system call \(read("syscall"))")
                processes += read("children").split(separator: " ").compactMap { Int32($0) }
            }
        }
        let words = ["-p", "\(identifier)", "-batch", "-nx", "-ex", "thread apply all backtrace 24"]
        // One that stops answering is given up by the kill of its release.
        if let gdb = try? Program("gdb", words, environment: ["DEBUGINFOD_URLS": nil]) {
            for _ in 0..<600 where gdb.isRunning { usleep(50_000) }
            lines.append(gdb.output)
        }
        return lines.joined(separator: "\n")
    }

    /// Ends it by SIGTERM, and by SIGKILL if that does not help within 5 s.
    package func stop() {
        signal(SIGTERM)
        if !hasEnded(within: 5) { kill() }
    }

    /// Ends it at once by SIGKILL.
    package func kill() {
        closeInput()
        signal(SIGKILL)
        _ = hasEnded(within: 5)
    }

    /// Waits for an end that need not come.
    private func hasEnded(within seconds: Double) -> Bool {
        (try? eventually("the end", within: seconds) { poll() }) != nil
    }

    /// Both outputs, for messages.
    package var log: String { "\(command)\n--- output\n\(output)\n--- errors\n\(errors)" }

    private func text(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data(), as: UTF8.self)
    }

    private func poll() -> End? {
        ended.withLock { ended in
            if let ended { return ended }
            var status: Int32 = 0
            var usage = rusage()
            guard wait4(identifier, &status, WNOHANG, &usage) == identifier else { return nil }
            let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
            let signal = status & 0x7f
            let end = End(
                status: signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal),
                processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
                peakMemory: usage.ru_maxrss * 1024)
            ended = end
            return end
        }
    }

    private static func merged(_ changes: [String: String?]) -> [String] {
        var environment = ProcessInfo.processInfo.environment
        for (name, value) in changes { environment[name] = value }
        return environment.map { "\($0)=\($1)" }
    }
}

extension Program {
    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - path: A path, or a name that is looked up in `PATH`.
    ///   - arguments: The arguments without the program's own name.
    ///   - environment: The variables that differ from this process's environment.
    ///   - seconds: The limit.
    /// - Throws: The reason why it did not start, or ``WaitedInVain`` at the limit.
    /// - Returns: The program, which has ended, and the way it ended.
    package static func run(
        _ path: String, _ arguments: [String] = [], environment: [String: String?] = [:],
        within seconds: Double = 60
    ) throws -> (program: Program, end: End) {
        let program = try Program(path, arguments, environment: environment)
        return (program, try program.wait(within: seconds))
    }
}
