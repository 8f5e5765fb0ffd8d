internal import CVulkan
internal import VulkanCore

/// Binds a kernel's buffers: they are named while recording (`VK_KHR_push_descriptor`), or written into sets where the
/// device cannot do that.
///
/// Nothing is made per frame by either way, and each costs about the same: a set is written in its turn, when the
/// recording that used it before is done, with the buffers of the frame.
@safe final class BufferBinder: @unchecked Sendable {  // Addresses of code, which never change.
    /// `vkCmdPushDescriptorSetKHR` of the device; nil where there is none.
    private let push: PFN_vkCmdPushDescriptorSetKHR?
    private let device: VulkanDevice

    init(device: VulkanDevice) {
        self.device = device
        unsafe push =
            device.extensions.contains(.pushDescriptors)
            ? deviceFunction("vkCmdPushDescriptorSetKHR", of: device.raw) : nil
    }

    /// True when layouts are made for buffers that are named while recording.
    var isPushing: Bool { unsafe push != nil }

    /// Makes the sets of kernels, in the order of the kernels; nil where none are needed.
    ///
    /// - Parameters:
    ///   - pipelines: The kernels.
    ///   - slots: The number of recordings that can be under way.
    /// - Returns: The sets, numbered as the kernels are.
    /// - Throws: The driver's error.
    func makeSets(
        for pipelines: [ComputePipeline], slots: Int
    ) throws(VulkanError) -> DescriptorSets? {
        guard !isPushing, !pipelines.isEmpty else { return nil }
        return try DescriptorSets(
            device: device, slots: slots, layouts: pipelines.map(\.layout), name: "filter buffers")
    }

    /// Binds buffers for the next dispatches of a kernel.
    ///
    /// - Parameters:
    ///   - writes: The buffers.
    ///   - pipeline: The kernel.
    ///   - set: The kernel's set in this recording; nil where none are needed.
    ///   - commands: The recording.
    func bind(
        _ writes: inout [VkWriteDescriptorSet], for pipeline: ComputePipeline, _ set: VkDescriptorSet?,
        _ commands: Commands
    ) {
        let layout = unsafe pipeline.layout.raw
        if let push = unsafe push {
            unsafe push(
                commands.raw, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, UInt32(writes.count), writes)
        } else {
            for index in unsafe writes.indices { unsafe writes[index].dstSet = unsafe set }
            unsafe vkUpdateDescriptorSets(device.raw, UInt32(writes.count), writes, 0, nil)
            var set = unsafe set
            unsafe vkCmdBindDescriptorSets(
                commands.raw, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nil)
        }
    }
}
