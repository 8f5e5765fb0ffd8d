import Foundation
import Glibc
import TestSupport
import Testing

/// A source that takes its time: a pipe that nobody writes to yet.
@Suite(.serialized) struct SlowSourceTests {
    private func withPipe(_ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "viewfinder-pipe-\(UUID().uuidString)"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        try body(path)
    }

    @Test func theWindowIsThereBeforeThePictureAndClosesAtOnce() throws {
        try withPipe { path in
            let viewfinder = try Viewfinder(["--source", "raw:\(path):64x48@30:GREY"])
            try viewfinder.waitForTitle("what it waits for") { $0.contains("(starting)") }
            #expect(try viewfinder.screenshot().picture() == nil, "it is black")
            try viewfinder.sway.command("[pid=\(viewfinder.program.identifier)] kill")
            #expect(try viewfinder.program.wait(within: 2).status == .exited(0))
        }
    }

    @Test func theLastPictureStaysWhenThePipeEnds() throws {
        try withPipe { path in
            let viewfinder = try Viewfinder(["--source", "raw:\(path):64x48@30:GREY"])
            let frame = Data(repeating: 255, count: 64 * 48)
            let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            for _ in 0..<3 { try writer.write(contentsOf: frame) }
            try writer.close()
            try viewfinder.waitForTitle("the end") { $0.contains("(ended)") }
            try eventually("the last picture, white") {
                let image = try viewfinder.screenshot()
                return image[image.width / 2, image.height / 2] == Color(255, 255, 255)
            }
            let (width, height) = (300, 200)
            try viewfinder.sway.resize(viewfinder.program, width: width, height: height)
            try eventually("the same at another size") {
                let image = try viewfinder.screenshot()
                return image.width == width && image[width / 2, height / 2] == Color(255, 255, 255)
                    && image[5, height / 2] == .black
            }
        }
    }
}
