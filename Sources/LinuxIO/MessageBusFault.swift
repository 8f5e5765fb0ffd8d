/// The reason why something on the message bus did not work, in words that end a sentence.
public enum MessageBusFault: Error, Sendable, Equatable, CustomStringConvertible, MessageConvertible {
    /// There is no bus, or no libsystemd to reach it by.
    case unavailable(SystemError)
    /// The bus or a service has not answered in time.
    case timedOut
    /// The connection has ended.
    case lost
    /// The service, or the bus in its place, has refused; with the error's name and words, shortened.
    case refused(name: String, words: String)
    /// The answer is of another type than the service promises, or beyond all bounds.
    case unexpected
    /// The call has names or values that D-Bus knows not, or too many calls wait.
    case notSent

    /// The reason in a few words of English.
    public var description: String { message.description }

    /// The reason in a few words, for the screen.
    public var message: Message {
        switch self {
        case .unavailable(let error): "there is no session bus (\(error.reason))"
        case .timedOut: "no answer in time"
        case .lost: "the session bus has ended the connection"
        case .refused(let name, let words): Message(verbatim: words.isEmpty ? name : words)
        case .unexpected: "the answer makes no sense"
        case .notSent: "the call cannot be sent"
        }
    }
}
