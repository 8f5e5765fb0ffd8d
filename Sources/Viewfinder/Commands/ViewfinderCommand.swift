internal import ArgumentParser
internal import LinuxIO

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
    /// The program's name with the version, for what is kept of one version only.
    static let programName = "viewfinder \(version)"

    /// Finds the way in which the program ends by an error, a wish for help among them.
    ///
    /// - Parameter error: The error of a command or of its arguments.
    /// - Returns: The exit status, and the words without the last line's end. They may repeat the command line, which may come from
    ///   anywhere: nothing in them steers a terminal, and no line is endless.
    static func end(for error: any Error) -> (status: Int32, text: String) {
        let most = 2000
        if let error = error as? ViewfinderError {
            return (1, "viewfinder: \(error)".showingControls().shortened(to: most))
        }
        let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { String($0).showingControls().shortened(to: most) }.joined(separator: "\n")
        return (exitCode(for: error) == .success ? 0 : 2, text)
    }
}

/// The command `viewfinder keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Print what the window's keys do.")

    func run() { print(KeyBindings.text) }
}
