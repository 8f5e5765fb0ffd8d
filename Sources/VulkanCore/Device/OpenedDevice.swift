internal import CVulkan

/// A logical device as the driver has made it, for the one ``VulkanDevice`` that owns and destroys it.
@safe struct OpenedDevice {
    let raw: VkDevice
    let queue: VkQueue
    let family: UInt32
    let physical: PhysicalDevice
    let functions: DeviceFunctions

    /// Opens a device (`vkCreateDevice`).
    ///
    /// - Parameters:
    ///   - physical: The device.
    ///   - family: The family of its one queue.
    ///   - surface: The surface on which it shows pictures; nil for drawing off screen only.
    /// - Throws: The driver's error.
    init(_ physical: PhysicalDevice, _ family: UInt32, _ surface: VulkanSurface?) throws(VulkanError) {
        let scratch = Scratch()
        var queueInfo = unsafe VkDeviceQueueCreateInfo()
        unsafe queueInfo.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO
        unsafe queueInfo.queueFamilyIndex = family
        unsafe queueInfo.queueCount = 1
        unsafe queueInfo.pQueuePriorities = UnsafePointer(scratch.store(Float(1)))

        let limits = physical.limits
        let extensions =
            limits.extensions.names + (limits.hasVersion13 ? [] : DeviceRequirements.extensionNames)
            + (surface == nil ? [] : [VK_KHR_SWAPCHAIN_EXTENSION_NAME])
        var info = unsafe VkDeviceCreateInfo()
        unsafe info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO
        unsafe info.pNext = DeviceRequirements.enabling(in: scratch)
        unsafe info.queueCreateInfoCount = 1
        unsafe info.pQueueCreateInfos = UnsafePointer(scratch.store(queueInfo))
        unsafe info.enabledExtensionCount = UInt32(extensions.count)
        unsafe info.ppEnabledExtensionNames = scratch.store(extensions)
        // A wrong description of a frame, or a wrong kernel, reads nothing then in the place of somebody else's memory, and
        // no device is lost by it. Every Vulkan device can do that. lavapipe of Mesa 22.3 checks in any case: filters of several
        // kernels take 41.0 and 104.9 ms of the processor without it, 41.5 and 101.9 ms with it. Newer ones check only with it.
        var features = VkPhysicalDeviceFeatures()
        features.robustBufferAccess = VK_TRUE
        unsafe info.pEnabledFeatures = UnsafePointer(scratch.store(features))

        var device: VkDevice?
        let handle = unsafe physical.raw
        try LoaderGate.shared.pass(
            "the driver of \(physical.name) does not come back from opening it",
            patience: LoaderGate.patience(with: physical)
        ) { () throws(VulkanError) in
            try check("vkCreateDevice") { unsafe vkCreateDevice(handle, &info, nil, &device) }
        }
        let raw = try unsafe made("vkCreateDevice", device)
        var queue: VkQueue?
        unsafe vkGetDeviceQueue(raw, family, 0, &queue)
        do throws(VulkanError) {
            unsafe self.queue = try made("vkGetDeviceQueue", queue)
            functions = try unsafe DeviceFunctions(raw, isCore: limits.hasVersion13)
        } catch {
            _ = unsafe OpenedDevice.close(raw, of: physical)
            throw error
        }
        unsafe self.raw = unsafe raw
        self.family = family
        self.physical = physical
    }

    /// Ends a device (`vkDestroyDevice`).
    ///
    /// - Parameters:
    ///   - raw: The device.
    ///   - physical: The device that it was made from.
    /// - Returns: False where it is left open, since a driver hangs in a call that keeps all others out.
    static func close(_ raw: VkDevice, of physical: PhysicalDevice) -> Bool {
        LoaderGate.shared.end(
            "the driver of \(physical.name) does not come back from closing it",
            patience: LoaderGate.patience(with: physical)
        ) { unsafe vkDestroyDevice(raw, nil) }
    }
}
