import Glibc
import LinuxIO
import Logging
import TestSupport
import Testing

@testable import WaylandClient

/// What no installed compositor does: the newest versions of everything, and mistakes.
@Suite struct ScriptedWindowTests {
    private func names(_ requests: [WireRequest]) -> [String] {
        requests.map { "\($0.interface).\($0.name)" }
    }

    @Test func theWindowIsMadeInTheProtocolsOrder() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow { $0.activationToken = "token" }
        let first = names(compositor.requests)
        let order = [
            "wl_compositor.create_surface", "xdg_wm_base.get_xdg_surface", "xdg_surface.get_toplevel",
            "xdg_toplevel.set_title", "xdg_toplevel.set_app_id", "xdg_toplevel.set_min_size",
            "zxdg_toplevel_decoration_v1.set_mode", "wp_content_type_v1.set_content_type",
            "wl_surface.commit",
        ]
        #expect(first.filter(order.contains) == order)
        #expect(compositor.requests("wl_surface.attach").isEmpty)
        #expect(compositor.requests("xdg_toplevel.set_min_size").first?.numbers == [160, 120])
        #expect(compositor.requests("zxdg_toplevel_decoration_v1.set_mode").first?.numbers == [2])
        #expect(compositor.requests("wp_content_type_v1.set_content_type").first?.numbers == [2])

