import LinuxIO
import Testing

@testable import Overlay

/// Texts: what they take, and what they do not let through.
struct TextTests {
    @Test func aTextThatIsTooLongIsEllipsised() throws {
        let typesetter = try Typesetter()
        let text = String(repeating: "Integrated Camera ", count: 20)
        for ellipsis in [Ellipsis.end, .middle] {
            for width in [10.0, 40, 100, 333.5] {
                let layout = typesetter.layout(text, width: width, ellipsis: ellipsis)
                #expect(layout.isEllipsized && layout.lineCount == 1)
                #expect(layout.width <= width || width < 20, "\(width)")
            }
        }
        #expect(!typesetter.layout("Short", width: 200).isEllipsized)
    }

    @Test func linesAreBounded() throws {
        let typesetter = try Typesetter()
        let text = String(repeating: "one two three ", count: 300)
        for lines in 2...5 {
            let layout = typesetter.layout(text, width: 120, lines: lines)
            #expect(layout.lineCount == lines && layout.isEllipsized && layout.width <= 120)
        }
        // A word that is longer than the line is broken.
        let word = typesetter.layout(String(repeating: "n", count: 200), width: 120, lines: 4)
        #expect(word.width <= 120 && word.lineCount == 4)
    }

    @Test func whatSteersIsShownAndMakesNoLine() throws {
        let typesetter = try Typesetter()
        let plain = typesetter.layout("a\u{fffd}b")
        for sign in ["\n", "\u{0}", "\u{202e}", "\u{2028}", "\u{1b}"] {
            let layout = typesetter.layout("a\(sign)b")
            #expect(layout.lineCount == 1 && layout.width == plain.width, "\(sign.unicodeScalars)")
        }
    }

    /// Lines begin at the side where the language does, and a name at its beginning gives a sentence no other direction.
    @Test func aLineThatEndsWithinAWordHasNoHyphen() throws {
        let typesetter = try Typesetter()
        let name = String(repeating: "n", count: 20)
        let half = typesetter.layout(String(name.prefix(10)), style: .body).width
        // A hyphen would have no room beside ten letters.
        let layout = typesetter.layout(name, style: .body, width: half + 1, lines: 2)
        #expect(abs(layout.width - half) < 0.5)
        #expect(abs(layout.height - 2 * typesetter.layout(name, style: .body).height) < 2)
    }

    @Test func isolatesAreNotSeenAndGiveNumbersTheirOrder() throws {
        let typesetter = try Typesetter(Appearance(isRightToLeft: true))
        func width(_ text: String) -> Double { typesetter.layout(text, style: .body).width }
        #expect(width("\u{2066}640 × 480\u{2069}") == width("640 × 480"))
        // Other marks of direction are seen.
        #expect(width("\u{202e}640\u{202c}") == width("\u{fffd}640\u{fffd}"))
        // Before the last number there are the first one and the sign.
        let size = typesetter.layout("نن \u{2066}64 × 8\u{2069}", style: .body)
        let place = { (text: String) in size.caret(before: text.utf8.count) }
        #expect(place("نن \u{2066}6") < place("نن \u{2066}64 × "))
    }

    @Test(arguments: ["ن ننننننننننننن ن", "OBS ننننننننننننن ن", "i Wikipedia i"], [false, true])
    func linesBeginWhereTheLanguageDoes(text: String, isRightToLeft: Bool) throws {
        let typesetter = try Typesetter(isRightToLeft: isRightToLeft)
        let long = text.split(separator: " ")[1]
        // The longest word has a line of its own.
        let width = typesetter.layout(String(long)).width + 2
        let layout = typesetter.layout(text, width: width, lines: 3)
        #expect(layout.lineCount == 3)
        let sheet = Sheet(width: Int(width) + 20, height: Int(layout.height) + 4)
        try sheet.pixels.withUnsafeMutableBytes { memory in
            let canvas = try OverlayCanvas(
                memory: memory, width: sheet.width, height: sheet.height, stride: sheet.width * 4, scale: 120,
                typesetter: typesetter)
            canvas.text(layout, x: 10, y: 2, .white)
        }
        let line = Sheet(width: sheet.width, height: Int(layout.height / 3) - 2)
        line.pixels = Array(sheet.pixels.suffix(line.pixels.count))
        let ink = try #require(line.ink)
        // Arabic begins at the right, Latin at the left; a sentence with both begins where the user's language does.
        let isAtRight = text.hasPrefix("ن") || text.hasPrefix("OBS") && isRightToLeft
        #expect((ink.x > sheet.width / 2) == isAtRight, "\(ink)")
    }

