import LinuxIO
import LiveViewOverlay
import WaylandClient

let loop = try EventLoop()
let connection = try WaylandConnection()
loop.add(connection)
let size = SurfaceSize(width: 480, height: 270)
let options = WindowOptions(title: "Billboard", applicationID: "org.example.Billboard", initialSize: size)
let window = try Window(connection: connection, options: options, loop: loop)
var isOpen = true
connection.onDisconnect = { _ in isOpen = false }
let picture = try BlackPicture(of: window)
let overlay = LiveViewOverlay(over: window, loop: loop)
overlay.state = OverlayNotice("Nothing on today", advice: "Come back tomorrow.", place: .card)
window.onEvent = { event in
    _ = overlay.hear(event)
    if case .configured = event { overlay.begin() }
    if event == .close { isOpen = false }
    if case .key = event { overlay.flash() }
}
while isOpen { try loop.turn(until: nil) }
