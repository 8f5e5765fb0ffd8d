internal import LinuxIO

/// The reason why the program ends, or why something cannot be: one sentence that says what happened and what to do.
struct ViewfinderError: Error, CustomStringConvertible, MessageConvertible {
    let message: Message

    /// The sentence in English.
    var description: String { message.description }

    init(_ message: Message) { self.message = message }

    /// Wraps another library's error, which is a sentence already.
    init(_ error: any Error) { message = "\(error)" }
}
