import Capture
import Frames
import LiveView

let sources = try CommandLine.arguments.dropFirst().map { try Source(parsing: $0) }
let session = CaptureSession(sources[0])
let window = try LiveWindow(title: "Switching", applicationID: "org.example.Switching")
let changes = Task.detached { [view = window.view] in
    for await state in view.states where state == .showing { break }
    for source in sources.dropFirst() {
        do {
            try await session.switchTo(source)
        } catch {
            print("the old one goes on, since \(error)")
        }
        try await Task.sleep(for: .seconds(1))
    }
    let mode = try await session.configure { wishes in
        wishes.mode = ModeRequest(size: PixelSize(width: 640, height: 360), rate: Rational(15))
    }
    print(mode?.description ?? "stopped")
}
window.show(session)
try window.run()
