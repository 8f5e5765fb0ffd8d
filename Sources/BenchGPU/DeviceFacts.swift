internal import CVulkan
internal import VulkanCore

/// The names and versions that a device and its driver tell (`VkPhysicalDeviceDriverProperties`).
struct DeviceFacts: Encodable {
    var name: String
    var kind: String
    var driver: String
    var driverInfo: String
    var version: String
}

extension DeviceFacts {
    /// Asks a device.
    init(_ device: VulkanDevice) {
        let scratch = Scratch()
        var wanted = unsafe VkPhysicalDeviceDriverProperties()
        unsafe wanted.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES
        let facts = unsafe scratch.store(wanted)
        var properties = unsafe VkPhysicalDeviceProperties2()
        unsafe properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
        unsafe properties.pNext = UnsafeMutableRawPointer(facts)
        unsafe vkGetPhysicalDeviceProperties2(device.physical.raw, &properties)
        name = device.name
        kind = device.physical.kind.rawValue
        driver = unsafe withUnsafeBytes(of: &facts.pointee.driverName) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        driverInfo = unsafe withUnsafeBytes(of: &facts.pointee.driverInfo) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let number = unsafe properties.properties.apiVersion
        version = "\(number >> 22 & 0x7f).\(number >> 12 & 0x3ff).\(number & 0xfff)"
    }
}
