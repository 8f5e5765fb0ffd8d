import Testing
import VulkanCore

@testable import LiveView

@Suite struct DeviceSuccessionTests {
    private let lost = VulkanError(.deviceLost, "lost")
    private let second: Int64 = 1_000_000_000
    private let card = (name: "card", identity: "card 1")

    @Test(arguments: [VulkanError.Kind.surfaceLost, .unsupported, .noDevice, .other])
    func aDeviceThatHasNeverShownAPictureGivesItsPlaceUp(kind: VulkanError.Kind) {
        var succession = DeviceSuccession()
        #expect(
            succession.step(after: VulkanError(kind, "no"), of: card, hasShown: false, at: 0) == .next)
        #expect(succession.passedOver.map(\.identity) == ["card 1"])
        #expect(succession.reason("it comes next") == "it comes next; not card: no")
    }

    @Test func aLostDeviceComesBackOnceThenTheNextOneThenNone() {
        var succession = DeviceSuccession()
        #expect(succession.step(after: lost, of: card, hasShown: true, at: 0) == .again)
        #expect(succession.step(after: lost, of: card, hasShown: true, at: 30 * second) == .next)
        #expect(succession.step(after: lost, of: card, hasShown: true, at: 59 * second) == .end)
    }

    @Test func theLossesOfOneDeviceAreNotThoseOfTheNext() {
        var succession = DeviceSuccession()
        let other = (name: "other", identity: "card 2")
        #expect(succession.step(after: lost, of: card, hasShown: true, at: 0) == .again)
        #expect(succession.step(after: lost, of: card, hasShown: true, at: 50 * second) == .next)
        #expect(succession.step(after: lost, of: other, hasShown: true, at: 70 * second) == .again)
        #expect(succession.step(after: lost, of: other, hasShown: true, at: 75 * second) == .end)
        #expect(succession.passedOver.map(\.identity) == ["card 1"])
    }

    @Test func lossesThatAreAMinuteApartAreEachTheFirst() {
        var succession = DeviceSuccession()
        for loss in 0..<10 {
            #expect(
                succession.step(after: lost, of: card, hasShown: true, at: Int64(loss) * 60 * second)
                    == .again)
        }
    }

    /// Processors have a minute before they count as lost.
    @Test func aMinuteWithoutAnAnswerIsNoMinuteOfPictures() {
        var succession = DeviceSuccession()
        let wait = 60 * second
        func lose(at time: Int64) -> DeviceSuccession.Step {
            succession.step(after: lost, of: card, hasShown: true, after: wait, at: time * second)
        }
        #expect(lose(at: 61) == .again)
        // A minute of pictures lies before it.
        #expect(lose(at: 61 + 60 + 60) == .again)
        #expect(lose(at: 181 + 61) == .next)
    }

    @Test func whatKeepsAllDevicesOutEndsTheView() {
        var succession = DeviceSuccession()
        let blocked = VulkanError(.blocked, "a driver hangs")
        #expect(succession.step(after: blocked, of: card, hasShown: false, at: 0) == .end)
        #expect(succession.passedOver.isEmpty)
    }

    @Test func aDeviceThatCannotBeMadeAnewGivesItsPlaceUp() {
        var succession = DeviceSuccession()
        #expect(succession.step(after: lost, of: card, hasShown: true, at: 0) == .again)
        #expect(succession.step(after: lost, of: card, hasShown: false, at: second) == .next)
    }

    @Test(arguments: [VulkanError.Kind.deviceLost, .outOfMemory])
    func aDeviceThatIsLostBeforeItsFirstPictureIsOpenedAnewOnce(kind: VulkanError.Kind) {
        var succession = DeviceSuccession()
        let error = VulkanError(kind, "no")
        #expect(succession.step(after: error, of: card, hasShown: false, at: 0) == .again)
        #expect(succession.step(after: error, of: card, hasShown: false, at: 0) == .next)
    }

    @Test func whatNoDeviceCanMendEndsTheView() {
        var succession = DeviceSuccession()
        for kind in [VulkanError.Kind.surfaceLost, .unsupported, .other] {
            #expect(
                succession.step(after: VulkanError(kind, "no"), of: card, hasShown: true, at: 0) == .end)
        }
    }

    @Test func theErrorOfTheOnlyDeviceNamesIt() {
        var succession = DeviceSuccession()
        let last = VulkanError(.surfaceLost, "its driver refuses")
        _ = succession.step(after: last, of: card, hasShown: false, at: 0)
        let words = succession.error(after: last).description
        #expect(words.hasPrefix("card can show no pictures in this window: its driver refuses; "), "\(words)")
    }

    @Test func theLastErrorNamesAllDevices() {
        var succession = DeviceSuccession()
        let last = VulkanError(.surfaceLost, "second")
        _ = succession.step(after: VulkanError(.unsupported, "first"), of: card, hasShown: false, at: 0)
        #expect(succession.error(after: last) == last)
        _ = succession.step(after: last, of: ("other", "other 1"), hasShown: false, at: 0)
        let words = succession.error(after: last).description
        #expect(words.contains("card: first; other: second"))
    }
}
