import Capture
import Frames
import LiveView

let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")
let newest = FrameOutput()
let session = CaptureSession(source, outputs: [newest])
let reader = try FrameReader(newest, atMost: Rational(10)) { frame in
    print(frame.sequence, frame.layout.size)
}
let window = try LiveWindow(title: "Throttled", applicationID: "org.example.Throttled")
window.show(session)
try window.run()
reader.finish()
