internal import CLinux
internal import Glibc

/// A bell that any thread can ring and one thread waits for (`eventfd`).
///
/// Rings before the wait are not lost, and many rings wake once. Thread-safe.
public final class Wakeup: Sendable {
    private let event: Descriptor

    /// Makes a bell that has not rung.
    public init() throws(SystemError) {
        let flags = Int32(EFD_CLOEXEC | EFD_NONBLOCK)
        event = Descriptor(owning: try systemCall("eventfd") { eventfd(0, flags) })
    }

    /// The descriptor that is readable after a ring; for `poll` beside other descriptors.
    public var descriptor: Int32 { event.number }

    /// Wakes the waiting thread, now or at its next wait.
    public func ring() {
        _ = eventfd_write(event.number, 1)
    }

    /// Clears the rings so far, so that the descriptor is quiet again.
    public func clear() {
        var rings = eventfd_t()
        unsafe _ = eventfd_read(event.number, &rings)
    }

    /// Waits for a ring and clears it.
    ///
    /// - Parameter deadline: The moment to stop waiting, in nanoseconds of ``MonotonicClock``; nil waits without a
    ///   limit.
    /// - Returns: True when the bell rang before the deadline.
    @discardableResult
    public func wait(until deadline: Int64? = nil) -> Bool {
        let ready = (try? Poll.wait(for: Poll.Entry(descriptor, .readable), until: deadline)) ?? []
        // A ring after the deadline is the next wait's.
        guard !ready.isEmpty else { return false }
        clear()
        return true
    }
}
