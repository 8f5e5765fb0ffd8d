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
    init(device: VulkanDevice, ring: CommandRing, isRead: Bool, access: PlaneAccess = .textures) {
        self.device = device
        self.ring = ring
        self.isRead = isRead
        bounds = PictureBounds(device.physical.limits, drawing: access, reading: access)
    }

    /// Fills memory with a picture.
    ///
    /// - Parameters:
    ///   - picture: The picture's shape and colours.
    ///   - fill: Writes the samples to the given places; when it throws, the last picture stays.
    /// - Returns: The planes; they stay as they are until the next picture but one.
    /// - Throws: The error of `fill`; a size that the device cannot read; the device's failure.
    func load(
        _ picture: Picture,
        _ fill: (UnsafeMutableRawBufferPointer, StagingLayout) throws(FrameError) -> Void
    ) throws(FrameError) -> PlaneBuffers {
        try picture.checkSize(bounds)
        let place = 1 - filled
        let (buffer, planes) = try prepare(place, for: picture)
        try unsafe fill(buffer.bytes, stages[place].layout)
        filled = place
        return planes
    }

    /// Makes a place's memory ready: large enough and no longer read by the GPU.
    private func prepare(
        _ place: Int, for picture: Picture
    ) throws(FrameError) -> (MappedBuffer, PlaneBuffers) {
        do throws(VulkanError) {
            if let planes = stages[place].planes { try ring.wait(for: planes.reader) }
            if let buffer = stages[place].buffer, let planes = stages[place].planes,
                stages[place].layout.isOf(picture.format, picture.size)
            {
                return (buffer, planes)
            }
            let layout = StagingLayout(format: picture.format, size: picture.size)
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
        } catch {
            throw .vulkan(error)
        }
    }

    private func memory(at place: Int, count: Int) throws(VulkanError) -> MappedBuffer {
        if let buffer = stages[place].buffer, unsafe buffer.bytes.count >= count { return buffer }
        let buffer = try MappedBuffer(
            device: device, count: count,
            usage: VkBufferUsageFlagBits(
                VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue),
            isRead: isRead)
        stages[place].buffer = buffer
        return buffer
    }
}
