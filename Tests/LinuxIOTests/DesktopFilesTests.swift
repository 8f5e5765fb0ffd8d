import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LinuxIO

/// Files that the desktop's portal opens, over a real bus with a portal that the test plays.
final class DesktopFilesTests {
    private let loop: EventLoop
    private let file = NSTemporaryDirectory() + "a picture, \(UUID().uuidString).png"
    private var troubles: [String] = []
    private var isTaken = false

    init() throws {
        loop = try EventLoop()
        try Data("picture".utf8).write(to: URL(filePath: file))
    }

    deinit { try? FileManager.default.removeItem(atPath: file) }

    private func turn(_ what: String, until isDone: () -> Bool) throws {
        let deadline = MonotonicClock.moment(in: 60)
        while !isDone() {
            try #require(MonotonicClock.now() < deadline, "\(what): \(troubles)")
            try loop.turn(until: MonotonicClock.now() + 10_000_000)
        }
    }

    private func perform(_ act: DesktopFiles.Act, token: String? = nil, on address: String) -> DesktopFiles {
        let files = DesktopFiles(MessageBus(loop: loop, address: address, within: 60), within: 60)
        files.perform(act, on: file, token: token) { [unowned self] trouble in
            if let trouble { troubles.append(trouble.description) } else { isTaken = true }
        }
        return files
    }

    @Test(arguments: DesktopFiles.Act.allCases, [nil, "token"])
    func thePortalGetsTheFileItself(act: DesktopFiles.Act, token: String?) throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(on: bus.address, answering: .path("/a/request"))
        let files = perform(act, token: token, on: bus.address)
        try turn("the answer") { isTaken || !troubles.isEmpty }
        let expected = PortalOfTests.FileCall(
            method: act.rawValue, path: file,
            options: token.map { ["activation_token": .text($0)] } ?? [:])
        #expect(portal.files.withLock { $0 } == [expected])
        #expect(troubles.isEmpty)
        withExtendedLifetime(files) {}
    }

    @Test func aFileThatIsGoneIsTold() throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(on: bus.address, answering: .path("/a/request"))
        try FileManager.default.removeItem(atPath: file)
        let files = perform(.open, on: bus.address)
        try turn("the sentence") { !troubles.isEmpty }
        #expect(troubles == ["\(file) is not opened: it cannot be read; open it in your files"])
        #expect(portal.files.withLock { $0.isEmpty })
        withExtendedLifetime(files) {}
    }

    @Test func aDesktopWithoutPortalAndOneWithoutBusAreTold() throws {
        let bus = try BusOfTests()
        for address in [bus.address, "unix:path=/nowhere/at-all"] {
            troubles = []
            let files = perform(.showInFolder, on: address)
            try turn("the sentence") { !troubles.isEmpty }
            #expect(troubles.count == 1 && troubles[0].hasPrefix("\(file) is not opened: "))
            #expect(troubles[0].hasSuffix("; open it in your files"))
            withExtendedLifetime(files) {}
        }
    }
}
