/// Memory that a source fills with one frame after another, made once for the source's whole life.
///
/// A consumer may keep what it derives from a buffer (an imported texture, say) under the buffer's identity.
/// The source owns the memory and outlives every ``Frame`` on it. Thread-safe: nothing changes after `init`.
@safe public final class FrameBuffer: @unchecked Sendable {
    // Sendable: the pointers never change; the bytes are written by the source only while no Frame exists on the buffer.

    /// The memories; most buffers have one, V4L2's formats with separate planes have one per plane.
    public let memories: [UnsafeMutableRawBufferPointer]
    /// The buffer's number at its source (V4L2's `index`).
    public let index: Int
    private let owner: any Sendable

    /// Describes a buffer.
    ///
    /// - Parameters:
    ///   - index: The number at its source.
    ///   - memories: The bytes.
    ///   - owner: Kept alive as long as the buffer; its end frees the memories.
    public init(index: Int, memories: [UnsafeMutableRawBufferPointer], owner: any Sendable) {
        self.index = index
        unsafe self.memories = memories
        self.owner = owner
    }
}

/// Takes a buffer back when the last reference to its ``Frame`` has gone.
///
/// Called on whichever thread let go of it.
public protocol FrameRecycler: AnyObject, Sendable {
    /// The buffer may be filled again.
    func recycle(_ buffer: FrameBuffer)
    /// Where the frame objects go, to be used again; nil, as by default, to free them.
    var framePool: FramePool? { get }
}

extension FrameRecycler {
    /// No pool: frame objects are freed.
    public var framePool: FramePool? { nil }
}
