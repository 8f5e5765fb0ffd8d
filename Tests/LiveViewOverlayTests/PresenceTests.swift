import Testing

@testable import LiveViewOverlay

/// When guests come and go.
@Suite struct PresenceTests {
    private let second: Int64 = 1_000_000_000

    @Test func theyComeWithAMoveAndGoTwoSecondsAfterTheLast() {
        var presence = Presence()
        #expect(!presence.isShown(at: 0) && presence.nextMoment == nil)
        presence.moved(at: second)
        presence.moved(at: 2 * second)
        #expect(presence.isShown(at: 4 * second - 1))
        #expect(presence.nextMoment == 4 * second)
        presence.advance(to: 4 * second)
        #expect(!presence.isShown(at: 4 * second) && presence.nextMoment == nil)
    }

    @Test func theyGoAtOnceWithThePointer() {
        var presence = Presence()
        presence.moved(at: 0)
        presence.left(at: second)
        #expect(!presence.isShown(at: second + Presence.passage))
    }

    @Test func theyStayWhileThePointerIsOnOneOfThem() {
        var presence = Presence()
        presence.moved(at: 0)
        presence.left(at: second)
        presence.entered(at: second + Presence.passage / 2)
        #expect(presence.isShown(at: 100 * second) && presence.nextMoment == nil)
        presence.leftGuest(at: 100 * second)
        #expect(!presence.isShown(at: 101 * second))
    }

    @Test func theyGoTwoSecondsAfterTheLastMoveOnEmptyGround() {
        var presence = Presence()
        presence.entered(at: 0)
        presence.passed(at: second)
        #expect(!presence.isOnGuest && presence.nextMoment == 3 * second)
        #expect(presence.isShown(at: 3 * second - 1) && !presence.isShown(at: 3 * second))
        presence.entered(at: 2 * second)
        #expect(presence.isShown(at: 100 * second))
    }

    @Test func theyGoTwoSecondsAfterTheLastKeyWhereverThePointerIs() {
        var presence = Presence()
        presence.keyPressed(at: 0)
        presence.keyPressed(at: second)
        presence.left(at: second)
        #expect(presence.isKeyed(at: 3 * second - 1) && presence.nextMoment == 3 * second)
        #expect(presence.isShown(at: 3 * second - 1) && !presence.isShown(at: 3 * second))
        presence.moved(at: 2 * second)
        presence.keysEnded()
        #expect(presence.nextMoment == 4 * second && !presence.isKeyed(at: 2 * second))
        presence.dismiss()
        #expect(!presence.isShown(at: 2 * second))
    }

    @Test func theyStayForAWhileWhenAFingerIsUp() {
        var presence = Presence()
        presence.entered(at: 0)
        presence.lifted(at: 10 * second)
        #expect(presence.isShown(at: 12 * second - 1) && !presence.isShown(at: 12 * second))
    }
}
