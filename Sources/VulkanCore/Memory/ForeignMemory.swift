internal import CVulkan
internal import Frames
internal import Glibc
internal import LinuxIO

/// Memory that others have made, as a device imports it, with the types that it can have there.
@safe struct ForeignMemory {
    /// The kind of the imported memory.
    @safe private enum Kind {
        case pages(UnsafeMutableRawPointer)
        case shared(SharedMemory)
    }

    private let kind: Kind
    /// The memory's size, in the pieces that the device wants.
    let byteCount: Int
    /// The number of bytes from its start to the first that was meant.
    let start: Int
    private let types: UInt32

    /// The kind of handle, for the buffer or image that is to lie on the memory.
    var handleType: VkExternalMemoryHandleTypeFlagBits {
        if case .pages = kind { return VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT }
        return VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT
    }

    /// Describes the processor's pages (`VK_EXT_external_memory_host`).
    ///
    /// - Parameters:
    ///   - bytes: Some of the pages' bytes; the pages around them are lent whole, and must stay mapped.
    ///   - device: The device on which they are to be read.
    /// - Throws: The reason why the device does not take them.
    init(pages bytes: UnsafeMutableRawBufferPointer, device: VulkanDevice) throws(MemoryRefusal) {
        guard device.extensions.contains(.hostMemory) else {
            throw MemoryRefusal("the graphics device lacks VK_EXT_external_memory_host")
        }
        let grain = unsafe ForeignMemory.hostAlignment(of: device.physical.raw)
        let address = Int(bitPattern: bytes.baseAddress)
        let first = address / grain * grain
        byteCount = (address + bytes.count + grain - 1) / grain * grain - first
        start = address - first
        // The bytes beside ours on their pages are mapped with them; a larger grain could reach pages that are not.
        let isWhole = first == address && byteCount == bytes.count
        guard grain <= sysconf(Int32(_SC_PAGESIZE)) || isWhole,
            let base = unsafe UnsafeMutableRawPointer(bitPattern: first)
        else { throw MemoryRefusal("the graphics device wants memory in pieces of \(grain) bytes") }
        unsafe kind = .pages(base)
        // Sources write there without Vulkan, and nobody tells the device when.
        types = MemoryTypes.coherent(
            try unsafe ForeignMemory.types(of: base, device),
            unsafe Snooping.Facts.memoryTypes(of: device.physical.raw))
        guard types != 0 else {
            throw MemoryRefusal("the graphics device does not see by itself what the processor writes")
        }
    }

    /// Describes a dma-buf (`VK_EXT_external_memory_dma_buf`).
    ///
    /// - Parameters:
    ///   - shared: The dma-buf.
    ///   - device: The device on which it is to be read.
    /// - Throws: The reason why the device does not take it.
    init(_ shared: SharedMemory, device: VulkanDevice) throws(MemoryRefusal) {
        guard device.extensions.contains(.sharedMemory) else {
            throw MemoryRefusal("the graphics device lacks VK_EXT_external_memory_dma_buf")
        }
        guard shared.byteCount > 0 else { throw MemoryRefusal("the kernel does not tell its size") }
        kind = .shared(shared)
        byteCount = shared.byteCount
        start = 0
        types = try ForeignMemory.types(of: shared, device)
    }

    /// Imports the memory.
    ///
    /// - Parameters:
    ///   - requirements: The requirements of the buffer or image that is to lie on it.
    ///   - dedicated: The name of the one buffer or image on it, where the driver wants that.
    ///   - device: The device of `init`.
    /// - Returns: Memory to be bound.
    /// - Throws: The reason why the device does not take it.
    func allocate(
        for requirements: VkMemoryRequirements, dedicated: VkMemoryDedicatedAllocateInfo?,
        device: VulkanDevice
    ) throws(MemoryRefusal) -> DeviceMemory {
        guard requirements.size <= VkDeviceSize(byteCount) else {
            throw MemoryRefusal("the driver wants \(requirements.size) bytes, the memory has \(byteCount)")
        }
        let types = types & requirements.memoryTypeBits
        // What one buffer or image has for itself is as large as that (VUID-VkMemoryDedicatedAllocateInfo-image-02964, -buffer-02965).
        let byteCount = unsafe dedicated == nil ? byteCount : Int(requirements.size)
        let scratch = Scratch()
        let next = unsafe dedicated.map { unsafe UnsafeRawPointer(scratch.store($0)) }
        switch kind {
        case .pages(let base):
            var source = unsafe VkImportMemoryHostPointerInfoEXT()
            unsafe source.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_HOST_POINTER_INFO_EXT
            unsafe source.pNext = next
            unsafe source.handleType = handleType
            unsafe source.pHostPointer = base
            return try unsafe DeviceMemory(
                importing: scratch.store(source), byteCount: byteCount, types: types, device: device)
        case .shared(let shared):
            let copy: Descriptor
            do throws(SystemError) { copy = try shared.duplicate() } catch { throw MemoryRefusal("\(error)") }
            var source = unsafe VkImportMemoryFdInfoKHR()
            unsafe source.sType = VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR
            unsafe source.pNext = next
            unsafe source.handleType = handleType
            unsafe source.fd = copy.number
            let memory = try unsafe DeviceMemory(
                importing: scratch.store(source), byteCount: byteCount, types: types, device: device)
            // From now on the descriptor is the driver's.
            _ = copy.release()
            return memory
        }
    }
}

