import Frames
import Testing

@testable import VulkanCore

/// Frames whose words about their memory are wrong, at the door of every route to a device.
@Suite struct FrameShapeTests {
    private func frame(_ planes: [PlaneLayout], side: Int = 16, format: PixelFormat = .nv12) -> Frame {
        Frame(
            buffer: FrameBuffer(index: 0, byteCounts: [4096]), byteCount: 4096,
            layout: FrameLayout(format: format, size: PixelSize(width: side, height: side), planes: planes),
            color: ColorDescription(matrix: .bt601, range: .full),
            timestamp: FrameMoment.now(sequence: 0).timestamp, arrival: 0, sequence: 0, recycler: nil)
    }

    private let good = [PlaneLayout(offset: 0, stride: 16), PlaneLayout(offset: 256, stride: 16)]

    @Test func onlyAFrameWhoseMemoryHoldsItPasses() throws {
        var shape = FrameShape()
        #expect(try !shape.isSame(frame(good)))
        #expect(try shape.isSame(frame(good)))
        let wrong = [
            PlaneLayout(offset: 4000, stride: 16), PlaneLayout(offset: -64, stride: 16),
            PlaneLayout(offset: .max - 5, stride: 16), PlaneLayout(offset: 0, stride: .max),
            PlaneLayout(offset: 0, stride: 15), PlaneLayout(offset: 0, stride: -16),
            PlaneLayout(memory: 1, offset: 0, stride: 16), PlaneLayout(memory: -1, offset: 0, stride: 16),
        ]
        for plane in wrong {
            for planes in [[good[0], plane], [plane, good[1]]] {
                // Whether a good one came before it or not.
                var fresh = FrameShape()
                for error in [
                    #expect(throws: FrameError.self) { try fresh.isSame(frame(planes)) },
                    #expect(throws: FrameError.self) { try shape.isSame(frame(planes)) },
                ] {
                    #expect(
                        error?.description.contains("plane") == true, "\(plane): \(error?.description ?? "")")
                }
            }
        }
        #expect(throws: FrameError.self) { try shape.isSame(frame([good[0]])) }
        #expect(throws: FrameError.self) { try shape.isSame(frame(good, side: 4096)) }
    }
}
