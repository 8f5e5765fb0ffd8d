import Testing

@testable import WaylandScanner

@Suite struct SwiftWriterTests {
    private func write(_ text: String) throws -> String {
        SwiftWriter.write([try ProtocolParser.parse(text, name: "sample", file: "sample.wire")])
    }

    @Test func namesAreSpelledAsInSwift() {
        #expect(SwiftNames.type("xdg_wm_base") == "XdgWmBase")
        #expect(SwiftNames.type("wl_shm") == "WlShm")
        #expect(SwiftNames.member("set_buffer_scale") == "setBufferScale")
        #expect(SwiftNames.member("default") == "`default`")
        #expect(SwiftNames.member("90") == "_90")
        #expect(SwiftNames.enumeration("wl_output.transform") == "WlOutput.Transform")
        #expect(SwiftNames.enumeration("type") == "Kind")
    }

    @Test func requestsBecomeMethodsWithTheirOpcodes() throws {
        let text = try write(
            "interface wl_door 2\n request open pace:int\n destructor destroy\n request key@2 id:new(wl_key)\n"
                + "interface wl_key 1")
        #expect(text.contains("func open(pace: Int32) {\n        handle.send(0, [.int(pace)])"))
        #expect(text.contains("func destroy() {\n        handle.send(1, [], destroys: true)"))
        #expect(text.contains("func key() -> WlKey? {\n        handle.create(WlKey.self, 2, [.new])"))
    }

    @Test func requestsWithObjectsOfUnknownInterfacesAreLeftOutAndKeepTheirOpcode() throws {
        let text = try write("interface wl_door 1\n request ring bell:object(wl_bell)\n request open")
        #expect(!text.contains("func ring"))
        #expect(text.contains("handle.send(1, [])"))
        #expect(text.contains("(name: \"ring\", signature: \"o\", interfaces: [\"wl_bell\"])"))
    }

    @Test func eventsBecomeCases() throws {
        let text = try write(
            "interface wl_door 1\n event opened by:object(wl_door) at:fixed\n event shut how:uint(way)\n enum way soft=1"
        )
        #expect(text.contains("case opened(by: WlDoor?, at: Double)"))
        #expect(
            text.contains("case 0: .opened(by: arguments.object(0).map(WlDoor.init), at: arguments.fixed(1))")
        )
        #expect(text.contains("case 1: .shut(how: Way(rawValue: arguments.uint(0)))"))
        #expect(text.contains("static let soft = Self(rawValue: 1)"))
    }
}
