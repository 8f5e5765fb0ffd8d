internal import Glibc

/// What a device's driver has cost the thread that calls it, in nanoseconds.
///
/// Only the calls are counted that take a frame's work, wait for it or show it: `vkAcquireNextImageKHR`, `vkQueueSubmit2`,
/// `vkWaitForFences` and `vkQueuePresentKHR`. A driver's own threads are not in it.
public struct DriverTime: Sendable {
    /// Processor time of the calling thread.
    public internal(set) var processor: Int64 = 0
    /// The time that passed, waiting included.
    public internal(set) var wall: Int64 = 0
}

extension VulkanDevice {
    /// Makes a call of the driver and adds what it cost to ``driverTime``.
    @discardableResult
    package func measured<Result>(
        _ call: () throws(VulkanError) -> Result
    ) throws(VulkanError) -> Result {
        let (processor, wall) = (read(CLOCK_THREAD_CPUTIME_ID), read(CLOCK_MONOTONIC))
        defer {
            driverTime.processor += read(CLOCK_THREAD_CPUTIME_ID) - processor
            driverTime.wall += read(CLOCK_MONOTONIC) - wall
        }
        return try call()
    }
}

private func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
