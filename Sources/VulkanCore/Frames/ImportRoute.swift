public import Frames
public import LinuxIO

/// A way for a frame's bytes from the source's memory to the GPU.
public enum ImportRoute: String, CaseIterable, Sendable {
    /// The driver's memory, shared between devices by descriptor (`VIDIOC_EXPBUF`).
    case dmabuf
    /// The graphics device's memory, filled by the camera's driver (`V4L2_MEMORY_USERPTR`).
    case userptr
    /// The source's pages, lent to the graphics device (`VK_EXT_external_memory_host`).
    case hostptr
    /// One copy by the processor into mapped memory of the graphics device.
    case copy
}

extension FrameMemoryExchange {
    /// Makes an exchange for frames that are to come by one route: who forces a way that a camera has to prepare for waits
    /// for the device, however long its driver takes to load.
    ///
    /// - Parameter route: The only route; nil for the best that works.
    /// - Throws: The error of a process that has no descriptor left.
    public convenience init(for route: ImportRoute?) throws(SystemError) {
        let mustWait = route == .dmabuf || route == .userptr
        try self.init(patience: mustWait ? 10_000_000_000 : 500_000_000)
    }
}
