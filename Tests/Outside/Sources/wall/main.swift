import Capture
import Filters
import LiveView

let sessions = try CommandLine.arguments.dropFirst().map { CaptureSession(try Source(parsing: $0)) }
let window = try LiveWindow(title: "Wall", applicationID: "org.example.Wall")
window.show(sessions, arrangement: .grid)
for channel in window.view.channels.dropFirst() { channel.setFilters([ColorInversion()]) }
try window.run()
