internal import CVulkan

/// The limits and offers of a device, as far as this program depends on them.
///
/// The driver is asked once; everything else reads them here, so that nothing takes for granted what a lesser device has
/// not. Tests lower them to be such a device: see ``VulkanDevice/init(instance:selecting:surface:logger:lowering:)``.
package struct DeviceLimits: Hashable, Sendable {
    /// The Vulkan version that may be used, in the packing of `VK_MAKE_API_VERSION`.
    package var version: UInt32
    /// The offers beyond what every device must have.
    package var extensions: DeviceExtensions
    /// The largest width and height of an image in texels (`maxImageDimension2D`); every device has 4096.
    package var imageSide: Int
    /// The number of storage buffers that a kernel may have (`maxPerStageDescriptorStorageBuffers`); every device has 4.
    package var storageBuffers: Int
    /// The number of bytes of a storage buffer that a kernel sees (`maxStorageBufferRange`); every device has 128 MiB.
    package var storageBytes: Int
    /// The number of invocations of a workgroup (`maxComputeWorkGroupInvocations`); every device has 128.
    package var groupInvocations: Int
    /// The sides of a workgroup (`maxComputeWorkGroupSize`); every device has 128, 128 and 64.
    package var groupSize: SIMD3<Int>
    /// True when a kernel decodes mosaics.
    ///
    /// Processors have vectors for that, which do better.
    package var hasMosaicKernel = false

    /// The value of `VK_API_VERSION_1_2`, a macro that the importer drops.
    package static let version12: UInt32 = 1 << 22 | 2 << 12
    /// The value of `VK_API_VERSION_1_3`.
    package static let version13: UInt32 = 1 << 22 | 3 << 12

    /// True when the commands that we need of Vulkan 1.3 are part of the device's version; else they are extensions'.
    package var hasVersion13: Bool { version >= Self.version13 }

    /// Makes the limits of a device of somebody's thinking.
    package init(
        version: UInt32, extensions: DeviceExtensions, imageSide: Int, storageBuffers: Int,
        storageBytes: Int, groupInvocations: Int, groupSize: SIMD3<Int>
    ) {
        (self.version, self.extensions, self.imageSide) = (version, extensions, imageSide)
        (self.storageBuffers, self.storageBytes) = (storageBuffers, storageBytes)
        (self.groupInvocations, self.groupSize) = (groupInvocations, groupSize)
    }

    /// Takes over what a driver says.
    init(_ properties: VkPhysicalDeviceProperties, extensions: DeviceExtensions) {
        let limits = properties.limits
        version = properties.apiVersion
        self.extensions = extensions
        imageSide = Int(limits.maxImageDimension2D)
        storageBuffers = Int(limits.maxPerStageDescriptorStorageBuffers)
        // lavapipe says 128 MiB, and its kernels see all of any buffer; larger pictures have always been right there.
        storageBytes =
            properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? .max : Int(limits.maxStorageBufferRange)
        groupInvocations = Int(limits.maxComputeWorkGroupInvocations)
        let sides = limits.maxComputeWorkGroupSize
        groupSize = SIMD3(Int(sides.0), Int(sides.1), Int(sides.2))
        hasMosaicKernel = properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU
    }
}
