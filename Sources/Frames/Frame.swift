/// One picture from a source: its bytes, their meaning, and the moment at which it was taken.
///
/// Shared by reference between any number of consumers; the buffer goes back to the source when the last reference
/// goes. Nothing changes while there is a reference, so a frame can be read on any thread.
public final class Frame: @unchecked Sendable {
    // Sendable: `content`, `recycler` and `original` change only through the only reference: in `release` and in the source's pool.

    /// The facts that a frame carries.
    struct Content {
        var layout: FrameLayout
        var color: ColorDescription
        var sampleAspect: Rational
        var rotation: Rotation
        var isMirrored: Bool
        var timestamp: Timestamp
        var arrival: Int64
        var sequence: UInt32
        var buffer: FrameBuffer
        var byteCount: Int

        /// The farthest moment that is believed, 36 years of nanoseconds: sums and differences of two have room.
        static let farthest: Int64 = 1 << 60

        /// Brings moments that no clock shows, and shapes that no pixel has, within bounds: drivers and programs may say anything.
        func withinBounds() -> Content {
            var content = self
            content.sampleAspect = sampleAspect.asPixelShape
            content.timestamp.nanoseconds = min(max(-Self.farthest, timestamp.nanoseconds), Self.farthest)
            content.arrival = min(max(-Self.farthest, arrival), Self.farthest)
            return content
        }
    }

    private var content: Content
    private var recycler: (any FrameRecycler)?
    /// The frame whose buffer this one reads, too; nil for one with a buffer of its own.
    private var original: Frame?

    /// The size, the format and the places of the planes.
    public var layout: FrameLayout { content.layout }
    /// The meaning of the numbers as colours.
    public var color: ColorDescription { content.color }
    /// A pixel's width divided by its height; 1 for square pixels.
    public var sampleAspect: Rational { content.sampleAspect }
    /// The turn that brings the picture upright.
    public var rotation: Rotation { content.rotation }
    /// True when left and right are exchanged, after the rotation.
    public var isMirrored: Bool { content.isMirrored }
    /// The moment at which the picture was taken.
    public var timestamp: Timestamp { content.timestamp }
    /// The moment at which the program received the frame from the driver, in nanoseconds of the monotonic clock.
    public var arrival: Int64 { content.arrival }
    /// The source's count of frames; a gap means that the source lost some.
    public var sequence: UInt32 { content.sequence }
    /// The buffer that holds the bytes.
    public var buffer: FrameBuffer { content.buffer }
    /// The number of bytes in use in the buffer's first memory: the length of a compressed picture.
    public var byteCount: Int { content.byteCount }

    /// Makes a frame on a filled buffer.
    ///
    /// - Parameters:
    ///   - buffer: The bytes; not written until the recycler gets it.
    ///   - byteCount: Bytes in use in the first memory.
    ///   - layout: The places of the planes; they must fit the buffer's memories.
    ///   - color: The meaning of the numbers.
    ///   - sampleAspect: A pixel's width divided by its height; brought to ``Rational/asPixelShape``.
    ///   - rotation: The turn that brings the picture upright.
    ///   - isMirrored: True when left and right are exchanged.
    ///   - timestamp: The moment at which the picture was taken; within 2⁶⁰ ns (36 years) of zero, else brought there.
    ///   - arrival: The moment at which it was received, in nanoseconds of the monotonic clock; with the same bounds.
    ///   - sequence: The source's count.
    ///   - recycler: Gets the buffer back; nil when it is not used again.
    public convenience init(
        buffer: FrameBuffer, byteCount: Int, layout: FrameLayout, color: ColorDescription,
        sampleAspect: Rational = Rational(1), rotation: Rotation = .none, isMirrored: Bool = false,
        timestamp: Timestamp, arrival: Int64, sequence: UInt32, recycler: (any FrameRecycler)?
    ) {
        self.init(
            Content(
                layout: layout, color: color, sampleAspect: sampleAspect, rotation: rotation,
                isMirrored: isMirrored, timestamp: timestamp, arrival: arrival, sequence: sequence,
                buffer: buffer, byteCount: byteCount), recycler: recycler)
    }

