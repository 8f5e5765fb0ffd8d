import Foundation
import TestSupport
import Testing

/// Programs beside this one that stand still instead of ending: for ever, or for two seconds (``Standstill``).
final class PeerTests {
    /// The desktop's services that the program speaks with.
    enum Service: CaseIterable { case bus, portal }

    /// The things that stand still together.
    enum Peer: CaseIterable {
        case compositor, soundServer, bus, disk

        static let pairs = allCases.enumerated().flatMap { place, peer in
            allCases.dropFirst(place + 1).map { [peer, $0] }
        }
    }

    /// The ways of a service to say nothing, from before the program's start on.
    enum Silence: CaseIterable { case forEver, forTwoSeconds, untilItEnds }

    private let home = NSTemporaryDirectory() + "home-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func start(
        _ arguments: [String] = [], environment: [String: String?] = [:]
    ) throws -> (viewfinder: Viewfinder, keyboard: VirtualKeyboard) {
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@30:NV12"] + arguments,
            environment: ["HOME": home, "XDG_CONFIG_HOME": nil].merging(environment) { $1 })
        let keyboard = try VirtualKeyboard(viewfinder.sway)
        try viewfinder.waitForTitle("the card") { $0.hasPrefix("Test card") }
        return (viewfinder, keyboard)
    }

    private func wait(until second: Int, _ viewfinder: Viewfinder) throws {
        try viewfinder.waitForTitle("\(second) s") { title in
            title.firstMatch(of: /● 0:([0-9]+)/).flatMap { Int($0.output.1) } ?? 0 >= second
        }
    }

    /// Ends the recording, and gives the numbers of the card's pictures in it.
    private func endRecording(
        _ viewfinder: Viewfinder, _ keyboard: VirtualKeyboard
    ) throws -> (numbers: [UInt32], path: String) {
        try keyboard.tap("v")
        try viewfinder.waitForTitle("the movie") { $0.contains("saved viewfinder-") }
        let names = try FileManager.default.contentsOfDirectory(atPath: home + "/Videos")
        let path = "\(home)/Videos/\(try #require(names.first))"
        return (try RecordedFramesTests.numbers(in: path, size: (320, 180)), path)
    }

    private func expectEnd(_ viewfinder: Viewfinder, _ keyboard: VirtualKeyboard) throws {
        try keyboard.tap("q")
        #expect(try viewfinder.program.wait(within: 20).status == .exited(0), "\(viewfinder.program.log)")
    }

    @Test func aCompositorThatAnswersAfterTwoSecondsCostsARecordingNothing() throws {
        let (viewfinder, keyboard) = try start()
        try keyboard.tap("v")
        try wait(until: 1, viewfinder)
        Standstill.halt([viewfinder.sway.identifier])
        try wait(until: 2 + Int(Standstill.seconds), viewfinder)
        let numbers = try endRecording(viewfinder, keyboard).numbers
        let gaps = zip(numbers, numbers.dropFirst()).map { Int($1) - Int($0) }
        // Two seconds without a picture would be sixty.
        #expect(numbers.count > 60 && gaps.allSatisfy { $0 > 0 && $0 < 30 }, "\(numbers)")
        try expectEnd(viewfinder, keyboard)
    }

    @Test func aSoundServerThatAnswersAfterTwoSecondsHoldsNoRecordingUp() throws {
        let server = try SoundServer(.tone(440))
        let (viewfinder, keyboard) = try start(["--record-sound"], environment: server.environment)
        try keyboard.tap("v")
        try wait(until: 2, viewfinder)
        Standstill.halt([server.identifier])
        try wait(until: 4 + Int(Standstill.seconds), viewfinder)
        let (numbers, path) = try endRecording(viewfinder, keyboard)
        #expect(numbers.count > 90, "\(numbers.count)")
        let sound = try MovieSound(of: path)
        // A busy machine may have no sound for some time; the tone is heard between.
        let isHeard = (0..<25).contains { sound.loudness(0.2 * Double($0)..<0.2 * Double($0 + 1)) > -20 }
        #expect(sound.seconds > 5 && isHeard, "\(sound.seconds) s")
        try expectEnd(viewfinder, keyboard)
    }

    @Test(arguments: Service.allCases, Silence.allCases)
    func aServiceOfTheDesktopThatSaysNothingHoldsNothingUp(service: Service, silence: Silence) throws {
        let bus = try BusOfTests()
        var portal: AnyObject?
        switch service {
        case .bus: bus.daemon.signal(SIGSTOP)
        case .portal: portal = try bus.holdService("org.freedesktop.portal.Desktop")
        }
        let (viewfinder, keyboard) = try start(environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        try keyboard.tap("v")
        try wait(until: 1, viewfinder)
        switch (service, silence) {
        case (_, .forEver): break
        // The bus answers in its place.
        case (.portal, _): portal = nil
        case (.bus, .forTwoSeconds): bus.daemon.signal(SIGCONT)
        case (.bus, .untilItEnds): bus.daemon.kill()
        }
        #expect(try endRecording(viewfinder, keyboard).numbers.count > 15)
        try expectEnd(viewfinder, keyboard)
        withExtendedLifetime(portal) {}
    }

    @Test func aDiskThatAnswersAfterTwoSecondsIsWaitedFor() throws {
        let disk = try PreloadedLibrary.environment("slow-disk")
            .merging(["VIEWFINDER_DISK_SECONDS": "\(Int(Standstill.seconds))"]) { $1 }
        let (viewfinder, keyboard) = try start(environment: disk)
        try keyboard.tap("v")
        try wait(until: 2 + Int(Standstill.seconds), viewfinder)
        let numbers = try endRecording(viewfinder, keyboard).numbers
        let isWhole = zip(numbers, numbers.dropFirst()).allSatisfy { $1 > $0 }
        #expect(numbers.count > 60 && isWhole, "\(numbers)")
        try expectEnd(viewfinder, keyboard)
    }

    @Test(
        .enabled(if: Standstill.isLong, "VIEWFINDER_PEER_SECONDS says for how long; it takes minutes"),
        arguments: Peer.pairs + [Peer.allCases])
    func whatStandsStillTogetherEndsNoRecording(peers: [Peer]) throws {
        let (bus, server) = (try BusOfTests(), try SoundServer(.tone(440)))
        var environment = server.environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 }
        if peers.contains(.disk) {
            environment.merge(try PreloadedLibrary.environment("slow-disk")) { $1 }
            environment["VIEWFINDER_DISK_SECONDS"] = "\(Int(Standstill.seconds))"
        }
        let (viewfinder, keyboard) = try start(["--record-sound"], environment: environment)
        try keyboard.tap("v")
        try wait(until: 2, viewfinder)
        let programs = peers.compactMap { peer -> Int32? in
            switch peer {
            case .compositor: viewfinder.sway.identifier
            case .soundServer: server.identifier
            case .bus: bus.daemon.identifier
            case .disk: nil
            }
        }
        Standstill.halt(programs)
        try wait(until: 4 + Int(Standstill.seconds), viewfinder)
        let numbers = try endRecording(viewfinder, keyboard).numbers
        let isOrdered = zip(numbers, numbers.dropFirst()).allSatisfy { $1 > $0 }
        #expect(numbers.count > 60 && isOrdered, "\(numbers)")
        try expectEnd(viewfinder, keyboard)
    }
}
