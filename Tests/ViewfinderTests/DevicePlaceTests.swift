import Testing

@testable import Viewfinder

/// The words of a report about devices that are taken and that are not.
@Suite struct DevicePlaceTests {
    private static let places: [DevicePlace.Candidate] = [
        ("a", "Inside", 1, "the compositor draws on it (226:128)"), ("b", "Card", 0, "it comes next"),
        ("c", "Processor", 2, "it comes next"),
    ]

    @Test func theFirstIsTakenAndTheOthersComeBehindIt() {
        let all = DevicePlace.all(Self.places, nil)
        #expect(all.map(\.isTaken) == [true, false, false] && all.map(\.number) == [1, 0, 2])
        #expect(all[0].reason == "the compositor draws on it (226:128)")
        #expect(all[1].reason == "Inside comes before it: the compositor draws on it (226:128)")
    }

    @Test func oneThatHasDrawnWasTakenWhateverTheOrder() {
        let taken = DevicePlace.Taken(
            identity: "b", name: "Card", reason: "it comes next, not Inside: lost")
        let all = DevicePlace.all(Self.places, taken)
        #expect(all.map(\.isTaken) == [false, true, false])
        #expect(all[0].reason == "it cannot show pictures in the window: it comes next, not Inside: lost")
        #expect(all[1].reason == "it comes next, not Inside: lost")
        #expect(all[2].reason == "Card comes before it: it comes next")
    }

    @Test func ofTwoEqualCardsTheOneThatHasDrawnWasTaken() {
        let all = DevicePlace.all(
            [("a", "Card", 0, "it comes next"), ("b", "Card", 1, "it comes next")],
            DevicePlace.Taken(identity: "b", name: "Card", reason: "it comes next; not Card: lost"))
        #expect(all.map(\.isTaken) == [false, true] && all.map(\.number) == [0, 1])
        #expect(all[0].reason == "it cannot show pictures in the window: it comes next; not Card: lost")
    }

    /// Its driver was loaded only after all others had failed.
    @Test func oneThatNobodyHasListedWasTakenAfterAllOthers() {
        let reason = "it comes next; not Inside: lost; not Card: lost"
        let all = DevicePlace.all(
            Array(Self.places.prefix(2)), DevicePlace.Taken(identity: "d", name: "Other", reason: reason))
        #expect(all.map(\.isTaken) == [false, false, true] && all.map(\.number) == [1, 0, nil])
        #expect(all.map(\.reason).prefix(2).allSatisfy { $0.hasSuffix(reason) } && all[2].reason == reason)
    }
}
