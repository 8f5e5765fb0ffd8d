internal import CVulkan
internal import VulkanCore

/// A picture's textures, bound for the quad's shaders (`VkDescriptorSet`); written once.
@safe final class PlaneBinding {
    let planes: PlaneSet
    let set: VkDescriptorSet
    private let pool: VkDescriptorPool
    private let layout: QuadLayout
    private let device: VulkanDevice

    init(device: VulkanDevice, layout: QuadLayout, planes: PlaneSet) throws(VulkanError) {
        let pool = try unsafe PlaneBinding.makePool(device)
        do throws(VulkanError) {
            unsafe set = try PlaneBinding.makeSet(device, pool, layout)
        } catch {
            unsafe vkDestroyDescriptorPool(device.raw, pool, nil)
            throw error
        }
        unsafe self.pool = unsafe pool
        self.planes = planes
        self.layout = layout
        self.device = device
        device.countObject()
        write()
    }

    deinit { unsafe vkDestroyDescriptorPool(device.raw, pool, nil) }

    private func write() {
        let scratch = Scratch()
        // Places that the arrangement does not use hold the last plane again: none may be empty.
        let textures = unsafe (0..<QuadLayout.textureCount).map { index in
            let image = planes.images[min(index, planes.images.count - 1)]
            return unsafe VkDescriptorImageInfo(
                sampler: layout.sampler, imageView: image.view,
                imageLayout: VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL)
        }
        var write = unsafe VkWriteDescriptorSet()
        unsafe write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
        unsafe write.dstSet = set
        unsafe write.descriptorCount = UInt32(textures.count)
        unsafe write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER
        unsafe write.pImageInfo = UnsafePointer(scratch.store(textures))
        unsafe vkUpdateDescriptorSets(device.raw, 1, &write, 0, nil)
    }

    private static func makePool(_ device: VulkanDevice) throws(VulkanError) -> VkDescriptorPool {
        let scratch = Scratch()
        let size = VkDescriptorPoolSize(
            type: VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, descriptorCount: UInt32(QuadLayout.textureCount))
        var info = unsafe VkDescriptorPoolCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO
        unsafe info.maxSets = 1
        unsafe info.poolSizeCount = 1
        unsafe info.pPoolSizes = UnsafePointer(scratch.store(size))
        var pool: VkDescriptorPool?
        try check("vkCreateDescriptorPool") { unsafe vkCreateDescriptorPool(device.raw, &info, nil, &pool) }
        return try unsafe made("vkCreateDescriptorPool", pool)
    }

    private static func makeSet(
        _ device: VulkanDevice, _ pool: VkDescriptorPool, _ layout: QuadLayout
    ) throws(VulkanError) -> VkDescriptorSet {
        let scratch = Scratch()
        var info = unsafe VkDescriptorSetAllocateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO
        unsafe info.descriptorPool = pool
        unsafe info.descriptorSetCount = 1
        unsafe info.pSetLayouts = UnsafePointer(scratch.store(Optional(layout.setLayout)))
        var set: VkDescriptorSet?
        try check("vkAllocateDescriptorSets") { unsafe vkAllocateDescriptorSets(device.raw, &info, &set) }
        return try unsafe made("vkAllocateDescriptorSets", set)
    }
}
