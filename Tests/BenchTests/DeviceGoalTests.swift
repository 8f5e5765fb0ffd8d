import Foundation
import TestSupport
import Testing
import VulkanView

@testable import BenchGPU

/// The goals of a graphics card.
struct DeviceGoalTests {
    /// A report with these medians, in milliseconds.
    private func report(
        kind: String = "discrete", drawing: [(size: String, window: String, median: Double?)] = [],
        chain: [String: Double] = [:]
    ) -> GPUReport {
        var report = GPUReport(
            device: DeviceFacts(name: "card", kind: kind, driver: "", driverInfo: "", version: "1.3.0"),
            frames: 100)
        report.draws = drawing.map { size, window, median in
            GPUReport.Draw(
                size: size, window: window, path: .compute, submitToFence: median.map(times))
        }
        report.filters = chain.map { size, median in
            GPUReport.Filter(
                size: size, filters: "chain of 5", kernels: 5, megabytes: 50, frameToFence: times(9),
                gpu: times(median))
        }
        return report
    }

    private func times(_ median: Double) -> GPUReport.Times { GPUReport.Times([median * 1e6]) }

    @Test func theFastestDrawingAndTheChainAreJudged() {
        let outcomes = DeviceGoals.outcomes(
            of: report(
                drawing: [
                    ("1920x1080", "1920x1080", 0.4), ("1920x1080", "1920x1080", 0.25),
                    ("1920x1080", "1280x720", 0.1), ("1920x1080", "1920x1080", nil),
                    ("3840x2160", "3840x2160", 0.601),
                ], chain: ["1920x1080": 0.151, "3840x2160": 0.3]))
        #expect(outcomes.map(\.median) == [0.25, 0.601, 0.151, 0.3])
        #expect(outcomes.map(\.isMet) == [true, false, false, true])
        #expect(
            outcomes.first?.line
                == "drawing, submit to fence, 1920x1080: 0.250 ms; goal ≤ 0.25 ms: met")
    }

    @Test func whatCouldNotBeMeasuredIsMissed() {
        let outcomes = DeviceGoals.outcomes(of: report(drawing: [("1920x1080", "1280x720", 0.1)]))
        #expect(outcomes.count == DeviceGoals.table.count)
        #expect(outcomes.allSatisfy { !$0.isMet && $0.median == nil })
        #expect(outcomes.last?.line.contains("not measured") == true)
    }

    @Test(arguments: ["cpu", "integrated", "virtual", "other"])
    func othersThanCardsHaveNoGoals(kind: String) {
        let report = self.report(kind: kind, chain: ["1920x1080": 0.1])
        #expect(DeviceGoals.outcomes(of: report).isEmpty)
        #expect(!report.table.contains("goal"))
    }

    @Test func theReportHasThemBesideItsFigures() {
        var report = self.report(chain: ["1920x1080": 0.1])
        report.goals = DeviceGoals.outcomes(of: report)
        for goal in report.goals { #expect(report.table.contains(goal.line)) }
        #expect(report.table.contains("0.100 ms; goal ≤ 0.15 ms: met"))
    }

    @Test func theDocumentationHasTheTable() throws {
        let text = try String(contentsOfFile: Repository.path("docs/benchmarks.md"), encoding: .utf8)
        #expect(text.contains(DeviceGoals.markdown))
    }
}
