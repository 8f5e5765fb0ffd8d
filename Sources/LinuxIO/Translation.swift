internal import Synchronization

/// The one way by which words become those of the user's language: those on the picture, in titles and in ``Message``s.
public enum Translation {
    /// A closure in a type of its own: as the mutex's own value it would be wrapped anew by each look at it.
    private struct Translator {
        let words: @Sendable (String) -> String?
    }

    private static let translator = Mutex<Translator?>(nil)

    /// Gives words in the user's language.
    ///
    /// - Parameters:
    ///   - text: The words in English, with a name for each place into which something is put afterwards.
    ///   - comment: The place and the meaning of the words, for translators.
    /// - Returns: The translation; the words themselves where there is none.
    public static func words(_ text: String, comment: String) -> String {
        translator.withLock { $0 }?.words(text) ?? text
    }

    /// Sets the translation of all words from now on; nil takes it back.
    ///
    /// Usable on any thread.
    ///
    /// - Parameter translation: The words in the user's language; nil for those that it does not have.
    public static func use(_ translation: (@Sendable (String) -> String?)?) {
        translator.withLock { $0 = translation.map { Translator(words: $0) } }
    }
}
