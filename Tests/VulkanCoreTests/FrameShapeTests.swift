import Frames
import TestSupport
import Testing

@testable import VulkanCore

/// Frames whose words about their memory are wrong, at the door of every route to a device.
@Suite struct FrameShapeTests {
    @Test func onlyAFrameWhoseMemoryHoldsItPasses() throws {
        var shape = FrameShape()
        #expect(try !shape.isSame(uncheckedFrame()))
        #expect(try shape.isSame(uncheckedFrame()))
        for planes in wrongPlanes {
            // Whether a good one came before it or not.
            var fresh = FrameShape()
            for error in [
                #expect(throws: FrameError.self) { try fresh.isSame(uncheckedFrame(planes)) },
                #expect(throws: FrameError.self) { try shape.isSame(uncheckedFrame(planes)) },
            ] {
                #expect(
                    error?.description.contains("plane") == true, "\(planes): \(error?.description ?? "")")
            }
        }
        #expect(throws: FrameError.self) { try shape.isSame(uncheckedFrame([goodPlanes[0]])) }
        #expect(throws: FrameError.self) { try shape.isSame(uncheckedFrame(side: 4096)) }
    }
}
