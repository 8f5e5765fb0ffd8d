import TestSupport
import Testing

@testable import WaylandClient

/// A drawing tablet's pen, which does what the pointer does.
@Suite struct ScriptedTabletTests {
    private struct Stage {
        let part: PartStage
        let pen: UInt32
        let tablet: UInt32

        func near(_ surface: UInt32, _ x: Double, _ y: Double) throws {
            part.compositor.send(
                "zwp_tablet_tool_v2.proximity_in", .number(30), .object(tablet), .object(surface))
            motion(x, y)
            try frame()
        }

        func motion(_ x: Double, _ y: Double) {
            part.compositor.send("zwp_tablet_tool_v2.pressure", .number(100))
            part.compositor.send("zwp_tablet_tool_v2.tilt", .fixed(3), .fixed(4))
            part.compositor.send("zwp_tablet_tool_v2.motion", .fixed(x), .fixed(y))
        }

        func frame(_ time: Int = 90) throws {
            part.compositor.send("zwp_tablet_tool_v2.frame", .number(time))
            try part.settle()
        }
    }

    private func make(without missing: Set<String> = []) throws -> Stage {
        let part = try PartStage(without: missing)
        part.part.inputRegion = nil
        part.part.show()
        try part.client.run("a tablet seat") { part.compositor.object("zwp_tablet_seat_v2") > 0 }
        let tablet = part.compositor.make("zwp_tablet_v2", by: "zwp_tablet_seat_v2.tablet_added")
        part.compositor.send("zwp_tablet_v2.name", .string("a tablet"))
        part.compositor.send("zwp_tablet_v2.done")
        let pen = part.compositor.make("zwp_tablet_tool_v2", by: "zwp_tablet_seat_v2.tool_added")
        part.compositor.send("zwp_tablet_tool_v2.type", .number(0x140))
        part.compositor.send("zwp_tablet_tool_v2.done")
        try part.settle()
        return Stage(part: part, pen: pen, tablet: tablet)
    }

