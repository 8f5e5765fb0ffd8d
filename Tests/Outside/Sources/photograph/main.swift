import Capture
import Filters
import LiveView
import PictureFiles

let window = try LiveWindow(title: "Photograph", applicationID: "org.example.Photograph")
window.view.setFilters([SepiaToneFilter()])
try window.show(CaptureSession(Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")))
let photograph = Task.detached { [view = window.view] in
    for await state in view.states where state == .showing { break }
    let picture = try await view.photograph()
    let file = PictureFile(
        width: picture.size.width, height: picture.size.height, bytes: picture.bytes, words: picture.words)
    try file.write(to: "photograph.png")
}
try window.run()
