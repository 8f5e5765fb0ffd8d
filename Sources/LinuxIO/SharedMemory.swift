internal import CLinux
internal import Glibc
internal import Synchronization

/// A piece of memory that the kernel lends to several devices (a dma-buf), with one owner of its descriptor.
///
/// Thread-safe.
public final class SharedMemory: Sendable {
    private let descriptor: Descriptor
    private let isBeingRead = Mutex(false)

    /// The memory's size in bytes, in whole pages; 0 where the kernel does not tell.
    public let byteCount: Int

    /// Takes ownership of an open dma-buf.
    public init(owning descriptor: consuming Descriptor) {
        byteCount = max(0, lseek(descriptor.number, 0, SEEK_END))
        self.descriptor = descriptor
    }

    /// Makes another descriptor of the same memory (`fcntl` with `F_DUPFD_CLOEXEC`).
    ///
    /// - Throws: The error of `fcntl`, for example when too many descriptors are open.
    /// - Returns: The descriptor, to be given away: a graphics driver that imports it closes it itself.
    public func duplicate() throws(SystemError) -> Descriptor {
        Descriptor(
            owning: try systemCall("fcntl", on: "a dma-buf") { fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3) })
    }

    /// Calls `body` with the descriptor's number, which stays open for the length of the call.
    ///
    /// - Parameter body: Must not close it.
    /// - Returns: The result of `body`.
    public func withDescriptor<Result>(_ body: (Int32) -> Result) -> Result { body(descriptor.number) }

    /// Makes a device's writes visible to the processor (`DMA_BUF_IOCTL_SYNC`); pairs with ``endReading()``.
    ///
    /// Needed before the processor reads through a mapping of the descriptor, on machines whose devices write past its
    /// caches. Elsewhere the kernel has nothing to do.
    public func beginReading() {
        // A second reader waits for the first one's call.
        isBeingRead.withLock { isBeingRead in
            if !isBeingRead { sync(UInt64(DMA_BUF_SYNC_START)) }
            isBeingRead = true
        }
    }

    /// Ends the processor's reading, before the device writes again; does nothing when none has begun.
    public func endReading() {
        isBeingRead.withLock { isBeingRead in
            if isBeingRead { sync(UInt64(DMA_BUF_SYNC_END)) }
            isBeingRead = false
        }
    }

    private func sync(_ step: UInt64) {
        // A failure has the effect of a missing call: perhaps stale bytes in one picture. There is nothing to do about it.
        _ = try? systemCall("DMA_BUF_IOCTL_SYNC") {
            dma_buf_sync_on(descriptor.number, UInt64(DMA_BUF_SYNC_READ) | step)
        }
    }
}
