internal import CVulkan
internal import VulkanCore

/// The kernels that were needed so far, by their texts.
///
/// Confined to the device's thread.
@safe final class KernelCache {
    /// `vkCmdPushDescriptorSetKHR` of the device.
    let push:
        @convention(c) (
            VkCommandBuffer?, VkPipelineBindPoint, VkPipelineLayout?, UInt32, UInt32,
            UnsafePointer<VkWriteDescriptorSet>?
        ) -> Void
    private let device: VulkanDevice
    private let compiler: ShaderTextCompiler
    private var pipelines: [String: KernelPipeline] = [:]
    private var layouts: [LayoutKey: KernelLayout] = [:]

    private struct LayoutKey: Hashable {
        let bindingCount: Int
        let uniforms: Set<Int>
    }

    /// - Throws: ``FilterError/vulkan(_:)`` of kind `unsupported` when the device cannot push descriptors.
    init(device: VulkanDevice) throws(FilterError) {
        guard device.extensions.contains(.pushDescriptors),
            let address = unsafe vkGetDeviceProcAddr(device.raw, "vkCmdPushDescriptorSetKHR")
        else {
            throw .vulkan(
                VulkanError(
                    .unsupported,
                    "\(device.name) cannot run filters (VK_KHR_push_descriptor is missing); choose another with --device"
                ))
        }
        unsafe push = unsafe unsafeBitCast(
            address,
            to: (@convention(c) (
                VkCommandBuffer?, VkPipelineBindPoint, VkPipelineLayout?, UInt32, UInt32,
                UnsafePointer<VkWriteDescriptorSet>?
            ) -> Void).self)
        self.device = device
        compiler = try ShaderTextCompiler()
    }

    /// How many kernels there are.
    var count: Int { pipelines.count }

    /// The pipeline of a kernel, compiled when it is needed for the first time.
    func pipeline(for kernel: KernelText) throws(FilterError) -> KernelPipeline {
        if let known = pipelines[kernel.text] { return known }
        let words = try compiler.words(of: kernel.text, name: kernel.name)
        do throws(VulkanError) {
            let pipeline = try KernelPipeline(
                device: device, layout: try layout(kernel), words: words)
            pipelines[kernel.text] = pipeline
            return pipeline
        } catch {
            throw .vulkan(error)
        }
    }

    private func layout(_ kernel: KernelText) throws(VulkanError) -> KernelLayout {
        let key = LayoutKey(bindingCount: kernel.bindingCount, uniforms: kernel.uniformBindings)
        if let known = layouts[key] { return known }
        let layout = try KernelLayout(
            device: device, bindingCount: key.bindingCount, uniforms: key.uniforms.union([0]))
        layouts[key] = layout
        return layout
    }
}
