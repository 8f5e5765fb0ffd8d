internal import ArgumentParser

/// The benchmark.
@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure Viewfinder beside other programs.",
        subcommands: [CompareCommand.self, WatchCommand.self], defaultSubcommand: CompareCommand.self)
}
