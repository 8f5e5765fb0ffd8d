/// The reason why the program ends: one sentence that says what happened and what to do.
struct ViewfinderError: Error, CustomStringConvertible {
    let description: String

    init(_ sentence: String) { description = sentence }

    /// Wraps another library's error, which is a sentence already.
    init(_ error: any Error) { description = "\(error)" }
}
