internal import CVulkan
internal import LinuxIO

/// The kernel's nodes of a Vulkan device (`VK_EXT_physical_device_drm`).
enum DeviceNodes {
    /// Reads the numbers of the primary and of the render node.
    ///
    /// - Parameter device: A device that offers the extension, which those that draw on the processor do not.
    /// - Returns: The numbers; those that it has.
    static func numbers(of device: VkPhysicalDevice) -> [DeviceNumber] {
        let scratch = Scratch()
        var empty = unsafe VkPhysicalDeviceDrmPropertiesEXT()
        unsafe empty.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRM_PROPERTIES_EXT
        let nodes = unsafe scratch.store(empty)
        var properties = unsafe VkPhysicalDeviceProperties2()
        unsafe properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
        unsafe properties.pNext = UnsafeMutableRawPointer(nodes)
        unsafe vkGetPhysicalDeviceProperties2(device, &properties)
        let told = unsafe nodes.pointee
        func number(_ isThere: VkBool32, _ major: Int64, _ minor: Int64) -> DeviceNumber? {
            isThere == VK_TRUE
                ? DeviceNumber(major: UInt32(clamping: major), minor: UInt32(clamping: minor)) : nil
        }
        return unsafe [
            number(told.hasPrimary, told.primaryMajor, told.primaryMinor),
            number(told.hasRender, told.renderMajor, told.renderMinor),
        ].compactMap(\.self)
    }
}