        try compositor.configure(client, serial: 7)
        try client.draw()
        try client.run("the picture") { compositor.requests("wl_surface.commit").count == 2 }
        let ours: Set = [
            "xdg_surface.ack_configure", "wl_surface.frame", "wp_presentation.feedback", "wl_surface.attach",
            "wl_surface.commit", "wp_viewport.set_destination",
        ]
        let later = names(compositor.requests).dropFirst(first.count)
        #expect(later.first { ours.contains($0) } == "xdg_surface.ack_configure")
        #expect(later.last == "wl_surface.commit")
        #expect(Set(later).isSuperset(of: ours.subtracting(["wp_viewport.set_destination"])))
        #expect(compositor.requests("xdg_activation_v1.activate").first?.values.first == .string("token"))
    }

    @Test(arguments: [
        (String(repeating: "x", count: 20_000), String(repeating: "x", count: 1000) + "…"),
        ("a\u{0}b", "a"),
        (String(repeating: "é", count: 600), String(repeating: "é", count: 500) + "…"),
    ])
    func aTitleIsSentAsFarAsAMessageHolds(title: String, sent: String) throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        client.window.setTitle(title)
        client.window.setTitle("")
        try client.run("three titles") { compositor.requests("xdg_toplevel.set_title").count == 3 }
        let told = compositor.requests("xdg_toplevel.set_title")[1].values.first
        #expect(told == .string(sent))
    }

    @Test func anApplicationsNameIsSentAsFarAsAMessageHoldsAndALongTokenNotAtAll() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow {
            $0.applicationID = String(repeating: "x", count: 20_000)
            $0.activationToken = String(repeating: "t", count: 20_000)
        }
        let sent = String(repeating: "x", count: 1000) + "…"
        #expect(compositor.requests("xdg_toplevel.set_app_id").first?.values == [.string(sent)])
        try compositor.configure(client, serial: 1)
        try client.draw()
        try client.run("the picture") { compositor.requests("wl_surface.commit").count == 2 }
        #expect(compositor.requests("xdg_activation_v1.activate").isEmpty && client.loss == nil)
    }

    @Test func aCompositorThatDoesNotReadIsWaitedForWithoutWork() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, serial: 1)
        // The least that the kernel allows, so that the socket is soon full.
        var size: Int32 = 1
        let length = socklen_t(MemoryLayout<Int32>.size)
        #expect(setsockopt(client.connection.descriptor, SOL_SOCKET, SO_SNDBUF, &size, length) == 0)
        compositor.setReading(false)
        let words = String(repeating: "x", count: 900)
        for number in 0..<300 { client.window.setTitle("\(number) \(words)") }
        let before = ThreadTime.now
        try client.run(milliseconds: 300)
        for number in 300..<600 {
            client.window.setTitle("\(number) \(words)")
            try client.run(milliseconds: 1)
        }
        #expect(ThreadTime.now - before < 200_000_000, "it waits without turning")
        #expect(client.loss == nil)
        compositor.setReading(true)
        compositor.send("xdg_wm_base.ping", .number(5))
        try client.run("the newest title") {
            compositor.requests("xdg_toplevel.set_title").last?.values == [.string("599 \(words)")]
        }
        try client.run("a pong") { compositor.requests("xdg_wm_base.pong").map(\.numbers) == [[5]] }
        #expect(compositor.requests("xdg_toplevel.set_title").count < 100)
        #expect(client.loss == nil)
    }

    @Test func aConnectionTellsWhetherItsCompositorAnswers() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        let answers = { client.connection.answers(until: MonotonicClock.now() + $0) }
        #expect(answers(10_000_000_000))
        compositor.setReading(false)
        // It may be waiting for one more request, which it reads.
        client.window.setTitle("one more")
        #expect(!answers(100_000_000))
        compositor.setReading(true)
        #expect(answers(10_000_000_000))
        #expect(client.loss == nil)
    }

    @Test func aWindowWithoutASizeIsConfiguredWhenItHasOne() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow { $0.initialSize = nil }
        compositor.send("xdg_toplevel.configure", .number(0), .number(0), .array([]))
        compositor.send("xdg_surface.configure", .number(1))
        compositor.send("xdg_wm_base.ping", .number(2))
        try client.run("what came before the ping was heard") {
            !compositor.requests("xdg_wm_base.pong").isEmpty
        }
        #expect(!client.state.isConfigured && client.events.isEmpty)
        client.window.chooseInitialSize(SurfaceSize(width: 320, height: 200))
        #expect(client.state.isConfigured)
        #expect(client.state.bufferSize == SurfaceSize(width: 320, height: 200))
        client.window.chooseInitialSize(SurfaceSize(width: 1, height: 1))
        #expect(client.state.bufferSize == SurfaceSize(width: 320, height: 200), "the first word counts")
    }

    @Test func aSizeOfTheCompositorsNeedsNoneOfOurs() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow { $0.initialSize = nil }
        try compositor.configure(client, width: 500, height: 400, [.tiledLeft], serial: 1)
        #expect(client.state.isConfigured)
        #expect(client.state.bufferSize == SurfaceSize(width: 500, height: 400))
    }

    @Test(arguments: [(150, 641, 479, 801, 599), (180, 641, 479, 962, 719), (120, 641, 479, 641, 479)])
    func aFractionalScaleIsExactToThePixel(
        parts: Int, width: Int, height: Int, pixelWidth: Int, pixelHeight: Int
    ) throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send("wp_fractional_scale_v1.preferred_scale", .number(parts))
        try compositor.configure(client, width: width, height: height, serial: 1)
        #expect(client.state.scale == Double(parts) / 120)
        #expect(client.state.bufferSize == SurfaceSize(width: pixelWidth, height: pixelHeight))
        try client.draw()
        try client.run("the picture") { compositor.requests("wl_surface.commit").count == 2 }
        #expect(compositor.requests("wp_viewport.set_destination").map(\.numbers) == [[width, height]])
        #expect(compositor.requests("wl_surface.set_buffer_scale").isEmpty)
    }

    @Test(arguments: [(150, 801, 599), (180, 962, 719), (210, 1122, 838)])
    func aFractionalScaleThatIsToldLateFindsABufferScaleOfOne(
        parts: Int, pixelWidth: Int, pixelHeight: Int
    ) throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        // An output at 1.25 to 1.75 says 2.
        compositor.send("wl_output.scale", .number(2))
        compositor.send("wl_output.done")
        try compositor.configure(client, width: 641, height: 479, serial: 1)
        #expect(client.state.scale == 2 && client.state.bufferSize == SurfaceSize(width: 1282, height: 958))
        try client.draw()
        compositor.send("wl_surface.enter", .object(compositor.object("wl_output")))
        compositor.send("wp_fractional_scale_v1.preferred_scale", .number(parts))
        let size = SurfaceSize(width: pixelWidth, height: pixelHeight)
        try client.run("the scale") { client.state.bufferSize == size }
        try client.draw()
        try client.run("both pictures") { compositor.requests("wl_surface.commit").count == 3 }
        #expect(compositor.requests("wl_surface.set_buffer_scale").isEmpty)
        let sizes = compositor.requests("wp_viewport.set_destination").map(\.numbers)
        #expect(!sizes.isEmpty && sizes.allSatisfy { $0 == [641, 479] })
    }

    @Test func aWholeScaleIsToldAndTakenBack() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow(without: ["wp_viewporter"])
        try compositor.configure(client, width: 641, height: 479, serial: 1)
        for scale in [2, 3, 1] {
            compositor.send("wl_surface.preferred_buffer_scale", .number(scale))
            try client.run("the scale") { client.state.scale == Double(scale) }
            try client.draw()
        }
        try client.run("the pictures") { compositor.requests("wl_surface.commit").count == 4 }
        #expect(compositor.requests("wl_surface.set_buffer_scale").map(\.numbers) == [[2], [3], [1]])
    }

    @Test func anOutputThatGoesAndAnotherThatComesCount() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send("wl_output.scale", .number(2))
        compositor.send("wl_output.done")
        compositor.send("wl_surface.enter", .object(compositor.object("wl_output")))
        try compositor.configure(client, serial: 1)
        #expect(client.state.scale == 2)
        compositor.send("wl_registry.global_remove", .number(4))
        try client.run("the output's end") { !compositor.requests("wl_output.release").isEmpty }
        #expect(client.state.scale == 1)
        try client.draw()
        compositor.send("wl_registry.global", .number(40), .string("wl_output"), .number(4))
        try client.run("another output") { compositor.object("wl_output") > 0 }
        compositor.send("wl_output.mode", .number(1), .number(1920), .number(1080), .number(50_000))
        compositor.send("wl_output.scale", .number(3))
        compositor.send("wl_output.done")
        compositor.send("wl_surface.enter", .object(compositor.object("wl_output")))
        try client.run("its facts") { client.state.scale == 3 && client.state.refreshPeriod == 20_000_000 }
        #expect(client.loss == nil)
    }

    @Test(arguments: [
        ("Dell", "U2720Q", "DP-1", "Dell U2720Q, "), ("Dell", "", "DP-1", "Dell, "),
        ("", "U2720Q", "DP-1", "U2720Q, "), ("", "", "Virtual-0", "Virtual-0, "), ("", "", "", ""),
    ])
    func aDisplayIsNamedByWhatIsKnownOfIt(make: String, model: String, connector: String, name: String) throws
    {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send(
            "wl_output.geometry", .number(0), .number(0), .number(0), .number(0), .number(0), .string(make),
            .string(model), .number(0))
        compositor.send("wl_output.name", .string(connector))
        compositor.send("wl_output.mode", .number(1), .number(1280), .number(720), .number(0))
        compositor.send("wl_output.scale", .number(2))
        compositor.send("wl_output.done")
        try client.run("the display's facts") {
            client.connection.displays == ["\(name)1280x720, scale 2"]
        }
    }

    @Test func outputsThatComeAndGoLeaveNoObjects() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        var name = 4
        for round in 1...20 {
            compositor.send("wl_registry.global_remove", .number(name))
            try client.run("its end") { compositor.requests("wl_output.release").count == round }
            #expect(compositor.count(of: "wl_output") == 0)
            name = 49 + round
            compositor.send("wl_registry.global", .number(name), .string("wl_output"), .number(4))
            try client.run("an output") { compositor.count(of: "wl_output") == 1 }
            compositor.send("wl_output.scale", .number(1 + round % 3))
            compositor.send("wl_output.done")
        }
        #expect(client.loss == nil)
    }

    @Test func aNewFractionalScaleWantsACommit() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, width: 400, height: 300, serial: 1)
        try client.draw()
        #expect(!client.state.isCommitWanted)
        compositor.send("wp_fractional_scale_v1.preferred_scale", .number(150))
        try client.run("the scale") { client.state.bufferSize == SurfaceSize(width: 500, height: 375) }
        #expect(client.state.isCommitWanted)
    }

    @Test func withoutFractionalScaleTheSurfacesPreferenceCounts() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow(without: [
            "wp_fractional_scale_manager_v1"
        ])
        try compositor.configure(client, width: 400, height: 300, serial: 1)
        compositor.send("wl_surface.preferred_buffer_scale", .number(3))
        try client.run("the scale") { client.state.scale == 3 }
        try client.draw()
        try client.run("the picture") { compositor.requests("wl_surface.commit").count == 2 }
        #expect(compositor.requests("wl_surface.set_buffer_scale").map(\.numbers) == [[3]])
        #expect(compositor.requests("wp_viewporter.get_viewport").isEmpty)
        #expect(client.state.bufferSize == SurfaceSize(width: 1200, height: 900))
    }

    @Test func theOutputsScaleAndRateCountWhileTheWindowIsOnThem() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow(without: [
            "wp_fractional_scale_manager_v1"
        ])
        compositor.send("wl_output.mode", .number(1), .number(1920), .number(1080), .number(50_000))
        compositor.send("wl_output.scale", .number(2))
        compositor.send("wl_output.done")
        compositor.send("wl_surface.enter", .object(compositor.object("wl_output")))
        try client.run("the rate") { client.state.refreshPeriod == 20_000_000 }
        #expect(client.state.scale == 2)
        compositor.send("wl_output.scale", .number(1))
        compositor.send("wl_output.done")
        try client.run("the scale") { client.state.scale == 1 }
        compositor.send("wl_output.scale", .number(2))
        compositor.send("wl_output.done")
        compositor.send("wl_registry.global_remove", .number(4))
        try client.run("the output's end") { !compositor.requests("wl_output.release").isEmpty }
        #expect(client.state.scale == 1)
    }

    @Test func suspensionIsTold() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        try compositor.configure(client, serial: 1)
        #expect(!client.state.isSuspended)
        try compositor.configure(client, [.suspended], serial: 2)
        #expect(client.state.isSuspended)
        try compositor.configure(client, [.activated], serial: 3)
        #expect(!client.state.isSuspended)
    }

    @Test func ourOwnSizeStaysInsideTheBounds() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send("xdg_toplevel.configure_bounds", .number(320), .number(1000))
        try compositor.configure(client, serial: 1)
        #expect(client.state.logicalSize == SurfaceSize(width: 320, height: 240))
    }

    @Test func pingIsAnswered() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send("xdg_wm_base.ping", .number(99))
        try client.run("a pong") { compositor.requests("xdg_wm_base.pong").map(\.numbers) == [[99]] }
    }

    @Test func closeIsTold() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send("xdg_toplevel.close")
        try client.run("close") { client.events.contains(.close) }
    }

    @Test func theScreenIsKeptAwakeWhenAskedFor() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        client.window.setIdleInhibited(true)
        client.window.setIdleInhibited(true)
        client.window.setIdleInhibited(false)
        try client.run("the end") { !compositor.requests("zwp_idle_inhibitor_v1.destroy").isEmpty }
        #expect(compositor.requests("zwp_idle_inhibit_manager_v1.create_inhibitor").count == 1)
    }

    @Test func whatTheCompositorOffersIsKnown() throws {
        let (_, client) = try ScriptedCompositor.withWindow()
        #expect(client.connection.offersFifo)
        #expect(client.connection.presentationVersion == 2)
        let (_, poorer) = try ScriptedCompositor.withWindow(without: [
            "wp_fifo_manager_v1", "wp_presentation",
        ])
        #expect(!poorer.connection.offersFifo)
        #expect(poorer.connection.presentationVersion == 0)
    }

    @Test func aMissingOptionalGlobalIsLoggedWithWhatIsLost() throws {
        let optional = Set(
            ScriptedCompositor.everything.map(\.interface).filter {
                $0.contains("_v1") || $0.hasPrefix("wp_")
            })
        let log = LogLines()
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything.filter { !optional.contains($0.interface) })
        let client = try TestClient(display: compositor.socketPath, logger: log.logger)
        try compositor.waitForWindow(client)
        try compositor.configure(client, width: 300, height: 200, serial: 1)
        try client.draw()
        try client.run("the picture") { compositor.requests("wl_surface.commit").count == 2 }
        for name in optional.subtracting([
            "wp_fifo_manager_v1", "wp_viewporter", "wp_fractional_scale_manager_v1",
            // Looked for with the first pointer.
            "zwp_pointer_gestures_v1",
        ]) {
            #expect(log.lines.contains { $0.hasPrefix("the compositor lacks \(name): ") }, "\(name)")
        }
        #expect(log.lines.contains { $0.hasPrefix("the compositor lacks fractional-scale-v1") })
    }

    @Test(arguments: ["wl_compositor", "xdg_wm_base"])
    func aMissingNecessaryGlobalIsAnError(name: String) throws {
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything.filter { $0.interface != name })
        let error = WaylandError(
            "no window: the compositor does not offer \(name); use a desktop that speaks xdg-shell")
        #expect(throws: error) { try TestClient(display: compositor.socketPath) }
    }

    @Test func aProtocolErrorIsToldInTheCompositorsWords() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        let surface = compositor.object("xdg_surface")
        compositor.send("wl_display.error", .object(surface), .number(3), .string("no buffer yet"))
        try client.run("the loss") { client.loss != nil }
        let words = try #require(client.loss?.description)
        #expect(words.contains("xdg_surface@\(surface) (error 3: "))
        #expect(words.contains("no buffer yet"))
    }

    /// The codes of wl_display, each of which libwayland takes for an error of the system.
    @Test(arguments: 0...3)
    func aRefusalOnTheDisplayItselfIsNoEndOfTheCompositor(code: Int) throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send("wl_display.error", .object(1), .number(code), .string("no such request"))
        try client.run("the loss") { client.loss != nil }
        let words = try #require(client.loss?.description)
        #expect(words.contains("refused a request on wl_display@1 (error \(code): "), "\(words)")
    }

    @Test func aClosedConnectionIsToldOnce() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.disconnect()
        try client.run("the loss") { client.loss != nil }
        try client.run(milliseconds: 20)
        #expect(client.loss?.description.hasPrefix("the Wayland compositor is gone") == true)
    }

    @Test func theObjectsAreDestroyedInReverseOrder() throws {
        let compositor = try ScriptedCompositor(globals: ScriptedCompositor.everything)
        do {
            let client = try TestClient(display: compositor.socketPath)
            try compositor.waitForWindow(client)
            try compositor.configure(client, width: 300, height: 200, serial: 1)
            try client.draw()
        }
        try eventually("the surface's end") { !compositor.requests("wl_surface.destroy").isEmpty }
        let ends = names(compositor.requests).filter { $0.hasSuffix(".destroy") && !$0.contains("shm") }
        let order = [
            "zxdg_toplevel_decoration_v1.destroy", "xdg_toplevel.destroy", "xdg_surface.destroy",
            "wl_surface.destroy",
        ]
        #expect(ends.filter(order.contains) == order)
    }
}
