internal import LinuxIO

/// Processor time of the render thread since the first frame was shown, in nanoseconds.
struct RenderCost: Sendable {
    /// All of it.
    var thread: Int64 = 0
    /// For making textures of frames: decode, copy or import.
    var textures: Int64 = 0
    /// For drawing with the processor.
    var drawing: Int64 = 0
    /// In the driver's calls that acquire, submit, wait and present.
    var driver: Int64 = 0
    /// The time that passed in these calls.
    var driverWall: Int64 = 0
    /// How many frames were shown for it.
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
    /// Of the whole process.
    var process: Int64
    /// Of the main thread.
    var main: Int64
    /// Of the camera threads.
    var cameras: Int64
    /// How many frames had been shown.
    var frames: Int64

    /// Reads the clocks; on the main thread.
    init(cameras: Int64, frames: UInt64) {
        process = MonotonicClock.processorTime()
        main = MonotonicClock.threadTime()
        self.cameras = cameras
        self.frames = Int64(frames)
    }
}
