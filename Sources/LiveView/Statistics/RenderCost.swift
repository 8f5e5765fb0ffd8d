/// Processor time of the render thread since the first frame was shown, in nanoseconds.
public struct RenderCost: Sendable {
    /// The thread's time in all.
    public internal(set) var thread: Int64 = 0
    /// The time for taking frames: decode, copy or import.
    public internal(set) var textures: Int64 = 0
    /// The time for drawing with the processor.
    public internal(set) var drawing: Int64 = 0
    /// The time in the driver's calls that acquire, submit, wait and present.
    public internal(set) var driver: Int64 = 0
    /// The time that passed during these calls.
    public internal(set) var driverWall: Int64 = 0
    /// The number of frames that were shown for it.
    public internal(set) var frames: Int64 = 0

    static func - (now: RenderCost, start: RenderCost) -> RenderCost {
        RenderCost(
            thread: now.thread - start.thread, textures: now.textures - start.textures,
            drawing: now.drawing - start.drawing, driver: now.driver - start.driver,
            driverWall: now.driverWall - start.driverWall, frames: now.frames - start.frames)
    }
}
