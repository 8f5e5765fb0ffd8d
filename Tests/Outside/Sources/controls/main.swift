import Capture

let camera = try CameraControls(.number(1))
for control in camera.all { print(control) }
do {
    let wish = CommandLine.arguments.dropFirst().first ?? "exposure_time_absolute=250"
    if let setting = ControlSetting(parsing: wish) { print("set \(try camera.set(setting))") }
} catch {
    print(error)
}
for await news in camera.news {
    for number in news.changed { if let control = camera[number] { print("now \(control)") } }
    if let fault = news.fault { print(fault) }
}
