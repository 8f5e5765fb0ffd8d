internal import Foundation
internal import Glibc
internal import LinuxIO

/// The reason in one sentence why a measurement failed.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A program that the bench has started, in a process group of its own.
final class ChildProgram {
    let process: pid_t
    /// The moment at which it was started, in nanoseconds of the monotonic clock.
    let started: Int64
    private let logPath: String
    private var status: Int32?

    /// Starts a program (`posix_spawnp`).
    ///
    /// - Parameters:
    ///   - command: Name or path, and arguments.
    ///   - environment: The variables that differ from the bench's own environment.
    ///   - input: The descriptor that becomes its standard input; nil for none.
    ///   - output: A descriptor for its standard output; nil for its log.
    /// - Throws: The reason why it was not started.
    init(
        _ command: [String], environment: [String: String] = [:], input: Int32? = nil, output: Int32? = nil
    ) throws {
        logPath = NSTemporaryDirectory() + "viewfinder-bench-\(UUID().uuidString).log"
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 2, logPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, output ?? 2, 1)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        // The bench ignores SIGPIPE, which a program would inherit.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        var settings = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (arguments + settings).forEach { unsafe free($0) } }
        var identifier = pid_t()
        started = MonotonicClock.now()
        let code = unsafe posix_spawnp(
            &identifier, command[0], &actions, &attributes, &arguments, &settings)
        guard code == 0 else {
            throw BenchError("\(command[0]) cannot be started: \(unsafe String(cString: strerror(code)))")
        }
        process = identifier
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: logPath)
    }

    /// True until it has ended.
    var isRunning: Bool {
        guard status == nil else { return false }
        var code: Int32 = 0
        if unsafe waitpid(process, &code, WNOHANG) == process { status = code }
        return status == nil
    }

    /// Ends the whole group: by SIGTERM, and by SIGKILL those that are left after a second.
    func stop() {
        if isRunning {
            kill(-process, SIGTERM)
            for _ in 0..<100 where isRunning { usleep(10_000) }
        }
        kill(-process, SIGKILL)
        for _ in 0..<100 where isRunning { usleep(10_000) }
    }

    /// Waits for the end.
    ///
    /// - Parameter seconds: The limit.
    /// - Returns: True when it ended by itself and with status 0.
    func wait(seconds: Double) -> Bool {
        let deadline = MonotonicClock.now() + Int64(seconds * 1e9)
        while isRunning, MonotonicClock.now() < deadline { usleep(2_000) }
        return status == 0
    }

    /// The text that it has written to its standard error, and to its standard output unless that went elsewhere.
    var log: String {
        String(decoding: FileManager.default.contents(atPath: logPath) ?? Data(), as: UTF8.self)
    }

    /// The last line of its log that looks like the reason for its end.
    var lastWords: String {
        let lines = log.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        let telling = lines.last { line in
            ["error", "fail", "cannot", "could not", "no "].contains { line.lowercased().contains($0) }
        }
        return telling ?? lines.last ?? "it said nothing"
    }

    /// Runs a program to its end and gives the text that it wrote.
    ///
    /// - Parameters:
    ///   - command: Name or path, and arguments.
    ///   - environment: The variables that differ from the bench's own environment.
    /// - Returns: The text; nil where the program could not be started.
    static func output(of command: [String], environment: [String: String] = [:]) -> String? {
        guard let child = try? ChildProgram(command, environment: environment) else { return nil }
        _ = child.wait(seconds: 20)
        return child.log
    }
}
