import Testing

@testable import LiveView

@Suite struct StartPhasesTests {
    private func entry(_ phase: StartPhases.Phase, _ phases: StartPhases) -> StartReport.Entry? {
        phases.report.phases.first { $0.name == phase }
    }

    @Test func theFirstBeginningAndTheFirstEndCount() throws {
        let phases = StartPhases()
        let main = phases.report.mainAt
        for moment in [Int64(1), 2] {
            phases.begin(.window, at: main + moment * 1_000_000)
            phases.end(.window, at: main + (moment + 5) * 1_000_000)
        }
        let window = try #require(entry(.window, phases))
        #expect(abs(try #require(window.end) - window.begin - 5) < 0.001)
    }

    @Test func aStepThatIsTakenAgainEndsWithTheLast() throws {
        let phases = StartPhases()
        var moments: [Double] = []
        for _ in 0..<2 {
            phases.measure(.instance) {}
            moments.append(try #require(entry(.instance, phases)?.end))
        }
        #expect(moments[0] < moments[1])
        struct Failure: Error {}
        #expect(throws: Failure.self) { try phases.measure(.device) { throw Failure() } }
        #expect(entry(.device, phases)?.end != nil, "a step that fails is over, too")
    }

    @Test func whatHasNotBegunIsLeftOutAndWhatLastsHasNoEnd() throws {
        let phases = StartPhases()
        phases.begin(.swapchain)
        #expect(entry(.warm, phases) == nil)
        #expect(try #require(entry(.swapchain, phases)).end == nil)
        #expect(phases.report.presentedAt == nil)
        #expect(phases.report.phases.first?.name == .loading)
    }
}
