import Frames
import LinuxIO
import VulkanCore
import VulkanView
import WaylandClient

let loop = try EventLoop()
let connection = try WaylandConnection()
loop.add(connection)
let wanted = SurfaceSize(width: 640, height: 360)
let options = WindowOptions(title: "Badge", applicationID: "org.example.Badge", initialSize: wanted)
let window = try Window(connection: connection, options: options, loop: loop)
var isOpen = true
connection.onDisconnect = { _ in isOpen = false }
let badge = try Subsurface(over: window, size: SurfaceSize(width: 80, height: 40), isUniform: true)
badge.onDraw = { memory in
    memory.fill(memory.bounds, with: 0xffc0_0000)
    return [memory.bounds]
}
badge.inputRegion = nil
badge.cursor = .hand
badge.onInput = { input in
    if case .button(.primary, true, let point, _, let press) = input {
        window.requestActivationToken(press) { token in print("pressed at", point, token ?? "no leave") }
    }
    if case .button(.secondary, true, _, _, _) = input { badge.hide() }
}
badge.move(toX: 20, y: 20)
badge.show()
window.onEvent = { event in
    if case .clicked(let click) = event { badge.move(toX: Int(click.point.x), y: Int(click.point.y)) }
    if event == .close { isOpen = false }
}

let instance = try VulkanInstance(windowSystem: true)
let surface = try VulkanSurface(instance: instance, display: connection.display, surface: window.surface)
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
