import Capture
import Decoders
import Frames

let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "test:640x360@30:MJPG")
let newest = FrameOutput()
let session = CaptureSession(source, outputs: [newest], encoder: JPEGEncoder.init)
try await session.start()
let decoder = FrameDecoder()
for await frame in newest.frames.prefix(10) {
    let raw = try decoder.decode(frame)
    print(frame.layout.format, frame.byteCount, raw.layout.format, raw.layout.size)
}
session.stop()
