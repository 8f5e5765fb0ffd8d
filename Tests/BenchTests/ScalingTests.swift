import Foundation
import Frames
import Testing

@testable import Bench

struct ScalingTests {
    private func result(
        _ work: ScalingWork, _ drawings: [Double], floors: [Double] = [1, 1], references: [Double] = [],
        rivals: [Double] = []
    ) -> ScalingCosts.Result {
        ScalingCosts.Result(
            work: work, drawings: drawings, floors: floors, references: references, rivals: rivals)
    }

    @Test func rowsBetweenWindowRowsAreThoseThatADrawingReads() {
        #expect(ScalingWork.rowCount(of: 1080, in: 1080) == 1080)
        #expect(ScalingWork.rowCount(of: 2160, in: 1080) == 2160)
        // Of three rows the one in the middle, and the next.
        #expect(ScalingWork.rowCount(of: 2160, in: 720) == 1440)
        #expect(ScalingWork.rowCount(of: 720, in: 1080) == 720)
        // Of eight rows the fourth and the fifth.
        #expect(ScalingWork.rowCount(of: 8, in: 1) == 2)
        #expect(ScalingWork.rowCount(of: 1, in: 4) == 1)
    }

    @Test func bytesAreThoseOfAllPlanesAndOfTheWindow() {
        #expect(ScalingWork.plain.bytesRead == 1920 * 1080 * 3 / 2)
        #expect(ScalingWork.plain.bytesWritten == 1920 * 1080 * 4)
        var work = ScalingWork.plain
        work.format = .p010
        #expect(work.bytesRead == 1920 * 1080 * 3)
        work.format = .rgb24
        #expect(work.bytes == 1920 * 1080 * 7)
        // Chroma has half of the rows, of which none lies alone between two of the window's.
        let third = ScalingWork(width: 3840, height: 2160, windowWidth: 1280, windowHeight: 720)
        #expect(third.bytesRead == 3840 * (1440 + 1080))
    }

    @Test func drawingsAreHeldAgainstFloorsAndEachOther() throws {
        var report = Report(isQuick: true, machine: Machine())
        #expect(report.goals.isEmpty)
        let yuyv = ScalingWork.usual.with(.yuyv)
        let bytes = Double(yuyv.bytes) / Double(ScalingWork.usual.bytes)
        report.scaling = ScalingCosts(results: [
            result(.plain, [2, 4]), result(.enlarging, [3, 6]),
            result(.usual, [1.9, 2.2], floors: [1, 1.1]),
            result(yuyv, [3 * bytes, 2.4 * bytes], references: [2.5, 2]),
        ])
        let goals = report.goals
        #expect(goals.map(\.measured) == ["1.95×", "1.50×", "1.20×"])
        #expect(goals.map(\.isMet) == [true, false, false])
    }

    @Test func formatsAndColorsHaveGoalsOfTheirOwn() throws {
        #expect(ScalingWork.usual.reference == nil && ScalingWork.plain.reference == nil)
        let mosaic = ScalingWork.plain.with(try #require(PixelFormat(named: "RGGB8")))
        #expect(mosaic.reference == .plain)
        let curved = ScalingWork.usual.with(.nv12, ["--transfer", "bt709"])
        #expect(curved.reference == .usual && curved.name.hasSuffix("1280×720 --transfer bt709"))
        let works = [ScalingWork.usual.with(.bgrx), .usual.with(.y10), .usual.with(.p010), curved, mosaic]
        #expect(works.map(\.limit) == [1.15, 1.4, 1.4, 1.6, 2.5])
        #expect(works.map { $0.gstreamerWords != nil } == [false, false, false, false, true])
        // Each is there once, under a name that the table of formats knows.
        #expect(Set(ScalingWork.all).count == ScalingWork.all.count)
        #expect(ScalingWork.compared.allSatisfy { $0.reference != nil })
        var report = Report(isQuick: true, machine: Machine())
        report.scaling = ScalingCosts(results: [
            result(mosaic, [1], references: [0.5], rivals: [1.25]), result(curved, [3], references: [2]),
        ])
        #expect(report.goals.map(\.measured) == ["2.20×", "0.80×", "1.50×"])
        #expect(report.goals.map(\.isMet) == [true, false, true])
    }

    @Test func readingIsTakenOffBothPrograms() {
        let show = ShowCase(
            kind: .quick, rate: 60, refresh: 14, reading: [0.5, 1],
            results: [
                ShowCase.Result(
                    name: "Viewfinder", isOurs: true, rounds: [watch(1.5), watch(2)], command: ""),
                ShowCase.Result(name: "mpv", isOurs: false, rounds: [watch(4.5), nil], command: ""),
            ])
        #expect(show.timesWithoutReading(show.results[0]) == [1, 1])
        #expect(show.timesWithoutReading(show.results[1]) == [4, nil])
        var report = Report(isQuick: true, machine: Machine())
        report.shows = [show]
        #expect(report.goals.map(\.measured) == ["0.25×"])
    }

    /// A round in which program and compositor together take a time.
    private func watch(_ time: Double) -> Watch {
        var watch = Watch.example
        watch.program = time - watch.compositor
        return watch
    }

    @Test func aThreadReadsAndTouchesEachFrame() throws {
        let frames = PlainFrames(bytes: [UInt8](repeating: 9, count: 300_000))
        let alone = try PipeReading(frames, rate: 100, seconds: 1)
        #expect(alone.reading > 0)
        let both = try PipeReading(frames, rate: 100, seconds: 1, bytesRead: 300_000, bytesWritten: 500_000)
        #expect(both.floor > 0)
    }

    @Test func aZeroWouldEndTheFloorsReading() {
        var window = [UInt8](repeating: 0, count: 1000)
        var frame = [UInt8](repeating: 7, count: 5000)
        #expect(PipeReading.touch(frame, 5000, &window))
        #expect(window.allSatisfy { $0 == 1 })
        frame[4000] = 0
        #expect(PipeReading.touch(frame, 4000, &window))
        #expect(!PipeReading.touch(frame, 5000, &window))
    }

    @Test func startAndEndDoNotCountInSteadyMeans() throws {
        let path = NSTemporaryDirectory() + "statistics-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let lines = """
            {"shown":1,"overhead":null}
            {"shown":11,"overhead":{"drawing":3}}
            {"shown":21,"overhead":{"drawing":2}}
            {"shown":31,"overhead":{"drawing":1.75}}
            {"shown":41,"overhead":{"drawing":11.5}}
            {"shown":42,"overhead":{"drawing":20},"final":true}
            """
        try lines.write(toFile: path, atomically: false, encoding: .utf8)
        // Ten, twelve and a half, and four hundred and seven and a half milliseconds of ten frames each.
        #expect(StatisticsLines(path).steadyMean("overhead.drawing") == 1.25)
        #expect(StatisticsLines(path).steadyMean("overhead.own") == nil)
        #expect(StatisticsLines(path).number("overhead.drawing") == 20)
    }
}
