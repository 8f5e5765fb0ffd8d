import Testing

/// Closures in generic values.
struct ClosureTests {
    /// A closure that is a mutex's own value is wrapped anew, for good, each time it is looked at; within a type of its own or an array it is not.
    @Test func noMutexHasAClosureAsItsValue() throws {
        let closure = try Regex(#"Mutex<\(*@(?:Sendable|escaping)"#)
        for path in try Sources.files(below: "Sources", ending: [".swift"]) {
            #expect(try Sources.text("Sources/\(path)").firstMatch(of: closure) == nil, "\(path)")
        }
        #expect("Mutex<(@Sendable (Value) -> Void)?>(nil)".firstMatch(of: closure) != nil)
    }
}
