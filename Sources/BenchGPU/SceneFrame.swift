internal import Foundation
internal import Frames

/// A frame with light, edges, corners and a little noise, as a camera's NV12 frame has them.
@safe final class SceneFrame: Sendable {
    // The memory is written before the frame exists and belongs to it.
    private nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer
    private let size: PixelSize

    init(size: PixelSize, seed: Int) {
        self.size = size
        let count = FrameLayout(format: .nv12, size: size).byteCount()
        unsafe bytes = .allocate(byteCount: (count + 4095) / 4096 * 4096, alignment: 4096)
        let wave = (0..<max(size.width, size.height)).map {
            sin(Double($0 + 40 * seed) * 9 / Double(size.width))
        }
        let block = size.width / 24
        var state = UInt64(truncatingIfNeeded: seed + 1)
        for index in unsafe bytes.indices {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let (x, y) = (index % size.width, index / size.width)
            let step = x / block % 4 == 0 && y / block % 3 == 0 ? 60.0 : 0
            let light = 110 + (y < size.height ? 50 : 20) * wave[x] * wave[y % size.height] + step
            unsafe bytes[index] = UInt8(light + Double(state >> 61))
        }
    }

    deinit { unsafe bytes.deallocate() }

    /// The bytes of the frame, for other programs.
    var data: Data { unsafe Data(bytes) }

    /// The frame; it keeps the memory.
    var frame: Frame {
        let layout = FrameLayout(format: .nv12, size: size)
        return Frame(
            buffer: unsafe FrameBuffer(index: 0, memories: [bytes], owner: self),
            byteCount: layout.byteCount(), layout: layout,
            color: .assumed(for: .nv12, height: size.height),
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0, recycler: nil)
    }
}
