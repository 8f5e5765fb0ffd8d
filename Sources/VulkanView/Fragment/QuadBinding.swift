internal import CVulkan
internal import VulkanCore

/// A picture's textures, bound for the quad's shaders; written only when they are others than the last time.
final class QuadBinding {
    private let sets: DescriptorSets
    private let layout: QuadLayout
    private let device: VulkanDevice
    /// The contents of each set; not kept alive by it.
    private var held: [Held]

    private struct Held {
        weak var planes: PlaneSet?
        weak var curves: MappedBuffer?
    }

    init(device: VulkanDevice, ring: CommandRing, layout: QuadLayout) throws(VulkanError) {
        sets = try DescriptorSets(
            device: device, slots: ring.slotCount, layouts: [layout.layout], name: "quad")
        held = Array(repeating: Held(), count: ring.slotCount)
        self.layout = layout
        self.device = device
    }

    /// Binds textures and curves for a recording (`vkCmdBindDescriptorSets`).
    func bind(_ planes: PlaneSet, _ curves: MappedBuffer, in commands: Commands) {
        let slot = sets.slot(of: commands)
        var set = unsafe sets[0, slot]
        if held[slot].planes !== planes || held[slot].curves !== curves {
            unsafe write(planes, to: set, commands.scratch)
            unsafe device.write(curves.raw, to: set, binding: 1, commands.scratch)
            held[slot] = Held(planes: planes, curves: curves)
        }
        commands.keep(curves)
        unsafe vkCmdBindDescriptorSets(
            commands.raw, VK_PIPELINE_BIND_POINT_GRAPHICS, layout.raw, 0, 1, &set, 0, nil)
    }

    private func write(_ planes: PlaneSet, to set: VkDescriptorSet?, _ scratch: Scratch) {
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
}
