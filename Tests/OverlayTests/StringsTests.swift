import Overlay
import Testing

/// Words on their way to the screen.
struct StringsTests {
    @Test(arguments: [
        ("Integrated Camera", "Integrated Camera"), ("", ""),
        (String(repeating: "a", count: 32), String(repeating: "a", count: 32)),
        (
            String(repeating: "a", count: 20) + String(repeating: "z", count: 13),
            "aaaaaaaaaaaaaaaa…aazzzzzzzzzzzzz"
        ),
        ("a\u{202e}b\n", "a\u{fffd}b\u{fffd}"),
    ])
    func namesFitIntoSentences(name: String, shown: String) { #expect(Strings.name(name) == shown) }

    @Test func anEndlessNameIsShort() {
        #expect(Strings.name(String(repeating: "e\u{301}", count: 1_000_000)).count == 32)
        #expect(Strings.name("abcdef", most: -5) == "a…f")
    }
}
