internal import CVulkan
internal import Logging
internal import VulkanCore

/// Lets a driver that draws on the processor translate kernels before they are needed.
///
/// lavapipe translates a kernel when it is dispatched for the first time, in the one thread that also draws the pictures,
/// and keeps the result on disk. A second device translates it here meanwhile; what is left for the first dispatch on the
/// real one is reading it back. Confined to one thread.
@safe final class KernelWarmer {
    private let device: VulkanDevice
    private let ring: CommandRing
    private let cache: KernelCache
    private let buffer: DeviceBuffer

    /// - Throws: The driver's refusal of a second device.
    init(beside device: VulkanDevice) throws(FilterError) {
        do throws(VulkanError) {
            let second = try VulkanDevice(beside: device)
            self.device = second
            ring = try CommandRing(device: second, name: "kernels' first run")
            buffer = try DeviceBuffer(
                device: second, count: 4096,
                usage: VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue
                    | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT.rawValue, name: "kernels' first run")
        } catch {
            throw .vulkan(error)
        }
        cache = try KernelCache(device: self.device)
    }

    /// Dispatches a kernel over nothing: that translates it.
    func warm(_ kernel: KernelSource) throws(FilterError) {
        let pipeline = try cache.pipeline(for: kernel)
        try FilterError.wrapping { () throws(VulkanError) in
            let commands = try ring.begin()
            var writes: [VkWriteDescriptorSet] = unsafe []
            for binding in 0..<kernel.bindingCount {
                let info = unsafe VkDescriptorBufferInfo(buffer: buffer.raw, offset: 0, range: VK_WHOLE_SIZE)
                var write = unsafe VkWriteDescriptorSet()
                unsafe write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
                unsafe write.dstBinding = UInt32(binding)
                unsafe write.descriptorCount = 1
                unsafe write.descriptorType =
                    binding == 0 || kernel.uniformBindings.contains(binding)
                    ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                unsafe write.pBufferInfo = UnsafePointer(commands.scratch.store(info))
                unsafe writes.append(write)
            }
            unsafe vkCmdBindPipeline(commands.raw, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.raw)
            let sets = try cache.binder.makeSets(for: [pipeline], slots: 1)
            if let sets { commands.keep(sets) }
            unsafe cache.binder.bind(&writes, for: pipeline, sets?[0, 0], commands)
            unsafe vkCmdDispatch(commands.raw, 0, 0, 0)
            try ring.submit(commands)
            try ring.wait(for: commands.number)
        }
    }
}
