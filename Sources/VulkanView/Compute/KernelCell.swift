internal import CVulkan
internal import VulkanCore

/// The buffers of a cell's picture, bound for the kernel, and the pipeline that draws them.
///
/// Confined to the device's thread. The buffers are bound when they are others than the last time.
@safe final class KernelCell: CellPaint {
    /// The pipeline of the last scene.
    var last: (scene: Scene, key: Kernel.Key, pipeline: ComputePipeline)?
    private let device: VulkanDevice
    private let layout: PipelineLayout
    private let sets: DescriptorSets
    /// The contents of each set; not kept alive by it.
    private var held: [Held]

    private struct Held {
        weak var planes: PlaneBuffers?
        weak var canvas: Canvas<DeviceBuffer>?
    }

    init(device: VulkanDevice, ring: CommandRing, layout: PipelineLayout) throws(VulkanError) {
        self.device = device
        self.layout = layout
        sets = try DescriptorSets(
            device: device, slots: ring.slotCount, layouts: [layout], name: "view kernel")
        held = Array(repeating: Held(), count: ring.slotCount)
    }

    /// Binds a picture's buffers and the canvas for a recording (`vkCmdBindDescriptorSets`).
    func bind(_ planes: PlaneBuffers, _ canvas: Canvas<DeviceBuffer>, _ commands: Commands) {
        let slot = sets.slot(of: commands)
        var set = unsafe sets[0, slot]
        if held[slot].planes !== planes || held[slot].canvas !== canvas {
            unsafe write(planes, canvas, to: set, commands.scratch)
            held[slot] = Held(planes: planes, canvas: canvas)
        }
        unsafe vkCmdBindDescriptorSets(
            commands.raw, VK_PIPELINE_BIND_POINT_COMPUTE, layout.raw, 0, 1, &set, 0, nil)
    }

    private func write(
        _ planes: PlaneBuffers, _ canvas: Canvas<DeviceBuffer>, to set: VkDescriptorSet?, _ scratch: Scratch
    ) {
        for index in 0..<Kernel.bufferCount {
            // Places that the arrangement does not use hold the last plane again: none may be empty.
            let plane = planes.planes[min(index, planes.planes.count - 1)]
            let buffer =
                unsafe index == Kernel.bufferCount - 1 ? canvas.buffer.raw : plane.buffer
            let info = unsafe VkDescriptorBufferInfo(buffer: buffer, offset: 0, range: VK_WHOLE_SIZE)
            var write = unsafe VkWriteDescriptorSet()
            unsafe write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
            unsafe write.dstSet = set
            unsafe write.dstBinding = UInt32(index)
            unsafe write.descriptorCount = 1
            unsafe write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
            unsafe write.pBufferInfo = UnsafePointer(scratch.store(info))
            unsafe vkUpdateDescriptorSets(device.raw, 1, &write, 0, nil)
        }
    }
}
