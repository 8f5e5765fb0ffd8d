internal import LinuxIO

/// The reason why the program ends, or why something cannot be: one sentence that says what happened and what to do.
struct ViewfinderError: Error, CustomStringConvertible, MessageConvertible {
    let message: Message

    /// The sentence in English.
    var description: String { message.description }
    /// The reason as it stands alone, with its first letter large.
    var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }

    init(_ message: Message) { self.message = message }

    /// Wraps another library's error, which is a sentence already.
    init(_ error: any Error) { message = "\(error)" }
}
