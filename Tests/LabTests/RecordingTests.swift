internal import Faults
internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// A movie in whose middle the camera is unplugged.
    @Suite struct Recording {
        @Test("a recording goes on while its camera is unplugged, and the camera comes back")
        func unplugged() throws {
            let step = try Lab.step("recording")
            #expect(try step.note("title").contains("saved viewfinder-"))
            try Fault.standsIn.hold(.recovered, seconds: Double(step.number("recovered")) / 100)
            try Requirement.programs("ffprobe")
            let path = NSTemporaryDirectory() + "viewfinder-\(UUID().uuidString).mp4"
            defer { try? FileManager.default.removeItem(atPath: path) }
            try step.bytes("movie.mp4").write(to: URL(filePath: path))
            let (probe, end) = try Program.run(
                "ffprobe",
                [
                    "-v", "error", "-count_frames", "-show_entries",
                    "stream=nb_read_frames,duration", "-of", "default=nokey=1:noprint_wrappers=1", path,
                ])
            #expect(end.status == .exited(0) && probe.errors.isEmpty, "\(probe.log)")
            let figures = probe.output.split(separator: "\n").compactMap { Double($0) }
            try #require(figures.count == 2, "\(probe.output)")
            // Two seconds before, one while the camera is away, one after.
            #expect(figures[0] > 4 && figures[1] > 4 * 10, "\(figures)")
        }
    }
}
