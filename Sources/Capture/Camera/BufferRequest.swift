internal import CV4L2
internal import Frames
internal import LinuxIO

/// The kernel's structure for one buffer (`v4l2_buffer`), with room for the planes of multi-planar devices.
@safe struct BufferRequest: ~Copyable {
    /// One memory of a buffer, as the kernel describes it.
    struct Memory {
        /// The number of bytes that can be mapped.
        let length: Int
        /// The offset at which `mmap` finds them.
        let place: Int
        /// The number of bytes in use, from the start of the memory.
        let used: Int
        /// The number of bytes before the picture.
        let dataOffset: Int
    }

    private let device: VideoDevice
    private let planes: UnsafeMutablePointer<v4l2_plane>
    private var buffer = unsafe v4l2_buffer()
    /// The number of memories of each buffer.
    let memoryCount: Int
    private let kind: BufferKind

    init(_ device: VideoDevice, memoryCount: Int, kind: BufferKind = .mapped) {
        self.device = device
        self.kind = kind
        self.memoryCount = min(memoryCount, Int(VIDEO_MAX_PLANES))
        unsafe planes = .allocate(capacity: Int(VIDEO_MAX_PLANES))
        unsafe planes.initialize(repeating: v4l2_plane(), count: Int(VIDEO_MAX_PLANES))
    }

    deinit { unsafe planes.deallocate() }

    /// Gives a buffer to the driver (`VIDIOC_QBUF`).
    mutating func queue(_ buffer: FrameBuffer) throws(SystemError) {
        prepare(buffer.index)
        if kind == .user {
            for index in unsafe buffer.memories.indices {
                unsafe setAddress(buffer.memories[index], of: index)
            }
        }
        try unsafe device.call(.queue, &self.buffer, kind)
    }

    /// Makes `VIDIOC_QUERYBUF` or `VIDIOC_DQBUF`.
    ///
    /// - Parameters:
    ///   - request: The ioctl.
    ///   - index: The buffer; without meaning for `VIDIOC_DQBUF`.
    /// - Throws: The error of the ioctl.
    mutating func call(_ request: V4L2Request, index: Int = 0) throws(SystemError) {
        prepare(index)
        try unsafe device.call(request, &buffer, kind)
    }

    private mutating func prepare(_ index: Int) {
        unsafe buffer = v4l2_buffer()
        unsafe buffer.index = UInt32(index)
        unsafe buffer.type = device.bufferType
        unsafe buffer.memory = kind.memory
        if device.isMultiPlanar {
            unsafe planes.update(repeating: v4l2_plane(), count: Int(VIDEO_MAX_PLANES))
            unsafe buffer.m.planes = planes
            unsafe buffer.length = UInt32(memoryCount)
        }
    }

    private mutating func setAddress(_ memory: UnsafeMutableRawBufferPointer, of index: Int) {
        let address = UInt(bitPattern: memory.baseAddress)
        if device.isMultiPlanar {
            guard index < memoryCount else { return }
            unsafe planes[index].m.userptr = address
            unsafe planes[index].length = UInt32(memory.count)
        } else {
            unsafe buffer.m.userptr = address
            unsafe buffer.length = UInt32(memory.count)
        }
    }

    var index: Int { Int(unsafe buffer.index) }
    var flags: UInt32 { unsafe buffer.flags }
    var sequence: UInt32 { unsafe buffer.sequence }

    /// The timestamp in nanoseconds.
    var nanoseconds: Int64 {
        let time = unsafe buffer.timestamp
        // Drivers may say anything: 2³¹ s are 68 years, and more would not fit.
        let seconds = min(max(-1 << 31, Int64(time.tv_sec)), 1 << 31)
        return seconds * 1_000_000_000 + min(max(-1 << 31, Int64(time.tv_usec)), 1 << 31) * 1000
    }

    /// A memory of the buffer that the last call was about.
    func memory(_ index: Int) -> Memory {
        if device.isMultiPlanar {
            let plane = unsafe planes[index]
            return Memory(
                length: Int(plane.length), place: Int(unsafe plane.m.mem_offset), used: Int(plane.bytesused),
                dataOffset: Int(plane.data_offset))
        }
        return unsafe Memory(
            length: Int(buffer.length), place: Int(buffer.m.offset), used: Int(buffer.bytesused),
            dataOffset: 0)
    }
}
