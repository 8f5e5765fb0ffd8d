public import LinuxIO
internal import Synchronization

/// Memory that a source fills with one frame after another, made once for the source's whole life.
///
/// A consumer may keep an object derived from a buffer (an imported texture, say) with the buffer itself:
/// ``attach(_:for:)``. The source owns the memory and outlives every ``Frame`` on it. Thread-safe: the memory's place
/// never changes.
@safe public final class FrameBuffer: @unchecked Sendable {
    // Sendable: the pointers never change; the bytes are written by the source only while no Frame exists on the buffer.

    /// The memories; most buffers have one, V4L2's formats with separate planes have one per plane.
    public let memories: [UnsafeMutableRawBufferPointer]
    /// The number of memories.
    var memoryCount: Int { unsafe memories.count }
    /// The number of bytes of all memories.
    public var byteCount: Int { unsafe memories.reduce(0) { $0 + $1.count } }
    /// The memories as devices share them, one for each; empty where the source has none.
    public let exports: [SharedMemory]
    /// The buffer's number at its source (V4L2's `index`).
    public let index: Int
    /// The facts about the memory of all of the source's buffers.
    public let origin: MemoryOrigin
    /// The owner of the memories, which it keeps alive; a consumer that reads them on its own account holds it, too.
    public let owner: any Sendable
    private let attachments = Mutex<[(consumer: ObjectIdentifier, value: any AnyObject & Sendable)]>([])

    /// Describes a buffer.
    ///
    /// - Parameters:
    ///   - index: The number at its source.
    ///   - memories: The bytes.
    ///   - exports: The memories as dma-bufs, one for each; empty where the source has none.
    ///   - origin: The source's one origin, shared by all of its buffers.
    ///   - owner: Kept alive as long as the buffer; its end frees the memories.
    public init(
        index: Int, memories: [UnsafeMutableRawBufferPointer], exports: [SharedMemory] = [],
        origin: MemoryOrigin = .unknown, owner: any Sendable
    ) {
        self.index = index
        unsafe self.memories = memories
        self.exports = exports
        self.origin = origin
        self.owner = owner
    }

    /// Allocates a buffer of memory of its own, whose memories begin at pages; not filled.
    ///
    /// - Parameters:
    ///   - index: The number at its source.
    ///   - byteCounts: The size of each memory; rounded up to whole pages, which a GPU can import.
    public convenience init(index: Int, byteCounts: [Int]) {
        let pages = byteCounts.map { Pages(byteCount: $0) }
        unsafe self.init(index: index, memories: pages.map { unsafe $0.bytes }, owner: pages)
    }

    deinit {
        // Attachments, which were derived from the memory, go before it.
        attachments.withLock { $0.removeAll() }
    }

    /// The object that a consumer has attached; nil when there is none.
    public func attachment(for consumer: AnyObject) -> (any AnyObject & Sendable)? {
        let consumer = ObjectIdentifier(consumer)
        return attachments.withLock { $0.first { $0.consumer == consumer }?.value }
    }

    /// Keeps something for a consumer until the buffer's end, which may come on any thread.
    ///
    /// - Parameters:
    ///   - value: The object derived from the memory; takes the place of one attached before.
    ///   - consumer: The owner of the attachment; `value` must keep it alive, so that no other consumer gets its
    ///     identity.
    public func attach(_ value: any AnyObject & Sendable, for consumer: AnyObject) {
        let consumer = ObjectIdentifier(consumer)
        attachments.withLock { attachments in
            attachments.removeAll { $0.consumer == consumer }
            attachments.append((consumer, value))
        }
    }

    /// Ends the processor's reading of the exports, where a consumer has begun it.
    func endReading() {
        for export in exports { export.endReading() }
    }
}

/// The facts that a source tells about its memory, for consumers that want to read it in place.
///
/// One object for all buffers of a source: another object means other memory.
public final class MemoryOrigin: Sendable {
    /// The reason why the memory cannot be shared with devices as dma-bufs; nil where it can.
    public let exportRefusal: String?
    /// The reason why the source does not fill memory of the consumer's; nil where it does.
    public let provisionRefusal: String?
    /// The one that fills the memory.
    public let writer: Writer

    /// The one that fills a source's memory; by that a device that does not look into the processor's caches sees the bytes, or not.
    public enum Writer: Hashable, Sendable {
        /// A device, as the kernel's driver of this name lets it.
        case device(driver: String)
        /// The processor: the kernel's driver of this name; nil for a program.
        case processor(driver: String?)

        /// The kernel driver's name; nil for a program.
        public var driver: String? {
            switch self {
            case .device(let driver): driver
            case .processor(let driver): driver
            }
        }
    }

    /// Makes the facts from the words for both, and the writer.
    public init(
        exportRefusal: String?, provisionRefusal: String?, writer: Writer = .processor(driver: nil)
    ) {
        self.exportRefusal = exportRefusal
        self.provisionRefusal = provisionRefusal
        self.writer = writer
    }

    /// The origin of memory whose source tells nothing about it.
    public static let unknown = MemoryOrigin(
        exportRefusal: "the source's memory is ordinary memory",
        provisionRefusal: "the source fills memory of its own")
}

/// An object that takes a buffer back when the last reference to its ``Frame`` has gone.
///
/// Called on the thread that released the reference, whichever it is.
public protocol FrameRecycler: AnyObject, Sendable {
    /// Takes the buffer back: it may be filled again.
    func recycle(_ buffer: FrameBuffer)
    /// The pool that keeps frame objects to be used again; nil, as by default, to free them.
    var framePool: FramePool? { get }
    /// The number of buffers that the source has left to fill; as many as one likes, as by default, where it does not run out of
    /// them.
    var idleCount: Int { get }
}

extension FrameRecycler {
    /// No pool: frame objects are freed.
    public var framePool: FramePool? { nil }
    /// No limit.
    public var idleCount: Int { .max }
}

/// Memory of whole pages.
@safe private final class Pages: @unchecked Sendable {
    // Sendable: the pointer never changes, and the buffer's contract says who may write when.
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        let page = 4096
        let whole = (max(1, byteCount) + page - 1) / page * page
        unsafe bytes = .allocate(byteCount: whole, alignment: page)
        // Not filled: pages that a producer never needs cost no memory.
    }

    deinit { unsafe bytes.deallocate() }
}
