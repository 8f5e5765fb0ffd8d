internal import CVulkan
public import Frames
internal import Glibc

/// A device's memory for frames, offered to sources.
///
/// Thread-safe: sources call it on their threads. Vulkan asks for no lock around the making of buffers and memory.
public final class VulkanFrameMemory: FrameMemoryProvider, @unchecked Sendable {
    // Sendable: nothing changes after `init`, and of the device only what may be called on any thread is used.

    /// The reason why the device cannot read dma-bufs, or shall not; nil when it can.
    public let exportRefusal: String?
    /// The reason why the device has no memory that a camera's driver can fill, or shall offer none; nil when it has.
    public let provisionRefusal: String?
    private let device: VulkanDevice
    private let isForced: Bool

    /// Offers memory.
    ///
    /// - Parameters:
    ///   - device: The device that reads the frames.
    ///   - route: The only route that will be taken; nil for the best that works.
    public init(device: VulkanDevice, route: ImportRoute? = nil) {
        self.device = device
        isForced = route != nil
        let other = route.map { "\($0.rawValue) was asked for" }
        exportRefusal =
            if route == nil || route == .dmabuf {
                device.extensions.contains(.sharedMemory)
                    ? nil : "the graphics device lacks VK_EXT_external_memory_dma_buf"
            } else { other }
        provisionRefusal =
            route == nil || route == .userptr
            ? VulkanFrameMemory.provisionRefusal(isCPU: device.isCPU) : other
    }

    /// Gives the reason why a device has no memory that cameras' drivers can fill; nil for processors.
    ///
    /// The kernel pins a program's pages for a camera's driver. What a graphics driver maps is not made of such pages, and the kernel
    /// refuses it buffer by buffer.
    static func provisionRefusal(isCPU: Bool) -> String? {
        isCPU ? nil : "cameras' drivers do not fill memory of graphics cards"
    }

    /// Makes a buffer of mapped, cached memory of the device.
    ///
    /// Cached: drivers write through the processor's caches, and other mappings of the same pages must agree.
    ///
    /// - Parameters:
    ///   - index: The buffer's number at its source.
    ///   - byteCounts: The size of each memory.
    ///   - origin: The origin that all buffers of the source share.
    /// - Returns: A buffer whose memories start at pages.
    /// - Throws: The reason why the device has no such memory.
    public func makeBuffer(
        index: Int, byteCounts: [Int], origin: MemoryOrigin
    ) throws(MemoryRefusal) -> FrameBuffer {
        if let provisionRefusal { throw MemoryRefusal(provisionRefusal) }
        let page = sysconf(Int32(_SC_PAGESIZE))
        let owner = MappedPages()
        var memories: [UnsafeMutableRawBufferPointer] = unsafe []
        var parts: [ImportedMemories.Part] = []
        for count in byteCounts {
            let whole = (count + page - 1) / page * page
            let buffer = try make(byteCount: whole + page)
            let address = unsafe Int(bitPattern: buffer.bytes.baseAddress)
            let start = (address + page - 1) / page * page - address
            unsafe memories.append(
                UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[start..<start + whole]))
            parts.append(ImportedMemories.Part(buffer, start: start))
            owner.buffers.append(buffer)
        }
        let buffer = unsafe FrameBuffer(index: index, memories: memories, origin: origin, owner: owner)
        BufferImports.of(buffer, on: device).provided = ImportedMemories(parts)
        return buffer
    }

    private func make(byteCount: Int) throws(MemoryRefusal) -> MappedBuffer {
        let usage =
            VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue
        return try refusing { () throws(VulkanError) in
            try MappedBuffer(
                device: device, count: byteCount, usage: VkBufferUsageFlagBits(usage), isRead: true,
                mustBeCached: true, name: "memory for frames")
        }
    }

    /// Prepares to read a buffer by its dma-bufs.
    ///
    /// On processors they are imported, since there is other memory to be filled where that fails. Elsewhere the first frame on the buffer
    /// shows whether images or buffers are needed, and whether the driver takes them.
    ///
    /// - Throws: The reason why the driver does not take them, or the device is not known to see what is written there.
    public func adopt(_ buffer: FrameBuffer) throws(MemoryRefusal) {
        if !isForced,
            let refusal = ImportRule.refusal(
                of: buffer.origin.writer, DMABufferRoute.kind(buffer.origin), on: device)
        {
            throw MemoryRefusal(refusal)
        }
        guard provisionRefusal == nil else { return }
        BufferImports.of(buffer, on: device).shared = try ImportedMemories(exportsOf: buffer, on: device)
    }
}

/// The mapped buffers behind a frame's buffer, kept.
private final class MappedPages: @unchecked Sendable {
    // Sendable: filled before anyone else has it, and then only kept.
    var buffers: [MappedBuffer] = []
}
