import Frames

/// Frames in memory of the test, without any source.
enum FrameMaker {
    private final class Memory: Sendable {
        nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
        init(count: Int) { bytes = .allocate(byteCount: max(1, count), alignment: 64) }
        deinit { bytes.deallocate() }
    }

    /// Makes a frame in memory of `count` bytes, or of just enough.
    ///
    /// The bytes are 0xa5 before `fill` writes them, so that padding is never mistaken for picture.
    static func frame(
        _ layout: FrameLayout, color: ColorDescription? = nil, sampleAspect: Rational = Rational(1),
        rotation: Rotation = .none, isMirrored: Bool = false, count: Int? = nil,
        recycler: (any FrameRecycler)? = nil, _ fill: (UnsafeMutableRawBufferPointer) -> Void
    ) -> Frame {
        let count = count ?? layout.byteCount()
        let memory = Memory(count: count)
        let bytes = UnsafeMutableRawBufferPointer(rebasing: memory.bytes[..<count])
        for index in bytes.indices { bytes[index] = 0xa5 }
        fill(bytes)
        return Frame(
            buffer: FrameBuffer(index: 0, memories: [bytes], owner: memory), byteCount: count, layout: layout,
            color: color ?? .assumed(for: layout.format, height: layout.size.height),
            sampleAspect: sampleAspect, rotation: rotation, isMirrored: isMirrored,
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0,
            recycler: recycler)
    }

    /// Makes a frame of one grey, in full range.
    static func grey(_ code: UInt8, size: PixelSize) -> Frame {
        frame(FrameLayout(format: .grey, size: size), color: ColorDescription(matrix: .bt601, range: .full)) {
            bytes in
            for index in bytes.indices { bytes[index] = code }
        }
    }
}
