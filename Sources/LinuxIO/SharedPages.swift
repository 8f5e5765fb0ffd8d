internal import CLinux
internal import Glibc

/// Memory of a program's own that it fills as cameras' drivers fill theirs: by it a program finds out what a device makes of those.
///
/// Thread-safe, but for what is in the memory.
@safe public final class SharedPages: Sendable {
    /// The memory as devices share it; nil for a file that is no dma-buf.
    public let shared: SharedMemory?
    /// The bytes, in whole pages; valid while this object lives.
    public var bytes: UnsafeMutableRawBufferPointer { unsafe mapping.bytes }
    private let mapping: MemoryMapping

    private init(_ mapping: consuming MemoryMapping, shared: SharedMemory?) {
        self.mapping = mapping
        self.shared = shared
    }

    /// Makes a file in memory and maps it (`memfd_create`).
    ///
    /// - Parameters:
    ///   - byteCount: The size in bytes; whole pages.
    ///   - isShared: True to take the file for a dma-buf, which only the drivers of tests do.
    /// - Throws: The error of the call that failed.
    public convenience init(fileOf byteCount: Int, isShared: Bool = false) throws(SystemError) {
        let file = try Self.file(byteCount)
        let mapping = try MemoryMapping(file.number, offset: 0, count: byteCount)
        self.init(mapping, shared: isShared ? SharedMemory(owning: file) : nil)
    }

    /// Makes a dma-buf of pages that the processor fills through its caches (`/dev/udmabuf`).
    ///
    /// - Parameter byteCount: The size in bytes; whole pages.
    /// - Throws: The error of the call that failed: not every kernel has the device, and not every user may open it.
    public convenience init(pagesOf byteCount: Int) throws(SystemError) {
        let device = try Descriptor.open("/dev/udmabuf", flags: O_RDWR)
        let file = try Self.file(byteCount)
        let number = try systemCall("UDMABUF_CREATE", on: "/dev/udmabuf") {
            udmabuf_create_of(device.number, file.number, UInt64(byteCount))
        }
        let shared = SharedMemory(owning: Descriptor(owning: number))
        // The file's pages are the dma-buf's, which older kernels do not map.
        self.init(try MemoryMapping(file.number, offset: 0, count: byteCount), shared: shared)
    }

    /// Makes a dma-buf of the kernel's heap for them (`/dev/dma_heap/system`).
    ///
    /// - Parameter byteCount: The size in bytes; whole pages.
    /// - Throws: The error of the call that failed: not every kernel has the heap, and few users may open it.
    public convenience init(heapOf byteCount: Int) throws(SystemError) {
        let path = "/dev/dma_heap/system"
        let heap = try Descriptor.open(path, flags: O_RDWR)
        let number = try systemCall("DMA_HEAP_IOCTL_ALLOC", on: path) {
            dma_heap_allocate_of(heap.number, UInt64(byteCount))
        }
        let shared = SharedMemory(owning: Descriptor(owning: number))
        self.init(try MemoryMapping(number, offset: 0, count: byteCount), shared: shared)
    }

    private static func file(_ byteCount: Int) throws(SystemError) -> Descriptor {
        let file = Descriptor(
            owning: try systemCall("memfd_create") {
                unsafe memfd_create("viewfinder", memory_file_sealable)
            })
        _ = try systemCall("ftruncate") { ftruncate(file.number, byteCount) }
        // The kernel takes no file that may shrink for a dma-buf.
        _ = try systemCall("fcntl") { fcntl(file.number, add_seals, seal_shrink) }
        return file
    }
}

extension SharedMemory {
    /// Tells the kernel that the processor is going to write, or has written (`DMA_BUF_IOCTL_SYNC`): where the exporter can, it brings
    /// caches up to date.
    ///
    /// - Parameter isDone: True after writing.
    public func markWriting(isDone: Bool) {
        let step = UInt64(isDone ? DMA_BUF_SYNC_END : DMA_BUF_SYNC_START)
        // As with reading there is nothing to do about a failure.
        _ = try? systemCall("DMA_BUF_IOCTL_SYNC") {
            withDescriptor { dma_buf_sync_on($0, UInt64(DMA_BUF_SYNC_WRITE) | step) }
        }
    }
}
