import TestSupport
import Testing

@testable import WaylandClient

/// Pointer and fingers on a subsurface, seen from the compositor's side.
@Suite struct ScriptedPartInputTests {
    private static let left = 0x110
    private static let right = 0x111

    private func shown(
        _ states: [XdgToplevel.State] = [], without missing: Set<String> = [], x: Int = 200, y: Int = 100
    ) throws -> PartStage {
        let stage = try PartStage(without: missing, states)
        stage.part.inputRegion = nil
        stage.part.move(toX: x, y: y)
        stage.part.show()
        try stage.client.draw()
        try stage.settle()
        return stage
    }

    private func enter(_ stage: PartStage, x: Double, y: Double, onWindow: Bool = false) throws {
        let surface = onWindow ? try stage.surfaces.window : try stage.surfaces.part
        stage.compositor.send("wl_pointer.enter", .number(10), .object(surface), .fixed(x), .fixed(y))
        stage.compositor.send("wl_pointer.frame")
        try stage.settle()
    }

    private func press(_ stage: PartStage, _ button: Int = left, serial: Int = 11, down: Int = 1) throws {
        stage.compositor.send(
            "wl_pointer.button", .number(serial), .number(70), .number(button), .number(down))
        stage.compositor.send("wl_pointer.frame")
        try stage.settle()
    }

    private func grant(_ stage: PartStage, _ serial: UInt32) throws -> InputGrant {
        InputGrant(serial: serial, seat: try #require(stage.client.connection.registry.seats.first).name)
    }

    @Test func pointersAreHeardInItsOwnUnits() throws {
        let stage = try shown()
        try enter(stage, x: 12.5, y: 7.25)
        stage.compositor.send("wl_pointer.motion", .number(60), .fixed(13), .fixed(8))
        stage.compositor.send("wl_pointer.frame")
        try press(stage)
        try press(stage, down: 0)
        try press(stage, Self.right)
        stage.compositor.send("wl_pointer.leave", .number(12), .object(try stage.surfaces.part))
        try stage.settle()
        let place = SurfacePoint(x: 13, y: 8)
        let grant = try grant(stage, 11)
        #expect(
            stage.heard.input == [
                .entered(SurfacePoint(x: 12.5, y: 7.25), .pointer), .moved(place, time: 60),
                .button(.primary, isDown: true, at: place, time: 70, grant),
                .button(.primary, isDown: false, at: place, time: 70, grant),
                .button(.secondary, isDown: true, at: place, time: 70, grant), .left,
            ])
        // The window hears nothing of it, and its menu stays closed.
        let acts = ["move", "resize", "show_window_menu", "set_fullscreen"]
        #expect(acts.allSatisfy { stage.compositor.requests("xdg_toplevel.\($0)").isEmpty })
        #expect(!stage.client.events.contains { if case .pointerMoved = $0 { true } else { false } })
    }

