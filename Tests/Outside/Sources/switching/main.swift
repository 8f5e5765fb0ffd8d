import Capture
import Frames
import LiveView

let names = CommandLine.arguments.count > 1 ? Array(CommandLine.arguments.dropFirst()) : ["1", "2"]
let sources = try names.map { try Source(parsing: $0) }
let session = CaptureSession(sources[0])
let window = try LiveWindow(title: "Switching", applicationID: "org.example.Switching")
@Sendable func attempt(_ change: () async throws -> CaptureMode?) async throws {
    do {
        print(try await change()?.description ?? "stopped")
    } catch {
        print("the old one goes on, since \(error)")
    }
    try await Task.sleep(for: .seconds(1))
}
let changes = Task.detached { [view = window.view] in
    for await state in view.states where state == .showing { break }
    for source in sources.dropFirst() { try await attempt { try await session.switchTo(source) } }
    let smaller = ModeRequest(size: PixelSize(width: 640, height: 360), rate: Rational(15))
    try await attempt { try await session.configure { $0.mode = smaller } }
}
window.show(session)
try window.run()
changes.cancel()
