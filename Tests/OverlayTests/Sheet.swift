import LinuxIO
import Overlay
import PictureFiles

/// Memory in which a scene is drawn, as a compositor would get it.
final class Sheet {
    let width: Int
    let height: Int
    var pixels: [UInt32]

    init(width: Int, height: Int, filledWith pixel: UInt32 = 0) {
        (self.width, self.height) = (width, height)
        pixels = [UInt32](repeating: pixel, count: width * height)
    }

    convenience init(_ scene: OverlayScene, filledWith pixel: UInt32 = 0) {
        self.init(width: scene.pixelWidth, height: scene.pixelHeight, filledWith: pixel)
    }

    @discardableResult
    func draw(_ scene: OverlayScene, buffer: Int = 0) throws -> [PixelArea] {
        try pixels.withUnsafeMutableBytes { try scene.render(into: $0, buffer: buffer) }
    }

    /// Lays another sheet over this one, as compositors blend.
    func blend(_ sheet: Sheet, x: Int, y: Int) {
        for row in 0..<sheet.height where y + row >= 0 && y + row < height {
            for column in 0..<sheet.width where x + column >= 0 && x + column < width {
                let place = (y + row) * width + x + column
                pixels[place] = Self.over(sheet.pixels[row * sheet.width + column], pixels[place])
            }
        }
    }

    static func over(_ top: UInt32, _ below: UInt32) -> UInt32 {
        let rest = 255 - top >> 24
        return [24, 16, 8, 0].reduce(0) { sum, shift in
            let part = top >> UInt32(shift) & 255
            let kept = (below >> UInt32(shift) & 255) * rest
            return sum | min(part + (kept + 127) / 255, 255) << UInt32(shift)
        }
    }

    /// A picture with bright and dark parts.
    static func photograph(width: Int, height: Int) -> Sheet {
        let sheet = Sheet(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
                let wave =
                    ((u * 9).truncatingRemainder(dividingBy: 2) - 1)
                    * ((v * 7).truncatingRemainder(dividingBy: 2) - 1)
                let light = 0.25 + 0.6 * u + 0.25 * wave
                func byte(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), 1) * 255) }
                sheet.pixels[y * width + x] =
                    0xff00_0000 | byte(light * (0.7 + 0.4 * v)) << 16 | byte(light * 0.9) << 8
                    | byte(light * (1.15 - 0.5 * v))
            }
        }
        return sheet
    }

    func write(to path: String) throws {
        let bytes = pixels.flatMap { pixel in
            [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255), UInt8(pixel >> 24)]
        }
        try PictureFile(width: width, height: height, bytes: bytes).write(to: path)
    }
}

extension Sheet {
    /// The smallest rectangle around what is not transparent; nil where all is.
    var ink: PixelArea? {
        var (left, top, right, bottom) = (width, height, -1, -1)
        for y in 0..<height {
            for x in 0..<width where pixels[y * width + x] != 0 {
                (left, right) = (min(left, x), max(right, x))
                (top, bottom) = (min(top, y), y)
            }
        }
        return right < 0 ? nil : PixelArea(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}
