internal import CVulkan

extension Commands {
    /// Acquires a buffer from the camera that has filled it (`VkBufferMemoryBarrier2`).
    ///
    /// The buffer is not given back: the camera does not care for the contents that we leave.
    func acquire(_ buffer: ForeignBuffer) {
        var barrier = unsafe VkBufferMemoryBarrier2()
        unsafe barrier.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2
        unsafe barrier.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT
        unsafe barrier.dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT
        unsafe barrier.srcQueueFamilyIndex = foreignFamily
        unsafe barrier.dstQueueFamilyIndex = family
        unsafe barrier.buffer = buffer.raw
        unsafe barrier.size = VkDeviceSize(buffer.byteCount)
        unsafe withUnsafePointer(to: barrier) { barrier in
            var dependency = unsafe VkDependencyInfo()
            unsafe dependency.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO
            unsafe dependency.bufferMemoryBarrierCount = 1
            unsafe dependency.pBufferMemoryBarriers = barrier
            unsafe functions.pipelineBarrier2(raw, &dependency)
        }
    }

    /// Acquires images from the camera that has filled their memory; they are then in use as ``ImageUse/sampled``.
    func acquire(_ planes: PlaneSet) {
        let isFirst = !follow(planes.firstAcquired)
        for image in planes.images { acquire(image, isFirst: isFirst) }
        if isFirst { planes.firstAcquired = recording }
    }

    private func acquire(_ image: DeviceImage, isFirst: Bool) {
        let use = ImageUse.sampled
        var barrier = unsafe VkImageMemoryBarrier2()
        unsafe barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2
        unsafe barrier.dstStageMask = use.stage
        unsafe barrier.dstAccessMask = use.access
        // An image on foreign memory starts undefined; plain rows lose nothing by that.
        unsafe barrier.oldLayout = isFirst ? VK_IMAGE_LAYOUT_UNDEFINED : use.layout
        unsafe barrier.newLayout = use.layout
        unsafe barrier.srcQueueFamilyIndex = foreignFamily
        unsafe barrier.dstQueueFamilyIndex = family
        unsafe barrier.image = image.raw
        unsafe barrier.subresourceRange = wholeColorImage
        unsafe withUnsafePointer(to: barrier) { barrier in
            var dependency = unsafe VkDependencyInfo()
            unsafe dependency.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO
            unsafe dependency.imageMemoryBarrierCount = 1
            unsafe dependency.pImageMemoryBarriers = barrier
            unsafe functions.pipelineBarrier2(raw, &dependency)
        }
    }

    /// The queue family that stands for cameras, which are no Vulkan devices; drivers that have no name for those take
    /// everything outside of this instance for it.
    private var foreignFamily: UInt32 {
        hasForeignQueues ? VK_QUEUE_FAMILY_FOREIGN_EXT : VK_QUEUE_FAMILY_EXTERNAL
    }
}
