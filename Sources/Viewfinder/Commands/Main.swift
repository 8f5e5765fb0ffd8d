internal import ArgumentParser
internal import Glibc
internal import LinuxIO
internal import LiveView

/// The program: parses the command line, runs the command, and turns errors into one sentence and an exit status.
@main
struct Main {
    static func main() {
        let phases = StartPhases()
        // Writing to a closed pipe is an error to report, not a reason to die.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try ViewfinderCommand.parseAsRoot()
            phases.end(.arguments)
            if let show = command as? ShowCommand {
                try show.run(phases)
            } else {
                try command.run()
            }
            leave(0)
        } catch let error as ViewfinderError {
            end(1, saying: "viewfinder: \(error)")
        } catch {
            let code = ViewfinderCommand.exitCode(for: error)
            let text = ViewfinderCommand.fullMessage(for: error)
            if code == .success {
                print(text)
                leave(0)
            } else {
                end(2, saying: text)
            }
        }
    }

    private static func end(_ status: Int32, saying text: String) -> Never {
        try? Descriptor.write(text + "\n", to: STDERR_FILENO)
        leave(status)
    }

    /// Ends the process past the destructors of libraries: threads of theirs may still run.
    private static func leave(_ status: Int32) -> Never {
        _ = fflush(nil)
        _exit(status)
    }
}

/// The command line as a whole; a bare `viewfinder` runs `show`.
struct ViewfinderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viewfinder", abstract: "See your cameras live.", version: version,
        subcommands: [
            ShowCommand.self, ListCommand.self, ControlsCommand.self, SnapshotCommand.self,
            FiltersCommand.self, KeysCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: ShowCommand.self)

    static let version = "0.1.0"
}

/// The command `viewfinder keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Print what the window's keys do.")

    func run() { print(KeyBindings.text) }
}
