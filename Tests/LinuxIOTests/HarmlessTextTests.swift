import LinuxIO
import Testing

/// Texts of others without what would steer a terminal.
struct HarmlessTextTests {
    @Test(arguments: [
        "\0", "\u{7}", "\n", "\r", "\u{1b}", "\u{7f}", "\u{85}", "\u{9b}", "\u{2028}", "\u{2029}", "\u{202a}",
        "\u{202e}", "\u{2066}", "\u{2069}", "\u{200f}",
    ])
    func whatSteersIsLeftOutOrShown(_ sign: String) {
        #expect("a\(sign)b".withoutControls == "ab")
        #expect("a\(sign)b".showingControls() == "a\u{fffd}b")
    }

    @Test(arguments: ["", "Camera", "Kamera für Übung", "\u{1f468}\u{200d}\u{1f469}", "カメラ", "a\u{ad}b"])
    func otherTextsStay(_ text: String) {
        #expect(text.withoutControls == text)
        #expect(text.showingControls() == text)
    }

    @Test func linesStayWhereTheyMay() {
        #expect("a\nb\u{1b}c\r\n".showingControls(keepsLines: true) == "a\nb\u{fffd}c\u{fffd}\n")
    }

    @Test func longTextsAreCut() {
        #expect("abc".shortened(to: 3) == "abc")
        #expect("abcd".shortened(to: 3) == "abc…")
        #expect("".shortened(to: 0) == "")
    }
}
