import Capture
import LiveView

let names = CommandLine.arguments.count > 2 ? Array(CommandLine.arguments.dropFirst()) : ["1", "2"]
let sessions = try names.map { CaptureSession(try Source(parsing: $0)) }
let window = try LiveWindow(title: "Side by side", applicationID: "org.example.SideBySide")
window.show(sessions, arrangement: .row)
try window.run()
