import Foundation
import Glibc
import TestSupport
import Testing

/// The same program under another compositor.
@Suite(.serialized) struct WestonTests {
    private static let size = (width: 600, height: 480)

    @Test func appearsWithItsNameAtTheOutputsSize() throws {
        let weston = try HeadlessWeston(width: Self.size.width, height: Self.size.height)
        // libwayland's own record of the requests; weston has no way to ask for a window's app_id.
        let program = try Program(
            Repository.program, ["--source", "test:640x360@30:NV12"],
            environment: weston.environment.merging(["WAYLAND_DEBUG": "client"]) { $1 })
        try Viewfinder.expect(CardView(window: Self.size), "weston", of: program, within: 30) {
            try weston.screenshot()
        }
        #expect(program.errors.contains("set_app_id(\"\(Viewfinder.application)\")"))
        #expect(program.errors.contains("set_title(\"Test card – Viewfinder\")"))
    }

    @Test func keysSwitchSourceModeMirrorAndRotation() throws {
        let weston = try HeadlessWeston(width: Self.size.width, height: Self.size.height)
        let program = try Program(
            Repository.program, ["--source", "test:640x360@30:NV12", "--source", "test:400x400@30:YUYV"],
            environment: weston.environment)
        var view = CardView(window: Self.size)
        let expect = { (what: String) in
            try Viewfinder.expect(view, "weston \(what)", of: program, within: 30) { try weston.screenshot() }
        }
        try expect("first source")
        try weston.type("c")
        view.card = (400, 400)
        try expect("second source")
        try weston.type("h")
        view.isMirrored = true
        try expect("mirrored")
        try weston.type("r")
        view.quarterTurns = 1
        try expect("turned")
        try weston.type("m")
        view.mode = .fill
        try expect("filled")
        try weston.type("q")
        #expect(try program.wait(within: 10).status == .exited(0))
        #expect(program.errors.isEmpty)
    }

    /// Weston asks windows to draw their title bars themselves.
    @Test func headerAndBarComeWithThePointerAndGo() throws {
        let weston = try HeadlessWeston()
        let pointer = try VirtualPointer(weston.sway)
        let program = try Program(
            Repository.program, ["-vv", "--source", "test:960x540@10:NV12"],
            environment: weston.environment)
        let window = PixelRectangle(x: 0, y: 0, width: weston.sway.width, height: weston.sway.height)
        var view = DesktopRun.card(window.width, window.height)
        func wait(_ what: String, moving: Bool = false, where condition: (Image) -> Bool) throws {
            var step = 0
            try eventually(what, within: 30, found: { "\(program.log)\n\(weston.log)" }) {
                if moving { try pointer.move(toX: 300 + step % 2, y: 690) }
                step += 1
                let image = try weston.screenshot()
                return view.mismatch(in: image) == nil && condition(image)
            }
        }
        try wait("the card alone") { DesktopRun.hasNoBar($0) }
        view.coveredRows = DesktopRun.header
        try wait("the bar with the pointer", moving: true) {
            DesktopRun.hasBar($0) && DesktopRun.hasHeader($0)
        }
        let mirror = try OverlayPlaces(window).button("mirror")
        try pointer.move(toX: mirror.x, y: mirror.y)
        try pointer.click()
        try pointer.move(toX: 300, y: 690)
        view.isMirrored = true
        try wait("mirrored by its button") { _ in true }
        view.coveredRows = 0
        try wait("the mirrored card alone") { DesktopRun.hasNoBar($0) }
        view.coveredRows = DesktopRun.header
        view.isMirrored = true
        try wait("the header again", moving: true) { DesktopRun.hasBar($0) }
        try pointer.move(toX: window.width / 2, y: 20)
        view.coveredRows = 0
        try wait("the card alone, though the pointer rests where the header was") { DesktopRun.hasNoBar($0) }
        view.coveredRows = DesktopRun.header
        try wait("the header once more", moving: true) { DesktopRun.hasHeader($0) }
        try pointer.move(toX: window.width - 22, y: 20)
        try pointer.click()
        #expect(try program.wait(within: 30).status == .exited(0), "\(program.log)")
    }

