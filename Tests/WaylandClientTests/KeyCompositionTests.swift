import LinuxIO
import Testing

@testable import WaylandClient

/// Dead keys and the Compose key, by the system's tables.
@Suite struct KeyCompositionTests {
    /// Reads the table of a language.
    private func composition(_ locale: String? = "en_US.UTF-8") throws -> KeyComposition {
        try #require(KeyComposition(UserEnvironment { $0 == "LC_CTYPE" ? locale : nil }))
    }

    /// The effects of keys, one after the other.
    private func take(_ composition: KeyComposition, _ keys: String) throws -> [String?] {
        try keys.split(separator: " ").map {
            composition.take(try #require(Keysym(name: String($0)), "\($0)"))
        }
    }

    @Test(
        arguments: [
            ("dead_acute e", ["", "é"]), ("Multi_key s s", ["", "", "ß"]),
            ("dead_acute dead_acute", ["", "´"]),
            // A sequence types as many characters as its table says.
            ("dead_acute Cyrillic_a", ["", "а\u{301}"]),
            // Modifiers belong to what they change.
            ("Multi_key Shift_L s Shift_L s", ["", nil, "", nil, "ß"]),
            // What there is not types nothing, and the next key is itself again.
            ("dead_acute x x", ["", "", nil]), ("Multi_key Escape e", ["", "", nil]),
            ("e x Return", [nil, nil, nil]),
        ] as [(String, [String?])])
    func keysMakeTheLettersOfTheirTable(keys: String, letters: [String?]) throws {
        #expect(try take(composition(), keys) == letters)
    }

    @Test func whatWasBegunIsForgotten() throws {
        let composition = try composition()
        #expect(try take(composition, "dead_acute") == [""])
        composition.reset()
        #expect(try take(composition, "e dead_acute e") == [nil, "", "é"])
    }

    /// A language that the system does not know, and none at all, have the common table.
    @Test(arguments: ["de_DE.UTF-8", "xx_YY.UTF-8", "C", "", nil] as [String?])
    func eachLanguageHasDeadKeys(locale: String?) throws {
        #expect(try take(composition(locale), "dead_acute e") == ["", "é"])
    }
}
