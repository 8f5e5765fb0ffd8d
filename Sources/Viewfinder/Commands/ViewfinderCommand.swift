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

    /// The most words of a command line: the parser's time grows with their square.
    static let mostArguments = 1000
    /// The longest name of an option in bytes: an unknown one is compared with all that there are, letter by letter.
    private static let longestName = 200

    /// Parses a command line.
    ///
    /// - Parameter words: The words behind the program's name.
    /// - Returns: The command.
    /// - Throws: The parser's error, or a refusal of what would keep the parser for long.
    static func parsed(_ words: [String]) throws -> any ParsableCommand {
        guard words.count <= mostArguments else {
            throw Refusal(sentence: "there are more than \(mostArguments) arguments; give fewer")
        }
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("-") {
            let name = word.utf8.prefix { $0 != UInt8(ascii: "=") }
            guard name.count <= longestName else {
                let beginning = word.shortened(to: 40)
                throw Refusal(sentence: "there is no option \(beginning); see viewfinder --help")
            }
        }
        return try parseAsRoot(words)
    }

    private struct Refusal: Error {
        let sentence: String
    }

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
        if let refusal = error as? Refusal { return (2, "viewfinder: \(refusal.sentence)".showingControls()) }
        let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { String($0).showingControls().shortened(to: most) }.joined(separator: "\n")
        return (exitCode(for: error) == .success ? 0 : 2, text)
    }
}

/// The command `viewfinder keys`.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Print what the window's keys do.")

    func run() throws { try StandardOutput.print(KeyBindings.text) }
}
