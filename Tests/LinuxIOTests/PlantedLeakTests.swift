import Foundation
import Testing

/// A leak that is there on purpose: the search for leaks must tell of it (`scripts/test-sanitize`).
struct PlantedLeakTests {
    private final class Planted {
        var other: Planted?
    }

    /// True where it is looked for.
    private static let isWanted = ProcessInfo.processInfo.environment["VIEWFINDER_LEAK"] != nil

    @Test(.enabled(if: PlantedLeakTests.isWanted, "VIEWFINDER_LEAK asks for it"))
    func twoObjectsHoldEachOther() {
        let (first, second) = (Planted(), Planted())
        (first.other, second.other) = (second, first)
        #expect(first.other === second)
    }
}