    /// Waits until libwayland's record of what a program heard and asked has a line; its first group, or nothing.
    @discardableResult
    private func wait(
        for line: Regex<(Substring, Substring)>, after length: Int = 0, in program: Program
    ) throws -> String {
        try eventually("a line of the protocol", found: { program.log }) {
            try line.firstMatch(in: program.errors.dropFirst(length)).map { String($0.output.1) }
        }
    }

    /// The output that the window is on stays: when it goes, the kiosk of weston 10 shows the window nowhere, and its desktop
    /// mostly ends with a damaged heap.
    @Test func itGoesOnShowingWhenAnotherOutputComesAndGoes() throws {
        // Weston 16 ends when any output goes, even without a window: newer releases' sway, which can take one away, stands in for it.
        let version = try Program.run("weston", ["--version"]).program.output
        let (width, height) = Self.size
        let weston = version.hasPrefix("weston 16.") ? nil : try HeadlessWeston(width: width, height: height)
        let sway = try weston?.sway ?? HeadlessSway()
        let program = try Program(
            Repository.program, ["--no-overlay", "--source", "test:640x360@30:NV12"],
            environment: (weston?.environment ?? sway.environment).merging(["WAYLAND_DEBUG": "client"]) { $1 }
        )
        let window = try weston == nil ? sway.window(of: program).content : nil
        let view = CardView(window: window.map { ($0.width, $0.height) } ?? Self.size)
        let screenshot = { try weston?.screenshot() ?? sway.screenshot(of: program) }
        try Viewfinder.expect(view, "the card", of: program, within: 30, screenshot: screenshot)
        func expectLaterPictures() throws {
            let number = try eventually("a picture", found: { program.log }) {
                view.frameNumber(in: try screenshot())
            }
            try eventually("later pictures", found: { program.log }) {
                view.frameNumber(in: try screenshot()).map { $0 > number + 10 } == true
            }
        }
        let length = program.errors.count
        try weston.map { try $0.addOutput() } ?? sway.command("create_output")
        let output = try wait(for: /\.global\(([0-9]+), "wl_output"/, after: length, in: program)
        try expectLaterPictures()
        try weston.map { try $0.removeOutput(1) } ?? sway.command("output HEADLESS-2 unplug")
        try wait(for: Regex("\\.global_remove\\((\(output))\\)"), after: length, in: program)
        try expectLaterPictures()
        program.signal(SIGTERM)
        #expect(try program.wait(within: 10).status == .exited(0))
        #expect(!program.errors.contains("wl_display@1.error"), "\(program.log)")
    }

    @Test func aRefusedRequestEndsItWithASentence() throws {
        let wrong = try LeavingTests.wrongRequest()
        defer { try? FileManager.default.removeItem(atPath: wrong.path) }
        let weston = try HeadlessWeston()
        let program = try Program(
            Repository.program, ["--source", "test:640x360@30:NV12"],
            environment: weston.environment.merging(wrong.environment) { $1 })
        try Viewfinder.expect(CardView(window: (1280, 720)), "weston", of: program, within: 30) {
            try weston.screenshot()
        }
        #expect(FileManager.default.createFile(atPath: wrong.path, contents: nil))
        #expect(try program.wait(within: 10).status == .exited(1))
        #expect(program.errors.contains("refused a request on wl_display@1"), "\(program.log)")
    }

    @Test func theCompositorsDeathEndsItWithASentence() throws {
        let weston = try HeadlessWeston()
        let program = try Program(
            Repository.program, ["--source", "test:640x360@30:NV12"], environment: weston.environment)
        try Viewfinder.expect(CardView(window: (1280, 720)), "weston", of: program, within: 30) {
            try weston.screenshot()
        }
        Standstill.beforeEnd(of: weston.identifier)
        _ = try Program.run("kill", ["-KILL", "\(weston.identifier)"])
        #expect(try program.wait(within: 10).status == .exited(1))
        #expect(program.errors.contains("compositor"))
    }
}
