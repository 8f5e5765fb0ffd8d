internal import CVulkan
internal import Frames

/// Images on dma-bufs whose rows lie at places that a camera has chosen (`VK_EXT_image_drm_format_modifier`).
enum ForeignImage {
    /// The value of `DRM_FORMAT_MOD_LINEAR`: rows of texels, as cameras write them.
    private static let linear: UInt64 = 0
    /// Sampled by drawings; copied from, to compare the first frames.
    private static let usage = VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue

    /// Makes an image for one plane, to be sampled.
    ///
    /// - Parameters:
    ///   - foreign: The plane's memory.
    ///   - plane: The place of the rows in it.
    ///   - size: The width and height in texels.
    ///   - format: The arrangement of a texel in memory.
    ///   - device: The device on which it is sampled.
    /// - Returns: The image.
    /// - Throws: The reason why the driver does not take the memory, its pitch or its size.
    static func make(
        on foreign: ForeignMemory, _ plane: PlaneLayout, size: PixelSize, format: VkFormat,
        device: VulkanDevice
    ) throws(MemoryRefusal) -> DeviceImage {
        guard device.extensions.contains(.linearImages) else {
            throw MemoryRefusal("the graphics device lacks VK_EXT_image_drm_format_modifier")
        }
        guard unsafe samplesLinear(format, device.physical.raw) else {
            throw MemoryRefusal("the driver samples no such images in rows")
        }
        let needsDedication = try needsDedication(size, format, device)
        let raw = try unsafe makeImage(plane, size, format, device)
        let memory: DeviceMemory
        do throws(MemoryRefusal) {
            try unsafe checkRows(of: raw, plane, device)
            var requirements = VkMemoryRequirements()
            unsafe vkGetImageMemoryRequirements(device.raw, raw, &requirements)
            var dedicated = unsafe VkMemoryDedicatedAllocateInfo()
            unsafe dedicated.sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO
            unsafe dedicated.image = raw
            memory = try unsafe foreign.allocate(
                for: requirements, dedicated: needsDedication ? dedicated : nil, device: device)
            try refusing("vkBindImageMemory") { unsafe vkBindImageMemory(device.raw, raw, memory.raw, 0) }
        } catch {
            unsafe vkDestroyImage(device.raw, raw, nil)
            throw error
        }
        return try refusing { () throws(VulkanError) in
            try unsafe DeviceImage(owning: raw, memory: memory, size: size, format: format, device: device)
        }
    }

    /// Tells whether images in plain rows can be sampled, filtered and copied from.
    private static func samplesLinear(_ format: VkFormat, _ device: VkPhysicalDevice) -> Bool {
        let scratch = Scratch()
        var empty = unsafe VkDrmFormatModifierPropertiesListEXT()
        unsafe empty.sType = VK_STRUCTURE_TYPE_DRM_FORMAT_MODIFIER_PROPERTIES_LIST_EXT
        let list = unsafe scratch.store(empty)
        var properties = unsafe VkFormatProperties2()
        unsafe properties.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2
        unsafe properties.pNext = UnsafeMutableRawPointer(list)
        unsafe vkGetPhysicalDeviceFormatProperties2(device, format, &properties)
        var modifiers = [VkDrmFormatModifierPropertiesEXT](
            repeating: VkDrmFormatModifierPropertiesEXT(),
            count: Int(unsafe list.pointee.drmFormatModifierCount))
        unsafe modifiers.withUnsafeMutableBufferPointer { modifiers in
            unsafe list.pointee.pDrmFormatModifierProperties = modifiers.baseAddress
            unsafe vkGetPhysicalDeviceFormatProperties2(device, format, &properties)
        }
        let needed =
            VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT.rawValue
            | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT.rawValue
            | VK_FORMAT_FEATURE_TRANSFER_SRC_BIT.rawValue
        return modifiers.contains {
            $0.drmFormatModifier == linear && $0.drmFormatModifierPlaneCount == 1
                && $0.drmFormatModifierTilingFeatures & needed == needed
        }
    }

