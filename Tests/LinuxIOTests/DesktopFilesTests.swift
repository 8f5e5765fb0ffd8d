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
        #expect(troubles == ["\(file) cannot be read; look for it in your files"])
        #expect(portal.files.withLock { $0.isEmpty })
        withExtendedLifetime(files) {}
    }

    @Test func aDesktopWithoutPortalAndOneWithoutBusAreTold() throws {
        let bus = try BusOfTests()
        for address in [bus.address, "unix:path=/nowhere/at-all"] {
            troubles = []
            let files = perform(.showInFolder, on: address)
            try turn("the sentence") { !troubles.isEmpty }
            #expect(
                troubles.count == 1
                    && troubles[0].hasPrefix("\(file) is there, but no program could be asked "))
            #expect(troubles[0].hasSuffix("; open it in your files"))
            withExtendedLifetime(files) {}
        }
    }

    // MARK: - Folders

    private func chosen(
        _ folder: String?, code: UInt32 = 0, on bus: BusOfTests, begin: String? = nil
    ) throws -> (choice: DesktopFiles.FolderChoice, call: PortalOfTests.ChoiceCall?) {
        let portal = try PortalOfTests(on: bus.address, answering: .path(PortalOfTests.request))
        let uris = folder.map {
            [WireValue.entry(.text("uris"), .variant(.array("s", [.text($0)])))]
        }
        portal.response.withLock { $0 = [.unsigned(code), .array("{sv}", uris ?? [])] }
        let files = DesktopFiles(MessageBus(loop: loop, address: bus.address, within: 60), within: 60)
        var choice: DesktopFiles.FolderChoice?
        files.chooseFolder("Where to?", from: begin) { choice = $0 }
        try turn("the choice") { choice != nil }
        withExtendedLifetime(files) {}
        return (try #require(choice), portal.choices.withLock { $0.first })
    }

    @Test func aFolderIsChosenInTheDesktopsDialog() throws {
        let folder = NSTemporaryDirectory() + "Bilder & Töne 100% \(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (choice, call) = try chosen(
            URL(filePath: folder, directoryHint: .isDirectory).absoluteString, on: BusOfTests(), begin: "/tmp"
        )
        #expect(choice == .folder(folder))
        let bytes = (Array("/tmp".utf8) + [0]).map { BusValue.integer(Int64($0)) }
        #expect(
            call
                == PortalOfTests.ChoiceCall(
                    window: "", title: "Where to?",
                    options: [
                        "directory": .boolean(true), "modal": .boolean(true), "current_folder": .list(bytes),
                    ]))
    }

    @Test func leavingTheDialogIsNoFault() throws {
        #expect(try chosen(nil, code: 1, on: BusOfTests()).choice == .cancelled)
    }

    @Test(
        arguments: [
            (nil, UInt32(2), "its dialog has ended"), (nil, 0, "it has given no folder of this machine"),
            ("sftp://example.org/home", 0, "it has given no folder of this machine"),
            ("file:///dev/null", 0, "/dev/null is no folder"),
            ("file:///no/where", 0, "/no/where is no folder"),
        ] as [(String?, UInt32, String)])
    func whatIsNoFolderIsTold(address: String?, code: UInt32, reason: String) throws {
        #expect(
            try chosen(address, code: code, on: BusOfTests()).choice
                == .failed(
                    "no folder was chosen by the desktop's portal: \(reason); install xdg-desktop-portal and its part for your desktop"
                ))
    }

    @Test func withoutPortalAndWithoutBusNoFolderIsChosen() throws {
        let bus = try BusOfTests()
        for address in [bus.address, "unix:path=/nowhere/at-all"] {
            var choice: DesktopFiles.FolderChoice?
            let files = DesktopFiles(MessageBus(loop: loop, address: address, within: 60), within: 60)
            files.chooseFolder("Where to?") { choice = $0 }
            try turn("the sentence") { choice != nil }
            guard case .failed(let sentence) = choice else {
                Issue.record("\(choice as Any)")
                continue
            }
            #expect("\(sentence)".hasPrefix("no folder was chosen by the desktop's portal: "))
            withExtendedLifetime(files) {}
        }
    }

    @Test func aSecondChoiceTakesThePlaceOfTheFirst() throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(on: bus.address, answering: .path(PortalOfTests.request))
        let files = DesktopFiles(MessageBus(loop: loop, address: bus.address, within: 60), within: 60)
        var choices: [DesktopFiles.FolderChoice] = []
        files.chooseFolder("One") { choices.append($0) }
        try turn("the first") { portal.choices.withLock { $0.count } == 1 }
        // Its answer may still be on its way.
        files.chooseFolder("Two") { choices.append($0) }
        #expect(choices == [.cancelled])
        try turn("the second") { portal.closes.load(ordering: .relaxed) == 1 }
        try turn("the second") { portal.choices.withLock { $0.count } == 2 }
        // The answers of other programs' dialogs are none of ours.
        portal.respond([.unsigned(0), .array("{sv}", [])], about: PortalOfTests.request + "/other")
        let uris = WireValue.entry(.text("uris"), .variant(.array("s", [.text("file:///tmp/")])))
        portal.respond([.unsigned(0), .array("{sv}", [uris])], about: PortalOfTests.request)
        try turn("the choice") { choices.count == 2 }
        #expect(choices == [.cancelled, .folder("/tmp")])
        withExtendedLifetime(files) {}
    }

    @Test func aPortalThatEndsWhileItsDialogIsOpenIsTold() throws {
        let bus = try BusOfTests()
        let portal = try PortalOfTests(on: bus.address, answering: .path(PortalOfTests.request))
        let files = DesktopFiles(MessageBus(loop: loop, address: bus.address, within: 60), within: 60)
        var choice: DesktopFiles.FolderChoice?
        files.chooseFolder("One") { choice = $0 }
        try turn("the dialog") { portal.choices.withLock { $0.count } == 1 }
        usleep(200_000)
        try loop.turn(until: MonotonicClock.now() + 200_000_000)
        portal.end()
        try turn("the sentence") { choice != nil }
        #expect(
            choice
                == .failed(
                    "no folder was chosen by the desktop's portal: it has ended; install xdg-desktop-portal and its part for your desktop"
                ))
        withExtendedLifetime(files) {}
    }

    @Test(arguments: [
        ("file:///a/b%20c%C3%A4/", "/a/b cä"), ("file://host/a", "/a"), ("FILE:///", "/"),
        ("file:///%2", nil),
        ("file:///%zz", nil), ("file:///a%00b", nil), ("file:///%ff", nil), ("file:a", nil),
        ("file://a", nil),
        ("/a", nil), ("http:///a", nil), ("", nil),
    ])
    func addressesOfFilesAreRead(address: String, path: String?) {
        #expect(DesktopFiles.path(of: address) == path)
    }
}
