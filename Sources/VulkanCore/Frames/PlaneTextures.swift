internal import CVulkan
internal import Frames

/// Textures that the GPU fills from buffers; made anew only when a picture of another shape comes.
final class PlaneTextures {
    private(set) var planes: PlaneSet?
    /// Whether they hold the newest picture.
    var isCurrent = false
    private let device: VulkanDevice
    private var shape: (format: PixelFormat, size: PixelSize)?

    init(device: VulkanDevice) { self.device = device }

    /// Records the copy of a picture into the textures, which are then ready to be sampled in the fragment stage.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - buffers: Its planes; kept until the GPU is done. Strides must be whole texels.
    ///   - commands: The recording.
    /// - Throws: What the driver says to new textures.
    func record(
        _ picture: Picture, from buffers: PlaneBuffers, into commands: Commands
    ) throws(VulkanError) {
        let planes = try planes(for: picture)
        for image in planes.images {
            unsafe commands.transition(image.raw, from: .overwrittenPlane, to: .copyDestination)
        }
        for (index, plane) in buffers.planes.enumerated() {
            unsafe commands.copy(
                plane.buffer, offset: plane.offset,
                texelsPerRow: plane.stride / picture.texelBytes(of: index),
                to: planes.images[index])
        }
        for image in planes.images {
            unsafe commands.transition(image.raw, from: .copyDestination, to: .sampled)
        }
        commands.keep(buffers)
        buffers.reader = commands.number
        isCurrent = true
    }

    private func planes(for picture: Picture) throws(VulkanError) -> PlaneSet {
        if let planes, let shape, shape.format == picture.format, shape.size == picture.size { return planes }
        var images: [DeviceImage] = []
        for (index, plane) in picture.format.planes.enumerated() {
            let size = picture.arrangement.textureSize(elements: plane.size(of: picture.size))
            images.append(
                try DeviceImage(
                    device: device, size: size, format: picture.arrangement.textureFormat(of: index),
                    usage: VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue))
        }
        let planes = PlaneSet(images: images)
        self.planes = planes
        shape = (picture.format, picture.size)
        return planes
    }
}
