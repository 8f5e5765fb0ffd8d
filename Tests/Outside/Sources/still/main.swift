import Capture
import Decoders
import Frames
import PictureFiles
import VulkanCore
import VulkanView

let source = try Source(parsing: CommandLine.arguments.dropFirst().first ?? "1")
let newest = FrameOutput()
let session = CaptureSession(source, outputs: [newest])
try await session.start()
let instance = try VulkanInstance(decoder: PictureDecoder.init)
let view = try OffscreenView(device: VulkanDevice(instance: instance))
view.options.fillMode = .fill
for await frame in newest.frames.prefix(1) { try view.load(frame) }
session.stop()
let picture = try view.render(size: PixelSize(width: 400, height: 400), keepingBits: true)
let file = PictureFile(
    width: picture.size.width, height: picture.size.height, bytes: picture.bytes, words: picture.words)
try file.write(to: "still.png")
