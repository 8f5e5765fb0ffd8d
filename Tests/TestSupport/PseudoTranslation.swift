internal import LinuxIO

/// A translation for the body of one test: tests that run beside it keep their English.
package enum PseudoTranslation {
    @TaskLocal private static var words: (@Sendable (String) -> String)?
    private static let letters = Array("ابتثجحخدذرزسشصضطظعغفقكلمنهوي")
    /// The names of places in words that are no messages.
    private static let places: Set<Substring> = ["NAME", "COUNT", "STATE", "NUMBER", "COLOUR", "REASON"]

    /// Does something with all words translated.
    ///
    /// - Parameters:
    ///   - words: Makes the translation of English words.
    ///   - body: The work, on this thread.
    /// - Returns: The body's result.
    package static func with<Result>(
        _ words: @escaping @Sendable (String) -> String, _ body: () throws -> Result
    ) rethrows -> Result {
        Translation.use { Self.words?($0) }
        return try $words.withValue(words) { try body() }
    }

    /// Does something with Arabic letters in all words.
    package static func inArabic<Result>(_ body: () throws -> Result) rethrows -> Result {
        try with({ arabic($0) }, body)
    }

    /// Puts Arabic letters in the place of all Latin ones, but for the names of places, and makes the words longer by two fifths.
    package static func arabic(_ text: String) -> String {
        var (translated, rest) = ("", text[...])
        while let letter = rest.first {
            let word = rest.prefix { $0.isLetter }
            if places.contains(word) {
                translated += word
                rest = rest.dropFirst(word.count)
            } else if letter == "{", let end = rest.firstIndex(of: "}") {
                translated += rest[...end]
                rest = rest[end...].dropFirst()
            } else if !word.isEmpty {
                for letter in word { translated.append(other(letter)) }
                rest = rest.dropFirst(word.count)
            } else {
                translated.append(letter)
                rest = rest.dropFirst()
            }
        }
        let more = (text.count * 2 + 4) / 5
        return translated + String((0..<more).map { $0 % 6 == 0 ? " " : "ن" })
    }

    private static func other(_ letter: Character) -> Character {
        let code = letter.lowercased().unicodeScalars.first?.value ?? 0
        return letters[Int(code) % letters.count]
    }

    /// Finds words that nobody has translated: what has a Latin letter.
    package static func latinWords(of text: String) -> [Substring] {
        text.split { !($0.isASCII && $0.isLetter) }
    }
}
