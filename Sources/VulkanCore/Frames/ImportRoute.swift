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
