import Overlay
import TestSupport

@testable import LiveViewOverlay

/// A window's picture with what stands over it, as a compositor blends them.
struct DrawnWindow {
    let width: Int
    let height: Int
    /// Alpha, red, green and blue from the highest bits to the lowest.
    private(set) var pixels: [UInt32]

    /// A picture with bright, dark and coloured parts.
    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        let columns = (0..<width).map { UInt32($0 * 255 / max(width - 1, 1)) }
        pixels = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            let v = UInt32(y * 255 / max(height - 1, 1))
            for u in columns {
                let light = (u / 52 + v / 64) % 2 == 0 ? u : 255 - u / 2
                pixels.append(0xff00_0000 | light << 16 | (light * 3 + v) / 4 << 8 | (510 - light - v) / 2)
            }
        }
    }

    /// Draws guests over the picture.
    ///
    /// - Parameters:
    ///   - content: What stands over the picture.
    ///   - look: Its look.
    ///   - scale: The pixels of a logical unit in 120ths.
    /// - Throws: The reason why nothing can be drawn.
    mutating func draw(_ content: OverlayContent, _ look: Look, scale: Int) throws {
        let factor = Double(scale) / 120
        let layout = GuestLayout(
            width: (Double(width) / factor).rounded(), height: (Double(height) / factor).rounded(),
            measures: look.theme.measures, isRightToLeft: look.typesetter.isRightToLeft)
        let parts = content.parts(in: layout)
        let areas = GuestPlan(parts, in: layout, fitting: look.size).areas
        if content.state?.dimsPicture == true { dim() }
        for part in parts {
            guard let area = areas[part.name] else { continue }
            let scene = OverlayScene(part.element, theme: look.theme, typesetter: look.typesetter)
            scene.resize(width: area.width, height: area.height, scale: scale)
            var own = [UInt32](repeating: 0, count: scene.pixelWidth * scene.pixelHeight)
            _ = try own.withUnsafeMutableBytes { try scene.render(into: $0) }
            blend(
                own, width: scene.pixelWidth, x: Int((area.x * factor).rounded()),
                y: Int((area.y * factor).rounded()))
        }
    }

    private mutating func dim() {
        for place in pixels.indices { pixels[place] = Self.over(0x66 << 24, pixels[place]) }
    }

    private mutating func blend(_ own: [UInt32], width ownWidth: Int, x: Int, y: Int) {
        own.withUnsafeBufferPointer { own in
            pixels.withUnsafeMutableBufferPointer { pixels in
                for place in own.indices where own[place] != 0 {
                    let (column, row) = (x + place % ownWidth, y + place / ownWidth)
                    guard column < width, row < height else { continue }
                    let target = row * width + column
                    pixels[target] = Self.over(own[place], pixels[target])
                }
            }
        }
    }

    private static func over(_ top: UInt32, _ below: UInt32) -> UInt32 {
        let rest = 255 - top >> 24
        func part(_ shift: UInt32) -> UInt32 {
            min((top >> shift & 255) + ((below >> shift & 255) * rest + 127) / 255, 255) << shift
        }
        return 0xff00_0000 | part(16) | part(8) | part(0)
    }

    /// The picture.
    var image: Image {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * pixels.count)
        for pixel in pixels {
            bytes.append(UInt8(pixel >> 16 & 255))
            bytes.append(UInt8(pixel >> 8 & 255))
            bytes.append(UInt8(pixel & 255))
        }
        return Image(width: width, height: height, pixels: bytes)
    }
}
