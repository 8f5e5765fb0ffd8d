import Capture
import Movies

let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")
let movie = try MovieWriter(path: "camera.mkv")
let session = CaptureSession(source, outputs: [movie.output])
try await session.start()
try await Task.sleep(for: .seconds(3))
movie.pause()
try await Task.sleep(for: .seconds(1))
movie.resume()
try await Task.sleep(for: .seconds(2))
session.stop()
let counts = try movie.finish()
print("\(counts.taken) pictures, \(counts.dropped) lost")