    init(_ content: Content, recycler: (any FrameRecycler)?) {
        self.content = content.withinBounds()
        self.recycler = recycler
    }

    deinit {
        if original == nil { giveBack(content.buffer, to: recycler) }
    }

    /// Releases a reference.
    ///
    /// Like setting it to nil, but when it was the last one and the source has a ``FramePool``, the object is used
    /// again for the buffer's next picture: a steady stream of frames allocates nothing.
    ///
    /// - Parameter reference: Becomes nil.
    public static func release(_ reference: inout Frame?) {
        guard isKnownUniquelyReferenced(&reference), let recycler = reference?.recycler,
            let pool = recycler.framePool, let buffer = reference?.content.buffer
        else {
            reference = nil
            return
        }
        reference?.recycler = nil
        pool.park(&reference, of: buffer)
        giveBack(buffer, to: recycler)
    }

    /// The number of buffers that the source has left to fill.
    var idleBufferCount: Int { original?.idleBufferCount ?? recycler?.idleCount ?? .max }

    /// Makes a frame of the same facts on another buffer, which holds the same bytes at the same places.
    func onBuffer(_ buffer: FrameBuffer, recycler: any FrameRecycler) -> Frame {
        var content = content
        content.buffer = buffer
        return Frame(content, recycler: recycler)
    }

    /// Makes a frame of the same bytes, without copying them, that is brought upright in another way.
    ///
    /// - Parameters:
    ///   - rotation: A turn that comes after the frame's own.
    ///   - isMirrored: True when left and right are exchanged, after that turn.
    /// - Returns: The frame; its buffer goes back to the source once both have gone.
    public func turned(by rotation: Rotation, mirrored isMirrored: Bool) -> Frame {
        var content = content
        // A mirror in between reverses the turn after it.
        content.rotation =
            content.isMirrored ? content.rotation + rotation.opposite : content.rotation + rotation
        content.isMirrored = content.isMirrored != isMirrored
        return sharing(content)
    }

    /// Makes a frame of the same facts whose planes lie elsewhere in the same buffer.
    func with(layout: FrameLayout) -> Frame {
        var content = content
        content.layout = layout
        return sharing(content)
    }

    private func sharing(_ content: Content) -> Frame {
        let frame = Frame(content, recycler: nil)
        frame.original = self
        return frame
    }

    /// Takes new content; only for the holder of the only reference.
    func refill(_ content: Content, recycler: any FrameRecycler) {
        self.content = content.withinBounds()
        self.recycler = recycler
    }

    /// Gives the bytes of one plane, from its first row to the end of its memory, for the length of the call.
    ///
    /// For compressed frames plane 0 is the compressed picture.
    ///
    /// - Parameters:
    ///   - plane: The plane's number in the layout.
    ///   - body: Reads the bytes; must not keep them.
    /// - Throws: The error of `body`.
    /// - Returns: The result of `body`.
    public func withPlane<Result, Failure: Error>(
        _ plane: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // A frame of somebody else's making may name places that are not there: of those there are no bytes.
        guard layout.planes.indices.contains(plane),
            (0..<buffer.memoryCount).contains(layout.planes[plane].memory)
        else { return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        let place = layout.planes[plane]
        let memory = unsafe buffer.memories[place.memory]
        let end =
            layout.format.model == .compressed ? min(max(0, byteCount), memory.count) : memory.count
        return try unsafe body(
            UnsafeRawBufferPointer(rebasing: memory[min(max(0, place.offset), end)..<end]))
    }
}

private func giveBack(_ buffer: FrameBuffer, to recycler: (any FrameRecycler)?) {
    buffer.endReading()
    recycler?.recycle(buffer)
}
