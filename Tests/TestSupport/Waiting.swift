internal import Glibc
internal import LinuxIO

/// A thing waited for did not come in time.
package struct WaitedInVain: Error, CustomStringConvertible {
    /// The thing waited for, and the one that was there instead.
    package let description: String

    /// Makes the error.
    package init(_ description: String) { self.description = description }
}

/// Looks again and again until there is a value.
///
/// - Parameters:
///   - what: The thing waited for, for the error.
///   - seconds: The limit; generous, since it costs time only where a test fails.
///   - found: The state that was there instead, for the error.
///   - look: One look; nil where it is not there yet.
/// - Throws: ``WaitedInVain`` at the limit, and errors of `look`.
/// - Returns: The first value.
@discardableResult
package func eventually<Value>(
    _ what: String, within seconds: Double = 30, found: () -> String = { "" }, _ look: () throws -> Value?
) throws -> Value {
    let deadline = MonotonicClock.now() + Int64(seconds * 1e9)
    while true {
        if let value = try look() { return value }
        guard MonotonicClock.now() < deadline else {
            let instead = found()
            let detail = instead.isEmpty ? "" : "\n\(instead)"
            throw WaitedInVain("waited \(seconds) s in vain for: \(what)\(detail)")
        }
        usleep(5_000)
    }
}

/// Looks again and again until a condition holds.
///
/// - Parameters:
///   - what: The thing waited for, for the error.
///   - seconds: The limit.
///   - found: The state that was there instead, for the error.
///   - condition: One look.
/// - Throws: ``WaitedInVain`` at the limit, and errors of `look`.
package func eventually(
    _ what: String, within seconds: Double = 30, found: () -> String = { "" },
    holds condition: () throws -> Bool
) throws {
    try eventually(what, within: seconds, found: found) { try condition() ? true : nil }
}
