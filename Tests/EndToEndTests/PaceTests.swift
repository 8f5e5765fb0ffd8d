import TestSupport
import Testing

/// When frames are drawn, and how old they are when the compositor shows them.
@Suite(.serialized) struct PaceTests {
    private func lastReport(_ arguments: [String]) throws -> Statistics {
        let weston = try PacedWeston(width: 640, height: 360)
        let (program, end) = try Program.run(
            Repository.program, arguments + ["--stats", "-"], environment: weston.environment)
        #expect(end.status == .exited(0), "\(program.log)")
        return try #require(Statistics.reports(in: program.output).last)
    }

    @Test func theAgeOnTheScreenIsToldWhereTheCompositorTellsPresentations() throws {
        let report = try lastReport(["--source", "test:320x180@30:NV12", "--frames", "60"])
        let age = try #require(report.ageOnScreen)
        #expect(report.ageOnScreenReason == nil)
        #expect(report.screen.presented > 30)
        let counted = age.histogram.reduce(0) { $0 + $1[1] }
        #expect(counted > 30 && counted <= report.shown)
        // Weston takes a picture at once and shows it a refresh later.
        #expect(try #require(age.p50) > #require(report.captureToPresent.p50))
        #expect(report.stamp?.trusted == true)
        // On a busy machine the card is late, and the measured rate is beside its own.
        #expect(report.cadence?.source == "presentation" && report.cadence?.expected.contains(2) == true)
        #expect(report.latch.late == 0, "the camera is slower than the display")
        #expect(report.queueDepth.allSatisfy { $0[0] <= 1 })
    }

    @Test func aFastCameraIsShownYoungerWhenItsFrameIsTakenLate() throws {
        let fast = ["--source", "test:320x180@120:NV12", "--frames", "200"]
        // Two frames of the camera come in each refresh: taken early, both come after the one that is shown.
        let young = { (report: Statistics) in
            report.staleness.behindAtLatch.filter { $0[0] <= 1 }.reduce(0) { $0 + $1[1] }
        }
        var found: [(late: Statistics.Staleness, early: Statistics.Staleness)] = []
        // A machine that is busy with other things keeps both from their moment; it is not always busy.
        for _ in 0..<5 {
            let late = try lastReport(fast)
            let early = try lastReport(fast + ["--latch", "early"])
            #expect(early.latch.late == 0)
            if late.latch.late > 100, young(late) > 2 * young(early) { return }
            found.append((late.staleness, early.staleness))
        }
        Issue.record("no younger frames: \(found)")
    }
}
