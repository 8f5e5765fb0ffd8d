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

    /// Sets the translation of all words from now on, those of messages, too; nil takes it back.
    ///
    /// Usable on any thread.
    public static func translate(by translation: (@Sendable (String) -> String?)?) {
        Translation.use(translation)
    }
}
