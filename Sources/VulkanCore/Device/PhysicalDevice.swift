package import CVulkan
public import LinuxIO

/// A device of this machine that can draw: a graphics card, or the processor itself (`VkPhysicalDevice`).
@safe public struct PhysicalDevice: @unchecked Sendable {
    // Sendable: a handle that the instance owns and values read once.

    /// The kind of hardware.
    public enum Kind: String, CaseIterable, Sendable, Codable {
        /// A graphics card with its own memory.
        case discrete
        /// Graphics that shares the processor's memory.
        case integrated
        /// A graphics card lent to a virtual machine.
        case virtual
        /// Anything else.
        case other
        /// A driver that draws on the processor.
        case cpu
    }

    /// The number by which it can be chosen: its place in the order of Vulkan's loader, among those that are good enough.
    public private(set) var index = 0
    /// The reason for its place in ``VulkanInstance/devices(in:)``.
    public private(set) var placeReason = ""
    /// The driver's name for it.
    public let name: String
    /// The kind of hardware that it is.
    public let kind: Kind
    /// The numbers of its primary and its render node with the kernel; none where the driver tells none.
    public let nodes: [DeviceNumber]
    /// The driver.
    public let driver: DriverIdentity

    /// A text that tells the device from others, and stays while its driver does.
    public let identity: String

    package let raw: VkPhysicalDevice
    /// Its limits and offers.
    package internal(set) var limits: DeviceLimits
    /// The names of all its extensions, which are asked for once: the question waits for every driver that is being opened or closed.
    let extensionNames: Set<String>
    /// The reason why it cannot be used; nil when it can.
    let obstacle: String?
    /// The reason why importing the processor's pages costs more than copying them; nil where it does not.
    let slowHostMemory: String?
    /// The ground on which it is known to see the processor's caches; nil where that must be found out.
    let snooping: Snooping?
    /// The PCI number of NVIDIA.
    private static let nvidia: UInt32 = 0x10de

    /// Describes a device.
    ///
    /// - Parameters:
    ///   - raw: The device.
    ///   - newest: The newest version of Vulkan that the instance uses; a device's newer one counts as this.
    init(_ raw: VkPhysicalDevice, newest: UInt32) {
        unsafe self.raw = unsafe raw
        var properties = VkPhysicalDeviceProperties()
        unsafe vkGetPhysicalDeviceProperties(raw, &properties)
        name = fieldText(properties.deviceName).withoutControls
        kind =
            switch properties.deviceType {
            case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: .discrete
            case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: .integrated
            case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: .virtual
            case VK_PHYSICAL_DEVICE_TYPE_CPU: .cpu
            default: .other
            }
        properties.apiVersion = min(properties.apiVersion, newest)
        let names = unsafe DeviceExtensions.names(of: raw)
        extensionNames = names
        limits = DeviceLimits(properties, extensions: DeviceExtensions(among: names))
        nodes =
            unsafe names.contains(VK_EXT_PHYSICAL_DEVICE_DRM_EXTENSION_NAME)
            ? DeviceNodes.numbers(of: raw) : []
        driver = unsafe DriverIdentity(raw, version: properties.driverVersion)
        identity = ([name, driver.deviceUUID] + nodes.map(\.description)).joined(separator: " ")
        snooping = unsafe Snooping(Snooping.Facts(raw, kind: kind))
        slowHostMemory =
            properties.vendorID == Self.nvidia
                && properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU
            ? "\(name) reads the processor's pages slowly" : nil
        obstacle =
            unsafe DeviceRequirements(of: raw, version: limits.version, extensions: names).obstacle
            ?? (PhysicalDevice.graphicsFamilies(of: raw).isEmpty ? "cannot draw" : nil)
    }

    func placed(_ place: DeviceOrder.Place) -> PhysicalDevice {
        var placed = self
        (placed.index, placed.placeReason) = (place.index, place.reason)
        return placed
    }

    /// Lists the queue families that can draw and run kernels; a device that has one for drawing has one for both (Vulkan 1.2,
    /// section 5.1).
    static func graphicsFamilies(of raw: VkPhysicalDevice) -> [UInt32] {
        let families = unsafe queueFamilies(of: raw)
        let both = VK_QUEUE_GRAPHICS_BIT.rawValue | VK_QUEUE_COMPUTE_BIT.rawValue
        return families.indices
            .filter { families[$0].queueFlags & both == both }
            .map { UInt32($0) }
    }

    /// The families of a device's queues.
    static func queueFamilies(of raw: VkPhysicalDevice) -> [VkQueueFamilyProperties] {
        var count: UInt32 = 0
        unsafe vkGetPhysicalDeviceQueueFamilyProperties(raw, &count, nil)
        var families = [VkQueueFamilyProperties](repeating: VkQueueFamilyProperties(), count: Int(count))
        unsafe vkGetPhysicalDeviceQueueFamilyProperties(raw, &count, &families)
        return families
    }

    /// Finds the device that a person has named: a number of the list, or a part of a name in any case.
    ///
    /// - Parameters:
    ///   - text: The number or the part; nil for the first of the list.
    ///   - devices: The list.
    /// - Returns: The first that fits.
    /// - Throws: Kind `noDevice` with the names of the devices.
    public static func select(
        _ text: String?, from devices: [PhysicalDevice]
    ) throws(VulkanError) -> PhysicalDevice {
        let found =
            if let text {
                devices.first { Int(text) == $0.index }
                    ?? devices.first { $0.name.lowercased().contains(text.lowercased()) }
            } else {
                devices.first
            }
        guard let found else {
            let names = devices.map { "\($0.index): \($0.name)" }.joined(separator: ", ")
            throw VulkanError(
                .noDevice, "no graphics device is called \(text ?? ""); choose one of these: \(names)")
        }
        return found
    }
}
