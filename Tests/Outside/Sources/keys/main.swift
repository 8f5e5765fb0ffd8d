import Frames
import LinuxIO
import VulkanCore
import VulkanView
import WaylandClient

let loop = try EventLoop()
let connection = try WaylandConnection()
loop.add(connection)
let wanted = SurfaceSize(width: 640, height: 360)
let options = WindowOptions(title: "Keys", applicationID: "org.example.Keys", initialSize: wanted)
let window = try Window(connection: connection, options: options, loop: loop)
var isOpen = true
window.onEvent = { event in
    if case .key(let key) = event { print(key) }
    if event == .close { isOpen = false }
}
connection.onDisconnect = { error in
    print(error)
    isOpen = false
}

let instance = try VulkanInstance(windowSystem: true)
let surface = try VulkanSurface(
    instance: instance, display: connection.display, surface: window.surface)
let device = try VulkanDevice(instance: instance, surface: surface)
let view = try View(device: device, surface: surface, presentationPolicy: PresentationPolicy())
view.background = BackgroundColor(red: 0, green: 128, blue: 128)
while isOpen {
    let state = window.pacing.state
    var outcome = DrawOutcome.presented
    if state.isConfigured, state.isCommitWanted {
        let size = PixelSize(width: state.bufferSize.width, height: state.bufferSize.height)
        outcome = try view.draw(size: size) { window.pacing.prepareCommit(for: state, token: 0) }
        if outcome == .notReady { window.pacing.cancelCommit() }
    }
    try loop.turn(until: outcome == .notReady ? MonotonicClock.now() + 5_000_000 : nil)
}
print(connection.answers(until: MonotonicClock.now() + 10_000_000_000) ? "goodbye" : "no answer")
