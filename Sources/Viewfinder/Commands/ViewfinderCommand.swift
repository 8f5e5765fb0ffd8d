internal import ArgumentParser
internal import LinuxIO

/// The command line as a whole; a bare `viewfinder` runs `show`.
struct ViewfinderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "viewfinder", abstract: "See your cameras live.", version: version,
        subcommands: [
            ShowCommand.self, ListCommand.self, ControlsCommand.self, SnapshotCommand.self,
            FiltersCommand.self, KeysCommand.self,
        ],
        defaultSubcommand: ShowCommand.self)

    static let version = "0.1.0"

    /// Finds the way in which the program ends by an error, a wish for help among them.
    ///
    /// - Parameter error: The error of a command or of its arguments.
    /// - Returns: The exit status, and the words without the last line's end. They may repeat the command line, which may come from
    ///   anywhere: nothing in them steers a terminal.
    static func end(for error: any Error) -> (status: Int32, text: String) {
        if let error = error as? ViewfinderError { return (1, "viewfinder: \(error)".showingControls()) }
        let text = fullMessage(for: error).showingControls(keepsLines: true)
        return (exitCode(for: error) == .success ? 0 : 2, text)
    }
}

/// The command `viewfinder keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Print what the window's keys do.")

    func run() { print(KeyBindings.text) }
}
