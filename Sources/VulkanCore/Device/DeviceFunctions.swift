package import CVulkan

/// The commands that are a part of Vulkan 1.3 and extensions' of Vulkan 1.2, as the device's own functions.
///
/// Found once for a device (`vkGetDeviceProcAddr`): a call is one jump, the loader's dispatch left out.
@safe package struct DeviceFunctions: @unchecked Sendable {
    // Sendable: addresses of code, which never change.

    /// The function `vkCmdBeginRendering`.
    package let beginRendering: PFN_vkCmdBeginRendering
    /// The function `vkCmdEndRendering`.
    package let endRendering: PFN_vkCmdEndRendering
    /// The function `vkCmdPipelineBarrier2`.
    package let pipelineBarrier2: PFN_vkCmdPipelineBarrier2
    /// The function `vkCmdWriteTimestamp2`.
    package let writeTimestamp2: PFN_vkCmdWriteTimestamp2
    /// The function `vkQueueSubmit2`.
    package let queueSubmit2: PFN_vkQueueSubmit2

    /// Finds the functions.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - isCore: True when they are part of its version; else they are extensions', whose names end in `KHR`.
    /// - Throws: Kind `unsupported` with the name of one that the driver does not have.
    init(_ device: VkDevice, isCore: Bool) throws(VulkanError) {
        let ending = isCore ? "" : "KHR"
        func find<Function>(_ name: String) throws(VulkanError) -> Function {
            let name = name + ending
            guard let found: Function = unsafe deviceFunction(name, of: device) else {
                throw VulkanError(.unsupported, "the graphics driver lacks \(name); update it")
            }
            return found
        }
        unsafe beginRendering = try find("vkCmdBeginRendering")
        unsafe endRendering = try find("vkCmdEndRendering")
        unsafe pipelineBarrier2 = try find("vkCmdPipelineBarrier2")
        unsafe writeTimestamp2 = try find("vkCmdWriteTimestamp2")
        unsafe queueSubmit2 = try find("vkQueueSubmit2")
    }
}

/// Finds a function of a device (`vkGetDeviceProcAddr`); nil where its driver does not have it.
package func deviceFunction<Function>(_ name: String, of device: VkDevice) -> Function? {
    unsafe unsafeBitCast(vkGetDeviceProcAddr(device, name), to: Function?.self)
}
