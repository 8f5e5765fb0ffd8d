import Testing

/// Words for the screen go through one function, with a comment for translators.
struct WordTests {
    /// The calls and assignments by which words come to the screen, up to a word in quotes.
    private static let calls = [
        #"\b(?:notify|tell|announce|tellOnce)\(\s*(?:ViewfinderError\(\s*)?""#,
        #"OverlayNotice\(\s*""#,
        #"\b(?:label|button|heading|item|toggle|slider)\(\s*(?:"(?:\\\([^()]*\)|[^"\\])*"|[^,()"]+(?:\([^()]*\))?),\s*""#,
        #"\b(?:name|title|placeholder|detail|advice):\s*"(?!")"#,
        #"\bdisabledReason = ""#,
        #"overlay\??\.(?:title|detail|recordingTime) = ""#,
    ]
    private static let folders = [
        "Viewfinder/Screen", "Viewfinder/Window", "Viewfinder/Sources", "Viewfinder/Values", "Overlay",
        "LiveViewOverlay",
    ]
    /// A source's own name, which logs and statistics have, too; it is translated where it is shown.
    private static let exceptions: Set = [
        #"Viewfinder/Sources/SourceSwitcher.swift: name: "Test card""#
    ]

    private func faults(_ source: String) throws -> [String] {
        // Neither comments nor the names of threads come to the screen.
        let code = source.replacing(/\/\/[^\n]*|(?:Thread|Queue)\(name: "[^"]*"/, with: "")
        return try Self.calls.flatMap { call in
            // The default finds no boundary at the period between two words.
            code.matches(of: try Regex(call).wordBoundaryKind(.simple)).map { match in
                let rest = code[match.range.lowerBound...].prefix { $0 != "\n" }
                return String(rest.prefix(200))
            }
        }
    }

    @Test func noWordsComeToTheScreenPastTheOneFunction() throws {
        var found: [String] = []
        for folder in Self.folders {
            for path in try Sources.files(below: "Sources/\(folder)", ending: [".swift"]) {
                for fault in try faults(try Sources.text("Sources/\(folder)/\(path)")) {
                    found.append("\(folder)/\(path): \(fault)")
                }
            }
        }
        #expect(found.filter { fault in !Self.exceptions.contains { fault.hasPrefix($0) } } == [])
        for exception in Self.exceptions {
            #expect(found.contains { $0.hasPrefix(exception) }, "\(exception)")
        }
    }

    @Test(arguments: [
        #"switcher.notify("There is no camera")"#, #"notify(\n    "There is none")"#,
        #"tellOnce(ViewfinderError("left out"))"#, #".label("nothing", "Nothing to set")"#,
        #".button(Self.id(.reset), "Reset", isSuggested: true)"#,
        #".item("key-\(number)", "A key")"#, #".icon(id, .close, name: "Close")"#,
        #".panel("keys", title: "Keys", [])"#, #"OverlayNotice("Frozen", place: .mark)"#,
        #"$0.disabledReason = "It is off""#,
    ])
    func whatEscapesIsFound(source: String) throws {
        #expect(try faults(source.replacing(#"\n"#, with: "\n")).count == 1, "\(source)")
    }

    @Test func whatIsTranslatedIsNoFault() throws {
        let sources = [
            #"notify(Message("There is none", comment: "A notice"))"#,
            #".label("nothing", ScreenWords.noControls)"#, #".label("\(id)-name", name)"#,
            #".icon("\(id)-close", .close, name: ScreenWords.close, key: "Esc")"#,
            #".box(id, Box(.row), name: "", [])"#, #"// notify("nothing")"#,
        ]
        for source in sources { #expect(try faults(source) == [], "\(source)") }
    }

    /// Every message of the program has a comment; those of the libraries' errors are texts with interpolations, which have one in common.
    @Test func everyWordOfTheProgramHasAComment() throws {
        let calls = try Regex(#"(?:\bwords|Strings\.localized|\bMessage)\(\s*""#).wordBoundaryKind(.simple)
        let folders = Self.folders
        for folder in folders {
            for path in try Sources.files(below: "Sources/\(folder)", ending: [".swift"]) {
                let text = try Sources.text("Sources/\(folder)/\(path)")
                for match in text.matches(of: calls) {
                    let call = text[match.range.lowerBound...].prefix(500)
                    let isMessage = !call.hasPrefix("words")
                    let hasComment =
                        isMessage
                        ? call.contains(/^\w+(?:\.\w+)?\(\s*"[^"]*",(?s:.)*?comment:\s*"[^"]+"/)
                        : call.contains(/^words\(\s*"[^"]*",\s*"[^"]+"\s*\)/)
                    #expect(hasComment, "\(path): \(call.prefix(80))")
                }
            }
        }
    }
}
