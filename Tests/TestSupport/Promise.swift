package import Faults
internal import Foundation
internal import LinuxIO

/// A promise that was not kept.
package struct BrokenPromise: Error, CustomStringConvertible {
    /// The fault, the bound and the time.
    package let description: String
}

extension Fault {
    /// A bound of a fault's row.
    package enum Bound: String {
        case told
        case recovered
    }

    /// Measures the time that something takes, notes it for `scripts/measure-faults`, and holds it against a bound.
    ///
    /// - Parameters:
    ///   - bound: The bound of this fault's row.
    ///   - wait: The wait from the event, or from its end, until what is promised is there.
    /// - Throws: ``BrokenPromise`` beyond the bound, or where the row has none; errors of the wait.
    /// - Returns: The result of the wait.
    @discardableResult
    package func within<Result>(_ bound: Bound, _ wait: () throws -> Result) throws -> Result {
        let begin = MonotonicClock.now()
        let result = try wait()
        try note(bound, since: begin)
        return result
    }

    /// The same for a wait that suspends.
    @discardableResult
    package func within<Result>(
        _ bound: Bound, isolation: isolated (any Actor)? = #isolation, _ wait: () async throws -> Result
    ) async throws -> Result {
        let begin = MonotonicClock.now()
        let result = try await wait()
        try note(bound, since: begin)
        return result
    }

    private func note(_ bound: Bound, since begin: Int64) throws {
        try hold(bound, seconds: Double(MonotonicClock.now() - begin) / 1e9)
    }

    /// Holds a time that was measured elsewhere against a bound.
    ///
    /// - Parameters:
    ///   - bound: The bound of this fault's row.
    ///   - seconds: The time.
    /// - Throws: ``BrokenPromise`` beyond the bound, or where the row has none.
    package func hold(_ bound: Bound, seconds: Double) throws {
        let limit = bound == .told ? told : recovered
        guard let limit else { throw BrokenPromise(description: "\(name) has no bound '\(bound)'") }
        try note("\(bound)\t\(seconds)\t\(limit)")
        guard seconds <= Double(limit) else {
            throw BrokenPromise(description: "\(name), \(bound): \(seconds) s instead of \(limit) s at most")
        }
    }

    /// Notes what a fault has left, for `scripts/measure-faults` to count.
    ///
    /// - Parameter outcome: What is left, in some words that are the same each time.
    /// - Throws: The error of the file that is noted in.
    package func count(_ outcome: String) throws { try note("\(outcome)\t\t") }

    /// Notes a loss, and holds it against the most that may be lost.
    ///
    /// - Parameters:
    ///   - what: What is lost, in some words that are the same each time.
    ///   - seconds: The loss.
    ///   - limit: The most that may be lost, in seconds.
    /// - Throws: ``BrokenPromise`` beyond the limit.
    package func lose(_ what: String, seconds: Double, atMost limit: Double) throws {
        try note("\(what)\t\(seconds)\t\(limit)")
        guard seconds <= limit else {
            throw BrokenPromise(description: "\(name), \(what): \(seconds) s instead of \(limit) s at most")
        }
    }

    /// Adds a line to the file of what is measured, where there is one.
    private func note(_ line: String) throws {
        guard let path = ProcessInfo.processInfo.environment["VIEWFINDER_FAULT_TIMES"] else { return }
        let file = try Descriptor.open(path, flags: O_WRONLY | O_APPEND)
        try file.write(Array("\(name)\t\(line)\n".utf8))
    }
}
