internal import Synchronization

/// The frame objects of a source that nobody refers to, at most one per buffer, kept to be used again.
///
/// A source that makes its frames here, and names the pool as its ``FrameRecycler/framePool``, allocates nothing while
/// its consumers release frames with ``Frame/release(_:)``. Thread-safe.
public final class FramePool: Sendable {
    private let idle: Mutex<[Frame?]>

    /// Makes an empty pool.
    ///
    /// - Parameter bufferCount: The number of the source's buffers; their indices are below it.
    public init(bufferCount: Int) { idle = Mutex(Array(repeating: nil, count: max(0, bufferCount))) }

    /// Makes a frame on a filled buffer, of an idle object where there is one.
    ///
    /// The parameters are those of ``Frame``'s own `init`.
    ///
    /// - Returns: The frame; the caller has the only reference.
    public func frame(
        buffer: FrameBuffer, byteCount: Int, layout: FrameLayout, color: ColorDescription,
        sampleAspect: Rational = Rational(1), rotation: Rotation = .none, isMirrored: Bool = false,
        timestamp: Timestamp, arrival: Int64, sequence: UInt32, recycler: any FrameRecycler
    ) -> Frame {
        let content = Frame.Content(
            layout: layout, color: color, sampleAspect: sampleAspect, rotation: rotation,
            isMirrored: isMirrored,
            timestamp: timestamp, arrival: arrival, sequence: sequence, buffer: buffer, byteCount: byteCount)
        guard let frame = take(buffer.index) else { return Frame(content, recycler: recycler) }
        frame.refill(content, recycler: recycler)
        return frame
    }

    /// Puts an object away for the buffer's next frame, and leaves nil.
    func park(_ frame: inout Frame?, of buffer: FrameBuffer) {
        idle.withLock { idle in
            if idle.indices.contains(buffer.index) { swap(&idle[buffer.index], &frame) }
        }
        frame = nil
    }

    private func take(_ index: Int) -> Frame? {
        idle.withLock { idle in
            guard idle.indices.contains(index) else { return nil }
            return idle[index].take()
        }
    }
}
