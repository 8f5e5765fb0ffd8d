import Capture
import FrameTools
import Frames
import LiveView

let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")
let newest = FrameOutput()
let session = CaptureSession(source, outputs: [newest])
let converter = FrameConverter()
let reader = try FrameReader(newest, atMost: Rational(10)) { frame in
    let picture = try converter.convert(frame, to: .bgra)
    let planes = try converter.convert(frame, to: .i420)
    print(frame.sequence, picture.layout.format, planes.layout.format, planes.layout.size)
}
let window = try LiveWindow(title: "Converted", applicationID: "org.example.Converted")
window.show(session)
try window.run()
reader.finish()
