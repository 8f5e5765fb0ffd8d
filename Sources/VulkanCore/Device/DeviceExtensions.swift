internal import CVulkan
internal import LinuxIO

/// The features beyond those that every device must have that a device offers and we make use of, each for itself.
package struct DeviceExtensions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Memory of other devices by descriptor (`VK_KHR_external_memory_fd`, `VK_EXT_external_memory_dma_buf`).
    package static let sharedMemory = DeviceExtensions(rawValue: 1)
    /// Images on such memory, with rows at places that we choose (`VK_EXT_image_drm_format_modifier`).
    package static let linearImages = DeviceExtensions(rawValue: 2)
    /// The processor's pages (`VK_EXT_external_memory_host`).
    package static let hostMemory = DeviceExtensions(rawValue: 4)
    /// A name for devices that Vulkan does not know (`VK_EXT_queue_family_foreign`).
    package static let foreignQueues = DeviceExtensions(rawValue: 8)
    /// Buffers named while recording, without sets (`VK_KHR_push_descriptor`).
    package static let pushDescriptors = DeviceExtensions(rawValue: 16)

    private static let table: [(DeviceExtensions, [String])] = [
        (
            .sharedMemory,
            [VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME, VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME]
        ),
        (.linearImages, [VK_EXT_IMAGE_DRM_FORMAT_MODIFIER_EXTENSION_NAME]),
        (.hostMemory, [VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME]),
        (.foreignQueues, [VK_EXT_QUEUE_FAMILY_FOREIGN_EXTENSION_NAME]),
        (.pushDescriptors, [VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME]),
    ]

    /// The names of all of them, for `vkCreateDevice`.
    var names: [String] { Self.table.filter { contains($0.0) }.flatMap(\.1) }

    /// Finds those that we make use of among the names of all that a device offers.
    init(among names: Set<String>) {
        self = DeviceExtensions(Self.table.filter { names.isSuperset(of: $0.1) }.map(\.0))
    }

    /// Reads the names of all extensions that a device offers (`vkEnumerateDeviceExtensionProperties`); none when the driver does not
    /// say.
    static func names(of device: VkPhysicalDevice) -> Set<String> {
        var count: UInt32 = 0
        guard unsafe vkEnumerateDeviceExtensionProperties(device, nil, &count, nil) == VK_SUCCESS else {
            return []
        }
        var properties = [VkExtensionProperties](repeating: VkExtensionProperties(), count: Int(count))
        unsafe _ = vkEnumerateDeviceExtensionProperties(device, nil, &count, &properties)
        return Set(properties.map { fieldText($0.extensionName).withoutControls })
    }
}
