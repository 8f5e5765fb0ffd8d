internal import ArgumentParser
internal import Foundation
internal import Glibc

/// `bench compare`: measures Viewfinder beside other programs, on the same frames, in the same compositor, in turn.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Measure Viewfinder beside other programs (default).",
        discussion: "Sections: \(BenchSection.allCases.map(\.rawValue).joined(separator: ", ")).")

    @Flag(help: "Fewer and shorter rounds: some minutes.")
    var quick = false

    @Option(help: "Some sections only, with commas between.")
    var only: String?

    @Option(help: "Programs whose name contains this, and ours.")
    var player: String?

    @Option(help: "The program that is measured.")
    var program = ".build/release/viewfinder"

    @Option(help: "Where the figures go as JSON.")
    var json: String?

    @Option(help: "Where the tables go, besides the terminal.")
    var markdown: String?

    @Option(help: "Where the chart goes.")
    var svg: String?

    @Option(help: "A folder for pictures of all windows.")
    var pictures: String?

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        var options = BenchOptions(
            isQuick: quick, program: program, pictures: pictures)
        if quick {
            options.rounds = 2
            options.seconds = 2
            options.startRounds = 3
            options.coldRounds = 1
            options.memorySeconds = 15
        }
        let players = Player.all(viewfinder: program).filter { candidate in
            player.map { candidate.isOurs || candidate.name.contains($0) } ?? true
        }
        var benchmark = Benchmark(options, players: players)
        try benchmark.run(try sections())
        let text = MarkdownReport(benchmark.report).text
        print(text)
        if let markdown {
            let page = "# Viewfinder beside other programs\n\n![The chart](bench.svg)\n\n\(text)\n"
            try page.write(toFile: markdown, atomically: true, encoding: .utf8)
        }
        if let json { try benchmark.report.json().write(to: URL(fileURLWithPath: json)) }
        if let svg { try Chart(benchmark.report).svg.write(toFile: svg, atomically: true, encoding: .utf8) }
    }

    private func sections() throws -> [BenchSection] {
        guard let only else { return BenchSection.allCases }
        return try only.split(separator: ",").map { name in
            guard let section = BenchSection(rawValue: String(name)) else {
                throw ValidationError("there is no section '\(name)'")
            }
            return section
        }
    }
}
