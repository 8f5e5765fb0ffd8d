import Frames
import Testing

/// Frames of somebody else's making, whose words about their memory are wrong.
@Suite struct FrameBoundsTests {
    private func frame(
        _ planes: [PlaneLayout], format: PixelFormat = .nv12, byteCount: Int = 4096
    ) -> Frame {
        return Frame(
            buffer: FrameBuffer(index: 0, byteCounts: [4096]), byteCount: byteCount,
            layout: FrameLayout(format: format, size: PixelSize(width: 16, height: 16), planes: planes),
            color: ColorDescription(matrix: .bt601, range: .full),
            timestamp: FrameMoment.now(sequence: 0).timestamp, arrival: 0,
            sequence: 0, recycler: nil)
    }

    @Test(arguments: [
        PlaneLayout(memory: 1, offset: 0, stride: 16), PlaneLayout(memory: -1, offset: 0, stride: 16),
        PlaneLayout(memory: 0, offset: -64, stride: 16), PlaneLayout(memory: 0, offset: .max, stride: .max),
        PlaneLayout(memory: 0, offset: 9999, stride: 16),
    ])
    func planesThatAreNotThereAreRefused(plane: PlaneLayout) {
        let frame = frame([plane, plane])
        #expect(throws: FrameLayoutError.self) { try frame.checkLayout() }
        for number in 0..<3 { frame.withPlane(number) { #expect($0.count <= 4096) } }
    }

    /// Of every format, planes in wrong places, in wrong numbers and of wrong lengths.
    @Test(arguments: PixelFormat.allCases) func noFormatReadsBeyondItsMemory(format: PixelFormat) {
        let count = format.planes.count
        let lies = [
            PlaneLayout(memory: -1, offset: 0, stride: 64), PlaneLayout(memory: .max, offset: 0, stride: 64),
            PlaneLayout(memory: 0, offset: -1, stride: 64), PlaneLayout(memory: 0, offset: .min, stride: 64),
            PlaneLayout(memory: 0, offset: 0, stride: 0), PlaneLayout(memory: 0, offset: 0, stride: 1),
            PlaneLayout(memory: 0, offset: 0, stride: -64), PlaneLayout(memory: 0, offset: 0, stride: .min),
            PlaneLayout(memory: 0, offset: 4095, stride: 64), PlaneLayout(memory: 0, offset: 0, stride: .max),
        ]
        for lie in lies {
            for number in [0, 1, count, count + 1] {
                let frame = frame(Array(repeating: lie, count: number), format: format)
                if count > 0 { #expect(throws: FrameLayoutError.self) { try frame.checkLayout() } }
                for plane in -1...number { frame.withPlane(plane) { #expect($0.count <= 4096) } }
            }
        }
    }

    @Test(arguments: PixelFormat.allCases)
    func numbersThatNoPictureHasAreNoLayout(format: PixelFormat) {
        let pool = FrameBufferPool(limit: .max)
        let good = PixelSize(width: 4, height: 4)
        let sides = [Int.min, -64, 0, 1 << 24, .max]
        let layouts =
            sides.map { FrameLayout(format: format, size: PixelSize(width: $0, height: $0)) }
            + [
                FrameLayout(format: format, size: PixelSize(width: 65535, height: 65535)),
                FrameLayout(format: format, size: good, stride: .max),
                FrameLayout(
                    format: format, size: good,
                    planes: Array(repeating: PlaneLayout(offset: 0, stride: .max), count: 9)),
                FrameLayout(format: format, size: good, planes: [PlaneLayout(offset: -64, stride: 64)]),
            ]
        for layout in layouts {
            #expect(pool.frame(layout, at: .now(sequence: 0)) { _ in } == nil)
            #expect(layout.byteCount() >= 0)
        }
    }

    @Test(arguments: [-5, 0, 40, 99999, .max]) func copiesHaveNoMoreThanTheirMemory(byteCount: Int) throws {
        let pool = FrameBufferPool()
        let plane = PlaneLayout(memory: 0, offset: 0, stride: 0)
        let copy = try #require(pool.copy(of: frame([plane], format: .mjpeg, byteCount: byteCount)))
        copy.withPlane(0) { #expect($0.count == min(max(0, byteCount), 4096)) }
    }
}
