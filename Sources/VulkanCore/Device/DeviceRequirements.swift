internal import CVulkan

/// The features that a device must have: dynamic rendering and synchronization2, as parts of Vulkan 1.3 or as
/// extensions of Vulkan 1.2.
struct DeviceRequirements: Equatable {
    /// The device's version, in the packing of `VK_MAKE_API_VERSION`.
    var version: UInt32
    /// The names of all extensions that it offers.
    var extensions: Set<String>
    /// True when it has the feature `dynamicRendering`.
    var hasDynamicRendering: Bool
    /// True when it has the feature `synchronization2`.
    var hasSynchronization2: Bool

    /// The extensions that Vulkan 1.2 needs, which are a part of Vulkan 1.3.
    static let extensionNames = [
        VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME, VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME,
    ]

    /// The reason why the device cannot be used; nil when it can.
    var obstacle: String? {
        let name = "Vulkan \(DeviceFacts.version(version))"
        guard version >= DeviceLimits.version12 else {
            return "has \(name); Vulkan 1.3 is needed, or 1.2 with \(Self.list(Self.extensionNames))"
        }
        if version < DeviceLimits.version13 {
            let missing = Self.extensionNames.filter { !extensions.contains($0) }
            guard missing.isEmpty else {
                return "has \(name) and lacks \(Self.list(missing)), needed below Vulkan 1.3"
            }
        }
        var missing: [String] = []
        if !hasDynamicRendering { missing.append("dynamicRendering") }
        if !hasSynchronization2 { missing.append("synchronization2") }
        return missing.isEmpty ? nil : "lacks the features \(Self.list(missing))"
    }

    private static func list(_ names: [String]) -> String { names.joined(separator: " and ") }
}

extension DeviceRequirements {
    /// Asks a device.
    init(of device: VkPhysicalDevice, version: UInt32, extensions: Set<String>) {
        self.init(
            version: version, extensions: extensions, hasDynamicRendering: false, hasSynchronization2: false)
        // A device that does not know a structure leaves it alone, but need not accept it.
        guard obstacle(ifFeatured: true) == nil else { return }
        let scratch = Scratch()
        let (rendering, synchronization) = unsafe Self.structures(in: scratch)
        var features = unsafe VkPhysicalDeviceFeatures2()
        unsafe features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2
        unsafe features.pNext = UnsafeMutableRawPointer(rendering)
        unsafe vkGetPhysicalDeviceFeatures2(device, &features)
        hasDynamicRendering = unsafe rendering.pointee.dynamicRendering == VK_TRUE
        hasSynchronization2 = unsafe synchronization.pointee.synchronization2 == VK_TRUE
    }

    private func obstacle(ifFeatured isFeatured: Bool) -> String? {
        var other = self
        (other.hasDynamicRendering, other.hasSynchronization2) = (isFeatured, isFeatured)
        return other.obstacle
    }

    /// The structures that enable both features, for `vkCreateDevice`.
    ///
    /// Vulkan 1.3 and the extensions have the same ones.
    static func enabling(in scratch: Scratch) -> UnsafeRawPointer {
        let (rendering, synchronization) = unsafe structures(in: scratch)
        unsafe rendering.pointee.dynamicRendering = VK_TRUE
        unsafe synchronization.pointee.synchronization2 = VK_TRUE
        return UnsafeRawPointer(rendering)
    }

    /// The features' structures, the first of which points at the second.
    private static func structures(
        in scratch: Scratch
    ) -> (
        rendering: UnsafeMutablePointer<VkPhysicalDeviceDynamicRenderingFeatures>,
        synchronization: UnsafeMutablePointer<VkPhysicalDeviceSynchronization2Features>
    ) {
        var second = unsafe VkPhysicalDeviceSynchronization2Features()
        unsafe second.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES
        let synchronization = unsafe scratch.store(second)
        var first = unsafe VkPhysicalDeviceDynamicRenderingFeatures()
        unsafe first.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES
        unsafe first.pNext = UnsafeMutableRawPointer(synchronization)
        return unsafe (scratch.store(first), synchronization)
    }
}
