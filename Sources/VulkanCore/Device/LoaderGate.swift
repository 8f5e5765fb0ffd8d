internal import Glibc
internal import LinuxIO
internal import Synchronization

/// The gate before those calls of Vulkan's loader that list, make and end instances and devices: it has one lock for all of them.
///
/// A driver that hangs in such a call keeps all others out for as long as the process lives. So each call goes through here, one at a time, and
/// none follows one that does not come back. Thread-safe.
package final class LoaderGate: Sendable {
    /// The gate of this process.
    package static let shared = LoaderGate()

    /// A call that is under way.
    private struct Call {
        let words: String
        let begin: Int64
        /// The time after which it counts as hanging, in nanoseconds.
        let patience: Int64
    }

    private let current = Mutex<Call?>(nil)
    /// The time between two looks of a thread that waits, in microseconds; hardly any two threads meet here.
    private static let interval: UInt32 = 2000
    /// The longest wait of a device or an instance that is to end, in nanoseconds: whoever leaves has no more time.
    private static let longestEnd: Int64 = 2_000_000_000
    /// The patience with calls that load drivers, in nanoseconds.
    static let loading: Int64 = 60_000_000_000

    /// The patience with the making and the end of a device, in nanoseconds.
    static func patience(with device: PhysicalDevice) -> Int64 {
        device.kind == .cpu ? loading : 10_000_000_000
    }

    /// Makes a call, once no other one is under way.
    ///
    /// - Parameters:
    ///   - words: The driver, and what it does, for those that wait in vain.
    ///   - patience: The time after which the call counts as hanging.
    ///   - work: Makes the call; goes through no gate itself.
    /// - Returns: The result of the work.
    /// - Throws: Kind `blocked` where another call does not come back; the errors of the work.
    @discardableResult
    package func pass<Result>(
        _ words: String, patience: Int64, _ work: () throws(VulkanError) -> Result
    ) throws(VulkanError) -> Result {
        if let hanging = enter(Call(words: words, begin: 0, patience: patience), within: .max) {
            throw VulkanError(
                .blocked,
                "\(hanging), and no graphics device can be opened meanwhile; start again, or choose another with --device"
            )
        }
        defer { leave() }
        return try work()
    }

    /// Makes a call that ends something, once no other one is under way.
    ///
    /// - Parameters:
    ///   - words: The driver, and what it does, for those that wait in vain.
    ///   - patience: The time after which the call counts as hanging.
    ///   - work: Makes the call.
    /// - Returns: False, and nothing is done, where another one has not come back for two seconds.
    func end(_ words: String, patience: Int64, _ work: () -> Void) -> Bool {
        guard enter(Call(words: words, begin: 0, patience: patience), within: Self.longestEnd) == nil else {
            return false
        }
        defer { leave() }
        work()
        return true
    }

    /// Waits until a device could be opened.
    ///
    /// - Throws: Kind `blocked` where a call does not come back.
    package func check() throws(VulkanError) {
        try pass("Vulkan's loader does not answer", patience: Self.loading) {}
    }

    /// Waits for the end of the call that is under way, and begins another one.
    ///
    /// - Returns: The words of one that has been under way for too long; nil once the other one has begun.
    private func enter(_ call: Call, within limit: Int64) -> String? {
        while true {
            let now = MonotonicClock.now()
            let other = current.withLock { current -> Call? in
                guard let other = current else {
                    current = Call(words: call.words, begin: now, patience: call.patience)
                    return nil
                }
                return other
            }
            guard let other else { return nil }
            if now - other.begin >= min(other.patience, limit) { return other.words }
            usleep(Self.interval)
        }
    }

    private func leave() { current.withLock { $0 = nil } }
}
