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
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of ``MonotonicClock``.
    /// - Returns: True when the gate is open.
    public func wait(until deadline: Int64) -> Bool {
        // The ring is not cleared, for those that come later.
        let events = try? Poll.wait(for: Poll.Entry(bell.descriptor, .readable), until: deadline)
        return events?.isEmpty == false
    }
}
