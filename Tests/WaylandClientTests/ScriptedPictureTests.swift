import TestSupport
import Testing

@testable import WaylandClient

/// Gestures on the window's own picture, for a program that wants to hear them.
@Suite struct ScriptedPictureTests {
    private static let left = 0x110
    private static let right = 0x111

    private struct Stage {
        let compositor: ScriptedCompositor
        let client: TestClient

        func settle() throws { try compositor.settle(client) }

        /// The events of pointer, pen and fingers.
        var input: [WindowEvent] {
            client.events.filter { event in
                switch event {
                case .close, .configured, .fullscreenChanged, .maximizedChanged, .activatedChanged, .key,
                    .decorationChanged, .capabilitiesChanged:
                    false
                default: true
                }
            }
        }

        func enter(x: Double, y: Double) throws {
            let surface = compositor.requests("xdg_wm_base.get_xdg_surface").last?.values.last
            compositor.send("wl_pointer.enter", .number(10), try #require(surface), .fixed(x), .fixed(y))
            compositor.send("wl_pointer.frame")
        }

        func move(x: Double, y: Double) {
            compositor.send("wl_pointer.motion", .number(0), .fixed(x), .fixed(y))
            compositor.send("wl_pointer.frame")
        }

        func press(_ button: Int = left, serial: Int = 11, time: Int = 100, down: Int = 1) {
            compositor.send(
                "wl_pointer.button", .number(serial), .number(time), .number(button), .number(down))
            compositor.send("wl_pointer.frame")
        }

        func grant(_ serial: UInt32 = 11) -> InputGrant {
            InputGrant(serial: serial, seat: client.connection.registry.seats.first?.name ?? 0)
        }

        func click(_ x: Double, _ y: Double, time: UInt32 = 100, _ modifiers: Modifiers = []) -> Click {
            Click(
                point: SurfacePoint(x: x, y: y), device: .pointer, time: time, modifiers: modifiers,
                grant: grant())
        }
    }

    private func make(
        _ states: [XdgToplevel.State] = [], _ change: (inout GesturePolicy) -> Void = { _ in }
    ) throws -> Stage {
        let (compositor, client) = try ScriptedInputTests().make(states)
        compositor.send("wl_seat.capabilities", .number(7))
        try client.run("a touch screen") { compositor.object("wl_touch") > 0 }
        change(&client.window.gestures)
        return Stage(compositor: compositor, client: client)
    }

    private func expectNoActs(_ stage: Stage) {
        for name in ["move", "show_window_menu", "set_fullscreen", "unset_fullscreen"] {
            #expect(stage.compositor.requests("xdg_toplevel.\(name)").isEmpty, "\(name)")
        }
    }

    @Test func movesAndClicksAreToldBesidesWhatTheyDo() throws {
        let stage = try make()
        try stage.enter(x: 300, y: 200)
        stage.move(x: 301, y: 201)
        stage.press()
        stage.press(time: 150, down: 0)
        stage.compositor.send(
            "wl_pointer.leave", .number(1), .object(stage.client.window.objects.surface.handle.identifier))
        try stage.settle()
        #expect(
            stage.input == [
                .pointerMoved(SurfacePoint(x: 300, y: 200), .pointer),
                .pointerMoved(SurfacePoint(x: 301, y: 201), .pointer), .clicked(stage.click(301, 201)),
                .pointerLeft,
            ])
        expectNoActs(stage)
    }

