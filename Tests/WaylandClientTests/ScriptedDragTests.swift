import Foundation
import LinuxIO
import TestSupport
import Testing

@testable import WaylandClient

/// Files that are dragged out of a window, seen from the compositor's side.
@Suite struct ScriptedDragTests {
    private static let files = ["/home/a b/ü%.png", "/tmp/2.mp4"]

    private func stage(version: Int = 3) throws -> PartStage {
        let compositor = try ScriptedCompositor(
            globals: ScriptedCompositor.everything + [("wl_data_device_manager", version)])
        return try PartStage(compositor)
    }

    private func beginDrag(_ stage: PartStage) throws {
        let seat = try #require(stage.client.connection.registry.seats.first).name
        stage.compositor.letDrag(from: try stage.surfaces.part)
        #expect(stage.part.beginDrag(of: Self.files, InputGrant(serial: 11, seat: seat)))
        try stage.settle()
    }

    /// The surfaces from which a drag was asked for.
    private func origins(_ stage: PartStage) -> [WireValue] {
        stage.compositor.requests("wl_data_device.start_drag").map { $0.values[1] }
    }

    /// Asks for the files as a kind of data, and reads what comes.
    private func ask(_ stage: PartStage, for kind: String) throws -> String {
        String(decoding: try stage.askForData(of: kind).readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test(arguments: [1, 2, 3])
    func theCompositorTakesThePressAndThePlaceOfIt(version: Int) throws {
        let stage = try stage(version: version)
        try beginDrag(stage)
        let begin = try #require(stage.compositor.requests("wl_data_device.start_drag").first)
        let source = stage.compositor.object("wl_data_source")
        #expect(begin.values == [.object(source), .object(try stage.surfaces.part), .object(0), .number(11)])
        let kinds = stage.compositor.requests("wl_data_source.offer").map(\.values)
        #expect(kinds == [[.string("text/uri-list")]])
        // Nothing is moved: who takes the files copies them.
        let actions = stage.compositor.requests("wl_data_source.set_actions").map(\.numbers)
        #expect(actions == (version < 3 ? [] : [[1]]))
    }

    @Test func theAddressesAreHandedOverAsOftenAsTheyAreAskedFor() throws {
        let stage = try stage()
        try beginDrag(stage)
        let addresses = "file:///home/a%20b/%C3%BC%25.png\r\nfile:///tmp/2.mp4\r\n"
        for _ in 0..<2 { #expect(try ask(stage, for: "text/uri-list") == addresses) }
        #expect(try ask(stage, for: "text/plain") == "")
    }

    @Test func aReaderThatHasGoneEndsNothing() throws {
        let stage = try stage()
        try beginDrag(stage)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        stage.compositor.send(
            "wl_data_source.send", .string("text/uri-list"),
            descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try stage.settle()
        #expect(try ask(stage, for: "text/uri-list").hasPrefix("file:///"))
    }

    @Test(arguments: ["cancelled", "dnd_finished"])
    func nothingIsLeftOfADragThatIsOver(event: String) throws {
        let stage = try stage()
        try beginDrag(stage)
        stage.compositor.send("wl_data_source.\(event)")
        try stage.settle()
        #expect(stage.compositor.count(of: "wl_data_source") == 0)
        try beginDrag(stage)
        #expect(stage.compositor.requests("wl_data_device.start_drag").count == 2)
    }

    /// KWin lets drag from windows alone, and is silent about others; wlroots lets drag from what was pressed, and cancels others.
    @Test(arguments: [false, true])
    func fromAWindowIsDraggedWhereThePartIsRefused(isTold: Bool) throws {
        let stage = try stage()
        let (part, window) = try stage.surfaces
        stage.compositor.letDrag(from: window, cancelsOthers: isTold)
        let seat = try #require(stage.client.connection.registry.seats.first).name
        #expect(stage.part.beginDrag(of: Self.files, InputGrant(serial: 11, seat: seat)))
        for _ in 0..<2 { try stage.settle() }
        #expect(origins(stage) == [.object(part), .object(window)])
        #expect(try ask(stage, for: "text/uri-list").hasPrefix("file:///"))
        stage.compositor.send("wl_data_source.dnd_finished")
        try stage.settle()
        #expect(stage.compositor.count(of: "wl_data_source") == 0)
    }

    /// Some compositors tell of a drag with the pointer's next move only, and refuse another one meanwhile.
    @Test func aDragThatIsToldOfLateGoesOnThoughTheSecondTrialIsRefused() throws {
        let stage = try stage()
        let (compositor, part) = (stage.compositor, try stage.surfaces.part)
        let seat = try #require(stage.client.connection.registry.seats.first).name
        #expect(stage.part.beginDrag(of: Self.files, InputGrant(serial: 11, seat: seat)))
        for _ in 0..<2 { try stage.settle() }
        let sources = compositor.requests("wl_data_device.start_drag").compactMap { request -> UInt32? in
            if case .object(let source)? = request.values.first { source } else { nil }
        }
        try #require(sources.count == 2)
        compositor.send("cancelled", from: sources[1], [])
        try stage.settle()
        #expect(compositor.count(of: "wl_data_source") == 1)
        let offer = compositor.make("wl_data_offer", by: "wl_data_device.data_offer")
        compositor.send(
            "wl_data_device.enter", .number(20), .object(part), .fixed(1), .fixed(2), .object(offer))
        #expect(try ask(stage, for: "text/uri-list").hasPrefix("file:///"))
        compositor.send("cancelled", from: sources[0], [])
        try stage.settle()
        #expect(compositor.count(of: "wl_data_source") == 0)
    }

    @Test func aDragThatIsRefusedEverywhereIsOver() throws {
        let stage = try stage()
        stage.compositor.letDrag(from: 4711, cancelsOthers: true)
        let seat = try #require(stage.client.connection.registry.seats.first).name
        _ = stage.part.beginDrag(of: Self.files, InputGrant(serial: 11, seat: seat))
        for _ in 0..<3 { try stage.settle() }
        #expect(origins(stage).count == 2)
        #expect(stage.compositor.count(of: "wl_data_source") == 0)
    }

    @Test func whatIsOfferedMeanwhileIsLetGoOfAndFilesNotBeforeTheyHaveLeft() throws {
        let stage = try stage()
        try beginDrag(stage)
        let compositor = stage.compositor
        let copied = compositor.make("wl_data_offer", by: "wl_data_device.data_offer")
        compositor.send("wl_data_device.selection", .object(copied))
        compositor.send("wl_data_device.selection", .object(0))
        try stage.settle()
        #expect(compositor.requests("wl_data_offer.destroy").map(\.object) == [copied])
        #expect(compositor.count(of: "wl_data_offer") == 1)
        compositor.send("wl_data_device.leave")
        try stage.settle()
        #expect(compositor.count(of: "wl_data_offer") == 0)
    }

    @Test func withoutDragsNothingIsBegun() throws {
        let stage = try PartStage()
        let seat = try #require(stage.client.connection.registry.seats.first).name
        let grant = InputGrant(serial: 11, seat: seat)
        #expect(!stage.part.beginDrag(of: Self.files, grant))
        #expect(!stage.client.window.beginDrag(of: Self.files, grant))
    }

    @Test func aSeatThatIsGoneNoFileAndAPathThatIsNotAbsoluteDragNothing() throws {
        let stage = try stage()
        let seat = try #require(stage.client.connection.registry.seats.first).name
        #expect(!stage.part.beginDrag(of: Self.files, InputGrant(serial: 11, seat: 4711)))
        for files in [[], ["here.png"], Self.files + ["~/there.png"]] {
            #expect(!stage.part.beginDrag(of: files, InputGrant(serial: 11, seat: seat)))
        }
        try stage.settle()
        #expect(stage.compositor.requests("wl_data_device_manager.create_data_source").isEmpty)
    }

    @Test func whatWasDroppedIsStillHandedOverWhileTheNextDragGoesOn() throws {
        let stage = try stage()
        try beginDrag(stage)
        let first = stage.compositor.object("wl_data_source")
        stage.compositor.send("wl_data_source.dnd_drop_performed")
        try beginDrag(stage)
        #expect(stage.compositor.count(of: "wl_data_source") == 2)
        stage.compositor.send("dnd_finished", from: first, [])
        try stage.settle()
        #expect(stage.compositor.count(of: "wl_data_source") == 1)
        // Whoever never tells of an end keeps a few.
        for _ in 0..<9 { try beginDrag(stage) }
        #expect(stage.compositor.count(of: "wl_data_source") == 4)
        // Events that make objects may be on their way to it.
        #expect(stage.compositor.count(of: "wl_data_device") == 1)
    }

    @Test func seatAndConnectionMayGoInTheMidstOfADrag() throws {
        let stage = try stage()
        try beginDrag(stage)
        stage.compositor.send("wl_registry.global_remove", .number(5))
        try stage.settle()
        #expect(stage.client.connection.registry.seats.isEmpty)
        #expect(stage.compositor.count(of: "wl_data_device") == 0)
        stage.compositor.disconnect()
        try stage.client.run("the loss") { stage.client.loss != nil }
        #expect(!stage.part.beginDrag(of: Self.files, InputGrant(serial: 11, seat: 5)))
    }
}
