internal import LinuxIO

/// One mapped memory of a V4L2 buffer; it and the open device live as long as anyone reads it.
@safe final class MappedMemory: @unchecked Sendable {
    // Sendable: the pointer never changes after `init`, and only `deinit` gives the pages back.
    let bytes: UnsafeMutableRawBufferPointer
    private let device: VideoDevice

    /// Maps a memory (`v4l2_mmap`).
    ///
    /// - Parameters:
    ///   - memory: The memory as `VIDIOC_QUERYBUF` described it.
    ///   - device: The device.
    /// - Throws: The error of `mmap`.
    init(_ memory: BufferRequest.Memory, of device: VideoDevice) throws(SystemError) {
        let address = try systemCall("v4l2_mmap", on: device.path) {
            device.calls.map(device.number, memory.length, Int64(memory.place))
        }
        unsafe bytes = UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(bitPattern: address), count: memory.length)
        self.device = device
    }

    deinit { unsafe device.calls.unmap(bytes) }
}
