package import CVulkan
package import Frames

/// Commands that are being recorded, the fence that tells when the GPU is done with them, and the objects they need
/// until then.
///
/// Belongs to a ``CommandRing``, which hands it out between `begin` and `submit`.
@safe public final class Commands {
    package let raw: VkCommandBuffer
    /// The memory for the structures of this recording.
    package let scratch = Scratch()
    /// The number of the submission that this recording will be, or was.
    package internal(set) var number: UInt64 = 0
    /// The recording's own number: another one each time that recording begins, also after one that was lost.
    package internal(set) var recording: UInt64 = 0
    /// The ring whose recording it is.
    weak var ring: CommandRing?
    let fence: VkFence
    var isPending = false
    /// True where a question has shown that the device is done with it, for which nobody has waited yet.
    var isKnownDone = false
    /// The moment of its submission, in nanoseconds of the monotonic clock.
    var submissionTime: Int64 = 0
    private var kept: [AnyObject] = []
    private var frames: [Frame?] = []
    private let pool: VkCommandPool
    private let device: VulkanDevice

    /// The device's functions for commands of Vulkan 1.3.
    package var functions: DeviceFunctions { device.functions }
    /// The queue family that it is submitted to.
    var family: UInt32 { device.family }
    /// True when devices that Vulkan does not know have a queue family's name.
    var hasForeignQueues: Bool { device.extensions.contains(.foreignQueues) }

    init(device: VulkanDevice, name: String) throws(VulkanError) {
        let pool = try unsafe Commands.makePool(device)
        do throws(VulkanError) {
            unsafe raw = try Commands.makeBuffer(device, pool)
            unsafe fence = try Commands.makeFence(device)
        } catch {
            unsafe vkDestroyCommandPool(device.raw, pool, nil)
            throw error
        }
        unsafe self.pool = unsafe pool
        self.device = device
        unsafe device.name(raw, VK_OBJECT_TYPE_COMMAND_BUFFER, name)
        unsafe device.name(fence, VK_OBJECT_TYPE_FENCE, name)
        unsafe device.adopt(pool, VK_OBJECT_TYPE_COMMAND_POOL, name)
    }

    deinit {
        unsafe vkDestroyFence(device.raw, fence, nil)
        unsafe vkDestroyCommandPool(device.raw, pool, nil)
    }

    /// Keeps something alive until the GPU is done with this submission.
    package func keep(_ object: AnyObject) { kept.append(object) }

    /// Tells whether commands of an earlier recording come before these: it was made, and not given up.
    func follow(_ recording: UInt64?) -> Bool {
        guard let recording, let ring else { return false }
        return !ring.wasLost(recording)
    }

    /// Keeps a frame whose memory the GPU reads; its buffer returns to the camera when the GPU is done.
    package func keep(_ frame: Frame) { frames.append(frame) }

    /// Records commands as a region, which has a name in captures (`VK_EXT_debug_utils`).
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - body: Records the commands.
    /// - Returns: The body's result.
    /// - Throws: The body's error.
    package func region<Failure, Result>(
        _ name: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe device.names.begin(name, in: raw)
        defer { unsafe device.names.end(in: raw) }
        return try body()
    }

    /// Moves an image from one use to another (`vkCmdPipelineBarrier2`).
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - before: The use until now.
    ///   - after: The use from now on.
    ///   - owners: The queue families that it passes from and to; it stays with its own by default.
    package func transition(
        _ image: VkImage, from before: ImageUse, to after: ImageUse,
        owners: (before: UInt32, after: UInt32) = (~0, ~0)
    ) {
        var barrier = unsafe VkImageMemoryBarrier2()
        unsafe barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2
        unsafe barrier.srcStageMask = before.stage
        unsafe barrier.srcAccessMask = before.access
        unsafe barrier.dstStageMask = after.stage
        unsafe barrier.dstAccessMask = after.access
        unsafe barrier.oldLayout = before.layout
        unsafe barrier.newLayout = after.layout
        unsafe barrier.srcQueueFamilyIndex = owners.before
        unsafe barrier.dstQueueFamilyIndex = owners.after
        unsafe barrier.image = image
        unsafe barrier.subresourceRange = wholeColorImage
        var dependency = unsafe VkDependencyInfo()
        unsafe dependency.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO
        unsafe dependency.imageMemoryBarrierCount = 1
        unsafe dependency.pImageMemoryBarriers = UnsafePointer(scratch.store(barrier))
        unsafe functions.pipelineBarrier2(raw, &dependency)
    }