// MARK: The driver's facts

extension ForeignMemory {
    /// Reads the size of the pieces in which the device takes pages (`minImportedHostPointerAlignment`).
    private static func hostAlignment(of device: VkPhysicalDevice) -> Int {
        var limits = unsafe VkPhysicalDeviceExternalMemoryHostPropertiesEXT()
        unsafe limits.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT
        var properties = unsafe VkPhysicalDeviceProperties2()
        unsafe properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2
        unsafe withUnsafeMutablePointer(to: &limits) { limits in
            unsafe properties.pNext = UnsafeMutableRawPointer(limits)
            unsafe vkGetPhysicalDeviceProperties2(device, &properties)
        }
        return max(1, Int(unsafe limits.minImportedHostPointerAlignment))
    }

    private static func types(
        of base: UnsafeMutableRawPointer, _ device: VulkanDevice
    ) throws(MemoryRefusal) -> UInt32 {
        let name = "vkGetMemoryHostPointerPropertiesEXT"
        typealias Function = PFN_vkGetMemoryHostPointerPropertiesEXT
        guard let function = unsafe unsafeBitCast(vkGetDeviceProcAddr(device.raw, name), to: Function?.self)
        else { throw MemoryRefusal("the driver has no \(name)") }
        var properties = unsafe VkMemoryHostPointerPropertiesEXT()
        unsafe properties.sType = VK_STRUCTURE_TYPE_MEMORY_HOST_POINTER_PROPERTIES_EXT
        try refusing(name) {
            unsafe function(
                device.raw, VK_EXTERNAL_MEMORY_HANDLE_TYPE_HOST_ALLOCATION_BIT_EXT, base, &properties)
        }
        return unsafe properties.memoryTypeBits
    }

    private static func types(
        of shared: SharedMemory, _ device: VulkanDevice
    ) throws(MemoryRefusal) -> UInt32 {
        let name = "vkGetMemoryFdPropertiesKHR"
        typealias Function = PFN_vkGetMemoryFdPropertiesKHR
        guard let function = unsafe unsafeBitCast(vkGetDeviceProcAddr(device.raw, name), to: Function?.self)
        else { throw MemoryRefusal("the driver has no \(name)") }
        var properties = unsafe VkMemoryFdPropertiesKHR()
        unsafe properties.sType = VK_STRUCTURE_TYPE_MEMORY_FD_PROPERTIES_KHR
        try refusing(name) {
            shared.withDescriptor { descriptor in
                unsafe function(
                    device.raw, VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT, descriptor, &properties)
            }
        }
        return unsafe properties.memoryTypeBits
    }
}

/// Makes a Vulkan call whose failure only means that a memory cannot be read in place.
func refusing(_ call: String, _ body: () -> VkResult) throws(MemoryRefusal) {
    _ = try refusing { () throws(VulkanError) in try check(call, body) }
}

/// Does some work with Vulkan whose failure only means that a memory cannot be read in place.
func refusing<Result>(_ work: () throws(VulkanError) -> Result) throws(MemoryRefusal) -> Result {
    do throws(VulkanError) { return try work() } catch { throw MemoryRefusal(error) }
}

extension MemoryRefusal {
    /// Makes the short words for a failed call; its advice is for failures that end something.
    init(_ error: VulkanError) {
        self.init(error.call.isEmpty ? error.advice : "\(error.call): \(error.result)")
    }
}
