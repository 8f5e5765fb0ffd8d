import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// What travels with a commit, and what is owed afterwards.
@Suite struct ScriptedPacingTests {
    @Test func onlyTheNewestConfigureIsAnsweredAndOnlyOnce() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        for serial in 1...4 {
            try compositor.configure(client, width: 300 + serial, height: 200, serial: serial)
        }
        #expect(client.state.bufferSize == SurfaceSize(width: 304, height: 200))
        try client.draw()
        try client.draw()
        try client.run("both pictures") { compositor.requests("wl_surface.commit").count == 3 }
        #expect(compositor.requests("xdg_surface.ack_configure").map(\.numbers) == [[4]])
        let geometry = compositor.requests("xdg_surface.set_window_geometry").map(\.numbers)
        #expect(geometry == [[0, 0, 304, 200]])
    }

    @Test func aPictureOfAnOlderSizeAnswersTheOlderConfigure() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, width: 300, height: 200, serial: 1)
        let old = client.state
        try compositor.configure(client, width: 400, height: 200, serial: 2)
        client.window.pacing.prepareCommit(for: old, token: 0)
        #expect(client.state.isCommitWanted)
        client.window.pacing.prepareCommit(for: client.state, token: 0)
        #expect(!client.state.isCommitWanted)
        try client.run("both answers") { compositor.requests("xdg_surface.ack_configure").count == 2 }
        #expect(compositor.requests("xdg_surface.ack_configure").map(\.numbers) == [[1], [2]])
        #expect(
            compositor.requests("xdg_surface.set_window_geometry").map(\.numbers)
                == [[0, 0, 300, 200], [0, 0, 400, 200]])
    }

    @Test func aCompositorThatTellsNoPresentationsIsNotAskedForEver() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, serial: 1)
        for token in 0..<100 { client.window.pacing.prepareCommit(for: client.state, token: UInt64(token)) }
        try client.run("the requests") { compositor.requests("wl_surface.frame").count == 100 }
        #expect(compositor.requests("wp_presentation.feedback").count == 32)
        compositor.send("wp_presentation_feedback.discarded")
        try client.run("an answer") { client.presented.count == 1 }
        #expect(client.presented.first?.token == 31)
        client.window.pacing.prepareCommit(for: client.state, token: 100)
        try client.run("a request") { compositor.requests("wp_presentation.feedback").count == 33 }
    }

    @Test func presentationsThatNobodyHearsAreOnlyAskedForUntilTheRateIsKnown() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, serial: 1)
        client.window.pacing.onPresented(nil)
        try client.draw()
        try client.run("a request") { compositor.requests("wp_presentation.feedback").count == 1 }
        compositor.send(
            "wp_presentation_feedback.presented", .number(0), .number(1), .number(0), .number(8_000_000),
            .number(0), .number(0), .number(0))
        try client.run("the rate") { client.state.refreshPeriod == 8_000_000 }
        try client.draw()
        try client.run("the picture") { compositor.requests("wl_surface.frame").count == 2 }
        #expect(compositor.requests("wp_presentation.feedback").count == 1)
    }

    @Test func aCommitThatWasNotMadeGivesItsRequestsToTheNext() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, serial: 1)
        let pacing = client.window.pacing
        pacing.prepareCommit(for: client.state, token: 1)
        for token: UInt64 in 2...4 {
            pacing.prepareCommit(for: client.state, token: token)
            pacing.cancelCommit()
            pacing.cancelCommit()
        }
        pacing.prepareCommit(for: client.state, token: 5)
        try client.run("the requests") { compositor.requests("wp_presentation.feedback").count == 2 }
        #expect(compositor.requests("wl_surface.frame").count == 2)
        compositor.send("wp_presentation_feedback.discarded")
        try client.run("an answer") { client.presented.map(\.token) == [5] }
        compositor.send("wp_presentation_feedback.discarded")
        try client.run("an answer") { client.presented.map(\.token) == [5, 1] }
    }

    @Test func callbacksAndPresentationsLeaveTheirTimesInTheState() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, serial: 1)
        #expect(client.state.callbackCount == 0 && client.state.lastPresented == 0)
        for count: UInt64 in 1...3 {
            let before = MonotonicClock.now()
            try client.draw(token: count)
            try client.run("the requests") {
                compositor.requests("wl_surface.frame").count == Int(count)
                    && compositor.requests("wp_presentation.feedback").count == Int(count)
            }
            compositor.send("wl_callback.done", .number(0))
            compositor.send(
                "wp_presentation_feedback.presented", .number(0), .number(7), .number(Int(count)),
                .number(16_000_000), .number(0), .number(0), .number(0))
            try client.run("the answers") { client.presented.count == Int(count) }
            #expect(client.state.callbackCount == count)
            #expect((before...MonotonicClock.now()).contains(client.state.lastCallback))
            #expect((1...client.state.lastCallback - before).contains(client.state.lastCallbackDelay))
            #expect(client.state.lastPresented == 7_000_000_000 + Int64(count))
            #expect(client.presented.last?.token == count)
        }
        // A commit that was replaced was not shown.
        try client.draw(token: 4)
        try client.run("the request") { compositor.requests("wp_presentation.feedback").count == 4 }
        compositor.send("wp_presentation_feedback.discarded")
        try client.run("the answer") { client.presented.count == 4 }
        #expect(client.presented.last?.time == nil && client.state.lastPresented == 7_000_000_003)
    }
}
