internal import CVulkan

extension Commands {
    /// Acquires a buffer from the camera that has filled it (`VkBufferMemoryBarrier2`).
    ///
    /// After the last use it is not given back: the camera does not care for the contents that we leave.
    func acquire(_ buffer: ForeignBuffer) {
        var barrier = unsafe VkBufferMemoryBarrier2()
        unsafe barrier.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT
        unsafe barrier.dstAccessMask = VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT
        unsafe barrier.srcQueueFamilyIndex = foreignFamily
        unsafe barrier.dstQueueFamilyIndex = family
        unsafe pass(buffer, barrier)
    }

    /// Gives a buffer that was copied from back to the camera, to be acquired once more.
    func release(_ buffer: ForeignBuffer) {
        var barrier = unsafe VkBufferMemoryBarrier2()
        unsafe barrier.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT
        unsafe barrier.srcQueueFamilyIndex = family
        unsafe barrier.dstQueueFamilyIndex = foreignFamily
        unsafe pass(buffer, barrier)
    }

    private func pass(_ buffer: ForeignBuffer, _ owners: VkBufferMemoryBarrier2) {
        var barrier = unsafe owners
        unsafe barrier.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2
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

    /// Acquires images from the camera that has filled their memory.
    ///
    /// - Parameters:
    ///   - planes: The images.
    ///   - use: The use that they are then in.
    func acquire(_ planes: PlaneSet, as use: ImageUse = .sampled) {
        for image in planes.images {
            unsafe transition(image.raw, from: .cameras, to: use, owners: (foreignFamily, family))
        }
    }

    /// Gives images back to the camera, to be acquired once more.
    func release(_ planes: PlaneSet, from use: ImageUse) {
        for image in planes.images {
            unsafe transition(image.raw, from: use, to: .cameras, owners: (family, foreignFamily))
        }
    }

    /// The queue family that stands for cameras, which are no Vulkan devices; drivers that have no name for those take
    /// everything outside of this instance for it.
    private var foreignFamily: UInt32 {
        hasForeignQueues ? VK_QUEUE_FAMILY_FOREIGN_EXT : VK_QUEUE_FAMILY_EXTERNAL
    }
}

extension ImageUse {
    /// Rows that a camera writes: never undefined, which would let a driver discard them.
    fileprivate static let cameras = ImageUse(
        stage: VK_PIPELINE_STAGE_2_NONE, access: VK_ACCESS_2_NONE, layout: VK_IMAGE_LAYOUT_GENERAL)
}
