internal import ArgumentParser

/// The command `bench` with its subcommands.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure Viewfinder beside other programs.",
        subcommands: [CompareCommand.self, WatchCommand.self], defaultSubcommand: CompareCommand.self)
}
