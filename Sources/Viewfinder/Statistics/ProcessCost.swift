internal import LinuxIO

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
