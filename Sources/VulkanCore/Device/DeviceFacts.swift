internal import CVulkan
internal import LinuxIO

/// A Vulkan device as its driver describes it, good enough or not; for a report of a fault.
public struct DeviceFacts: Sendable, Codable {
    /// The driver's name for the device.
    public let name: String
    /// The kind of hardware: the name of a ``PhysicalDevice/Kind``.
    public let kind: String
    /// The PCI numbers of maker and device, or what the driver has in their place.
    public let identity: String
    /// The Vulkan version, for example `1.3.274`.
    public let version: String
    /// The driver's name, words and number (`VkPhysicalDeviceDriverProperties`).
    public let driver: String
    /// The numbers of its primary and its render node with the kernel, for example `226:128`; none where the driver tells none.
    public let nodes: [String]
    /// The reason why it cannot be used; nil when it can.
    public let obstacle: String?
    /// The largest width and height of an image.
    public let maximumImageSide: Int
    /// The memory heaps in bytes, and whether each is the device's own.
    public let heaps: [Heap]
    /// The memory types, in the driver's order.
    public let memoryTypes: [MemoryType]
    /// The limits on which choices depend, by the names of `VkPhysicalDeviceLimits`; sizes in bytes, or in texels of images.
    public let limits: [String: UInt64]
    /// The driver.
    public let driverIdentity: DriverIdentity
    /// The names of the extensions that it offers, in order.
    public let extensions: [String]

    /// A type of memory (`VkMemoryType`).
    public struct MemoryType: Sendable, Codable, Hashable {
        /// The number of its heap in ``DeviceFacts/heaps``.
        public let heap: Int
        /// True for memory that the device reaches fastest.
        public let isDeviceLocal: Bool
        /// True for memory that the processor can map.
        public let isVisible: Bool
        /// True where neither has to tell the other of what it has written.
        public let isCoherent: Bool
        /// True where the processor's caches hold it.
        public let isCached: Bool

        init(_ type: VkMemoryType) {
            func has(_ flag: VkMemoryPropertyFlagBits) -> Bool { type.propertyFlags & flag.rawValue != 0 }
            heap = Int(type.heapIndex)
            isDeviceLocal = has(VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)
            isVisible = has(VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT)
            isCoherent = has(VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)
            isCached = has(VK_MEMORY_PROPERTY_HOST_CACHED_BIT)
        }
    }

    /// A heap of memory.
    public struct Heap: Sendable, Codable {
        /// The size in bytes.
        public let size: UInt64
        /// True for memory that the device reaches fastest.
        public let isDeviceLocal: Bool
    }

    init(_ device: PhysicalDevice) {
        let raw = unsafe device.raw
        var core = VkPhysicalDeviceProperties()
        unsafe vkGetPhysicalDeviceProperties(raw, &core)
        name = device.name
        kind = device.kind.rawValue
        identity = "\(Self.digits(core.vendorID)):\(Self.digits(core.deviceID))"
        version = Self.version(core.apiVersion)
        driver = [
            device.driver.name, device.driver.info, "0x" + String(device.driver.version, radix: 16),
        ].filter { !$0.isEmpty }.joined(separator: ", ")
        nodes = device.nodes.map(\.description)
        obstacle = device.obstacle
        maximumImageSide = device.limits.imageSide
        var memory = VkPhysicalDeviceMemoryProperties()
        unsafe vkGetPhysicalDeviceMemoryProperties(raw, &memory)
        heaps = unsafe withUnsafeBytes(of: memory.memoryHeaps) { bytes in
            unsafe bytes.bindMemory(to: VkMemoryHeap.self).prefix(Int(memory.memoryHeapCount)).map {
                Heap(
                    size: $0.size,
                    isDeviceLocal: $0.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT.rawValue != 0)
            }
        }
        memoryTypes = unsafe withUnsafeBytes(of: memory.memoryTypes) { bytes in
            unsafe bytes.bindMemory(to: VkMemoryType.self).prefix(Int(memory.memoryTypeCount)).map {
                MemoryType($0)
            }
        }
        limits = Self.limits(core.limits)
        driverIdentity = device.driver
        extensions = device.extensionNames.sorted()
    }

    private static func limits(_ limits: VkPhysicalDeviceLimits) -> [String: UInt64] {
        [
            "maxImageDimension2D": UInt64(limits.maxImageDimension2D),
            "maxStorageBufferRange": UInt64(limits.maxStorageBufferRange),
            "maxPerStageDescriptorStorageBuffers": UInt64(limits.maxPerStageDescriptorStorageBuffers),
            "maxComputeWorkGroupInvocations": UInt64(limits.maxComputeWorkGroupInvocations),
            "maxComputeSharedMemorySize": UInt64(limits.maxComputeSharedMemorySize),
            "maxMemoryAllocationCount": UInt64(limits.maxMemoryAllocationCount),
            "minStorageBufferOffsetAlignment": limits.minStorageBufferOffsetAlignment,
            "optimalBufferCopyRowPitchAlignment": limits.optimalBufferCopyRowPitchAlignment,
            "nonCoherentAtomSize": limits.nonCoherentAtomSize,
        ]
    }

    private static func digits(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    static func version(_ number: UInt32) -> String {
        "\(number >> 22 & 0x7f).\(number >> 12 & 0x3ff).\(number & 0xfff)"
    }
}

extension PhysicalDevice {
    /// All that the driver says about it, for reports.
    public var facts: DeviceFacts { DeviceFacts(self) }
}
