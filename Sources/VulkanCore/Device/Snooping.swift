internal import CVulkan

/// The ground on which a device is known beforehand to see what lies in the processor's caches, where it reads memory of others: dma-bufs,
/// and pages that are lent to it.
///
/// No call of Vulkan tells it. A memory type that is coherent and cached speaks of what the driver allocates itself; of imports it speaks only
/// where kernel and driver map these in the same way, as their sources say for the devices here. For all others the self-test decides:
///
/// - Qualcomm's Adreno (Turnip): newer ones have such a type, but msm maps each dma-buf of others without `IOMMU_CACHE` (`msm_gem_import`
///   makes them `MSM_BO_WC`, and `msm_gem_prot` asks for `MSM_BO_CACHED_COHERENT`).
/// - Broadcom's V3D: the processor's caches are none of its concern; its one type of memory is written around them.
/// - Intel without a shared cache under i915 (Apollo, Gemini, Jasper and Meteor Lake): the caches are flushed once, when the pages come.
/// - Mali (PanVK), Apple's (Honeykrisp), Tegra's (NVK), PowerVR, and cards lent to virtual machines: it depends on the chip or on the host.
enum Snooping: Sendable, Hashable {
    /// The device is the processor.
    case processor
    /// A card behind PCI Express in a PC, whose reads the processor answers out of its caches; on boards with other processors a card
    /// need not be coherent (`dma-coherent` in their device trees).
    case bus
    /// AMD's graphics beside the processor, under amdgpu: what is cached memory to it is mapped as snooped (`AMDGPU_PTE_SNOOPED` in
    /// `amdgpu_ttm_tt_pde_flags`), and all memory of others is (`amdgpu_dma_buf_create_obj` takes `AMDGPU_GEM_CREATE_CPU_GTT_USWC` over
    /// from its own buffers only).
    case amdgpu
    /// Intel's graphics beside the processor, with memory that is device-local, coherent and cached. Mesa's driver offers that under i915 only
    /// where both share the last cache (`anv_i915_physical_device_init_memory_types`), and there i915 counts each object as coherent for
    /// reads (`i915_gem_object_set_cache_coherency`); and under xe, which refuses to map a dma-buf of others otherwise than
    /// coherent (`xe_vm_bind_ioctl_validate_bo`).
    case intel

    /// The facts of which the ground follows.
    struct Facts: Sendable {
        /// The kind of hardware.
        let kind: PhysicalDevice.Kind
        /// The driver's number (`VkDriverId`); 0 where it does not tell.
        let driver: UInt32
        /// The properties of the memory types.
        let memoryTypes: [VkMemoryPropertyFlags]
        /// True where all of the machine's buses are coherent with the processor's caches, as those of PCs are.
        let hasCoherentBus: Bool
    }

    /// Finds the ground; nil where nothing is known beforehand.
    init?(_ facts: Facts) {
        switch facts.kind {
        case .cpu: self = .processor
        case .discrete where facts.hasCoherentBus: self = .bus
        case .integrated where Self.aboveAMDGPU.contains(facts.driver): self = .amdgpu
        case .integrated where facts.driver == VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA.rawValue:
            guard facts.memoryTypes.contains(where: { $0 & Self.shared == Self.shared }) else { return nil }
            self = .intel
        case .discrete, .integrated, .virtual, .other: return nil
        }
    }

    /// The drivers above amdgpu.
    private static let aboveAMDGPU: Set<UInt32> = [
        VK_DRIVER_ID_MESA_RADV.rawValue, VK_DRIVER_ID_AMD_OPEN_SOURCE.rawValue,
        VK_DRIVER_ID_AMD_PROPRIETARY.rawValue,
    ]

    /// The properties of memory that both reach by a cache that they share.
    private static let shared =
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT.rawValue | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT.rawValue
        | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT.rawValue | VK_MEMORY_PROPERTY_HOST_CACHED_BIT.rawValue
}

extension Snooping.Facts {
    /// Asks a device.
    init(_ device: VkPhysicalDevice, kind: PhysicalDevice.Kind) {
        self.kind = kind
        let scratch = Scratch()
        var words = unsafe VkPhysicalDeviceDriverProperties()
        unsafe words.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES
        let answer = unsafe scratch.store(words)
        var properties = unsafe VkPhysicalDeviceProperties2()
        unsafe properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
        // A driver leaves what it does not know.
        unsafe properties.pNext = UnsafeMutableRawPointer(answer)
        unsafe vkGetPhysicalDeviceProperties2(device, &properties)
        driver = unsafe answer.pointee.driverID.rawValue
        memoryTypes = unsafe Self.memoryTypes(of: device)
        #if arch(x86_64) || arch(i386)
            hasCoherentBus = true
        #else
            hasCoherentBus = false
        #endif
    }

    /// Reads the properties of a device's memory types.
    static func memoryTypes(of physical: VkPhysicalDevice) -> [VkMemoryPropertyFlags] {
        var properties = VkPhysicalDeviceMemoryProperties()
        unsafe vkGetPhysicalDeviceMemoryProperties(physical, &properties)
        let count = Int(properties.memoryTypeCount)
        return unsafe withUnsafeBytes(of: &properties.memoryTypes) { bytes in
            unsafe bytes.bindMemory(to: VkMemoryType.self).prefix(count).map(\.propertyFlags)
        }
    }
}
