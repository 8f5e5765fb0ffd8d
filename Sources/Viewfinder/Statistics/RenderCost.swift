internal import LinuxIO

/// Processor time of the render thread since the first frame was shown, in nanoseconds.
struct RenderCost: Sendable {
    /// The thread's time in all.
    var thread: Int64 = 0
    /// The time for taking frames: decode, copy or import.
    var textures: Int64 = 0
    /// The time for drawing with the processor.
    var drawing: Int64 = 0
    /// The time in the driver's calls that acquire, submit, wait and present.
    var driver: Int64 = 0
    /// The time that passed during these calls.
    var driverWall: Int64 = 0
    /// The number of frames that were shown for it.
    var frames: Int64 = 0

    static func - (now: RenderCost, start: RenderCost) -> RenderCost {
        RenderCost(
            thread: now.thread - start.thread, textures: now.textures - start.textures,
            drawing: now.drawing - start.drawing, driver: now.driver - start.driver,
            driverWall: now.driverWall - start.driverWall, frames: now.frames - start.frames)
    }
}

/// Processor time of the other threads, in nanoseconds.
struct ProcessCost {
    /// The time of the whole process.
    var process: Int64
    /// The time of the main thread.
    var main: Int64
    /// The time of the camera threads.
    var cameras: Int64
    /// The number of frames that had been shown.
    var frames: Int64

    /// Reads the clocks, on the main thread.
    init(cameras: Int64, frames: UInt64) {
        process = MonotonicClock.processorTime()
        main = MonotonicClock.threadTime()
        self.cameras = cameras
        self.frames = Int64(frames)
    }
}
