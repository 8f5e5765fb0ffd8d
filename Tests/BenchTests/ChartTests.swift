import Foundation
import FoundationXML
import Testing

@testable import Bench

struct ChartTests {
    private final class Counter: NSObject, XMLParserDelegate {
        var elements: [String: Int] = [:]
        var classes: [String: Int] = [:]

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements[name, default: 0] += 1
            if let words = attributes["class"] { classes[words, default: 0] += 1 }
        }
    }

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

    private func parse(_ svg: String) throws -> Counter {
        let counter = Counter()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = counter
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        return counter
    }

    @Test func theChartIsXMLWithABarForEachResult() throws {
        let counter = try parse(Chart(report()).svg)
        #expect(counter.elements["svg"] == 1)
        // Two panels of the case and one of the starts; a program that failed has no bar.
        #expect(counter.classes["ours first"] == 3)
        #expect(counter.classes["peer first"] == 2)
        #expect(counter.classes["panel"] == 3)
    }

    @Test func aProgramThatDoesNotStartIsNamed() throws {
        let svg = Chart(report()).svg
        #expect(svg.contains("mpv &lt;gpu&gt; &amp; co"))
        #expect(svg.contains("does not start"))
    }

    @Test func anEmptyReportGivesAnEmptyChart() throws {
        let counter = try parse(Chart(Report(isQuick: true, machine: Machine())).svg)
        #expect(counter.classes["panel"] == nil)
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
    fileprivate static var example: Watch {
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
