/// The warnings about one movie that were told; those that come again are not, and a damaged file's endless different ones neither.
struct ToldWarnings {
    /// The most warnings of one movie.
    static let most = 16

    private var told: Set<String> = []

    /// Remembers a warning.
    ///
    /// - Parameter words: The warning.
    /// - Returns: True where it is to be told.
    mutating func isNew(_ words: String) -> Bool {
        told.count < Self.most && told.insert(words).inserted
    }
}
