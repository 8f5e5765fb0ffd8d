internal import CGStreamer
internal import Frames

/// A loan of a picture's bytes, which lives while GStreamer reads them.
private final class Loan {
    let samples: MovieInput.Samples
    let pool: PixelCopyPool

    init(_ samples: MovieInput.Samples, _ pool: PixelCopyPool) {
        self.samples = samples
        self.pool = pool
    }

    deinit {
        if case .copy(let copy, _, _, _) = samples { pool.recycle(copy) }
    }
}

extension MovieInput {
    /// Makes a buffer on the picture's own bytes (`gst_memory_new_wrapped`), which stay until GStreamer releases it.
    ///
    /// - Parameters:
    ///   - shape: The picture's shape; may be smaller than the picture.
    ///   - pool: Gets copies back.
    /// - Returns: The buffer, with a reference for the caller.
    func buffer(_ shape: InputShape, pool: PixelCopyPool) -> UnsafeMutablePointer<GstBuffer>? {
        guard let buffer = unsafe gst_buffer_new() else { return nil }
        let loan = Loan(samples, pool)
        var starts: [Int] = []
        var end = 0
        let memories = unsafe samples.memories
        for index in unsafe memories.indices {
            let memory = unsafe memories[index]
            starts.append(end)
            end += memory.count
            unsafe gst_movie_buffer_lend(
                buffer, memory.baseAddress, gsize(memory.count), Unmanaged.passRetained(loan).toOpaque(),
                giveBack)
        }
        let planes = samples.planes
        var offsets = planes.map { gsize(starts[$0.memory] + $0.offset) }
        var strides = planes.map { Int32(clamping: $0.stride) }
        unsafe gst_buffer_add_video_meta_full(
            buffer, GST_VIDEO_FRAME_FLAG_NONE, shape.format, UInt32(shape.size.width),
            UInt32(shape.size.height),
            UInt32(planes.count), &offsets, &strides)
        unsafe buffer.pointee.pts = GstClockTime(position)
        unsafe buffer.pointee.duration = GstClockTime(duration)
        return unsafe buffer
    }
}

extension MovieInput.Samples {
    fileprivate var memories: [UnsafeMutableRawBufferPointer] {
        switch self {
        case .frame(let frame): unsafe frame.buffer.memories
        case .copy(let copy, _, _, _): unsafe [copy.bytes]
        }
    }

    fileprivate var planes: [PlaneLayout] {
        switch self {
        case .frame(let frame): frame.layout.planes
        case .copy(_, _, _, let stride): [PlaneLayout(offset: 0, stride: stride)]
        }
    }
}

private func giveBack(_ loan: UnsafeMutableRawPointer?) {
    guard let loan = unsafe loan else { return }
    unsafe Unmanaged<Loan>.fromOpaque(loan).release()
}
