import Frames
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// The colour around pictures, by every path.
@Suite struct BackgroundTests {
    private static let colors = [
        BackgroundColor(red: 255, green: 255, blue: 255), BackgroundColor(red: 1, green: 128, blue: 254),
        BackgroundColor(red: 0, green: 0, blue: 7), BackgroundColor(red: 200, green: 100, blue: 50),
    ]

    private func pixel(_ color: BackgroundColor) -> [UInt8] { [color.red, color.green, color.blue, 255] }

    @Test(arguments: DrawPath.allCases) func everyCodeIsShownAsItIs(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            for code in 0...255 {
                let color = BackgroundColor(
                    red: UInt8(code), green: UInt8(255 - code), blue: UInt8(code * 7 % 256))
                view.background = color
                let drawn = try view.render(size: PixelSize(width: 3, height: 2))
                #expect(drawn.bytes == (0..<6).flatMap { _ in pixel(color) })
            }
        }
    }

    @Test(arguments: DrawPath.allCases) func barsHaveTheColourAndThePictureKeepsItsOwn(path: DrawPath) throws
    {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let size = PixelSize(width: 6, height: 4)
            try view.load(Specimen(.nv12, size).frame)
            let alone = try view.render(size: size)
            for color in Self.colors + Self.colors.reversed() {
                view.background = color
                for window in [PixelSize(width: 11, height: 4), PixelSize(width: 6, height: 9)] {
                    let placement = Placement(frame: size, options: ViewOptions(), window: window)
                    let drawn = try view.render(size: window)
                    for y in 0..<window.height {
                        for x in 0..<window.width {
                            let (column, row) = (x - placement.rectangle.x, y - placement.rectangle.y)
                            let isInside =
                                (0..<size.width).contains(column) && (0..<size.height).contains(row)
                            #expect(
                                drawn.pixel(x, y) == (isInside ? alone.pixel(column, row) : pixel(color)))
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: DrawPath.allCases) func cellsLieOnTheColour(path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device, path: path)
            let cells = [try view.makeCell(), try view.makeCell()]
            let size = PixelSize(width: 4, height: 4)
            try cells[0].load(Specimen(.bgrx, size).frame)
            let window = PixelSize(width: 20, height: 10)
            for color in Self.colors {
                view.background = color
                // The second cell has no picture and hides a part of the first one.
                let drawn = try view.render(size: window) { _ in
                    [
                        PlacedPicture(
                            cells[0].newest.current, of: cells[0],
                            in: .init(x: 2, y: 1, size: PixelSize(width: 12, height: 4))),
                        PlacedPicture(
                            nil, of: cells[1], in: .init(x: 8, y: 1, size: PixelSize(width: 5, height: 5))),
                    ]
                }
                for (x, y) in [(0, 0), (3, 2), (13, 3), (8, 2), (19, 9)] {
                    #expect(drawn.pixel(x, y) == pixel(color), "\(x), \(y)")
                }
                #expect(drawn.pixel(6, 1) != pixel(color))
            }
        }
    }
}
