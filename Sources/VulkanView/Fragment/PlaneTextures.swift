internal import CVulkan
internal import Frames
internal import VulkanCore

/// Textures that the GPU fills from a picture's buffers; made again only when a picture of another shape comes.
///
/// Confined to the device's thread.
final class PlaneTextures {
    private let device: VulkanDevice
    /// Weak: the ring keeps the recordings' textures until they are done.
    private weak var ring: CommandRing?
    private(set) var planes: PlaneSet?
    private var shape: (format: PixelFormat, size: PixelSize)?
    /// The contents of the textures: a picture's version, and the recording that copies it; nil before the first.
    private var held: (version: UInt64, recording: UInt64)?

    init(device: VulkanDevice, ring: CommandRing) {
        self.device = device
        self.ring = ring
    }

    /// Records the copy of a picture into the textures, unless they hold it already, and keeps them.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - buffers: The picture's planes; their strides must be whole texels.
    ///   - commands: The recording.
    /// - Returns: The textures, ready to be sampled in the fragment stage.
    /// - Throws: The driver's error for new textures.
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
        for (number, image) in planes.images.enumerated() {
            // Of the only plane's rows each image may have a part.
            let index = min(number, buffers.planes.count - 1)
            let (plane, texel) = (buffers.planes[index], picture.picture.format.planes[index].texelBytes)
            unsafe commands.copy(
                plane.buffer, offset: plane.offset + (number - index) * image.size.width * texel,
                texelsPerRow: plane.stride / texel, to: image)
        }
        for image in planes.images {
            unsafe commands.transition(image.raw, from: .copyDestination, to: .sampled)
        }
        held = (picture.version, commands.recording)
        return planes
    }

    /// Tells whether the textures hold a picture.
    func holds(_ picture: CurrentPicture) -> Bool {
        held.map { $0.version == picture.version && ring?.wasLost($0.recording) == false } ?? false
    }

    private func planes(for picture: Picture) throws(VulkanError) -> PlaneSet {
        if let planes, let shape, shape.format == picture.format, shape.size == picture.size { return planes }
        let limit = device.physical.limits.imageSide
        let parts = device.rowParts(of: picture)
        let widths = picture.format.planes.map { $0.textureSize(of: picture.size).width / parts }
        guard max(widths.max() ?? 0, picture.size.height) <= limit else {
            throw VulkanError(
                .unsupported,
                "the graphics device cannot draw a picture of \(picture.size) from textures; use at most \(limit) "
                    + "pixels a side, or --path compute")
        }
        let images = try Self.makeImages(
            for: picture, size: picture.size, on: device, usage: VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue)
        let planes = PlaneSet(images: images)
        self.planes = planes
        shape = (picture.format, picture.size)
        held = nil
        return planes
    }

    /// Makes textures as a picture needs them, of any size.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - size: The size of the textures' picture, in pixels.
    ///   - device: The device.
    ///   - usage: The uses besides sampling.
    /// - Returns: The textures.
    /// - Throws: The driver's error.
    static func makeImages(
        for picture: Picture, size: PixelSize, on device: VulkanDevice, usage: VkImageUsageFlags
    ) throws(VulkanError) -> [DeviceImage] {
        let parts = device.rowParts(of: picture)
        var images: [DeviceImage] = []
        for (index, plane) in picture.format.planes.enumerated() {
            var texels = plane.textureSize(of: size)
            texels.width /= parts
            for _ in 0..<parts {
                images.append(
                    try DeviceImage(
                        device: device, size: texels, format: plane.textureFormat,
                        usage: VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | usage, name: "plane \(index)"))
            }
        }
        return images
    }
}

extension VulkanDevice {
    /// The number of textures for the rows of a picture's only plane, a part of each row in each: as many as an element has texels where
    /// rows are longer than the device's textures.
    fileprivate func rowParts(of picture: Picture) -> Int {
        guard picture.format.planes.count == 1, let plane = picture.format.planes.first,
            plane.texels <= QuadLayout.textureCount,
            plane.textureSize(of: picture.size).width > physical.limits.imageSide
        else { return 1 }
        return plane.texels
    }
}
