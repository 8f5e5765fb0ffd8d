// Shows a source, and in the bar a small picture, which is dragged into other programs as a file.
import Capture
import LiveView
import LiveViewOverlay
import Overlay

let arguments = Array(CommandLine.arguments.dropFirst())
let source = try Source(parsing: arguments.first ?? "1")
let file = arguments.dropFirst().first ?? "/etc/os-release"
let window = try LiveWindow(title: "Drag", applicationID: "org.example.Drag")
let overlay = LiveViewOverlay(window)
window.onEvent = { event in
    if event == .configured { overlay.begin() }
    _ = overlay.hear(event)
}
overlay.bar = [.thumbnail("file", nil, name: file)]
overlay.onAction = { action in
    if action == .dragged("file") { overlay.beginDrag(of: [file]) }
}
window.show(CaptureSession(source))
try window.run()
