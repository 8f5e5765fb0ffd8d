internal import Dispatch

/// Spreads rows over the processor's cores.
enum HostRows {
    /// Calls a function with ranges of rows, on several threads at once, and waits for all.
    ///
    /// - Parameters:
    ///   - count: How many rows.
    ///   - body: Works on a range of rows that nobody else gets.
    static func spread(_ count: Int, _ body: @Sendable (Range<Int>) -> Void) {
        // More parts than cores: another program may have one of them.
        let parts = max(1, min(4, count / 16))
        if parts == 1 { return body(0..<count) }
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            body(count * part / parts..<count * (part + 1) / parts)
        }
    }
}
