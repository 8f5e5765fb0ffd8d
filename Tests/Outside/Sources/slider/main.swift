import Capture
import LiveView
import LiveViewOverlay
import Overlay

let selector = CameraSelector.path(CommandLine.arguments.dropFirst().first ?? "/dev/video0")
let camera = try CameraControls(selector)
let window = try LiveWindow(title: "Slider", applicationID: "org.example.Slider")
let overlay = LiveViewOverlay(window)
window.onEvent = { event in
    if event == .configured { overlay.begin() }
    _ = overlay.hear(event)
}
let sliders = camera.all.filter { $0.kind == .integer && $0.isSettable }.map { control in
    let range = Double(control.least)...Double(control.most)
    let value = SliderValue(Double(control.value?.number ?? 0), in: range, step: Double(control.step))
    return Element.slider(control.key, control.name, value)
}
overlay.panel = .panel("picture", title: "Picture", sliders)
overlay.onAction = { action in
    guard case .changed(let key, let value, _) = action else { return }
    _ = try? camera.set(ControlSetting(key: key, value: .integer(Int64(value))))
}
window.show(CaptureSession(.camera(selector)))
try window.run()
