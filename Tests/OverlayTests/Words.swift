/// Texts in the place of the English ones: longer, and of a language that reads from right to left.
enum Words {
    /// As much longer as translations may be: at least 40 %.
    @Sendable static func longer(_ text: String) -> String {
        let letters = text.map { $0 == "o" ? "ö" : $0 == "a" ? "ä" : $0 }
        return String(letters) + String(repeating: "n", count: (text.count * 2 + 4) / 5)
    }

    /// Arabic letters in the place of Latin ones, word for word.
    @Sendable static func arabic(_ text: String) -> String {
        let letters = Array("ابتثجحخدذرزسشصضطظعغفقكلمنهوي")
        return String(
            text.map { letter in
                guard letter.isLetter, let code = letter.lowercased().unicodeScalars.first?.value else {
                    return letter
                }
                return letters[Int(code) % letters.count]
            })
    }
}
