public import Frames

/// A picture of numbers that are no samples yet, decoded one pixel after another by its definition.
public struct CodedPicture: Sendable {
    /// The picture's size.
    public let size: PixelSize
    private let name: String
    private let bits: Int
    private let channels: Int
    private let numbers: [Int]

    /// Reads the numbers; nil where a format has none.
    public init?(_ layout: FrameLayout, _ bytes: [UInt8]) {
        guard layout.format.coding != nil, let definition = FormatBits(layout.format) else { return nil }
        (size, name, bits) = (layout.size, layout.format.rawValue, definition.bits(0))
        let (plane, count) = (layout.planes[0], definition.channelCount)
        channels = count
        numbers = (0..<size.width * size.height * count).map { place in
            let (pixel, channel) = place.quotientAndRemainder(dividingBy: count)
            let (y, x) = pixel.quotientAndRemainder(dividingBy: layout.size.width)
            return definition.code(channel, x, y) { bytes[plane.offset + plane.stride * $2 + $1] }
        }
    }

    /// The codes of a pixel in the format that a decoder makes.
    public func codes(_ x: Int, _ y: Int) -> [Int] {
        if name.hasPrefix("hsv") { return hue(x, y) }
        guard ["bg", "gb", "gr", "rg"].contains(name.prefix(2)) else {
            return [numbers[y * size.width + x]]
        }
        return "rgb".map { color in
            let code = mosaic(color, x, y)
            // Few bits are repeated below.
            return bits <= 10 ? code : code << (16 - bits) | code >> (2 * bits - 16)
        }
    }

    /// Red, green and blue of hue, saturation and value as most textbooks have them, by a circle's sixths.
    private func hue(_ x: Int, _ y: Int) -> [Int] {
        let place = (y * size.width + x) * 3
        let circle = name.hasSuffix("256") ? 256.0 : 180
        let hue = Double(numbers[place]).truncatingRemainder(dividingBy: circle) / circle * 6
        let (saturation, value) = (Double(numbers[place + 1]) / 255, Double(numbers[place + 2]))
        let part = hue - hue.rounded(.down)
        let low = value * (1 - saturation)
        let (falling, rising) = (value * (1 - saturation * part), value * (1 - saturation * (1 - part)))
        let colors: [Double] =
            switch Int(hue) {
            case 0: [value, rising, low]
            case 1: [falling, value, low]
            case 2: [low, value, rising]
            case 3: [low, falling, value]
            case 4: [rising, low, value]
            default: [value, low, falling]
            }
        // Halves, which a double may miss, become the upper number.
        return colors.map { Int(($0 * 257 + 1e-6).rounded()) }
    }
}

/// Mosaics, by Hamilton's and Adams' way in whole numbers, which are rounded to the nearest ones.
extension CodedPicture {
    /// The color of a pixel in the mosaic, which may lie beside the picture.
    private func filter(_ x: Int, _ y: Int) -> Character {
        Array(name)[(y & 1) * 2 + (x & 1)]
    }

    /// The number of such a pixel: the mosaic goes on mirrored, around its outermost pixels.
    private func number(_ x: Int, _ y: Int) -> Int {
        func inside(_ place: Int, _ count: Int) -> Int {
            var place = place
            while place < 0 || place >= count {
                place = count == 1 ? 0 : place < 0 ? -place : 2 * count - 2 - place
            }
            return place
        }
        return numbers[inside(y, size.height) * size.width + inside(x, size.width)]
    }

    private func limited(_ number: Int) -> Int { min((1 << bits) - 1, max(0, number)) }

    private func green(_ x: Int, _ y: Int) -> Int {
        guard filter(x, y) != "g" else { return number(x, y) }
        func along(_ dx: Int, _ dy: Int) -> (slope: Int, green: Int) {
            let (one, other) = (number(x - dx, y - dy), number(x + dx, y + dy))
            let bend = 2 * number(x, y) - number(x - 2 * dx, y - 2 * dy) - number(x + 2 * dx, y + 2 * dy)
            return (abs(one - other) + abs(bend), (2 * (one + other) + bend + 2) >> 2)
        }
        let (across, down) = (along(1, 0), along(0, 1))
        if across.slope != down.slope {
            return limited(across.slope < down.slope ? across.green : down.green)
        }
        return limited((across.green + down.green + 1) >> 1)
    }

    private func mosaic(_ color: Character, _ x: Int, _ y: Int) -> Int {
        let (own, green) = (filter(x, y), green(x, y))
        if color == own { return number(x, y) }
        if color == "g" { return green }
        func more(_ places: [(Int, Int)]) -> Int {
            let sum = places.reduce(0) { $0 + number(x + $1.0, y + $1.1) - self.green(x + $1.0, y + $1.1) }
            return limited(green + (sum + places.count / 2) >> (places.count / 2))
        }
        if own != "g" { return more([(-1, -1), (1, -1), (-1, 1), (1, 1)]) }
        return more(filter(x + 1, y) == color ? [(-1, 0), (1, 0)] : [(0, -1), (0, 1)])
    }
}
