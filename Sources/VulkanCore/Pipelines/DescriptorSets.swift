package import CVulkan

/// Descriptor sets of some layouts, of each one for each recording that can be under way (`VkDescriptorSet`).
///
/// A set may be written again when the recording that used it last is done; that is so when its turn comes again.
@safe package final class DescriptorSets {
    private let pool: VkDescriptorPool
    private var sets: [VkDescriptorSet?] = unsafe []
    private let slots: Int
    private let device: VulkanDevice

    /// Makes the sets.
    ///
    /// - Parameters:
    ///   - device: The device of the sets.
    ///   - slots: The number of recordings that can be under way.
    ///   - layouts: The layouts; at least one.
    ///   - name: The name in captures.
    /// - Throws: The driver's error.
    package init(device: VulkanDevice, slots: Int, layouts: [PipelineLayout], name: String)
        throws(VulkanError)
    {
        var counts: [(type: VkDescriptorType, count: Int)] = []
        for binding in layouts.flatMap(\.bindings) {
            if let known = counts.firstIndex(where: { $0.type == binding.type }) {
                counts[known].count += binding.count
            } else {
                counts.append(binding)
            }
        }
        let scratch = Scratch()
        let sizes = counts.map {
            VkDescriptorPoolSize(type: $0.type, descriptorCount: UInt32($0.count * slots))
        }
        var info = unsafe VkDescriptorPoolCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO
        unsafe info.maxSets = UInt32(layouts.count * slots)
        unsafe info.poolSizeCount = UInt32(sizes.count)
        unsafe info.pPoolSizes = UnsafePointer(scratch.store(sizes))
        unsafe self.pool = try created("vkCreateDescriptorPool") {
            unsafe vkCreateDescriptorPool(device.raw, &info, nil, &$0)
        }
        self.slots = slots
        self.device = device
        unsafe device.adopt(self.pool, VK_OBJECT_TYPE_DESCRIPTOR_POOL, name)
        let all = unsafe layouts.flatMap { layout in
            unsafe Array(repeating: Optional(layout.setLayout), count: slots)
        }
        var allocation = unsafe VkDescriptorSetAllocateInfo()
        unsafe allocation.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO
        unsafe allocation.descriptorPool = self.pool
        unsafe allocation.descriptorSetCount = UInt32(all.count)
        unsafe allocation.pSetLayouts = UnsafePointer(scratch.store(all))
        var sets = unsafe [VkDescriptorSet?](repeating: nil, count: all.count)
        try check("vkAllocateDescriptorSets") {
            unsafe vkAllocateDescriptorSets(device.raw, &allocation, &sets)
        }
        unsafe self.sets = unsafe sets
    }

    deinit { if !device.isGivenUp { unsafe vkDestroyDescriptorPool(device.raw, pool, nil) } }

    /// Gives the number of a recording's sets; recordings take turns.
    package func slot(of commands: Commands) -> Int { Int(commands.number) % slots }

    /// A recording's set of a layout, by their numbers.
    package subscript(layout: Int, slot: Int) -> VkDescriptorSet? { unsafe sets[layout * slots + slot] }
}

extension VulkanDevice {
    /// Writes a whole storage buffer to a place of a set (`vkUpdateDescriptorSets`).
    package func write(_ buffer: VkBuffer, to set: VkDescriptorSet?, binding: Int, _ scratch: Scratch) {
        let info = unsafe VkDescriptorBufferInfo(buffer: buffer, offset: 0, range: VK_WHOLE_SIZE)
        var write = unsafe VkWriteDescriptorSet()
        unsafe write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
        unsafe write.dstSet = set
        unsafe write.dstBinding = UInt32(binding)
        unsafe write.descriptorCount = 1
        unsafe write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
        unsafe write.pBufferInfo = UnsafePointer(scratch.store(info))
        unsafe vkUpdateDescriptorSets(raw, 1, &write, 0, nil)
    }
}
