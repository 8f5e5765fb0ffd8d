internal import VulkanView

extension OffscreenPicture {
    /// The mean colour of a part of the picture, for one pixel of a smaller one.
    ///
    /// - Parameters:
    ///   - columns: The part's columns, at least one.
    ///   - rows: The part's rows, at least one.
    /// - Returns: The colour, each share from 0 to 255.
    func mean(columns: Range<Int>, rows: Range<Int>) -> (red: UInt8, green: UInt8, blue: UInt8) {
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
