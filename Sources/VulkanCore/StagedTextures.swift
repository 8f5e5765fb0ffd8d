internal import CVulkan
internal import Frames

/// Textures filled through mapped memory: the processor fills the memory, the GPU copies it into the textures.
///
/// Two pieces of memory in turn: while the GPU reads one, the other is filled. A frame that turns out to be damaged
/// while it is filled in therefore never harms a picture that waits to be drawn. Nothing is made anew until a picture
/// of another shape comes.
final class StagedTextures {
    private let device: VulkanDevice
    private let ring: CommandRing
    private var stages = [Stage(), Stage()]
    private var filled = 0
    private var pending: Picture?
    private var textures: (planes: PlaneSet, format: PixelFormat, size: PixelSize)?

    private struct Stage {
        var buffer: MappedBuffer?
        var layout = StagingLayout()
        /// The submission that reads it.
        var reader: UInt64 = 0
    }

    init(device: VulkanDevice, ring: CommandRing) {
        self.device = device
        self.ring = ring
    }

    /// Fills memory with a picture, which the next `record` brings into the textures.
    ///
    /// - Parameters:
    ///   - picture: The picture's shape and colours.
    ///   - fill: Writes the samples to the places it is told; when it throws, the last picture stays.
    /// - Throws: What `fill` throws; a size that the device cannot sample; the device's failures.
    func load(
        _ picture: Picture,
        _ fill: (UnsafeMutableRawBufferPointer, StagingLayout) throws(FrameError) -> Void
    ) throws(FrameError) {
        let texture = picture.arrangement.textureSize(elements: picture.size)
        let limit = device.physical.maximumImageSide
        guard !picture.size.isEmpty, max(texture.width, texture.height) <= limit else {
            throw .unsupportedSize(picture.size, limit: limit)
        }
        let layout = StagingLayout(format: picture.format, size: picture.size)
        let place = 1 - filled
        let buffer = try memory(at: place, for: layout)
        try unsafe fill(buffer.bytes, layout)
        filled = place
        pending = picture
    }

    /// Records the copy of what was loaded since the last time.
    ///
    /// - Returns: Textures to be sampled in the fragment stage; nil before the first picture.
    func record(into commands: Commands) throws(VulkanError) -> PlaneSet? {
        guard let picture = pending, let buffer = stages[filled].buffer else { return textures?.planes }
        let planes = try planes(for: picture)
        let images = unsafe planes.images.map { image in unsafe image.raw }
        unsafe commands.transition(images, from: .overwrittenPlane, to: .copyDestination)
        for (image, plane) in zip(planes.images, stages[filled].layout.planes) {
            unsafe commands.copy(buffer.raw, offset: plane.offset, to: image)
        }
        unsafe commands.transition(images, from: .copyDestination, to: .sampled)
        commands.keep(buffer)
        stages[filled].reader = commands.number
        pending = nil
        return planes
    }

    /// The memory of a place, large enough and no longer read by the GPU.
    private func memory(at place: Int, for layout: StagingLayout) throws(FrameError) -> MappedBuffer {
        do throws(VulkanError) {
            try ring.wait(for: stages[place].reader)
            stages[place].layout = layout
            if let buffer = stages[place].buffer, unsafe buffer.bytes.count >= layout.byteCount {
                return buffer
            }
            let buffer = try MappedBuffer(
                device: device, count: layout.byteCount, usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                isRead: false)
            stages[place].buffer = buffer
            return buffer
        } catch {
            throw .vulkan(error)
        }
    }

    private func planes(for picture: Picture) throws(VulkanError) -> PlaneSet {
        if let textures, textures.format == picture.format, textures.size == picture.size {
            return textures.planes
        }
        var images: [DeviceImage] = []
        for (index, plane) in picture.format.planes.enumerated() {
            let size = picture.arrangement.textureSize(elements: plane.size(of: picture.size))
            images.append(
                try DeviceImage(
                    device: device, size: size, format: picture.arrangement.textureFormat(of: index),
                    usage: VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue))
        }
        let planes = PlaneSet(images: images)
        textures = (planes, picture.format, picture.size)
        return planes
    }
}