    /// Orders the uses of buffers until now before those from now on (`vkCmdPipelineBarrier2`).
    ///
    /// - Parameters:
    ///   - before: The uses until now; those of one kind at once.
    ///   - after: The uses from now on.
    package func order(_ before: BufferUse, before after: BufferUse) {
        var barrier = unsafe VkMemoryBarrier2()
        unsafe barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2
        unsafe barrier.srcStageMask = before.stage
        unsafe barrier.srcAccessMask = before.access
        unsafe barrier.dstStageMask = after.stage
        unsafe barrier.dstAccessMask = after.access
        var dependency = unsafe VkDependencyInfo()
        unsafe dependency.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO
        unsafe dependency.memoryBarrierCount = 1
        unsafe dependency.pMemoryBarriers = UnsafePointer(scratch.store(barrier))
        unsafe functions.pipelineBarrier2(raw, &dependency)
    }

    /// Fills an image from a buffer of rows without padding (`vkCmdCopyBufferToImage`).
    ///
    /// - Parameters:
    ///   - buffer: The source.
    ///   - image: The destination, in use as ``ImageUse/copyDestination``.
    ///   - size: The image's size.
    package func copy(_ buffer: VkBuffer, to image: VkImage, size: PixelSize) {
        var region = wholeCopy(of: size)
        unsafe vkCmdCopyBufferToImage(raw, buffer, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region)
    }

    /// Fills an image from the rows of a buffer (`vkCmdCopyBufferToImage`).
    ///
    /// - Parameters:
    ///   - buffer: The source.
    ///   - offset: The number of bytes before the first row; a multiple of the texel's size.
    ///   - texelsPerRow: The number of texels from row to row, padding included.
    ///   - image: The destination, in use as ``ImageUse/copyDestination``.
    package func copy(_ buffer: VkBuffer, offset: Int, texelsPerRow: Int, to image: DeviceImage) {
        var region = image.wholeCopy
        region.bufferOffset = VkDeviceSize(offset)
        region.bufferRowLength = UInt32(texelsPerRow)
        unsafe vkCmdCopyBufferToImage(
            raw, buffer, image.raw, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region)
    }

    /// Writes an image into a buffer, rows without padding (`vkCmdCopyImageToBuffer`).
    ///
    /// The processor sees the bytes when the submission is done.
    ///
    /// - Parameters:
    ///   - image: The source, in use as ``ImageUse/copySource``.
    ///   - buffer: The destination.
    package func copy(_ image: DeviceImage, to buffer: VkBuffer) {
        var region = image.wholeCopy
        unsafe vkCmdCopyImageToBuffer(
            raw, image.raw, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer, 1, &region)
        order(.copyWrite, before: .hostRead)
    }

    /// Restarts the recording; the GPU must be done with the last one.
    func restart() throws(VulkanError) {
        release()
        scratch.reset()
        try check("vkResetCommandPool") { unsafe vkResetCommandPool(device.raw, pool, 0) }
        var info = unsafe VkCommandBufferBeginInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO
        unsafe info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT.rawValue
        try check("vkBeginCommandBuffer") { unsafe vkBeginCommandBuffer(raw, &info) }
    }

    /// Releases the objects that were kept.
    func release() {
        kept.removeAll(keepingCapacity: true)
        for index in frames.indices { Frame.release(&frames[index]) }
        frames.removeAll(keepingCapacity: true)
    }

    private static func makePool(_ device: VulkanDevice) throws(VulkanError) -> VkCommandPool {
        var info = unsafe VkCommandPoolCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO
        unsafe info.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT.rawValue
        unsafe info.queueFamilyIndex = device.family
        return try unsafe created("vkCreateCommandPool") {
            unsafe vkCreateCommandPool(device.raw, &info, nil, &$0)
        }
    }

    private static func makeBuffer(
        _ device: VulkanDevice, _ pool: VkCommandPool
    ) throws(VulkanError) -> VkCommandBuffer {
        var info = unsafe VkCommandBufferAllocateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO
        unsafe info.commandPool = pool
        unsafe info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY
        unsafe info.commandBufferCount = 1
        return try unsafe created("vkAllocateCommandBuffers") {
            unsafe vkAllocateCommandBuffers(device.raw, &info, &$0)
        }
    }

    private static func makeFence(_ device: VulkanDevice) throws(VulkanError) -> VkFence {
        var info = unsafe VkFenceCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO
        return try unsafe created("vkCreateFence") { unsafe vkCreateFence(device.raw, &info, nil, &$0) }
    }
}
