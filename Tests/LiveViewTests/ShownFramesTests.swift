import Frames
import Testing

@testable import LiveView

@Suite struct ShownFramesTests {
    private func frame(_ sequence: UInt32, taken: Int64, arrived: Int64) -> Frame {
        Frame(
            buffer: FrameBuffer(index: 0, byteCounts: [4]), byteCount: 4,
            layout: FrameLayout(format: .grey, size: PixelSize(width: 2, height: 2)),
            color: .assumed(for: .grey, height: 2),
            timestamp: Timestamp(nanoseconds: taken, clock: .monotonic, kind: .startOfExposure),
            arrival: arrived, sequence: sequence, recycler: nil)
    }

    @Test func theNextSourcesFirstFrameMayBeOlderThanTheLastSourcesLast() {
        let frames = ShownFrames()
        #expect(frames.take(frame(70, taken: 1000, arrived: 1000), at: 1000).newDistrust == nil)
        #expect(frames.take(frame(0, taken: 800, arrived: 1100), at: 1100).newDistrust == nil)
        frames.sourceChanged()
        #expect(frames.take(frame(1, taken: 900, arrived: 1200), at: 1200).newDistrust == nil)
        #expect(frames.take(frame(2, taken: 899, arrived: 1300), at: 1300).newDistrust == .backwards)
    }
}
