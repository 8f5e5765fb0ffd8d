/// Processor time of the render thread since it began, in nanoseconds.
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
}
