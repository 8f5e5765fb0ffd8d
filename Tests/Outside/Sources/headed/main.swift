import Capture
import LinuxIO
import LiveView
import LiveViewOverlay
import Overlay

let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")
let window = try LiveWindow(title: "Door", applicationID: "org.example.Door")
let session = CaptureSession(source)
let overlay = LiveViewOverlay(window)
overlay.headerPolicy = .always
window.onEvent = { event in
    if event == .configured { overlay.begin() }
    _ = overlay.hear(event)
}
window.view.onState { [inbox = window.loop.inbox, me = LoopBound(overlay)] state in
    let words = state.sentence
    inbox.post { me.object?.state = words.map { OverlayNotice($0, isFault: true, dimsPicture: true) } }
}
window.show(session)
try window.run()
