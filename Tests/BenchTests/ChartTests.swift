import Foundation
import TestSupport
import Testing

@testable import Bench

struct ChartTests {
    private func result(_ name: String, isOurs: Bool = false, cost: Double) -> ShowCase.Result {
        var watch = Watch.example
        watch.program = cost
        return ShowCase.Result(
            name: name, isOurs: isOurs, rounds: [watch, watch], command: "",
            latency: Percentiles([20, 30, 40]))
    }

    private func report() -> Report {
        var report = Report(isQuick: true, machine: Machine())
        var failed = result("mpv <gpu> & co", cost: 0)
        failed.rounds = [nil, nil]
        failed.latency = nil
        let results = [
            result("Viewfinder", isOurs: true, cost: 5), result("GStreamer videoconvert", cost: 8), failed,
        ]
        report.shows = [ShowCase(kind: .small, rate: 60, refresh: 16, results: results)]
        report.starts = [StartResult(name: "Viewfinder", isOurs: true, warm: [100, 120, 110], cold: [300])]
        return report
    }

    private func marks(_ chart: Chart) throws -> [XMLMark] {
        let path = NSTemporaryDirectory() + "chart-\(UUID().uuidString).svg"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try chart.svg.write(toFile: path, atomically: false, encoding: .utf8)
        return try XMLMark.all(in: path)
    }

    @Test func theChartIsXMLWithABarForEachResult() throws {
        let marks = try marks(Chart(report()))
        #expect(marks.first?.name == "{http://www.w3.org/2000/svg}svg")
        // Two panels of the case and one of the starts; a program that failed has no bar.
        #expect(marks.count { $0.attributes?["class"] == "ours first" } == 3)
        #expect(marks.count { $0.attributes?["class"] == "peer first" } == 2)
        #expect(marks.count { $0.attributes?["class"] == "panel" } == 3)
    }

    @Test func aProgramThatDoesNotStartIsNamed() throws {
        let svg = Chart(report()).svg
        #expect(svg.contains("mpv &lt;gpu&gt; &amp; co"))
        #expect(svg.contains("does not start"))
    }

    @Test func anEmptyReportGivesAnEmptyChart() throws {
        let marks = try marks(Chart(Report(isQuick: true, machine: Machine())))
        #expect(!marks.contains { $0.attributes?["class"] == "panel" })
    }

    @Test func theTablesHaveARowForEachResultAndTellFailures() throws {
        var report = report()
        report.shows[0].results[2].error = "mpv: no device"
        let text = MarkdownReport(report).text
        #expect(text.contains("| Viewfinder | 5.0 | 1.0 | 6.0 | 1.00× | 2 of 240 |"))
        #expect(text.contains("| GStreamer videoconvert | 8.0 | 1.0 | 9.0 | 0.67× |"))
        #expect(text.contains("- mpv <gpu> & co, 60/s into 1280×720: mpv: no device"))
    }

    @Test func theReportSurvivesJSON() throws {
        let read = try JSONDecoder().decode(Report.self, from: report().json())
        #expect(read.shows.first?.results.first?.rounds.first??.total == 6)
    }
}

extension Watch {
    /// Two seconds at 60/s in which one frame was lost.
    static var example: Watch {
        let reading = ProcessReading(of: 0)
        let start = Moment(time: 0, next: 0, program: reading, compositor: reading)
        var later = reading
        later.processorTime = 119
        let end = Moment(time: 2_000_000_000, next: 120, program: later, compositor: later)
        let sightings = (1..<120).map { number in
            Sighting(
                mark: FrameMark(number: UInt32(number), microseconds: UInt64(number) * 16_667),
                time: Int64(number) * 16_667_000 + 10_000_000)
        }
        return Watch(
            from: start, to: end, sightings: sightings, skipped: [0],
            frames: RawFrames(width: 120, height: 6),
            refresh: 16.667)
    }
}

struct WatchTests {
    @Test func shownLostAndLateFramesAreCounted() {
        let watch = Watch.example
        #expect(watch.shown == 119)
        #expect(watch.due == 120)
        #expect(watch.lost == 1)
        #expect(watch.unwritten == 1)
        #expect(watch.program == 1)
        #expect(watch.compositor == 1)
        #expect(abs((watch.latency.p50 ?? 0) - 10) < 0.01)
        #expect(watch.twoRefreshes == 0)
    }
}
