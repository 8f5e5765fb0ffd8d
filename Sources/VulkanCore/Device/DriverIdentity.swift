internal import CVulkan
internal import LinuxIO

/// The driver of a device (`VkPhysicalDeviceDriverProperties`, `VkPhysicalDeviceIDProperties`).
public struct DriverIdentity: Sendable, Hashable, Codable {
    /// The driver's name, for example `radv`; empty where it does not tell.
    public let name: String
    /// The driver's words on its version, for example `Mesa 25.0.7`; empty where it does not tell.
    public let info: String
    /// The version as the driver counts.
    public let version: UInt32
    /// The identity of the device, 32 hexadecimal digits; with NVIDIA's driver that of the very board, so it is in no report.
    public private(set) var deviceUUID = ""
    /// The identity of the driver's build, likewise.
    public let driverUUID: String
    /// True for Mesa's drivers.
    ///
    /// Their ``version`` is Mesa's, but for the driver that draws on the processor, which counts none.
    public let isMesa: Bool

    private enum CodingKeys: String, CodingKey {
        case name, info, version, driverUUID, isMesa
    }

    /// Describes a driver.
    public init(
        name: String, info: String = "", version: UInt32 = 0, deviceUUID: String = "",
        driverUUID: String = "",
        isMesa: Bool = false
    ) {
        (self.name, self.info, self.version) = (name, info, version)
        (self.deviceUUID, self.driverUUID, self.isMesa) = (deviceUUID, driverUUID, isMesa)
    }

    /// Tells whether the driver is of a version of Mesa, or a newer one; never true of the one that draws on the processor.
    public func isMesa(atLeast major: Int, _ minor: Int = 0) -> Bool {
        isMesa && (Int(version >> 22 & 0x7f), Int(version >> 12 & 0x3ff)) >= (major, minor)
    }

    /// Mesa's drivers (`VkDriverId`).
    private static let mesa: Set<UInt32> = [
        VK_DRIVER_ID_MESA_RADV.rawValue, VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA.rawValue,
        VK_DRIVER_ID_MESA_TURNIP.rawValue, VK_DRIVER_ID_MESA_V3DV.rawValue,
        VK_DRIVER_ID_MESA_PANVK.rawValue, VK_DRIVER_ID_MESA_LLVMPIPE.rawValue,
        VK_DRIVER_ID_MESA_VENUS.rawValue, VK_DRIVER_ID_MESA_DOZEN.rawValue,
        VK_DRIVER_ID_MESA_NVK.rawValue, VK_DRIVER_ID_IMAGINATION_OPEN_SOURCE_MESA.rawValue,
        // Honeykrisp, which older headers do not know.
        26,
    ]

    init(_ device: VkPhysicalDevice, version: UInt32) {
        let scratch = Scratch()
        var words = unsafe VkPhysicalDeviceDriverProperties()
        unsafe words.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES
        let driver = unsafe scratch.store(words)
        var identities = unsafe VkPhysicalDeviceIDProperties()
        unsafe identities.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES
        unsafe identities.pNext = UnsafeMutableRawPointer(driver)
        let identity = unsafe scratch.store(identities)
        var properties = unsafe VkPhysicalDeviceProperties2()
        unsafe properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
        // Vulkan 1.1 does not know the driver's, and a driver leaves what it does not know.
        unsafe properties.pNext = UnsafeMutableRawPointer(identity)
        unsafe vkGetPhysicalDeviceProperties2(device, &properties)
        unsafe self.init(
            name: fieldText(driver.pointee.driverName).withoutControls,
            info: fieldText(driver.pointee.driverInfo).withoutControls, version: version,
            deviceUUID: Self.digits(identity.pointee.deviceUUID),
            driverUUID: Self.digits(identity.pointee.driverUUID),
            isMesa: Self.mesa.contains(driver.pointee.driverID.rawValue))
    }

    private static func digits<Field>(_ field: Field) -> String {
        unsafe withUnsafeBytes(of: field) { bytes in
            unsafe bytes.map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0" + digits : digits
            }.joined()
        }
    }
}
