/// A sentence for a person: in English for logs and terminals, in the user's language for the screen.
///
/// Its words have a name in braces for each place into which something is put after they are translated: a number, a name, or another message.
/// What devices, files and drivers say is put in as it is. A text with interpolations is a message, too, whose places are counted:
///
/// ```swift
/// let saved = Message("saved {file}", ["file": name], comment: "A notice; the file is a picture")
/// let gone: Message = "\(path) is gone; choose another file"
/// ```
public struct Message: Sendable, Hashable, CustomStringConvertible {
    /// The sentence in English.
    public let description: String
    /// The words to be translated; nil for what is not.
    private let words: String?
    private let comment: String
    private let parts: [String: Message]

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - words: The words in English, with names of places in braces.
    ///   - parts: The texts for the places. Other messages, and errors that have one, are translated by themselves.
    ///   - comment: The place and the meaning of the words, for translators.
    public init(
        _ words: String, _ parts: [String: any CustomStringConvertible] = [:], comment: String
    ) {
        self.init(words, parts.mapValues { Self.part($0) }, comment)
    }

    /// Takes a text as it is in every language: what a device, a file or a driver says.
    public init(verbatim text: String) { (description, words, comment, parts) = (text, nil, "", [:]) }

    private init(_ words: String, _ parts: [String: Message], _ comment: String) {
        description = Self.text(words, parts.mapValues(\.description))
        (self.words, self.parts, self.comment) = (words, parts, comment)
    }

    /// The sentence in the user's language, with `�` for what would steer a terminal; an endless one is cut.
    public var localized: String { translated.showingControls().shortened(to: 2000) }

    /// The sentence as it stands by itself on the screen: as ``localized``, with a capital at its beginning, unless a name stands there.
    public var sentence: String {
        let text = localized
        return beginsWithWords ? text.prefix(1).uppercased() + text.dropFirst() : text
    }

    /// False for what begins with a name, or with another text that is not translated.
    private var beginsWithWords: Bool {
        guard let words else { return false }
        let shown = Translation.words(words, comment: comment)
        guard shown.first == "{", let end = shown.firstIndex(of: "}"),
            let part = parts[String(shown[shown.index(after: shown.startIndex)..<end])]
        else { return true }
        return part.beginsWithWords
    }

    private var translated: String {
        guard let words else { return description }
        return Self.text(Translation.words(words, comment: comment), parts.mapValues(\.translated))
    }

    /// Messages are the same if they are so in English.
    public static func == (first: Message, second: Message) -> Bool {
        first.description == second.description
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    private static func part(_ value: Any) -> Message {
        (value as? any MessageConvertible)?.message ?? Message(verbatim: "\(value)")
    }

    /// Puts texts into the places of words; what is put in may have braces of its own.
    private static func text(_ words: String, _ parts: [String: String]) -> String {
        var rest = words[...]
        var text = ""
        while let brace = rest.firstIndex(of: "{") {
            text += rest[..<brace]
            rest = rest[brace...]
            guard let end = rest.firstIndex(of: "}"),
                let part = parts[String(rest[rest.index(after: brace)..<end])]
            else {
                text.append(rest.removeFirst())
                continue
            }
            text += part
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }
}

/// An error, or something else that a person is told of, that is a message in the user's language.
public protocol MessageConvertible {
    /// The message.
    var message: Message { get }
}

extension Message: MessageConvertible {
    /// Itself.
    public var message: Message { self }
}

extension Message: ExpressibleByStringInterpolation {
    /// The parts of a text with interpolations.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var words = ""
        fileprivate var parts: [String: Message] = [:]

        /// Begins an empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds words to be translated.
        public mutating func appendLiteral(_ literal: String) { words += literal }

        /// Adds a place, and what is put there.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            let place = "\(parts.count + 1)"
            parts[place] = Message.part(value)
            words += "{\(place)}"
        }
    }

    private static let comment = "What happened, and what to do; each number stands for a name or a reason"

    /// Takes words to be translated.
    public init(stringLiteral words: String) { self.init(words, [:], Self.comment) }

    /// Takes a text with interpolations; one that is nothing but another message, or a text, is that.
    public init(stringInterpolation text: StringInterpolation) {
        if text.words == "{1}", let only = text.parts["1"] {
            self = only
        } else {
            self.init(text.words, text.parts, Self.comment)
        }
    }
}
