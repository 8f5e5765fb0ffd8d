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
        try reporting { try StandardOutput.print(try text()) }
    }

    private func text() throws -> String {
        let filters = Catalog.entries.map(FilterDescription.init)
        if json {
            return String(decoding: try JSONEncoder.readable.encode(filters), as: UTF8.self)
        }
        return FilterTable.text(for: filters)
    }
}
