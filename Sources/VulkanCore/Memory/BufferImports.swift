internal import CVulkan
internal import Frames

/// The objects that a device has made of a source's buffer to read it in place; kept with the buffer, once for all its
/// frames.
///
/// Made on the source's thread before it publishes a frame on the buffer, or on the device's thread; used on the latter.
final class BufferImports: @unchecked Sendable {
    // Sendable: the source's thread is done with it before the device's thread gets the first frame on the buffer.

    /// The memories imported by the buffer's dma-bufs.
    var shared: ImportedMemories?
    /// The memories that are the device's own.
    var provided: ImportedMemories?
    /// The memories imported by their addresses.
    var pages: ImportedMemories?
    /// The planes as images on the dma-bufs, for a layout.
    var images: (layout: FrameLayout, planes: PlaneSet)?
    /// The device, kept so that no other gets its identity.
    private let device: VulkanDevice

    private init(_ device: VulkanDevice) { self.device = device }

    /// Finds the objects that the device has made of a buffer until now; empty at first.
    static func of(_ buffer: FrameBuffer, on device: VulkanDevice) -> BufferImports {
        if let imports = buffer.attachment(for: device) as? BufferImports { return imports }
        let imports = BufferImports(device)
        buffer.attach(imports, for: device)
        return imports
    }
}

/// All memories of a source's buffer as buffers of the device, and the planes in them.
final class ImportedMemories {
    /// One memory in a buffer of the device.
    @safe struct Part {
        /// The buffer.
        let buffer: VkBuffer
        /// The buffer's size.
        let byteCount: Int
        /// The number of bytes from the buffer's start to the memory's.
        let start: Int
        /// The object that keeps the buffer.
        let owner: AnyObject

        init(_ buffer: ForeignBuffer) {
            unsafe self.buffer = unsafe buffer.raw
            byteCount = buffer.byteCount
            start = buffer.start
            owner = buffer
        }

        init(_ buffer: MappedBuffer, start: Int) {
            unsafe self.buffer = unsafe buffer.raw
            byteCount = unsafe buffer.bytes.count
            self.start = start
            owner = buffer
        }
    }

    private let parts: [Part]
    private let shared: [ForeignBuffer]
    private var shaped: (layout: FrameLayout, planes: PlaneBuffers)?

    /// Describes memories that have become buffers.
    ///
    /// - Parameters:
    ///   - parts: One per memory of the source's buffer.
    ///   - shared: The buffers that the GPU has to take over from another device for each frame.
    init(_ parts: [Part], shared: [ForeignBuffer] = []) {
        self.parts = parts
        self.shared = shared
    }

    /// Imports a source's dma-bufs.
    convenience init(exportsOf buffer: FrameBuffer, on device: VulkanDevice) throws(MemoryRefusal) {
        var buffers: [ForeignBuffer] = []
        for (index, export) in buffer.exports.enumerated() {
            let memory = try ForeignMemory(export, device: device)
            let count = unsafe buffer.memories[index].count
            buffers.append(
                try ForeignBuffer(on: memory, byteCount: count, ownedBy: export, device: device))
        }
        self.init(buffers.map { Part($0) }, shared: buffers)
    }

    /// Imports a source's pages.
    convenience init(pagesOf buffer: FrameBuffer, on device: VulkanDevice) throws(MemoryRefusal) {
        var parts: [Part] = []
        for index in unsafe buffer.memories.indices {
            let memory = try unsafe ForeignMemory(pages: buffer.memories[index], device: device)
            let count = unsafe buffer.memories[index].count
            let part = try ForeignBuffer(
                on: memory, byteCount: count, ownedBy: buffer.owner, device: device)
            parts.append(Part(part))
        }
        self.init(parts)
    }

    /// Gives the planes of a layout; made when the layout differs from the last one.
    func planes(for layout: FrameLayout) -> PlaneBuffers {
        if let shaped, shaped.layout == layout { return shaped.planes }
        let planes = PlaneBuffers(
            planes: layout.planes.map { plane in
                let part = parts[plane.memory]
                return unsafe PlaneBuffers.Plane(
                    buffer: part.buffer, byteCount: part.byteCount, offset: part.start + plane.offset,
                    stride: plane.stride)
            }, owner: Kept(parts), shared: shared)
        shaped = (layout, planes)
        return planes
    }
}

/// The objects that planes keep: the parts, and not the owner of the planes.
private final class Kept {
    private let parts: [ImportedMemories.Part]

    init(_ parts: [ImportedMemories.Part]) { self.parts = parts }
}
