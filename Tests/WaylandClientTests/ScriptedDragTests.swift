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
        #expect(stage.part.beginDrag(of: Self.files, InputGrant(serial: 11, seat: seat)))
        try stage.settle()
    }

    /// Asks for the files as a kind of data, and reads what comes.
    private func ask(_ stage: PartStage, for kind: String) throws -> String {
        let pipe = Pipe()
        stage.compositor.send(
            "wl_data_source.send", .string(kind), descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try stage.settle()
        try pipe.fileHandleForWriting.close()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
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
        #expect(stage.compositor.count(of: "wl_data_device") == 0)
        try beginDrag(stage)
        #expect(stage.compositor.requests("wl_data_device.start_drag").count == 2)
    }

    @Test func whatIsOfferedMeanwhileIsLetGoOfAndFilesNotBeforeTheyHaveLeft() throws {
        let stage = try stage()
        try beginDrag(stage)
        let compositor = stage.compositor
        let files = compositor.make("wl_data_offer", by: "wl_data_device.data_offer")
        let surface = try stage.surfaces.window
        compositor.send(
            "wl_data_device.enter", .number(20), .object(surface), .fixed(1), .fixed(2), .object(files))
        let copied = compositor.make("wl_data_offer", by: "wl_data_device.data_offer")
        compositor.send("wl_data_device.selection", .object(copied))
        compositor.send("wl_data_device.selection", .object(0))
        try stage.settle()
        #expect(compositor.requests("wl_data_offer.destroy").map(\.object) == [copied])
        compositor.send("wl_data_device.leave")
        try stage.settle()
        #expect(compositor.requests("wl_data_offer.destroy").map(\.object) == [copied, files])
        compositor.make("wl_data_offer", by: "wl_data_device.data_offer")
        compositor.send("wl_data_source.cancelled")
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

    @Test func aSeatThatIsGoneDragsNothing() throws {
        let stage = try stage()
        #expect(!stage.part.beginDrag(of: Self.files, InputGrant(serial: 11, seat: 4711)))
        #expect(!stage.part.beginDrag(of: [], InputGrant(serial: 11, seat: 4711)))
        #expect(stage.compositor.requests("wl_data_device_manager.create_data_source").isEmpty)
    }
}
