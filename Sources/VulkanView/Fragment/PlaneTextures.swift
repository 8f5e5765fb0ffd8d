internal import CVulkan
internal import Frames
internal import VulkanCore

/// Textures that the GPU fills from a picture's buffers; made again only when a picture of another shape comes.
///
/// Confined to the device's thread.
final class PlaneTextures {
    private let device: VulkanDevice
    private let ring: CommandRing
    private(set) var planes: PlaneSet?
    private var shape: (format: PixelFormat, size: PixelSize)?
    /// What the textures hold: a picture's version, and the recording that copies it; nil before the first.
    private var held: (version: UInt64, recording: UInt64)?

    init(device: VulkanDevice, ring: CommandRing) {
        self.device = device
        self.ring = ring
    }

    /// Records the copy of a picture into the textures, unless they hold it already, and keeps them.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - buffers: Its planes. Strides must be whole texels.
    ///   - commands: The recording.
    /// - Returns: The textures, ready to be sampled in the fragment stage.
    /// - Throws: What the driver says to new textures.
    func record(
        _ picture: CurrentPicture, from buffers: PlaneBuffers, into commands: Commands
    ) throws(VulkanError) -> PlaneSet {
        let planes = try planes(for: picture.picture)
        commands.keep(planes)
        if holds(picture) { return planes }
        picture.acquire(into: commands)
        for image in planes.images {
            unsafe commands.transition(image.raw, from: .overwrittenPlane, to: .copyDestination)
        }
        for (index, plane) in buffers.planes.enumerated() {
            unsafe commands.copy(
                plane.buffer, offset: plane.offset,
                texelsPerRow: plane.stride / picture.picture.texelBytes(of: index),
                to: planes.images[index])
        }
        for image in planes.images {
            unsafe commands.transition(image.raw, from: .copyDestination, to: .sampled)
        }
        held = (picture.version, commands.recording)
        return planes
    }

    /// Tells whether the textures hold a picture.
    func holds(_ picture: CurrentPicture) -> Bool {
        held.map { $0.version == picture.version && !ring.wasLost($0.recording) } ?? false
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
        held = nil
        return planes
    }
}
