internal import LinuxIO

/// The reason why the program ends, or why something cannot be: one sentence that says what happened and what to do.
struct ViewfinderError: Error, CustomStringConvertible, MessageConvertible {
    let message: Message
    /// The thing that it tells of, for the buttons beside its words; nil for none.
    let subject: NoticeSubject?

    /// The sentence in English.
    var description: String { message.description }

    init(_ message: Message, about subject: NoticeSubject? = nil) {
        (self.message, self.subject) = (message, subject)
    }

    /// Wraps another library's error, which is a sentence already.
    init(_ error: any Error, about subject: NoticeSubject? = nil) {
        (message, self.subject) = ("\(error)", subject)
    }
}
