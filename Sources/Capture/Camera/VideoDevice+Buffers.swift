internal import CV4L2
internal import Glibc
internal import LinuxIO

extension VideoDevice {
    /// Asks for buffers, or gives all back (`VIDIOC_REQBUFS`).
    ///
    /// - Parameters:
    ///   - count: The number of buffers, which the driver may change; 0 frees all.
    ///   - kind: The owner of their memory.
    ///   - isRead: True when the processor is going to read them: drivers that can (`V4L2_BUF_CAP_SUPPORTS_MMAP_CACHE_HINTS`) then map
    ///     memory that is cached, and bring the caches up to date with each buffer. Others do not look at it.
    /// - Returns: The driver's answer.
    /// - Throws: The error of the ioctl; `EINVAL` where the driver does not know that kind.
    func requestBuffers(
        _ count: Int, _ kind: BufferKind, isRead: Bool = false
    ) throws(SystemError) -> v4l2_requestbuffers {
        var request = v4l2_requestbuffers()
        request.count = UInt32(count)
        request.type = bufferType
        request.memory = kind.memory
        // libv4l2 makes a request of its own when it converts.
        if isRead, kind == .mapped, !isConverting { request.flags = UInt8(V4L2_MEMORY_FLAG_NON_COHERENT) }
        try call(.requestBuffers, &request, kind)
        return request
    }

    /// Starts the stream, or stops it (`VIDIOC_STREAMON`, `VIDIOC_STREAMOFF`).
    func stream(_ request: V4L2Request, _ kind: BufferKind) throws(SystemError) {
        var type = bufferType
        try call(request, &type, kind)
    }

    /// Shares a memory of one of the driver's buffers (`VIDIOC_EXPBUF`).
    ///
    /// - Parameters:
    ///   - index: The buffer.
    ///   - memory: The index of its memory.
    /// - Returns: The memory as a dma-buf.
    /// - Throws: The error of the ioctl; `ENOTTY` or `EINVAL` where the driver does not share.
    func export(_ index: Int, memory: Int) throws(SystemError) -> SharedMemory {
        var request = v4l2_exportbuffer()
        request.type = bufferType
        request.index = UInt32(index)
        request.plane = UInt32(memory)
        // Drivers that read through a mapping ask for one that can be written, too.
        request.flags = UInt32(O_CLOEXEC | O_RDWR)
        try call(.export, &request)
        return SharedMemory(owning: Descriptor(owning: request.fd))
    }

    /// Makes an ioctl of a stream: past libv4l2 where the memory is not the driver's.
    func call<Argument>(
        _ request: V4L2Request, _ argument: inout Argument, _ kind: BufferKind
    ) throws(SystemError) {
        switch kind {
        case .mapped: try call(request, &argument)
        case .user: try callKernel(request, &argument)
        }
    }
}
