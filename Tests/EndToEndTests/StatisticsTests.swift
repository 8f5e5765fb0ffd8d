import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct StatisticsTests {
    @Test func aRunOfSomeFramesTellsWhatBecameOfThem() throws {
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12", "--frames", "75", "--stats", "-"])
        let end = try viewfinder.program.wait(within: 30)
        #expect(end.status == .exited(0), "\(viewfinder.program.log)")
        let reports = try Statistics.reports(in: viewfinder.program.output)
        #expect(reports.count >= 3 && reports.filter(\.final).count == 1)
        let last = try #require(reports.last)
        #expect(last.final && last.source == "Test card")
        #expect(last.shown >= 75 && last.shown <= 77)
        // Each captured frame was shown, replaced, dropped, or is still on its way.
        let dropped = last.dropped.values.reduce(0, +)
        #expect(last.captured >= last.shown + last.replaced)
        #expect(last.captured - last.shown - last.replaced - dropped <= 5)
        let times = last.captureToPresent
        #expect(try #require(times.p50) > 0 && #require(times.p50) <= #require(times.p95))
        #expect(try #require(times.p95) <= #require(times.p99))
        #expect(last.stamp?.clock == "monotonic" && last.stamp?.trusted == true)
        // sway's output without a display answers nothing.
        #expect(last.ageOnScreen != nil || last.ageOnScreenReason?.isEmpty == false)
        #expect(last.cadence?.expected == [2])
        #expect(last.queueDepth.allSatisfy { $0[0] <= 1 })
        #expect(last.queueDepth.reduce(0) { $0 + $1[1] } == last.shown)
        #expect(try #require(last.readyToPresent.p50) >= #require(last.takenToPresent.p50))
        let overhead = try #require(last.overhead)
        #expect(overhead.own > 0 && overhead.driver > 0 && overhead.textures > 0)
        let parts = overhead.own + overhead.driver + overhead.textures + overhead.drawing
        #expect(abs(parts - overhead.renderThread) < 0.001)
        #expect(overhead.cameraThreads > 0)
        #expect(overhead.process > overhead.renderThread + overhead.cameraThreads)
        #expect(last.presentation?.name.isEmpty == false && last.presentation?.reason.isEmpty == false)
        #expect(last.importRoute?.name.isEmpty == false && last.importRoute?.reason.isEmpty == false)
        #expect(last.peakMemory > 1_000_000)
        #expect(try #require(last.firstFrameAfter) > 0)
    }

    @Test func statisticsGoToAFileAndAMissingFolderIsTold() throws {
        let path = NSTemporaryDirectory() + "statistics-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let viewfinder = try Viewfinder(["--source", "test", "--frames", "5", "--stats", path])
        #expect(try viewfinder.program.wait(within: 30).status == .exited(0))
        #expect(try Statistics.reports(in: String(contentsOfFile: path, encoding: .utf8)).last?.final == true)
        let (program, end) = try Program.run(
            Repository.program, ["--source", "test", "--stats", "/nowhere/at/all"],
            environment: viewfinder.sway.environment)
        #expect(end.status == .exited(1))
        #expect(program.errors.contains("/nowhere/at/all"))
    }

    @Test func aSteadyStreamHoldsItsMemory() throws {
        let viewfinder = try Viewfinder([
            "--source", "test:640x360@60:NV12", "--frames", "480", "--stats", "-",
        ])
        #expect(try viewfinder.program.wait(within: 60).status == .exited(0))
        let reports = try Statistics.reports(in: viewfinder.program.output)
        let early = try #require(reports.first { $0.shown >= 300 && !$0.final })
        let late = try #require(reports.last)
        // The last report itself costs a few pages.
        #expect(late.peakMemory - early.peakMemory <= 256 << 10, "it is flat after frame 300")
    }
}
