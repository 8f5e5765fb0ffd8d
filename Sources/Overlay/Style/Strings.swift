internal import Synchronization

/// The one way by which words come to the screen, so that all of them can be translated.
public enum Strings {
    private static let translation = Mutex<(@Sendable (String) -> String?)?>(nil)

    /// Gives the words in the user's language.
    ///
    /// - Parameters:
    ///   - text: The words in English; names and numbers are put in afterwards.
    ///   - comment: The place and the meaning of the words, for translators.
    /// - Returns: The translation; the words themselves where there is none.
    public static func localized(_ text: String, comment: StaticString) -> String {
        translation.withLock { $0 }?(text) ?? text
    }

    /// Sets the translation of all words from now on; nil takes it back.
    ///
    /// Usable on any thread.
    public static func translate(by translation: (@Sendable (String) -> String?)?) {
        Self.translation.withLock { $0 = translation }
    }
}
