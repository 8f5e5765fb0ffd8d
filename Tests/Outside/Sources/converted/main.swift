import Capture
import FrameTools
import Frames
import LiveView

let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")
let newest = FrameOutput()
let session = CaptureSession(source, outputs: [newest])
let (pictures, planes) = (FrameOutput(), FrameOutput())
let converter = FrameConverter()
let reader = try FrameReader(newest, atMost: Rational(10)) { frame in
    pictures.publish(try converter.convert(frame, to: .bgra))
    planes.publish(try converter.convert(frame, to: .i420))
}
let window = try LiveWindow(title: "Converted", applicationID: "org.example.Converted")
window.show(session)
try window.run()
reader.finish()
for output in [pictures, planes] {
    if let last = output.take() { print(last.layout.format, last.layout.size, last.sequence) }
}
