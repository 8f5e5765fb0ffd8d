import Capture
import Frames

// Prints what a camera offers, and sets the size that is asked for while it runs.
let words = CommandLine.arguments.dropFirst()
let session = CaptureSession(try Source(parsing: words.first ?? "1"))
print("set to", try await session.start())
for offer in session.offeredModes { print(offer.fourCC, offer.sizes, offer.rates) }
do {
    let wish = ModeRequest(size: words.dropFirst().first.flatMap { PixelSize($0) }, isStrict: true)
    if let mode = try await session.configure({ $0.mode = wish }) { print("set to", mode) }
} catch {
    print(error)
}
session.stop()
