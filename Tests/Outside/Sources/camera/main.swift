import Capture
import LiveView

let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")
let window = try LiveWindow(title: "Camera", applicationID: "org.example.Camera")
window.show(CaptureSession(source))
try window.run()
