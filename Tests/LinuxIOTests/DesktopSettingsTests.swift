import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LinuxIO

/// The desktop's wishes over a real bus, from a portal that the test plays well and badly.
final class DesktopSettingsTests {
    private let loop: EventLoop
    private var troubles: [String] = []
    private var changes: [DesktopAppearance] = []

    init() throws { loop = try EventLoop() }

    private static let appearance = "org.freedesktop.appearance"
    private static let interface = "org.gnome.desktop.interface"
    // Made anew for each test: the search for leaks does not know the pointers in values that are kept for good.
    private static var dark: WireValue { .settings([appearance: ["color-scheme": .unsigned(1)]]) }

    private func settings(on address: String, within limit: Double = 60, opened: Int = 60) -> DesktopSettings
    {
        let settings = DesktopSettings(
            MessageBus(loop: loop, address: address, within: opened), within: limit)
        settings.onTrouble = { [unowned self] in troubles.append($0) }
        settings.onChange = { [unowned self] in changes.append($0) }
        return settings
    }

    /// Turns the loop, each time for a short while, until something is so; no turn may take long.
    private func turn(
        _ what: String, within seconds: Int = 60, until isDone: () -> Bool
    ) throws {
        let deadline = MonotonicClock.moment(in: seconds)
        while !isDone() {
            try #require(MonotonicClock.now() < deadline, "\(what): \(troubles), \(changes)")
            try loop.turn(until: MonotonicClock.now() + 10_000_000)
        }
    }

