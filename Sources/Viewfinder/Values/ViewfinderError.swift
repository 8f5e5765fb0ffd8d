/// The reason why the program ends: one sentence that says what happened and what to do.
struct ViewfinderError: Error, CustomStringConvertible {
    let description: String

    /// The reason as it stands alone, with its first letter large.
    var sentence: String { description.prefix(1).uppercased() + description.dropFirst() }

    init(_ sentence: String) { description = sentence }

    /// Wraps another library's error, which is a sentence already.
    init(_ error: any Error) { description = "\(error)" }
}
