import Testing

@testable import LiveViewOverlay

/// Double clicks whose second press comes to something else.
@Suite struct SecondPressTests {
    private static let moment: Int64 = 100_000_000

    private func target(_ guest: String?, _ control: String?) -> SecondPress.Target {
        SecondPress.Target(guest: guest, control: control)
    }

    /// Tells which presses are meant.
    private func areMeant(
        _ presses: [(target: SecondPress.Target, x: Double, y: Double, time: Int64)]
    ) -> [Bool] {
        var rule = SecondPress()
        return presses.map { rule.isMeant($0.target, x: $0.x, y: $0.y, at: $0.time) }
    }

    @Test func whatHasComeUnderThePointerIsNotMeant() {
        let pairs = [
            // The bar has grown, a menu has opened, a list has moved, a tap has brought the bar.
            (target("bar", "photograph"), target("bar", "mirror")),
            (target("bar", "more"), target("menu", "quit")),
            (target("panel", "tile"), target("panel", "row")), (target(nil, nil), target("bar", "record")),
            (target("menu", "row"), target("panel", "row")),
        ]
        for (first, second) in pairs {
            // Nor by a third and a fourth press without a pause.
            let times = [Self.moment, 4 * Self.moment, 8 * Self.moment, 12 * Self.moment + 1]
            let meant = areMeant([(first, 50, 60, 0)] + times.map { (second, 53, 58, $0) })
            #expect(meant == [true, false, false, false, true], "\(first), \(second)")
        }
    }

    @Test func pressesOfTheSameOrElsewhereOrLaterAreMeant() {
        let (one, other) = (target("bar", "photograph"), target("bar", "mirror"))
        let same = (0..<5).map { (one, 50.0, 60.0, Int64($0) * Self.moment) }
        // Farther away than a double click's, and later.
        let others = [
            (other, 60.0, 60.0, 5 * Self.moment), (one, 60, 49, 6 * Self.moment),
            (other, 60, 49, 10 * Self.moment + 1),
        ]
        #expect(!areMeant(same + others).contains(false))
    }
}