    @Test func allWishesAreReadAndFollowed() throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(
            on: bus.address,
            answering: .settings([
                Self.appearance: [
                    "color-scheme": .unsigned(1), "contrast": .unsigned(1), "reduced-motion": .unsigned(1),
                    "accent-color": .structure([.number(0.25), .number(0.5), .number(1)]),
                ],
                Self.interface: [
                    "font-name": .text("DejaVu Sans Bold 10.5"), "text-scaling-factor": .number(1.25),
                    "gtk-enable-animations": .boolean(true),
                ],
                "org.gnome.desktop.wm.preferences": ["button-layout": .text("close:appmenu,minimize")],
                "com.example": ["color-scheme": .unsigned(2)],
            ]))
        let settings = settings(on: bus.address)
        try turn("the wishes") { settings.isKnown }
        var expected = DesktopAppearance()
        expected.colorScheme = .dark
        (expected.hasHighContrast, expected.hasReducedMotion) = (true, true)
        expected.accentColor = .init(red: 0.25, green: 0.5, blue: 1)
        expected.font = DesktopFont(pango: "DejaVu Sans 10.5")
        expected.textScale = 1.25
        expected.buttons = WindowButtonLayout(leading: [.close], trailing: [.minimize])
        #expect(settings.appearance == expected)
        portal.change(Self.appearance, "color-scheme", to: .unsigned(2))
        expected.colorScheme = .light
        try turn("light") { settings.appearance == expected }
        // What is none is none; what is not asked for changes nothing.
        portal.change(Self.appearance, "accent-color", to: .structure([.number(2), .number(0), .number(0)]))
        portal.change("com.example", "color-scheme", to: .unsigned(1))
        portal.change(Self.appearance, "unknown", to: .unsigned(1))
        portal.signal(.text(Self.appearance), .unsigned(1))
        portal.change(Self.interface, "text-scaling-factor", to: .number(.nan))
        expected.accentColor = nil
        expected.textScale = 1
        try turn("no colour") { settings.appearance == expected }
        #expect(changes.count <= 4)
        #expect(troubles.isEmpty)
    }

    @Test func aPortalThatEndsLeavesItsWordsAndOneThatComesIsAsked() throws {
        let bus = try BusOfTests()
        let first = try PortalOfTests(on: bus.address, answering: Self.dark)
        let settings = settings(on: bus.address)
        try turn("dark") { settings.appearance.colorScheme == .dark }
        first.end()
        try turn("a while") { changes.count == 1 }
        #expect(settings.appearance.colorScheme == .dark)
        let second = try PortalOfTests(
            on: bus.address, answering: .settings([Self.appearance: ["color-scheme": .unsigned(2)]]))
        try turn("light") { settings.appearance.colorScheme == .light }
        second.change(Self.appearance, "contrast", to: .unsigned(1))
        try turn("contrast") { settings.appearance.hasHighContrast }
        #expect(troubles.isEmpty)
    }

    @Test func aPortalThatNeverAnswersIsToldOnceAndStillFollowed() throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(on: bus.address, answering: nil)
        let settings = settings(on: bus.address, within: 0.3)
        try turn("the question") { portal.questions.load(ordering: .relaxed) == 1 }
        try turn("the sentence") { !troubles.isEmpty }
        #expect(troubles == ["the desktop's colours, font and buttons are unknown: no answer in time"])
        #expect(settings.appearance == DesktopAppearance())
        portal.change(Self.appearance, "color-scheme", to: .unsigned(1))
        try turn("dark") { settings.appearance.colorScheme == .dark }
        #expect(troubles.count == 1)
    }

    static var nonsense: [WireValue] {
        [
            .text("dark"), .array("s", [.text("a")]), .unsigned(1),
            .array("{sv}", [.entry(.text("a"), .variant(.unsigned(1)))]),
            // Too deep, too many, too long.
            .settings([
                appearance: ["color-scheme": (0..<20).reduce(.unsigned(1)) { value, _ in .variant(value) }]
            ]),
            .settings([appearance: ["color-scheme": .array("u", Array(repeating: .unsigned(1), count: 9000))]]
            ),
            .settings([interface: ["font-name": .text(String(repeating: "a", count: 1 << 20))]]),
        ]
    }

    @Test(arguments: nonsense.indices)
    func anAnswerThatMakesNoSenseIsTold(number: Int) throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(on: bus.address, answering: Self.nonsense[number])
        let settings = settings(on: bus.address)
        try turn("the sentence") { !troubles.isEmpty }
        #expect(
            troubles == ["the desktop's colours, font and buttons are unknown: the answer makes no sense"])
        #expect(settings.appearance == DesktopAppearance())
        withExtendedLifetime(portal) {}
    }

    @Test func valuesOfOtherTypesAreDefaults() throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(
            on: bus.address,
            answering: .settings([
                Self.appearance: [
                    "color-scheme": .text("dark"), "accent-color": .array("d", [.number(1), .number(1)]),
                    "contrast": .huge(.max), "reduced-motion": .number(1),
                ],
                Self.interface: [
                    "font-name": .unsigned(11), "text-scaling-factor": .text("2"),
                    "gtk-enable-animations": .unsigned(0),
                ], "org.gnome.desktop.wm.preferences": ["button-layout": .boolean(true)],
            ]))
        let settings = settings(on: bus.address)
        try turn("the answer") { settings.isKnown }
        #expect(settings.appearance == DesktopAppearance())
        #expect(troubles.isEmpty && changes.isEmpty)
        withExtendedLifetime(portal) {}
    }

    @Test func aBusWithoutAPortalIsTold() throws {
        let bus = try BusOfTests()
        let settings = settings(on: bus.address)
        try turn("the sentence") { !troubles.isEmpty }
        #expect(troubles.count == 1 && troubles[0].contains("org.freedesktop.portal.Desktop"))
        #expect(!settings.isKnown)
    }

    @Test func aBusThatDiesIsToldAndTheWishesStay() throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(on: bus.address, answering: Self.dark)
        let settings = settings(on: bus.address)
        try turn("dark") { settings.appearance.colorScheme == .dark }
        Standstill.beforeEnd(of: bus.daemon.identifier)
        bus.daemon.kill()
        try turn("the sentence") { !troubles.isEmpty }
        #expect(
            troubles == [
                "changes of the desktop's settings are not followed any more: the session bus has ended the connection"
            ])
        #expect(settings.appearance.colorScheme == .dark)
        // The loop has nothing left to do: it sleeps.
        let before = MonotonicClock.threadTime()
        try loop.turn(until: MonotonicClock.now() + 200_000_000)
        #expect(MonotonicClock.threadTime() - before < 100_000_000)
        withExtendedLifetime(portal) {}
    }

    @Test func withoutABusThereAreDefaultsAndASentence() throws {
        let settings = settings(on: "unix:path=/nowhere/at-all")
        try turn("the sentence") { !troubles.isEmpty }
        #expect(troubles.count == 1 && troubles[0].hasPrefix("the desktop's colours, font and buttons"))
        #expect(settings.appearance == DesktopAppearance())
    }

    @Test func aBusThatIsSilentIsGivenUp() throws {
        // A socket that takes connections and says nothing.
        let path = NSTemporaryDirectory() + "silent-\(UUID().uuidString)"
        defer { unlink(path) }
        let listener = try Program(
            "python3",
            [
                "-c",
                "import socket,sys,time; s=socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen(); time.sleep(60)",
                path,
            ])
        try eventually("the socket", found: { listener.log }) { FileManager.default.fileExists(atPath: path) }
        let begin = MonotonicClock.now()
        let settings = settings(on: "unix:path=\(path)", opened: 1)
        try turn("the sentence") { !troubles.isEmpty }
        #expect(MonotonicClock.now() - begin >= 900_000_000)
        #expect(troubles == ["the desktop's colours, font and buttons are unknown: no answer in time"])
        #expect(!settings.isKnown)
    }

    @Test func oneThatIsReleasedIsHeardOfNoMore() throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(on: bus.address, answering: Self.dark)
        for milliseconds in 0..<20 {
            var settings: DesktopSettings? = settings(on: bus.address)
            try loop.turn(until: MonotonicClock.now() + Int64(milliseconds) * 1_000_000)
            weak let released = settings
            settings = nil
            #expect(released == nil)
        }
        let count = changes.count
        try loop.turn(until: MonotonicClock.now() + 100_000_000)
        #expect(changes.count == count && troubles.isEmpty)
        withExtendedLifetime(portal) {}
    }
}
