import Testing

@testable import Viewfinder

/// The words of a report about devices that are taken and that are not.
@Suite struct DevicePlaceTests {
    private static let places = [
        (name: "Inside", number: 1, reason: "the compositor draws on it (226:128)"),
        (name: "Card", number: 0, reason: "it comes next"),
        (name: "Processor", number: 2, reason: "it comes next"),
    ]

    @Test func theFirstIsTakenAndTheOthersComeBehindIt() {
        let all = DevicePlace.all(Self.places, nil)
        #expect(all.map(\.isTaken) == [true, false, false] && all.map(\.number) == [1, 0, 2])
        #expect(all[0].reason == "the compositor draws on it (226:128)")
        #expect(all[1].reason == "Inside comes before it: the compositor draws on it (226:128)")
    }

    @Test func oneThatHasDrawnWasTakenWhateverTheOrder() {
        let taken = StatisticsReport.Choice(name: "Card", reason: "it comes next, not Inside: lost")
        let all = DevicePlace.all(Self.places, taken)
        #expect(all.map(\.isTaken) == [false, true, false])
        #expect(all[0].reason == "it cannot show pictures in the window: it comes next, not Inside: lost")
        #expect(all[1].reason == "it comes next, not Inside: lost")
        #expect(all[2].reason == "Card comes before it: it comes next")
    }
}
