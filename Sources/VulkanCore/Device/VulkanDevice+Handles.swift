internal import CVulkan

/// Vulkan's own handles, for programs that record commands of their own for pictures on the device.
///
/// They belong to the device, and are valid as long as it is. Use them on the device's thread: the queue is not locked.
extension VulkanDevice {
    /// The instance (`VkInstance`).
    public var instanceHandle: OpaquePointer { unsafe instance.raw }
    /// The physical device (`VkPhysicalDevice`).
    public var physicalHandle: OpaquePointer { unsafe physical.raw }
    /// The device (`VkDevice`), with `dynamicRendering` and `synchronization2`: of Vulkan 1.3, or of 1.2 with
    /// `VK_KHR_dynamic_rendering` and `VK_KHR_synchronization2`.
    public var handle: OpaquePointer { unsafe raw }
    /// The queue (`VkQueue`) of everything that is submitted; it draws, computes and copies.
    public var queueHandle: OpaquePointer { unsafe queue }
    /// The family of the queue.
    public var queueFamily: UInt32 { family }
}

extension VulkanDevice {
    /// The device's clock for commands: the bits of a time that count, 0 where there is none, and the nanoseconds of a tick.
    package var timestamps: (bits: UInt32, period: Double) {
        let families = unsafe PhysicalDevice.queueFamilies(of: physical.raw)
        var properties = VkPhysicalDeviceProperties()
        unsafe vkGetPhysicalDeviceProperties(physical.raw, &properties)
        let bits = Int(family) < families.count ? families[Int(family)].timestampValidBits : 0
        return (bits, Double(properties.limits.timestampPeriod))
    }
}
