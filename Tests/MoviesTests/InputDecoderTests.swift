import Frames
import Testing

@testable import Movies

/// Frames whose words about their memory are wrong, before an encoder reads them.
@Suite struct InputDecoderTests {
    private func isTaken(_ planes: [PlaneLayout], side: Int = 16, format: PixelFormat = .nv12) -> Bool {
        let frame = Frame(
            buffer: FrameBuffer(index: 0, byteCounts: [4096]), byteCount: 4096,
            layout: FrameLayout(format: format, size: PixelSize(width: side, height: side), planes: planes),
            color: ColorDescription(matrix: .bt601, range: .full),
            timestamp: FrameMoment.now(sequence: 0).timestamp, arrival: 0, sequence: 0, recycler: nil)
        let input = MovieInput(samples: .frame(frame), position: 0, duration: 1)
        return InputDecoder().prepare(input) != nil
    }

    @Test func onlyAFrameWhoseMemoryHoldsItIsTaken() {
        let good = [PlaneLayout(offset: 0, stride: 16), PlaneLayout(offset: 256, stride: 16)]
        #expect(isTaken(good))
        #expect(!isTaken([good[0]]) && !isTaken(good + good) && !isTaken([]))
        for side in [Int.min, -16, 0, 4096, .max] { #expect(!isTaken(good, side: side), "\(side)") }
        for plane in [
            PlaneLayout(offset: 4000, stride: 16), PlaneLayout(offset: -64, stride: 16),
            PlaneLayout(offset: .max - 5, stride: 16), PlaneLayout(offset: 0, stride: .max),
            PlaneLayout(offset: 0, stride: 15), PlaneLayout(memory: 1, offset: 0, stride: 16),
            PlaneLayout(memory: -1, offset: 0, stride: 16),
        ] {
            #expect(!isTaken([good[0], plane]) && !isTaken([plane, good[1]]), "\(plane)")
        }
        // No JPEG picture lies there.
        #expect(!isTaken([PlaneLayout(offset: 0, stride: 0)], format: .mjpeg))
    }
}
