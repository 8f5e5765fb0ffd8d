/// The report as tables that a person reads.
struct MarkdownReport {
    private let report: Report

    init(_ report: Report) { self.report = report }

    /// The whole report.
    var text: String {
        var parts = [introduction]
        if !report.goals.isEmpty { parts.append(goals) }
        parts += report.shows.map(show)
        if !report.starts.isEmpty { parts.append(starts) }
        if !report.idles.isEmpty { parts.append(idles) }
        if let costs = report.costs { parts.append(ownCosts(costs)) }
        if let scaling = report.scaling {
            parts.append(
                "### The drawing beside its floor\n\n"
                    + table(ScalingCosts.Result.columns, scaling.results.map(\.cells)))
        }
        parts += failures + commands
        return parts.joined(separator: "\n\n")
    }

    private var introduction: String {
        let machine = report.machine
        var text = "Measured on \(report.date): \(machine.hardware); \(machine.software)."
        if report.isQuick { text += " A quick run: fewer and shorter rounds." }
        if machine.load > Double(machine.cores) / 4 {
            text +=
                " The machine was busy with other work (load \(Figure.plain(machine.load))): only ratios mean "
                + "something, and times that ought to be met on a quiet machine are missed."
        }
        return text
    }

    private func table(_ columns: [String], _ rows: [[String]]) -> String {
        let line = { (cells: [String]) in "| \(cells.joined(separator: " | ")) |" }
        return ([line(columns), line(columns.map { _ in "---" })] + rows.map(line)).joined(separator: "\n")
    }

    private func show(_ show: ShowCase) -> String {
        let rows = show.results.map { result -> [String] in
            guard result.rounds.contains(where: { $0 != nil }) else {
                return [result.name, "failed"] + Array(repeating: "–", count: 8)
            }
            return [
                result.name, Figure.plain(result.median(\.program)),
                Figure.plain(result.median(\.compositor)),
                Figure.plain(result.median(\.total)),
                show.ours.map { Figure.ratio($0.ratio(to: result, \.total)) } ?? "–",
                "\(result.sum(\.lost)) of \(result.sum(\.due))", Figure.plain(result.latency?.p50),
                Figure.plain(result.latency?.p95), Figure.plain(result.latency?.p99),
                Figure.percent(result.median { $0.twoRefreshes ?? 0 }, 0),
                Figure.megabytes(result.rounds.compactMap { $0?.peakMemory }.max()),
            ]
        }
        let reading =
            SampleStatistics.median(show.reading).map {
                " Reading a frame from the pipe takes \(Figure.milliseconds($0, 2)) of both."
            } ?? ""
        let columns = [
            "program", "CPU ms/frame", "compositor ms/frame", "together", "ours ÷ this", "lost",
            "latency p50 ms", "p95", "p99", "two refreshes", "peak memory",
        ]
        return
            "### \(show.kind.rawValue)\n\n\(show.size) at \(Figure.plain(show.rate, 2))/s, an output that shows a "
            + "picture every \(Figure.plain(show.refresh, 2)) ms, medians of \(show.results.first?.rounds.count ?? 0) rounds.\(reading)\n\n"
            + table(columns, rows)
    }

    private var starts: String {
        let median = { (values: [Double?]) in SampleStatistics.median(values.compactMap(\.self)) }
        return "### Start to the first frame on the output\n\n"
            + table(
                ["program", "warm ms", "cold ms"],
                report.starts.map {
                    [$0.name, Figure.plain(median($0.warm), 0), Figure.plain(median($0.cold), 0)]
                })
    }

    private var idles: String {
        "### Nothing to show\n\n"
            + table(
                ["program", "presents", "wake-ups/s", "% of a core"],
                report.idles.map {
                    [$0.name, "\($0.presents)", Figure.plain($0.wakeUpsPerSecond), Figure.plain($0.load, 2)]
                })
    }

    private func ownCosts(_ costs: OwnCosts) -> String {
        let names = OwnCosts.paths.filter { name in costs.values.keys.contains { $0.hasSuffix(".\(name)") } }
        let cost = Figure.milliseconds(costs.values["readBack"], 2)
        return "### What Viewfinder counts itself (`--stats`)\n\n"
            + "Reading marks back costs sway \(cost) for each frame, whoever shows it.\n\n"
            + table(
                ["figure", "1280×720", "1920×1080"],
                names.map { name in
                    ["`\(name)`"]
                        + ["1280x720", "1920x1080"].map { Figure.plain(costs.values["\($0).\(name)"], 2) }
                })
    }

    private var goals: String {
        "### Goals\n\n"
            + table(
                ["goal", "aimed at", "measured", "met"],
                report.goals.map {
                    [$0.name, $0.goal, $0.measured, $0.isMet.map { $0 ? "yes" : "no" } ?? "–"]
                })
    }

    /// The command lines as they were run.
    private var commands: [String] {
        let lines = [ShowCase.Kind.small, .jpeg, .quick].compactMap { report.show($0) }.flatMap { show in
            ["# \(show.kind.rawValue)"] + show.results.map(\.command).filter { !$0.isEmpty }
        }
        return lines.isEmpty ? [] : ["### Command lines\n\n```\n\(lines.joined(separator: "\n"))\n```"]
    }

    private var failures: [String] {
        let shows = report.shows.flatMap { show in
            show.results.compactMap { result in
                result.error.map { "- \(result.name), \(show.kind.rawValue): \($0)" }
            }
        }
        let starts = report.starts.compactMap { start in start.error.map { "- \(start.name), start: \($0)" } }
        return shows.isEmpty && starts.isEmpty
            ? [] : ["### Failures\n\n" + (shows + starts).joined(separator: "\n")]
    }
}