    /// Tells whether imported memory must name the one image on it.
    private static func needsDedication(
        _ size: PixelSize, _ format: VkFormat, _ device: VulkanDevice
    ) throws(MemoryRefusal) -> Bool {
        let scratch = Scratch()
        var modifier = unsafe VkPhysicalDeviceImageDrmFormatModifierInfoEXT()
        unsafe modifier.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_DRM_FORMAT_MODIFIER_INFO_EXT
        unsafe modifier.drmFormatModifier = linear
        unsafe modifier.sharingMode = VK_SHARING_MODE_EXCLUSIVE
        var external = unsafe VkPhysicalDeviceExternalImageFormatInfo()
        unsafe external.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO
        unsafe external.pNext = UnsafeRawPointer(scratch.store(modifier))
        unsafe external.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT
        var question = unsafe VkPhysicalDeviceImageFormatInfo2()
        unsafe question.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2
        unsafe question.pNext = UnsafeRawPointer(scratch.store(external))
        unsafe question.format = format
        unsafe question.type = VK_IMAGE_TYPE_2D
        unsafe question.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT
        unsafe question.usage = usage
        var answer = unsafe VkExternalImageFormatProperties()
        unsafe answer.sType = VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES
        let answerPlace = unsafe scratch.store(answer)
        var properties = unsafe VkImageFormatProperties2()
        unsafe properties.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2
        unsafe properties.pNext = UnsafeMutableRawPointer(answerPlace)
        try refusing("vkGetPhysicalDeviceImageFormatProperties2") {
            unsafe vkGetPhysicalDeviceImageFormatProperties2(device.physical.raw, &question, &properties)
        }
        let limit = unsafe properties.imageFormatProperties.maxExtent
        let features = unsafe answerPlace.pointee.externalMemoryProperties.externalMemoryFeatures
        guard features & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT.rawValue != 0,
            size.width <= Int(limit.width), size.height <= Int(limit.height),
            max(size.width, size.height) <= device.physical.limits.imageSide
        else { throw MemoryRefusal("the driver imports no such memory as an image of \(size)") }
        return features & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT.rawValue != 0
    }

    private static func makeImage(
        _ plane: PlaneLayout, _ size: PixelSize, _ format: VkFormat, _ device: VulkanDevice
    ) throws(MemoryRefusal) -> VkImage {
        let scratch = Scratch()
        var rows = VkSubresourceLayout()
        rows.offset = VkDeviceSize(plane.offset)
        rows.rowPitch = VkDeviceSize(plane.stride)
        var modifier = unsafe VkImageDrmFormatModifierExplicitCreateInfoEXT()
        unsafe modifier.sType = VK_STRUCTURE_TYPE_IMAGE_DRM_FORMAT_MODIFIER_EXPLICIT_CREATE_INFO_EXT
        unsafe modifier.drmFormatModifier = linear
        unsafe modifier.drmFormatModifierPlaneCount = 1
        unsafe modifier.pPlaneLayouts = UnsafePointer(scratch.store(rows))
        var external = unsafe VkExternalMemoryImageCreateInfo()
        unsafe external.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO
        unsafe external.pNext = UnsafeRawPointer(scratch.store(modifier))
        unsafe external.handleTypes = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT.rawValue
        var info = unsafe imageInfo(size, format, usage)
        unsafe info.pNext = UnsafeRawPointer(scratch.store(external))
        unsafe info.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT
        return try unsafe refusing { () throws(VulkanError) in
            try unsafe created("vkCreateImage") { unsafe vkCreateImage(device.raw, &info, nil, &$0) }
        }
    }

    /// Checks the rows: drivers that cannot read them at a pitch should refuse it; some lay them out as they like
    /// instead.
    private static func checkRows(
        of image: VkImage, _ plane: PlaneLayout, _ device: VulkanDevice
    ) throws(MemoryRefusal) {
        var part = VkImageSubresource()
        part.aspectMask = VK_IMAGE_ASPECT_MEMORY_PLANE_0_BIT_EXT.rawValue
        var rows = VkSubresourceLayout()
        unsafe vkGetImageSubresourceLayout(device.raw, image, &part, &rows)
        guard rows.rowPitch == plane.stride, rows.offset == plane.offset else {
            throw MemoryRefusal(
                "the driver reads rows of \(rows.rowPitch) bytes from byte \(rows.offset) on, not as they lie"
            )
        }
    }
}
