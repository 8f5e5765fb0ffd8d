import TestSupport
import Testing

/// A window that is dragged through many sizes, by the record of what the program and the compositor said.
@Suite(.serialized) struct ResizeTests {
    @Test func aHundredSizesAreEachDrawnOnceAtTheirOwnSize() throws {
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12", "--stats", "-"], environment: ["WAYLAND_DEBUG": "client"])
        try viewfinder.waitForTitle("the camera's name") { $0 == "Test card – Viewfinder" }
        // Nothing but the window's size changes from now on.
        try viewfinder.sway.type(["-k", "space"])
        try viewfinder.waitForTitle("a still picture") { $0.contains("frozen") }
        let still = WireLog(viewfinder.program.errors)
        try drag(viewfinder, over: (0..<100).map { (400 + 3 * $0, 300 + 2 * ($0 % 50)) })
        // sway 1.7 takes a commit of an older size for the client's own wish, so the last size need not be the hundredth.
        try eventually("the last size", found: { viewfinder.program.log }) {
            let log = WireLog(viewfinder.program.errors)
            return log.commits.last?.buffer == log.wantedSize
        }
        try viewfinder.sway.type("q")
        _ = try viewfinder.program.wait(within: 10)
        let log = WireLog(viewfinder.program.errors)
        let commits = log.commits.dropFirst(still.commits.count)
        // Newer releases of sway ask for some sizes twice.
        let configure = "xdg_surface.configure"
        let wishes = log.count(of: configure) - still.count(of: configure)
        #expect(
            commits.count > 10 && commits.count <= wishes + 1, "\(commits.map(\.buffer)), \(wishes) wishes")
        for commit in commits {
            #expect(commit.buffer == commit.acknowledged)
            // One may come while the picture before is drawn, on a software device inside the present call.
            #expect((commit.refreshesSinceConfigure ?? 0) <= 2)
        }
        let sizes = zip(commits, commits.dropFirst()).filter { $0.buffer != $1.buffer }.count + 1
        let report = try #require(Statistics.reports(in: viewfinder.program.output).last)
        #expect(report.swapchainRebuilds <= sizes)
    }

    @Test func whatLiesOverThePictureChangesItsSizeWithIt() throws {
        let viewfinder = try Viewfinder(
            ["--source", "test:640x360@30:NV12", "-vv"],
            environment: ["WAYLAND_DEBUG": "client", "LC_ALL": "C.UTF-8"], showsOverlay: true)
        try viewfinder.waitForTitle("the camera's name") { $0 == "Test card – Viewfinder" }
        try viewfinder.openPanel("keys", try VirtualKeyboard(viewfinder.sway))
        let panel = try eventually("the panel", found: { viewfinder.program.log }) {
            let sight = WireLog(viewfinder.program.errors).sights.last
            return sight?.parts.first { $0.value.height > 200 }
        }
        let before = WireLog(viewfinder.program.errors).sights.count
        try drag(viewfinder, over: (0..<60).map { (640 + 9 * $0, 480 + 7 * ($0 % 30)) })
        let end = try eventually("the last size", found: { viewfinder.program.log }) {
            let log = WireLog(viewfinder.program.errors)
            return log.sights.last.flatMap { "\($0.width)x\($0.height)" == log.wantedSize ? $0 : nil }
        }
        let last = try #require(end.parts[panel.key])
        let sights = WireLog(viewfinder.program.errors).sights.dropFirst(before)
        #expect(Set(sights.map(\.width)).count > 5)
        for sight in sights {
            let part = try #require(sight.parts[panel.key])
            #expect(sight.width - part.x == end.width - last.x && part.width == last.width)
            #expect(part.y == last.y && sight.height - part.height == end.height - last.height)
            #expect(sight.parts.values.allSatisfy { $0.x >= 0 && $0.x + $0.width <= sight.width })
            #expect(sight.parts.values.allSatisfy { $0.y >= 0 && $0.y + $0.height <= sight.height })
        }
    }

    /// Gives a window one size after the other, as fast as sway takes them, and again until it was drawn at some of them: sway passes over
    /// those that come while the one before is drawn.
    private func drag(_ viewfinder: Viewfinder, over sizes: [(width: Int, height: Int)]) throws {
        let before = WireLog(viewfinder.program.errors).commits.count
        try eventually("a dozen sizes", found: { viewfinder.program.log }) {
            for (width, height) in sizes {
                try viewfinder.sway.command(
                    "[pid=\(viewfinder.program.identifier)] resize set \(width) px \(height) px")
            }
            let drawn = WireLog(viewfinder.program.errors).commits.dropFirst(before).map { "\($0.buffer)" }
            return Set(drawn).count > 12
        }
    }
}
