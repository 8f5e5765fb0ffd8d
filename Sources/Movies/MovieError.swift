public import LinuxIO

/// The reason why a movie cannot be read or written.
public struct MovieError: Error, Sendable, Equatable, CustomStringConvertible, MessageConvertible {
    /// The kinds that a program may want to tell apart.
    public enum Kind: String, Sendable, Codable {
        /// The file is not there, or cannot be opened or made.
        case file
        /// The user may not read or write it.
        case permission
        /// The disk is full.
        case noSpace
        /// The file holds no pictures that move, or is damaged.
        case notAMovie
        /// GStreamer lacks the decoder or encoder.
        case missingCodec
        /// There is no sound to record, or no more.
        case sound
        /// The request cannot be carried out.
        case unsupported
        /// The work took longer than the caller allowed.
        case timeout
        /// Anything else that GStreamer reports.
        case failed
    }

    /// The kind.
    public let kind: Kind
    /// The event and its remedy in one sentence, for the screen.
    public let message: Message
    /// The event and its remedy in one sentence in English, for logs and terminals.
    ///
    /// What would steer a terminal becomes `�`.
    public let sentence: String

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - message: One sentence: what happened, and what to do.
    public init(_ kind: Kind, _ message: Message) {
        (self.kind, self.message) = (kind, message)
        sentence = message.description.showingControls()
    }

    /// The error's sentence.
    public var description: String { sentence }
}
