import Frames
import Synchronization

/// Frames in memory of the test.
enum TestFrame {
    private final class Memory: Sendable {
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
        init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }
        deinit { bytes.deallocate() }
    }

    /// Makes a frame of numbers that follow from the seed, or of given bytes.
    static func make(
        _ layout: FrameLayout, seed: Int = 0, bytes: [UInt8]? = nil, recycler: (any FrameRecycler)? = nil
    ) -> Frame {
        let bytes =
            bytes ?? (0..<layout.byteCount()).map { UInt8(truncatingIfNeeded: ($0 + seed) * 7 + seed) }
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(4096, (bytes.count + 4095) / 4096 * 4096), alignment: 4096)
        memory.copyBytes(from: bytes)
        return Frame(
            buffer: FrameBuffer(index: 0, memories: [memory], owner: Memory(memory)),
            byteCount: bytes.count, layout: layout,
            color: .assumed(for: layout.format, height: layout.size.height),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0, recycler: recycler)
    }
}

/// Counts the buffers that came back.
final class ReturnCounter: FrameRecycler {
    private let returned = Atomic(0)
    var count: Int { returned.load(ordering: .acquiring) }

    func recycle(_ buffer: FrameBuffer) { returned.add(1, ordering: .acquiringAndReleasing) }
}