    @Test(arguments: [120, 133, 150, 180, 240, 360])
    func oneLayoutServesAllScales(scale: Int) throws {
        let typesetter = try Typesetter()
        let layout = typesetter.layout("Integrated Camera")
        let (width, height) = (Int(200 * scale / 120), Int(40 * scale / 120))
        let sheet = Sheet(width: width, height: height)
        try sheet.pixels.withUnsafeMutableBytes { memory in
            let canvas = try OverlayCanvas(
                memory: memory, width: width, height: height, stride: width * 4, scale: scale,
                typesetter: typesetter)
            canvas.text(layout, x: 10, y: 10, .white)
        }
        let ink = try #require(sheet.ink)
        let factor = Double(scale) / 120
        let wanted = Area(
            x: 10 + layout.ink.x, y: 10 + layout.ink.y, width: layout.ink.width, height: layout.ink.height)
        #expect(
            abs(Double(ink.x) / factor - wanted.x) <= 2
                && abs(Double(ink.x + ink.width) / factor - wanted.right) <= 2)
        #expect(abs(Double(ink.y) / factor - wanted.y) <= 2)
        #expect(abs(Double(ink.y + ink.height) / factor - wanted.bottom) <= 2)
    }

    @Test func aCaretBehindTheTextIsAtItsEnd() throws {
        let layout = try Typesetter().layout("abc")
        #expect(layout.caret(before: 1_000_000) == layout.caret(before: 3))
        #expect(layout.caret(before: -1) == 0)
        #expect(abs(layout.caret(before: 3) - layout.width) < 0.01)
    }

    @Test func digitsThatChangeMoveNothing() throws {
        let typesetter = try Typesetter()
        let widths = Set((0...9).map { typesetter.layout("\($0):\($0)\($0)", style: .number).width })
        #expect(widths.count == 1)
    }

    @Test func theScaleOfTextsIsBounded() throws {
        #expect(try Typesetter(textScale: .nan).textSize == Typesetter().textSize)
        #expect(try Typesetter(textScale: 1000).textSize == Typesetter(textScale: 3).textSize)
        #expect(try abs(Typesetter().textSize - 14.667) < 0.01)
    }

    @Test(arguments: ["", "\u{0}", "No Such Family 11", String(repeating: "x,", count: 10_000)])
    func anyNameOfAFontDrawsText(name: String) throws {
        #expect(try Typesetter(font: name).layout("Camera").width > 20)
    }

    @Test func aMissingLibraryIsOneSentence() {
        let nothing = FunctionFinder("libnothing-of-that-name.so.0")
        #expect(nothing.missing.map(OverlayError.init) == .missingLibrary("libnothing-of-that-name.so.0"))
        let find = FunctionFinder("libcairo.so.2")
        let _: CairoFunctions.Act = find("cairo_nothing")
        #expect(
            find.missing.map(OverlayError.init)
                == .missingFunction("cairo_nothing", library: "libcairo.so.2"))
        #expect(OverlayError.missingLibrary("libcairo.so.2").description.contains("install"))
    }

    @Test func memoryThatIsTooSmallIsRefused() throws {
        let typesetter = try Typesetter()
        for (width, height, stride, scale) in [
            (10, 10, 36, 120), (10, 11, 40, 120), (-1, 1, 4, 120), (10, 10, 40, 0), (10, 10, 41, 120),
        ] {
            var memory = [UInt32](repeating: 0, count: 100)
            _ = memory.withUnsafeMutableBytes { memory in
                #expect(throws: OverlayError.self) {
                    _ = try OverlayCanvas(
                        memory: memory, width: width, height: height, stride: stride, scale: scale,
                        typesetter: typesetter)
                }
            }
        }
    }
}
