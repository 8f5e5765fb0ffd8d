import Glibc
import TestSupport
import Testing

/// A program with nothing to show does nothing.
@Suite(.serialized) struct IdleTests {
    private static let seconds = 10.0

    private func expectRest(_ viewfinder: Viewfinder, after seconds: UInt32 = 1) throws {
        // What was under way comes to its end first: so long there is no more picture, and no work of other threads.
        var commits = -1
        var spent = 0.0
        try eventually("rest", within: 60, found: { viewfinder.program.log }) {
            let before = (commits: commits, spent: spent)
            commits = WireLog(viewfinder.program.errors).count(of: "wl_surface.commit")
            spent = try Activity(of: viewfinder.program).processorMilliseconds
            let rests = commits == before.commits && spent - before.spent <= Double(seconds)
            if !rests { usleep(seconds * 1_000_000) }
            return rests
        }
        try #require(commits > 0)
        let before = try Activity(of: viewfinder.program)
        usleep(UInt32(Self.seconds * 1e6))
        let after = try Activity(of: viewfinder.program)
        #expect(WireLog(viewfinder.program.errors).count(of: "wl_surface.commit") == commits)
        #expect(after.wakeUps - before.wakeUps <= Int(2 * Self.seconds))
        #expect(after.processorMilliseconds - before.processorMilliseconds <= Self.seconds)
    }

    @Test func aFrozenPictureCostsNothing() throws {
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@30:NV12"], environment: ["WAYLAND_DEBUG": "client"])
        try viewfinder.waitForTitle("the camera's name") { $0 == "Test card – Viewfinder" }
        try viewfinder.sway.type(["-k", "space"])
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
        try expectRest(viewfinder)
    }

    @Test func thePanelOfInformationCostsOneDrawingASecondWhileItIsOpen() throws {
        let viewfinder = try Viewfinder(
            ["-vv", "--source", "test:320x180@30:NV12"], environment: ["WAYLAND_DEBUG": "client"],
            showsOverlay: true)
        try viewfinder.sway.resize(viewfinder.program, width: 800, height: 600)
        try viewfinder.waitForTitle("the camera's name") { $0 == "Test card – Viewfinder" }
        try viewfinder.sway.type(["-k", "space"])
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
        try viewfinder.openPanel("information", VirtualKeyboard(viewfinder.sway))
        usleep(1_000_000)
        let before = WireLog(viewfinder.program.errors).count(of: "wl_surface.commit")
        usleep(3_000_000)
        let count = WireLog(viewfinder.program.errors).count(of: "wl_surface.commit") - before
        #expect((2...8).contains(count), "\(count) commits in three seconds")
        try viewfinder.sway.type(["-k", "Escape"])
        try viewfinder.waitForPanel("closed")
        // The bar goes two seconds after the last key.
        usleep(3_000_000)
        try expectRest(viewfinder)
    }

    @Test func aHiddenWindowCostsNothing() throws {
        let viewfinder = try Viewfinder(
            ["--source", "test:320x180@30:NV12"], environment: ["WAYLAND_DEBUG": "client"])
        try viewfinder.waitForTitle("the camera's name") { $0 == "Test card – Viewfinder" }
        try viewfinder.sway.command("workspace 2")
        try viewfinder.sway.window(of: viewfinder.program, "hidden") { !$0.isVisible }
        // One more picture shows that it is hidden, since sway does not tell.
        try expectRest(viewfinder, after: 3)
    }
}
