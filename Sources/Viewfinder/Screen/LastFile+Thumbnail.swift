internal import Overlay

/// The small picture of what was saved last, in the bar and beside the words that it was saved.
extension LastFile {
    /// The name of the one beside the words.
    static let saved = "saved-picture"

    /// The words by which a person knows it.
    var name: String { isMovie ? ScreenWords.openMovie : ScreenWords.openPicture }

    /// The one beside the words; a press opens the file.
    var thumbnail: Element? { picture.map { .thumbnail(Self.saved, $0, name: name) } }
}