    @Test(arguments: [[], [XdgToplevel.State.fullscreen]])
    func dragsAreTheProgramsWhereItWantsThem(states: [XdgToplevel.State]) throws {
        let stage = try make(states) { $0.dragsMoveWindow = false }
        try stage.enter(x: 300, y: 200)
        stage.press()
        stage.move(x: 303, y: 200)
        stage.move(x: 305, y: 202)
        stage.move(x: -40, y: 900)
        stage.press(down: 0)
        stage.move(x: 50, y: 60)
        try stage.settle()
        let drags = stage.input.filter { if case .pointerMoved = $0 { false } else { true } }
        func drag(_ x: Double, _ y: Double) -> Drag {
            Drag(
                start: SurfacePoint(x: 300, y: 200), point: SurfacePoint(x: x, y: y), device: .pointer,
                modifiers: [], grant: stage.grant())
        }
        #expect(
            drags == [
                .dragBegan(drag(305, 202)), .dragMoved(drag(-40, 900)), .dragEnded(drag(-40, 900)),
            ])
        expectNoActs(stage)
    }

    @Test func aDragThatTheCompositorTakesEnds() throws {
        let stage = try make { $0.dragsMoveWindow = false }
        try stage.enter(x: 300, y: 200)
        stage.press()
        stage.move(x: 320, y: 200)
        stage.compositor.send(
            "wl_pointer.leave", .number(1), .object(stage.client.window.objects.surface.handle.identifier))
        try stage.settle()
        guard case .dragEnded = stage.input.dropLast().last else {
            throw TestFailure(description: "\(stage.input)")
        }
    }

    @Test func doubleAndSecondaryClicksAreTheProgramsWhereItWantsThem() throws {
        let stage = try make {
            $0.doubleClickTogglesFullscreen = false
            $0.secondaryClickShowsMenu = false
        }
        try stage.enter(x: 300, y: 200)
        for time in [1000, 1200] {
            stage.press(time: time)
            stage.press(time: time + 20, down: 0)
        }
        stage.press(Self.right, time: 3000)
        try stage.settle()
        #expect(
            stage.input.dropFirst() == [
                .clicked(stage.click(300, 200, time: 1000)),
                .doubleClicked(stage.click(300, 200, time: 1200)),
                .secondaryClicked(stage.click(300, 200, time: 3000)),
            ])
        expectNoActs(stage)
    }

    @Test func withAltASecondaryClickIsAlwaysTheMenus() throws {
        let stage = try make { $0.secondaryClickShowsMenu = false }
        try ScriptedInputTests().focusKeyboard(stage.compositor, layouts: "us")
        // Mod1 in the keymap.
        stage.compositor.send(
            "wl_keyboard.modifiers", .number(5), .number(8), .number(0), .number(0), .number(0))
        try stage.enter(x: 300, y: 200)
        stage.press(Self.right)
        try stage.settle()
        #expect(
            stage.compositor.requests("xdg_toplevel.show_window_menu").map(\.numbers) == [[11, 300, 200]])
        stage.compositor.send(
            "wl_keyboard.modifiers", .number(5), .number(4), .number(0), .number(0), .number(0))
        stage.press(Self.right)
        try stage.settle()
        #expect(stage.input.last == .secondaryClicked(stage.click(300, 200, .control)))
        // The modifiers of a keyboard that has lost the focus are not known.
        stage.compositor.send(
            "wl_keyboard.leave", .number(6),
            .object(stage.client.window.objects.surface.handle.identifier))
        stage.press(Self.right)
        try stage.settle()
        #expect(stage.input.last == .secondaryClicked(stage.click(300, 200)))
    }

    @Test func edgesResizeWhateverTheProgramWants() throws {
        let stage = try make {
            $0.dragsMoveWindow = false
            $0.doubleClickTogglesFullscreen = false
        }
        try stage.enter(x: 2, y: 200)
        stage.press()
        try stage.settle()
        #expect(stage.compositor.requests("xdg_toplevel.resize").map(\.numbers) == [[11, 4]])
    }

    @Test(arguments: [9, 7])
    func wheelsAreTold(version: Int) throws {
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything.map {
                ($0.interface, $0.interface == "wl_seat" ? version : $0.version)
            })
        let client = try TestClient(display: compositor.socketPath)
        try compositor.waitForWindow(client)
        compositor.send("wl_seat.capabilities", .number(1))
        try compositor.configure(client, width: 640, height: 480, serial: 1)
        try client.run("a pointer") { compositor.object("wl_pointer") > 0 }
        let stage = Stage(compositor: compositor, client: client)
        try stage.enter(x: 300, y: 200)
        compositor.send("wl_pointer.axis_source", .number(0))
        if version == 9 {
            compositor.send("wl_pointer.axis_value120", .number(0), .number(120))
        } else {
            compositor.send("wl_pointer.axis_discrete", .number(0), .number(1))
        }
        compositor.send("wl_pointer.axis", .number(80), .number(0), .fixed(15))
        try stage.settle()
        #expect(stage.input.count == 1)
        compositor.send("wl_pointer.frame")
        try stage.settle()
        #expect(
            stage.input.last
                == .scrolled(
                    Scroll(
                        point: SurfacePoint(x: 300, y: 200), across: 0, down: 15, stepsAcross: 0,
                        stepsDown: 1,
                        source: .wheel, isEnded: false, time: 80, modifiers: [])))
    }

    @Test(arguments: [true, false])
    func pinchesOnATouchpadAreToldToThoseThatWantThem(isWanted: Bool) throws {
        let stage = try make { $0.pinchesAreTold = isWanted }
        try stage.enter(x: 300, y: 200)
        let compositor = stage.compositor
        let surface = stage.client.window.objects.surface.handle.identifier
        let name = "zwp_pointer_gesture_pinch_v1"
        compositor.send("\(name).begin", .number(3), .number(10), .object(surface), .number(2))
        compositor.send(
            "\(name).update", .number(11), .fixed(1), .fixed(-2), .fixed(1.5), .fixed(10))
        // A scale that cannot be is not told.
        compositor.send("\(name).update", .number(12), .fixed(0), .fixed(0), .fixed(-1), .fixed(0))
        compositor.send("\(name).end", .number(4), .number(13), .number(1))
        try stage.settle()
        func pinch(
            _ phase: Pinch.Phase, _ scale: Double, across: Double = 0, down: Double = 0, turn: Double = 0
        ) -> WindowEvent {
            .pinched(
                Pinch(
                    phase: phase, point: SurfacePoint(x: 300, y: 200), across: across, down: down,
                    scale: scale, rotation: turn, device: .pointer))
        }
        let expected = [
            pinch(.began, 1), pinch(.changed, 1.5, across: 1, down: -2, turn: 10), pinch(.changed, 1.5),
            pinch(.cancelled, 1.5),
        ]
        #expect(Array(stage.input.dropFirst()) == (isWanted ? expected : []))
    }

    @Test func twoFingersPinchWhereTheProgramWantsIt() throws {
        let stage = try make { $0.pinchesAreTold = true }
        let surface = stage.client.window.objects.surface.handle.identifier
        func down(_ id: Int, _ x: Double, _ y: Double) {
            stage.compositor.send(
                "wl_touch.down", .number(21), .number(0), .object(surface), .number(id), .fixed(x), .fixed(y))
        }
        func move(_ id: Int, _ x: Double, _ y: Double) {
            stage.compositor.send("wl_touch.motion", .number(1), .number(id), .fixed(x), .fixed(y))
        }
        down(0, 300, 200)
        down(1, 400, 200)
        move(1, 500, 200)
        move(0, 500, 0)
        stage.compositor.send("wl_touch.up", .number(22), .number(2), .number(1))
        // The finger that stays drags nothing.
        move(0, 100, 100)
        stage.compositor.send("wl_touch.up", .number(22), .number(2), .number(0))
        try stage.settle()
        let pinches = stage.input.compactMap { if case .pinched(let pinch) = $0 { pinch } else { nil } }
        #expect(pinches.map(\.phase) == [.began, .changed, .changed, .ended])
        #expect(pinches.map(\.scale) == [1, 2, 2, 2])
        #expect(pinches.map(\.point.x) == [350, 400, 500, 500])
        #expect(pinches.map(\.across) == [0, 50, 100, 0] && pinches[2].down == -100)
        #expect(abs(pinches[2].rotation - 90) < 1e-9)
        #expect(stage.input.count == 4)
        expectNoActs(stage)
    }

    @Test func theCursorIsTheProgramsButForTheEdges() throws {
        let stage = try make()
        stage.client.window.cursor = .grab
        try stage.enter(x: 300, y: 200)
        stage.move(x: 2, y: 200)
        stage.move(x: 300, y: 200)
        try stage.settle()
        stage.client.window.cursor = .arrow
        try stage.settle()
        let shapes = stage.compositor.requests("wp_cursor_shape_device_v1.set_shape").map(\.numbers.last)
        // grab, w-resize, grab, default.
        #expect(shapes == [16, 25, 16, 1])
    }
}
