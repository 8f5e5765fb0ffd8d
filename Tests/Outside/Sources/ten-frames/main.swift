import Capture
import Frames

let newest = FrameOutput()  // room for one frame: a newer one takes its place
let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "test")
let session = CaptureSession(source, outputs: [newest])
try await session.start()
for await frame in newest.frames.prefix(10) {
    print(frame.layout.size, frame.layout.format, frame.sequence)
}
session.stop()
