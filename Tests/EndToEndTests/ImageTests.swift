import Foundation
import TestSupport
import Testing

struct ImageTests {
    /// 6×4 black with a 3×2 picture at (2, 1), its last column black but for one pixel.
    private var sample: Image {
        var pixels = [UInt8](repeating: 0, count: 72)
        for (x, y) in [(2, 1), (3, 1), (2, 2), (3, 2), (4, 2)] {
            pixels[3 * (y * 6 + x)] = 200
            pixels[3 * (y * 6 + x) + 2] = 10
        }
        return Image(width: 6, height: 4, pixels: pixels)
    }

    @Test func thePictureInsideBlackBarsIsFoundToThePixel() {
        #expect(sample.picture() == PixelRectangle(x: 2, y: 1, width: 3, height: 2))
        #expect(Image(width: 2, height: 1, pixels: [0, 0, 0, 0, 0, 0]).picture() == nil)
    }

    @Test func meansAreOverThePartAlone() {
        #expect(sample.color(of: PixelRectangle(x: 2, y: 1, width: 2, height: 2)) == Color(200, 0, 10))
        #expect(sample.mean(of: PixelRectangle(x: 1, y: 1, width: 2, height: 1)).red == 100)
    }

    @Test func filesBringBackTheSamePixels() throws {
        let path = NSTemporaryDirectory() + "image-\(UUID().uuidString).png"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try sample.write(png: path)
        #expect(try Image(png: path) == sample)
        let ppm = Data("P6\n6 4\n255\n".utf8) + Data(sample.pixels)
        #expect(try Image(ppm: ppm) == sample)
        #expect(throws: ImageFileError.self) { try Image(ppm: ppm.dropLast()) }
    }
}
