import Capture
import Decoders
import Frames

// A camera whose driver lies: what it says of range and primaries is not so. Each frame says what holds, and is decoded where it must be.
for format in ["RGBP", "YVYU", "Y16-BE", "RGGB"] {
    let newest = FrameOutput()
    let wishes = CaptureConfiguration(
        try Source(parsing: "test:64x36@60:\(format)"), color: ColorWish(range: .full, primaries: .bt2020))
    let session = CaptureSession(wishes, outputs: [newest])
    let mode = try await session.start()
    let decoder = FrameDecoder()
    for await frame in newest.frames.prefix(1) {
        let raw = try decoder.decode(frame)
        print(
            frame.layout.format, raw.layout.format, raw.color.range, raw.color.primaries,
            mode.sourceColor.primaries)
    }
    session.stop()
}
