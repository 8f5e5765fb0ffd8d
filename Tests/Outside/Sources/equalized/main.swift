import Capture
import Filters
import LiveView

let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")
let window = try LiveWindow(title: "Equalized", applicationID: "org.example.Equalized")
window.view.setFilters([HistogramEqualization(channels: .luminance)])
window.show(CaptureSession(source))
try window.run()
