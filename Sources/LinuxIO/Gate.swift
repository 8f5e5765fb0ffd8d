/// A gate that opens once: any number of threads wait before it, and none after.
///
/// Thread-safe.
public final class Gate: Sendable {
    private let bell: Wakeup

    /// Makes a closed gate.
    public init() throws(SystemError) { bell = try Wakeup() }

    /// Opens the gate for good.
    public func open() { bell.ring() }

    /// Waits until the gate is open.
    ///
    /// - Parameters:
    ///   - deadline: The moment to stop waiting, in nanoseconds of ``MonotonicClock``.
    ///   - interruption: A bell that ends the wait, too, and goes on ringing; nil for none.
    /// - Returns: True when the gate is open.
    public func wait(until deadline: Int64, or interruption: Wakeup? = nil) -> Bool {
        // The rings are not cleared, for those that come later.
        let gate = Poll.Entry(bell.descriptor, .readable)
        let other = Poll.Entry(interruption?.descriptor ?? -1, .readable)
        let events = try? Poll.wait(for: gate, and: other, until: deadline)
        return events?.0.isEmpty == false
    }
}
