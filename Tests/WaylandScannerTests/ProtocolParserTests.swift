import Testing

@testable import WaylandScanner

@Suite struct ProtocolParserTests {
    private func parse(_ text: String) throws -> Protocol {
        try ProtocolParser.parse(text, name: "sample", file: "sample.wire")
    }

    @Test func aFileIsReadInOrder() throws {
        let sample = try parse(
            """
            # a comment
            interface door 3   # another one
                request open speed:int(pace)
                destructor destroy
                request lock@2 key:object(key)? name:string?
                event opened by:fixed keys:array
                event broken@3
                enum pace slow=1
                    fast=0x10
                bitfield sides left=1 right=2

            interface key 1
            """)
        #expect(sample.name == "sample")
        #expect(sample.interfaces.map(\.name) == ["door", "key"])
        let door = try #require(sample.interfaces.first)
        #expect(door.version == 3)
        #expect(door.requests.map(\.name) == ["open", "destroy", "lock"])
        #expect(door.requests.map(\.isDestructor) == [false, true, false])
        #expect(door.requests.map(\.since) == [1, 1, 2])
        #expect(door.events.map(\.name) == ["opened", "broken"])
        #expect(door.requests[2].arguments.map(\.isNullable) == [true, true])
        #expect(door.enumerations.map(\.isBitfield) == [false, true])
        #expect(door.enumerations[0].entries.map(\.value) == [1, 16])
    }

    @Test func aLineThatBeginsWithAnArgumentContinuesTheOneAbove() throws {
        let sample = try parse(
            "interface door 1\n request open a:int\n   b:uint # here\n\n   c:fd\n event ajar")
        #expect(sample.interfaces[0].requests[0].arguments.map(\.name) == ["a", "b", "c"])
        #expect(sample.interfaces[0].events.map(\.name) == ["ajar"])
    }

    @Test(arguments: [
        ("a:int b:uint c:fixed", "iuf"), ("a:string b:string?", "s?s"),
        ("a:object b:object(door)?", "o?o"), ("a:array b:fd", "ah"), ("a:new(door)", "n"),
        ("a:uint b:new", "usun"),
    ])
    func signaturesAreThoseOfLibwayland(arguments: String, signature: String) throws {
        let sample = try parse("interface door 7\n request a \(arguments)\n request b@7 \(arguments)")
        #expect(sample.interfaces[0].requests.map(\.signature) == [signature, "7" + signature])
    }

    @Test func everyLetterOfASignatureHasItsInterface() throws {
        let sample = try parse(
            "interface door 1\n request a n:uint o:object(key)? p:object i:new(lock) s:string")
        #expect(sample.interfaces[0].requests[0].signatureInterfaces == [nil, "key", nil, "lock", nil])
        let any = try parse("interface door 1\n request a n:uint i:new")
        #expect(any.interfaces[0].requests[0].signatureInterfaces == [nil, nil, nil, nil])
    }

    @Test(arguments: [
        ("request open", 1, "no interface has begun yet"),
        ("interface door", 1, "write 'interface NAME VERSION'"),
        ("interface door 0", 1, "write 'interface NAME VERSION'"),
        ("interface 9door 1", 1, "'9door' is no name"),
        ("interface door 1\n\n# x\ninterface door 1", 4, "interface 'door' stands twice in this file"),
        (
            "interface door 1\nwindow x", 2,
            "'window' is none of interface, request, destructor, event, enum, bitfield"
        ),
        ("interface door 1\n request", 2, "the message has no name"),
        ("interface door 1\n request open@x", 2, "'open@x' is no 'NAME' or 'NAME@VERSION'"),
        ("interface door 1\n request open@2", 2, "'open' is newer than version 1 of 'door'"),
        ("interface door 1\n event a\n event a", 3, "'a' stands twice in 'door'"),
        ("interface door 1\n request open speed", 2, "'speed' is no 'NAME:TYPE'"),
        ("interface door 1\n request open speed:float", 2, "'float' is no type"),
        ("interface door 1\n request open speed:int?", 2, "only strings and objects can be null"),
        ("interface door 1\n request open speed:fd(door)", 2, "a type 'fd' refers to nothing"),
        ("interface door 1\n request open a:new(door) b:new(door)", 2, "a message makes at most one object"),
        ("interface door 1\n event open a:new", 2, "an event cannot make an object without an interface"),
        ("interface door 1\n enum pace", 2, "write 'enum NAME ENTRY=VALUE…'"),
        ("interface door 1\n enum pace slow=x", 2, "'slow=x' is no 'ENTRY=VALUE'"),
    ])
    func aMistakeIsToldWithItsFileAndLine(text: String, line: Int, message: String) {
        let error = ParseError(file: "sample.wire", line: line, message: message)
        #expect(throws: error) { try parse(text) }
        #expect(error.description == "sample.wire:\(line): error: \(message)")
    }
}
