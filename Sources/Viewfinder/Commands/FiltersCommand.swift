internal import ArgumentParser
internal import Filters
internal import FoundationEssentials

/// The command `viewfinder filters`, which lists the filters that `--filter` takes.
struct FiltersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters", abstract: "List the filters with their parameters.")

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let filters = Catalog.entries.map(FilterDescription.init)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(filters), as: UTF8.self))
        } else {
            print(FilterTable.text(for: filters))
        }
    }
}
