internal import Frames
internal import VulkanView

extension OffscreenPicture {
    /// A part of the picture in small.
    ///
    /// - Parameters:
    ///   - part: The part, at least one pixel.
    ///   - size: The size of the small picture.
    /// - Returns: Its colours, row by row: each is the mean of the pixels that it stands for.
    func means(of part: PixelRegion, in size: PixelSize) -> [(red: UInt8, green: UInt8, blue: UInt8)] {
        func places(_ number: Int, of count: Int, from start: Int, _ length: Int) -> Range<Int> {
            let first = start + number * length / count
            return first..<max(first + 1, start + (number + 1) * length / count)
        }
        return (0..<size.height).flatMap { row in
            let rows = places(row, of: size.height, from: part.y, part.height)
            return (0..<size.width).map { column in
                mean(columns: places(column, of: size.width, from: part.x, part.width), rows: rows)
            }
        }
    }

    private func mean(columns: Range<Int>, rows: Range<Int>) -> (red: UInt8, green: UInt8, blue: UInt8) {
        var (red, green, blue) = (0, 0, 0)
        for y in rows {
            for x in columns {
                let place = y * stride + 4 * x
                red += Int(bytes[place])
                green += Int(bytes[place + 1])
                blue += Int(bytes[place + 2])
            }
        }
        let count = rows.count * columns.count
        return (UInt8(red / count), UInt8(green / count), UInt8(blue / count))
    }
}
