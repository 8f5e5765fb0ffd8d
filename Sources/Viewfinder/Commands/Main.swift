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
        // So is a file that may not grow any more.
        signal(SIGXFSZ, SIG_IGN)
        StandardOutput.keepPlaces()
        // This thread is still the only one.
        StandardOutput.boundWidth()
        UserEnvironment.takeActivationToken()
        do {
            var command = try ViewfinderCommand.parsed(Array(CommandLine.arguments.dropFirst()))
            phases.end(.arguments)
            if let show = command as? ShowCommand {
                try show.run(phases)
            } else {
                try command.run()
            }
            leave(0)
        } catch {
            end(by: error)
        }
    }

    /// Says what is to be said of an error, a wish for help among them, and leaves.
    private static func end(by error: any Error) -> Never {
        let (status, text) = ViewfinderCommand.end(for: error)
        guard status == 0 else {
            try? Descriptor.write(text + "\n", to: STDERR_FILENO)
            leave(status)
        }
        do throws(ViewfinderError) {
            try StandardOutput.print(text)
        } catch {
            try? Descriptor.write("viewfinder: \(error)\n", to: STDERR_FILENO)
            leave(1)
        }
        leave(0)
    }

    /// Ends the process past the destructors of libraries: threads of theirs may still run.
    private static func leave(_ status: Int32) -> Never {
        _ = fflush(nil)
        _exit(status)
    }
}