    @Test func scrollsComeWholeWithStepsAndSource() throws {
        let stage = try shown()
        try enter(stage, x: 5, y: 6)
        let compositor = stage.compositor
        compositor.send("wl_pointer.axis_source", .number(0))
        compositor.send("wl_pointer.axis_value120", .number(0), .number(-30))
        compositor.send("wl_pointer.axis", .number(80), .number(0), .fixed(-3.75))
        compositor.send("wl_pointer.axis_value120", .number(1), .number(240))
        compositor.send("wl_pointer.axis", .number(80), .number(1), .fixed(30))
        compositor.send("wl_pointer.frame")
        compositor.send("wl_pointer.axis_source", .number(1))
        compositor.send("wl_pointer.axis_stop", .number(90), .number(0))
        compositor.send("wl_pointer.frame")
        try stage.settle()
        let place = SurfacePoint(x: 5, y: 6)
        #expect(
            stage.heard.input.dropFirst() == [
                .scrolled(
                    Scroll(
                        point: place, across: 30, down: -3.75, stepsAcross: 2, stepsDown: -0.25,
                        source: .wheel, isEnded: false, time: 80, modifiers: [])),
                .scrolled(
                    Scroll(
                        point: place, across: 0, down: 0, stepsAcross: 0, stepsDown: 0, source: .finger,
                        isEnded: true, time: 90, modifiers: [])),
            ])
    }

    @Test func fingersAreHeardWithTheirNumbers() throws {
        let stage = try shown()
        let (part, window) = try stage.surfaces
        func down(_ id: Int, _ surface: UInt32, _ x: Double) {
            stage.compositor.send(
                "wl_touch.down", .number(20 + id), .number(5), .object(surface), .number(id), .fixed(x),
                .fixed(20))
        }
        down(1, part, 30)
        down(7, window, 300)
        down(2, part, 40)
        stage.compositor.send("wl_touch.motion", .number(6), .number(2), .fixed(-9), .fixed(3))
        stage.compositor.send("wl_touch.up", .number(30), .number(7), .number(1))
        stage.compositor.send("wl_touch.up", .number(31), .number(8), .number(7))
        stage.compositor.send("wl_touch.cancel")
        stage.compositor.send("wl_touch.up", .number(32), .number(9), .number(2))
        try stage.settle()
        #expect(
            stage.heard.input == [
                .touchBegan(id: 1, at: SurfacePoint(x: 30, y: 20), time: 5, try grant(stage, 21)),
                .touchBegan(id: 2, at: SurfacePoint(x: 40, y: 20), time: 5, try grant(stage, 22)),
                .touchMoved(id: 2, to: SurfacePoint(x: -9, y: 3), time: 6), .touchEnded(id: 1, time: 7),
                .touchesCancelled,
            ])
        let clicks = stage.client.events.filter { if case .clicked = $0 { true } else { false } }
        #expect(
            clicks == [
                .clicked(
                    Click(
                        point: SurfacePoint(x: 300, y: 20), device: .touch, time: 5, modifiers: [],
                        grant: try grant(stage, 27)))
            ])
    }

    @Test func theCursorOverItIsItsOwn() throws {
        let stage = try shown([.fullscreen])
        stage.part.cursor = .hand
        try enter(stage, x: 50, y: 20)
        stage.part.cursor = .grabbing
        stage.part.cursor = .grabbing
        try stage.settle()
        let shapes = stage.compositor.requests("wp_cursor_shape_device_v1.set_shape").map(\.numbers)
        // pointer and grabbing in cursor-shape-v1.
        #expect(shapes == [[10, 4], [10, 17]])
        // In full screen it hides over the picture alone.
        try stage.client.run(milliseconds: 2200)
        #expect(stage.compositor.requests("wl_pointer.set_cursor").isEmpty)
        stage.part.cursor = .hidden
        try stage.settle()
        #expect(stage.compositor.requests("wl_pointer.set_cursor").map(\.values[1]) == [.object(0)])
    }

    @Test func aTokenForAnotherProgramNamesThePressAndTheWindow() throws {
        let stage = try shown()
        try enter(stage, x: 50, y: 20)
        try press(stage, serial: 77)
        guard case .button(_, _, _, _, let grant)? = stage.heard.input.last else {
            throw TestFailure(description: "\(stage.heard.input)")
        }
        var tokens: [String?] = []
        stage.client.window.requestActivationToken(grant) { tokens.append($0) }
        try stage.settle()
        #expect(stage.compositor.requests("xdg_activation_token_v1.set_serial").map(\.numbers.first) == [77])
        let (_, window) = try stage.surfaces
        #expect(
            stage.compositor.requests("xdg_activation_token_v1.set_surface").map(\.values)
                == [[.object(window)]])
        #expect(tokens.isEmpty)
        stage.compositor.send("xdg_activation_token_v1.done", .string("leave"))
        try stage.settle()
        #expect(tokens == ["leave"])
        #expect(stage.compositor.count(of: "xdg_activation_token_v1") == 0)
    }

    @Test func withoutAnAnswerTheProgramGoesOnWithoutAToken() throws {
        let stage = try shown()
        var tokens: [String?] = []
        stage.client.window.requestActivationToken(nil) { tokens.append($0) }
        try stage.settle()
        #expect(tokens.isEmpty)
        try stage.client.run("an end of the wait") { tokens == [nil] }
        try stage.settle()
        #expect(stage.compositor.count(of: "xdg_activation_token_v1") == 0)
    }

    @Test func withoutTokensTheProgramGoesOnAtOnce() throws {
        let stage = try PartStage(without: ["xdg_activation_v1"])
        var tokens: [String?] = []
        stage.client.window.requestActivationToken(nil) { tokens.append($0) }
        #expect(tokens == [nil])
    }

    @Test func theWindowsEdgesAreItsEdgesThereToo() throws {
        // A bar along the top edge of the window.
        let stage = try shown(x: 0, y: 0)
        stage.part.cursor = .hand
        stage.part.resize(to: SurfaceSize(width: 640, height: 40))
        try enter(stage, x: 300, y: 3)
        try press(stage, serial: 44)
        try press(stage, serial: 45, down: 0)
        stage.compositor.send("wl_pointer.motion", .number(60), .fixed(300), .fixed(20))
        try press(stage, serial: 46)
        #expect(stage.compositor.requests("xdg_toplevel.resize").map(\.numbers) == [[44, 1]])
        // n-resize, then the hand.
        let shapes = stage.compositor.requests("wp_cursor_shape_device_v1.set_shape").map(\.numbers.last)
        #expect(shapes == [19, 4])
        #expect(
            stage.heard.input.dropFirst() == [
                .moved(SurfacePoint(x: 300, y: 20), time: 60),
                .button(
                    .primary, isDown: true, at: SurfacePoint(x: 300, y: 20), time: 70, try grant(stage, 46)),
            ])
    }

    @Test func itsControlsComeBeforeTheWindowsEdges() throws {
        // A list along the right edge, whose bar is on the edge.
        let stage = try shown(x: 540, y: 100)
        stage.part.cursor = .hand
        stage.part.ownsEdge = { $0.y < 20 }
        let bar = SurfacePoint(x: 97, y: 10)
        try enter(stage, x: bar.x, y: bar.y)
        try press(stage, serial: 44)
        // While it is held the edge is none, either.
        stage.compositor.send("wl_pointer.motion", .number(60), .fixed(97), .fixed(30))
        try press(stage, serial: 45, down: 0)
        #expect(stage.compositor.requests("xdg_toplevel.resize").isEmpty)
        func shapes() -> [Int?] {
            stage.compositor.requests("wp_cursor_shape_device_v1.set_shape").map(\.numbers.last)
        }
        // The hand, and now e-resize.
        #expect(shapes() == [4, 18])
        try press(stage, serial: 46)
        #expect(stage.compositor.requests("xdg_toplevel.resize").map(\.numbers) == [[46, 8]])
        let place = SurfacePoint(x: 97, y: 30)
        #expect(
            stage.heard.input.dropFirst() == [
                .button(.primary, isDown: true, at: bar, time: 70, try grant(stage, 44)),
                .moved(place, time: 60),
                .button(.primary, isDown: false, at: place, time: 70, try grant(stage, 45)),
            ])
    }

    @Test func aPressOnItMovesResizesAndOpensTheMenuOfTheWindow() throws {
        let stage = try shown()
        try enter(stage, x: 50, y: 20)
        try press(stage, serial: 77)
        guard case .button(_, _, let place, _, let grant)? = stage.heard.input.last else {
            throw TestFailure(description: "\(stage.heard.input)")
        }
        let window = stage.client.window
        window.beginMove(grant)
        window.beginResize(.bottomRight, grant)
        let onWindow = SurfacePoint(x: place.x + stage.part.origin.x, y: place.y + stage.part.origin.y)
        window.showWindowMenu(at: onWindow, grant)
        window.showWindowMenu(at: SurfacePoint(x: .nan, y: .infinity), grant)
        try stage.settle()
        #expect(grant.serial == 77)
        #expect(stage.compositor.requests("xdg_toplevel.move").map(\.numbers) == [[77]])
        #expect(stage.compositor.requests("xdg_toplevel.resize").map(\.numbers) == [[77, 10]])
        let menus = stage.compositor.requests("xdg_toplevel.show_window_menu").map(\.numbers)
        #expect(menus == [[77, 250, 120], [77, 0, 0]])
        // With its seat the press means nothing any more.
        stage.compositor.send("wl_registry.global_remove", .number(5))
        try stage.settle()
        window.beginMove(grant)
        try stage.settle()
        #expect(stage.compositor.requests("xdg_toplevel.move").count == 1 && stage.client.loss == nil)
        #expect(stage.heard.input.last == .left)
    }

    @Test func onlyItsInputRegionIsToldAndChangesAreSentAtOnce() throws {
        let stage = try shown()
        stage.part.inputRegion = [
            SurfaceRectangle(x: 1, y: 2, width: 30, height: 20),
            SurfaceRectangle(x: 60, y: 0, width: 10, height: 40),
        ]
        try stage.settle()
        let (part, _) = try stage.surfaces
        let last = stage.compositor.requests.filter { $0.object == part }.suffix(2).map(\.name)
        #expect(last == ["set_input_region", "commit"])
        let areas = stage.compositor.requests("wl_region.add").suffix(2).map(\.numbers)
        #expect(areas == [[1, 2, 30, 20], [60, 0, 10, 40]])
        #expect(stage.heard.drawn.count == 1)
        let count = try stage.requests("commit").count
        stage.part.hide()
        stage.part.inputRegion = []
        try stage.settle()
        #expect(try stage.requests("commit").count == count + 1)
    }

    @Test func whatIsGoneHearsNothing() throws {
        let (compositor, client) = try ScriptedCompositor.withWindow()
        compositor.send("wl_seat.capabilities", .number(7))
        try compositor.configure(client, width: 640, height: 480, serial: 1)
        var part: Subsurface? = try Subsurface(
            over: client.window, size: SurfaceSize(width: 10, height: 10))
        var count = 0
        part?.onInput = { _ in count += 1 }
        part?.show()
        let surface = try #require(part).objects.surface.handle.identifier
        try client.run("it") { compositor.object("wl_touch") > 0 && compositor.object("wl_buffer") > 0 }
        compositor.send("wl_pointer.enter", .number(1), .object(surface), .fixed(1), .fixed(1))
        compositor.send(
            "wl_touch.down", .number(2), .number(5), .object(surface), .number(0), .fixed(1), .fixed(1))
        try client.run("input") { count == 2 }
        part = nil
        compositor.send("wl_pointer.motion", .number(1), .fixed(3), .fixed(3))
        compositor.send("wl_pointer.button", .number(1), .number(1), .number(Self.left), .number(1))
        compositor.send("wl_touch.motion", .number(1), .number(0), .fixed(1), .fixed(1))
        compositor.send("wl_pointer.leave", .number(1), .object(surface))
        compositor.send("wl_touch.up", .number(1), .number(1), .number(0))
        compositor.send("xdg_toplevel.close")
        try client.run("close") { client.events.contains(.close) }
        #expect(count == 2 && client.loss == nil)
    }
}
