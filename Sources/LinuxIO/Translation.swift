/// The one way by which words become those of the user's language: those on the picture, in titles and in ``Message``s.
public enum Translation {
    private static let translator = Callback<String, String?>()

    /// Gives words in the user's language.
    ///
    /// - Parameters:
    ///   - text: The words in English, with a name for each place into which something is put afterwards.
    ///   - comment: The place and the meaning of the words, for translators.
    /// - Returns: The translation; the words themselves where there is none.
    public static func words(_ text: String, comment: String) -> String {
        (translator(text) ?? nil) ?? text
    }

    /// Sets the translation of all words from now on; nil takes it back.
    ///
    /// Usable on any thread.
    ///
    /// - Parameter translation: The words in the user's language; nil for those that it does not have.
    public static func use(_ translation: (@Sendable (String) -> String?)?) {
        translator.current = translation
    }
}
