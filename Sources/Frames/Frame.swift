/// One picture from a source: its bytes, what they mean, and when it was taken.
///
/// Shared by reference between any number of consumers; the buffer goes back to the source when the last reference
/// goes. Nothing changes after `init`, so a frame can be read on any thread.
public final class Frame: Sendable {
    /// Size, format and where the planes lie.
    public let layout: FrameLayout
    /// What the numbers mean as colours.
    public let color: ColorDescription
    /// A pixel's width divided by its height; 1 for square pixels.
    public let sampleAspect: Rational
    /// The turn that brings the picture upright.
    public let rotation: Rotation
    /// Whether left and right are exchanged, after the rotation.
    public let isMirrored: Bool
    /// When it was taken.
    public let timestamp: Timestamp
    /// When the program received it from the driver, in nanoseconds of the monotonic clock.
    public let arrival: Int64
    /// The source's count of frames; a gap means that the source lost some.
    public let sequence: UInt32
    /// The buffer that holds the bytes.
    public let buffer: FrameBuffer
    /// Bytes in use in the buffer's first memory: the length of a compressed picture.
    public let byteCount: Int
    private let recycler: (any FrameRecycler)?

    /// Makes a frame on a filled buffer.
    ///
    /// - Parameters:
    ///   - buffer: The bytes; not written until the recycler gets it.
    ///   - byteCount: Bytes in use in the first memory.
    ///   - layout: Must fit the buffer's memories.
    ///   - color: What the numbers mean.
    ///   - sampleAspect: A pixel's width divided by its height.
    ///   - rotation: The turn that brings the picture upright.
    ///   - isMirrored: Whether left and right are exchanged.
    ///   - timestamp: When it was taken.
    ///   - arrival: When it was received.
    ///   - sequence: The source's count.
    ///   - recycler: Gets the buffer back; nil when it is not used again.
    public init(
        buffer: FrameBuffer, byteCount: Int, layout: FrameLayout, color: ColorDescription,
        sampleAspect: Rational = Rational(1), rotation: Rotation = .none, isMirrored: Bool = false,
        timestamp: Timestamp, arrival: Int64, sequence: UInt32, recycler: (any FrameRecycler)?
    ) {
        self.buffer = buffer
        self.byteCount = byteCount
        self.layout = layout
        self.color = color
        self.sampleAspect = sampleAspect
        self.rotation = rotation
        self.isMirrored = isMirrored
        self.timestamp = timestamp
        self.arrival = arrival
        self.sequence = sequence
        self.recycler = recycler
    }

    deinit { recycler?.recycle(buffer) }

    /// Gives the bytes of one plane, from its first row to the end of its memory, for the length of the call.
    ///
    /// For compressed frames plane 0 is the compressed picture.
    ///
    /// - Parameters:
    ///   - plane: The plane's number in the layout.
    ///   - body: Reads the bytes; must not keep them.
    /// - Throws: What `body` throws.
    /// - Returns: What `body` returns.
    public func withPlane<Result, Failure: Error>(
        _ plane: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let place = layout.planes[plane]
        let memory = unsafe buffer.memories[place.memory]
        let end = layout.format.model == .compressed ? min(byteCount, memory.count) : memory.count
        return try unsafe body(UnsafeRawBufferPointer(rebasing: memory[min(place.offset, end)..<end]))
    }
}
