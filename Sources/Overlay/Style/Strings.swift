internal import LinuxIO

/// The words on their way to the screen, all of which can be translated (``LinuxIO/Translation``).
public enum Strings {
    /// Gives the words in the user's language.
    ///
    /// - Parameters:
    ///   - text: The words in English; names and numbers are put in afterwards.
    ///   - comment: The place and the meaning of the words, for translators.
    /// - Returns: The translation; the words themselves where there is none.
    public static func localized(_ text: String, comment: String) -> String {
        Translation.words(text, comment: comment)
    }

    /// Makes a name ready to stand in a sentence: what devices, files and programs are called may have any length and any characters.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - most: The most characters that it keeps; of a longer one the middle is left out, since ends differ.
    /// - Returns: The name, with `�` for each control character and `…` for what is left out.
    public static func name(_ name: String, most: Int = 32) -> String {
        // An endless name is not looked at as a whole.
        let shown = (name.unicodeScalars.count > 4096 ? name.shortened(to: 4096) : name).showingControls()
        let kept = max(most, 3) - 1
        guard shown.count > kept + 1 else { return shown }
        return shown.prefix((kept + 1) / 2) + "…" + shown.suffix(kept / 2)
    }

    /// Sets the translation of all words from now on, those of messages, too; nil takes it back.
    ///
    /// Usable on any thread.
    public static func translate(by translation: (@Sendable (String) -> String?)?) {
        Translation.use(translation)
    }
}
