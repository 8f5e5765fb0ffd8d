import FrameTools
import Frames

let layout = FrameLayout(format: .nv12, size: PixelSize(width: 640, height: 360))
let frame = try Frame.allocated(layout, at: .now(sequence: 0)) { pixels in
    for place in pixels.indices { pixels[place] = UInt8(place % 256) }
}
let part = try frame.cropped(to: PixelRegion(x: 160, y: 90, width: 320, height: 180))
let turned = part.turned(by: .clockwise90, mirrored: true)
let size = PixelSize(width: 90, height: 160)
let small = try FrameConverter().convert(turned, to: .rgba, size: size, isUpright: true)
