internal import CVulkan
internal import VulkanCore

/// One descriptor set for each recording that can be under way (`VkDescriptorSet`).
///
/// A set may be written again when the recording that used it last is done; that is so when its turn comes again.
@safe final class DescriptorSets {
    private let pool: VkDescriptorPool
    private var sets: [VkDescriptorSet?] = unsafe []
    private let device: VulkanDevice

    /// Makes one set for each recording.
    ///
    /// - Parameters:
    ///   - device: The device of the sets.
    ///   - ring: The recordings.
    ///   - layout: The sets' layout.
    ///   - type: The kind of a set's descriptors.
    ///   - count: The number of a set's descriptors.
    /// - Throws: The driver's error.
    init(
        device: VulkanDevice, ring: CommandRing, layout: VkDescriptorSetLayout, type: VkDescriptorType,
        count: Int
    ) throws(VulkanError) {
        let slots = ring.slotCount
        let scratch = Scratch()
        let size = VkDescriptorPoolSize(type: type, descriptorCount: UInt32(count * slots))
        var info = unsafe VkDescriptorPoolCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO
        unsafe info.maxSets = UInt32(slots)
        unsafe info.poolSizeCount = 1
        unsafe info.pPoolSizes = UnsafePointer(scratch.store(size))
        var pool: VkDescriptorPool?
        try check("vkCreateDescriptorPool") { unsafe vkCreateDescriptorPool(device.raw, &info, nil, &pool) }
        unsafe self.pool = try made("vkCreateDescriptorPool", pool)
        self.device = device
        device.countObject()
        let layouts = unsafe (0..<slots).map { _ in unsafe Optional(layout) }
        var allocation = unsafe VkDescriptorSetAllocateInfo()
        unsafe allocation.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO
        unsafe allocation.descriptorPool = self.pool
        unsafe allocation.descriptorSetCount = UInt32(slots)
        unsafe allocation.pSetLayouts = UnsafePointer(scratch.store(layouts))
        var sets = unsafe [VkDescriptorSet?](repeating: nil, count: slots)
        try check("vkAllocateDescriptorSets") {
            unsafe vkAllocateDescriptorSets(device.raw, &allocation, &sets)
        }
        unsafe self.sets = unsafe sets
    }

    deinit { unsafe vkDestroyDescriptorPool(device.raw, pool, nil) }

    /// Gives the number of a recording's set; recordings take turns.
    func slot(of commands: Commands) -> Int { unsafe Int(commands.number) % sets.count }

    /// A set by its number.
    subscript(slot: Int) -> VkDescriptorSet? { unsafe sets[slot] }
}
