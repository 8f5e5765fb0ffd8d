internal import LinuxIO

/// The cost of some work to the device's thread, in nanoseconds.
public struct WorkTime: Sendable {
    /// The processor time of the calling thread.
    public internal(set) var processor: Int64 = 0
    /// The time that passed, waiting included.
    public internal(set) var wall: Int64 = 0
}

extension VulkanDevice {
    /// Makes a call of the driver and adds its cost to ``driverTime``.
    @discardableResult
    package func measured<Result>(
        _ call: () throws(VulkanError) -> Result
    ) throws(VulkanError) -> Result {
        let start = WorkTime.now()
        defer { driverTime.add(since: start) }
        return try call()
    }

    /// Lets the processor draw and adds the cost to ``drawingTime``.
    @discardableResult
    package func measuredDrawing<Result>(
        _ draw: () throws(VulkanError) -> Result
    ) throws(VulkanError) -> Result {
        let start = WorkTime.now()
        defer { drawingTime.add(since: start) }
        return try draw()
    }
}

extension WorkTime {
    fileprivate static func now() -> WorkTime {
        WorkTime(processor: MonotonicClock.threadTime(), wall: MonotonicClock.now())
    }

    fileprivate mutating func add(since start: WorkTime) {
        let now = WorkTime.now()
        processor += now.processor - start.processor
        wall += now.wall - start.wall
    }
}
