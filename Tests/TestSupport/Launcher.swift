internal import Foundation
internal import Glibc
internal import LinuxIO
internal import Synchronization

/// The one thread that starts programs.
///
/// The kernel's death signal (`PR_SET_PDEATHSIG`) comes when the *thread* ends that started a program, and the threads
/// that tests run on come and go. This one lives as long as the process.
final class Launcher: Sendable {
    static let shared = Launcher()

    private let waiting = Mutex<[@Sendable () -> Void]>([])
    private let bell: Wakeup?

    private init() {
        bell = try? Wakeup()
        _ = try? SystemThread(name: "launcher") { [self] in
            while true {
                bell?.wait()
                let jobs = waiting.withLock { waiting in
                    defer { waiting = [] }
                    return waiting
                }
                for job in jobs { job() }
            }
        }
    }

    /// Starts a program (`posix_spawnp`).
    func start(
        _ command: [String], environment: [String], input: Int32?, output: String, errors: String
    ) throws -> pid_t {
        let result = Mutex<Result<pid_t, SystemError>?>(nil)
        let done = DispatchSemaphore(value: 0)
        waiting.withLock { waiting in
            waiting.append {
                let outcome = Self.spawn(
                    command, environment: environment, input: input, output: output, errors: errors)
                result.withLock { $0 = outcome }
                done.signal()
            }
        }
        bell?.ring()
        done.wait()
        guard let outcome = result.withLock({ $0 }) else { return -1 }
        return try outcome.get()
    }

    private static func spawn(
        _ command: [String], environment: [String], input: Int32?, output: String, errors: String
    ) -> Result<pid_t, SystemError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // Threads of the test runner block signals, which a program would inherit.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var identifier = pid_t()
        let code = posix_spawnp(&identifier, command[0], &actions, &attributes, arguments, variables)
        return code == 0
            ? .success(identifier)
            : .failure(SystemError(call: "posix_spawn", target: command[0], code: code))
    }
}