    @Test func aPenDragsTheWindowAndTapsOnIt() throws {
        let stage = try make()
        try stage.near(try stage.part.surfaces.window, 300, 200)
        stage.part.compositor.send("zwp_tablet_tool_v2.down", .number(31))
        try stage.frame()
        stage.part.compositor.send("zwp_tablet_tool_v2.up")
        try stage.frame(120)
        let clicks = stage.part.client.events.compactMap {
            if case .clicked(let click) = $0 { click } else { nil }
        }
        #expect(clicks.map(\.device) == [.pen] && clicks.map(\.grant.serial) == [31])
        #expect(clicks.first?.point == SurfacePoint(x: 300, y: 200) && clicks.first?.time == 90)
        stage.part.compositor.send("zwp_tablet_tool_v2.down", .number(32))
        try stage.frame(2000)
        stage.motion(310, 200)
        try stage.frame(2010)
        #expect(stage.part.compositor.requests("xdg_toplevel.move").map(\.numbers) == [[32]])
        stage.part.compositor.send(
            "zwp_tablet_tool_v2.button", .number(33), .number(0x14b), .number(1))
        try stage.frame(4000)
        #expect(
            stage.part.compositor.requests("xdg_toplevel.show_window_menu").map(\.numbers) == [
                [33, 310, 200]
            ])
    }

    @Test func aPenOnASubsurfaceIsHeardThere() throws {
        let stage = try make()
        stage.part.part.cursor = .hand
        try stage.near(try stage.part.surfaces.part, 50.5, 20)
        stage.part.compositor.send("zwp_tablet_tool_v2.down", .number(31))
        stage.motion(51, 21)
        try stage.frame(95)
        stage.part.compositor.send("zwp_tablet_tool_v2.up")
        stage.part.compositor.send("zwp_tablet_tool_v2.proximity_out")
        try stage.frame(99)
        let place = SurfacePoint(x: 51, y: 21)
        let seat = try #require(stage.part.client.connection.registry.seats.first).name
        let grant = InputGrant(serial: 31, seat: seat)
        #expect(
            stage.part.heard.input == [
                .entered(SurfacePoint(x: 50.5, y: 20), .pen),
                .moved(SurfacePoint(x: 50.5, y: 20), time: 90),
                .moved(place, time: 95), .button(.primary, isDown: true, at: place, time: 95, grant),
                .button(.primary, isDown: false, at: place, time: 99, grant), .left,
            ])
        // The hand in cursor-shape-v1, for the tool.
        #expect(stage.part.compositor.requests("wp_cursor_shape_manager_v1.get_tablet_tool_v2").count == 1)
        #expect(
            stage.part.compositor.requests("wp_cursor_shape_device_v1.set_shape").map(\.numbers) == [[30, 4]])
    }

    @Test func withoutCursorShapesThePensCursorIsTheThemes() throws {
        let stage = try make(without: ["wp_cursor_shape_manager_v1"])
        try stage.near(try stage.part.surfaces.window, 300, 200)
        let cursors = stage.part.compositor.requests("zwp_tablet_tool_v2.set_cursor")
        #expect(cursors.count == 1 && cursors.first?.values[1] != .object(0))
    }

    @Test func toolsTabletsAndPadsThatComeAndGoLeaveNoObjects() throws {
        let stage = try make()
        let compositor = stage.part.compositor
        let seat = compositor.object("zwp_tablet_seat_v2")
        for _ in 0..<5 {
            compositor.make("zwp_tablet_v2", by: "zwp_tablet_seat_v2.tablet_added")
            compositor.make("zwp_tablet_tool_v2", by: "zwp_tablet_seat_v2.tool_added")
            compositor.make("zwp_tablet_pad_v2", by: "zwp_tablet_seat_v2.pad_added")
            compositor.make("zwp_tablet_pad_group_v2", by: "zwp_tablet_pad_v2.group")
            compositor.make("zwp_tablet_pad_ring_v2", by: "zwp_tablet_pad_group_v2.ring")
            compositor.make("zwp_tablet_pad_strip_v2", by: "zwp_tablet_pad_group_v2.strip")
            compositor.send("zwp_tablet_pad_ring_v2.angle", .fixed(3))
            compositor.send("zwp_tablet_pad_v2.removed")
            compositor.send("zwp_tablet_tool_v2.removed")
            compositor.send("zwp_tablet_v2.removed")
            try stage.part.settle()
        }
        try stage.part.client.run("their ends") {
            compositor.count(of: "zwp_tablet_v2") == 1 && compositor.count(of: "zwp_tablet_tool_v2") == 1
                && ["", "_group", "_ring", "_strip"].allSatisfy {
                    compositor.count(of: "zwp_tablet_pad\($0)_v2") == 0
                }
        }
        // With the seat everything goes.
        compositor.send("wl_registry.global_remove", .number(5))
        try stage.part.client.run("the seat's end") {
            compositor.count(of: "zwp_tablet_v2") == 0 && compositor.count(of: "zwp_tablet_tool_v2") == 0
        }
        #expect(seat > 0 && compositor.count(of: "zwp_tablet_seat_v2") == 0)
        #expect(stage.part.client.loss == nil)
    }

    @Test func eventsWithoutAFrameAndToolsWithoutNumberAreSurvived() throws {
        let stage = try make()
        // The socket holds some hundred messages that nobody has read.
        for _ in 0..<20 {
            for _ in 0..<50 { stage.part.compositor.send("zwp_tablet_tool_v2.motion", .fixed(1), .fixed(2)) }
            try stage.part.settle()
        }
        for _ in 0..<4 {
            for _ in 0..<50 {
                stage.part.compositor.make("zwp_tablet_tool_v2", by: "zwp_tablet_seat_v2.tool_added")
            }
            try stage.part.settle()
        }
        try stage.part.client.run("few tools") {
            stage.part.compositor.count(of: "zwp_tablet_tool_v2") == 64
        }
        #expect(stage.part.client.loss == nil)
    }
}
