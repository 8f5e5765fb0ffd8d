package import CVulkan
package import Frames

/// An image of one level in the device's memory, with its view (`VkImage`, `VkImageView`).
@safe package final class DeviceImage {
    package let raw: VkImage
    package let view: VkImageView
    /// The width and height in texels.
    package let size: PixelSize
    /// The arrangement of a texel in memory.
    package let format: VkFormat
    private let memory: DeviceMemory
    private let device: VulkanDevice

    /// Makes an image; its contents are undefined.
    ///
    /// - Parameters:
    ///   - device: The device on which it is made.
    ///   - size: The width and height in texels.
    ///   - format: The arrangement of a texel in memory.
    ///   - usage: The uses that the GPU makes of it.
    ///   - name: The name in captures.
    /// - Throws: The driver's error.
    package init(
        device: VulkanDevice, size: PixelSize, format: VkFormat, usage: VkImageUsageFlags,
        name: String = "image"
    ) throws(VulkanError) {
        var info = unsafe imageInfo(size, format, usage)
        let raw: VkImage = try unsafe created("vkCreateImage") {
            unsafe vkCreateImage(device.raw, &info, nil, &$0)
        }
        var requirements = VkMemoryRequirements()
        unsafe vkGetImageMemoryRequirements(device.raw, raw, &requirements)
        do throws(VulkanError) {
            memory = try DeviceMemory(
                device: device, requirements: requirements, needed: 0,
                wished: VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue, name: name)
            let memory = memory
            try check("vkBindImageMemory") { unsafe vkBindImageMemory(device.raw, raw, memory.raw, 0) }
            unsafe view = try makeImageView(device, raw, format, name)
        } catch {
            unsafe vkDestroyImage(device.raw, raw, nil)
            throw error
        }
        unsafe self.raw = unsafe raw
        self.size = size
        self.format = format
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_IMAGE, name)
    }

    /// Takes over an image with memory bound to it.
    ///
    /// - Parameters:
    ///   - raw: The image; destroyed with this, also where `init` throws.
    ///   - memory: The memory in which it lies.
    ///   - size: The width and height in texels.
    ///   - format: The arrangement of a texel in memory.
    ///   - device: The device on which it was made.
    /// - Throws: The driver's error for a view of it.
    init(
        owning raw: VkImage, memory: DeviceMemory, size: PixelSize, format: VkFormat, device: VulkanDevice
    ) throws(VulkanError) {
        do throws(VulkanError) {
            unsafe view = try makeImageView(device, raw, format, "camera's plane")
        } catch {
            unsafe vkDestroyImage(device.raw, raw, nil)
            throw error
        }
        unsafe self.raw = unsafe raw
        self.memory = memory
        self.size = size
        self.format = format
        self.device = device
        unsafe device.adopt(raw, VK_OBJECT_TYPE_IMAGE, "camera's plane")
    }

    /// A copy of the whole image, from or to a buffer whose rows have no padding.
    var wholeCopy: VkBufferImageCopy { VulkanCore.wholeCopy(of: size) }

    deinit {
        guard !device.isGivenUp else { return }
        unsafe vkDestroyImageView(device.raw, view, nil)
        unsafe vkDestroyImage(device.raw, raw, nil)
    }
}

/// Describes an image of one level in the device's own order, without contents (`VkImageCreateInfo`).
func imageInfo(_ size: PixelSize, _ format: VkFormat, _ usage: VkImageUsageFlags) -> VkImageCreateInfo {
    var info = unsafe VkImageCreateInfo()
    unsafe info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO
    unsafe info.imageType = VK_IMAGE_TYPE_2D
    unsafe info.format = format
    unsafe info.extent = VkExtent3D(width: UInt32(size.width), height: UInt32(size.height), depth: 1)
    unsafe info.mipLevels = 1
    unsafe info.arrayLayers = 1
    unsafe info.samples = VK_SAMPLE_COUNT_1_BIT
    unsafe info.tiling = VK_IMAGE_TILING_OPTIMAL
    unsafe info.usage = usage
    unsafe info.sharingMode = VK_SHARING_MODE_EXCLUSIVE
    unsafe info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED
    return unsafe info
}

/// The colours of an image's only level (`VkImageSubresourceRange`).
package let wholeColorImage = VkImageSubresourceRange(
    aspectMask: VK_IMAGE_ASPECT_COLOR_BIT.rawValue, baseMipLevel: 0, levelCount: 1, baseArrayLayer: 0,
    layerCount: 1)

/// Makes a view of a whole image, for the caller to own, with a name in captures (`vkCreateImageView`).
package func makeImageView(
    _ device: VulkanDevice, _ image: VkImage, _ format: VkFormat, _ name: String
) throws(VulkanError) -> VkImageView {
    var info = unsafe VkImageViewCreateInfo()
    unsafe info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO
    unsafe info.image = image
    unsafe info.viewType = VK_IMAGE_VIEW_TYPE_2D
    unsafe info.format = format
    unsafe info.subresourceRange = wholeColorImage
    let made: VkImageView = try unsafe created("vkCreateImageView") {
        unsafe vkCreateImageView(device.raw, &info, nil, &$0)
    }
    unsafe device.adopt(made, VK_OBJECT_TYPE_IMAGE_VIEW, name)
    return unsafe made
}

/// Describes a copy of a whole image of this size, from or to a buffer whose rows have no padding.
func wholeCopy(of size: PixelSize) -> VkBufferImageCopy {
    var region = VkBufferImageCopy()
    region.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT.rawValue
    region.imageSubresource.layerCount = 1
    region.imageExtent = VkExtent3D(width: UInt32(size.width), height: UInt32(size.height), depth: 1)
    return region
}
