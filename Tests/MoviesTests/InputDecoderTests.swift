import Frames
import TestSupport
import Testing

@testable import Movies

/// Frames whose words about their memory are wrong, before an encoder reads them.
@Suite struct InputDecoderTests {
    private func isTaken(_ frame: Frame) -> Bool {
        InputDecoder().prepare(MovieInput(samples: .frame(frame), position: 0, duration: 1)) != nil
    }

    @Test func onlyAFrameWhoseMemoryHoldsItIsTaken() {
        #expect(isTaken(uncheckedFrame()))
        for planes in wrongPlanes + [[goodPlanes[0]], goodPlanes + goodPlanes, []] {
            #expect(!isTaken(uncheckedFrame(planes)), "\(planes)")
        }
        for side in [Int.min, -16, 0, 4096, .max] { #expect(!isTaken(uncheckedFrame(side: side)), "\(side)") }
        // No JPEG picture lies there.
        #expect(!isTaken(uncheckedFrame([PlaneLayout(offset: 0, stride: 0)], format: .mjpeg)))
    }
}
