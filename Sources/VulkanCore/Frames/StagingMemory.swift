internal import CVulkan
internal import Frames

/// Mapped memory that the processor fills with pictures and the GPU reads.
///
/// Two pieces in turn: while the GPU reads one, the other is filled. A frame that turns out to be damaged while it is
/// filled in therefore never harms a picture that waits to be drawn. Memory is made again only for a picture of another
/// shape.
final class StagingMemory {
    private let device: VulkanDevice
    private let ring: CommandRing
    private let isRead: Bool
    private let isCached: Bool?
    /// Memory for fills that write here and there.
    private var draft: Draft?
    /// True when fills that write here and there go through other memory.
    var hasDraft: Bool { draft != nil }
    /// The bounds of the pictures that may come.
    var bounds: PictureBounds
    private var stages = [Stage(), Stage()]
    private var filled = 0

    private struct Stage {
        var buffer: MappedBuffer?
        var layout = StagingLayout()
        var planes: PlaneBuffers?
    }

    /// Prepares the pieces, which get memory with their first pictures.
    ///
    /// - Parameters:
    ///   - device: The device that reads the memory.
    ///   - ring: The submissions that read it.
    ///   - isRead: True when the processor reads it, too.
    ///   - access: The way in which the pictures are drawn.
    ///   - isCached: Whether the processor's caches hold it; nil, as always but in tests, for what the driver says.
    init(
        device: VulkanDevice, ring: CommandRing, isRead: Bool, access: PlaneAccess = .textures,
        isCached: Bool? = nil
    ) {
        self.device = device
        self.ring = ring
        self.isRead = isRead
        self.isCached = isCached
        bounds = PictureBounds(device.physical.limits, drawing: access, reading: access)
    }

    /// Fills memory with a picture.
    ///
    /// - Parameters:
    ///   - picture: The picture's shape and colours.
    ///   - format: The format of what is filled in; nil for the picture's.
    ///   - isScattered: True when `fill` writes here and there, as decoders do, and not row by row; where the memory is not cached it
    ///     then gets other memory, which is copied.
    ///   - fill: Writes the samples to the given places; when it throws, the last picture stays.
    /// - Returns: The planes; they stay as they are until the next picture but one.
    /// - Throws: The error of `fill`; a size that the device cannot read; the device's failure.
    func load(
        _ picture: Picture, as format: PixelFormat? = nil, isScattered: Bool = false,
        _ fill: (UnsafeMutableRawBufferPointer, StagingLayout) throws(FrameError) -> Void
    ) throws(FrameError) -> PlaneBuffers {
        try picture.checkSize(bounds)
        let place = 1 - filled
        let (buffer, planes) = try prepare(place, for: format ?? picture.format, picture.size)
        if isScattered, !(isCached ?? buffer.isCached) {
            let draft = draft(count: stages[place].layout.byteCount)
            try unsafe fill(draft.bytes, stages[place].layout)
            unsafe buffer.bytes.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: draft.bytes[..<stages[place].layout.byteCount]))
        } else {
            try unsafe fill(buffer.bytes, stages[place].layout)
        }
        filled = place
        return planes
    }

    /// Makes a place's memory ready: large enough and no longer read by the GPU.
    private func prepare(
        _ place: Int, for format: PixelFormat, _ size: PixelSize
    ) throws(FrameError) -> (MappedBuffer, PlaneBuffers) {
        try FrameError.wrapping { () throws(VulkanError) in
            if let planes = stages[place].planes { try ring.wait(for: planes.reader) }
            if let buffer = stages[place].buffer, let planes = stages[place].planes,
                stages[place].layout.isOf(format, size)
            {
                return (buffer, planes)
            }
            let layout = StagingLayout(format: format, size: size)
            let buffer = try memory(at: place, count: layout.byteCount)
            let planes = PlaneBuffers(
                planes: layout.planes.map { plane in
                    unsafe PlaneBuffers.Plane(
                        buffer: buffer.raw, byteCount: buffer.bytes.count, offset: plane.offset,
                        stride: plane.stride,
                        address: buffer.bytes.baseAddress.map { base in unsafe base + plane.offset })
                }, owner: buffer)
            stages[place].layout = layout
            stages[place].planes = planes
            return (buffer, planes)
        }
    }

    private func draft(count: Int) -> Draft {
        if let draft, unsafe draft.bytes.count >= count { return draft }
        let new = Draft(count: count)
        draft = new
        return new
    }

    private func memory(at place: Int, count: Int) throws(VulkanError) -> MappedBuffer {
        if let buffer = stages[place].buffer, unsafe buffer.bytes.count >= count { return buffer }
        let buffer = try MappedBuffer(
            device: device, count: count,
            usage: VkBufferUsageFlagBits(
                VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue),
            isRead: isRead, name: "staging \(place)")
        stages[place].buffer = buffer
        return buffer
    }
}

/// Ordinary memory, which is cached.
@safe private final class Draft {
    let bytes: UnsafeMutableRawBufferPointer

    init(count: Int) { unsafe bytes = .allocate(byteCount: count, alignment: 64) }

    deinit { unsafe bytes.deallocate() }
}
