/// A rectangle of pixels; the first pixel is (0, 0), top left.
package struct PixelRectangle: Equatable, Sendable, CustomStringConvertible {
    /// The left edge.
    package var x: Int
    /// The top edge.
    package var y: Int
    /// The number of pixels from left to right.
    package var width: Int
    /// The number of pixels from top to bottom.
    package var height: Int

    /// Makes a rectangle from its edges and size.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle as `WxH+X+Y`.
    package var description: String { "\(width)x\(height)+\(x)+\(y)" }

    /// Makes the part inside, `margin` pixels away from each edge.
    package func inset(by margin: Int) -> PixelRectangle {
        PixelRectangle(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }
}

/// A color of 8 bits per channel, as it stands in a screenshot.
package struct Color: Equatable, Hashable, Sendable, CustomStringConvertible {
    /// The red channel.
    package var red: UInt8
    /// The green channel.
    package var green: UInt8
    /// The blue channel.
    package var blue: UInt8

    /// Makes a color.
    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Exact black, the color of fit's bars.
    package static let black = Color(0, 0, 0)

    /// The colour as `(red, green, blue)`.
    package var description: String { "(\(red), \(green), \(blue))" }

    /// Computes the largest difference in any channel.
    package func distance(to other: Color) -> Int {
        max(
            abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
            abs(Int(blue) - Int(other.blue)))
    }
}

/// A picture of 8-bit RGB pixels: a screenshot or a snapshot.
package struct Image: Equatable, Sendable {
    /// The number of pixels from left to right.
    package let width: Int
    /// The number of pixels from top to bottom.
    package let height: Int
    /// The red, green and blue of each pixel, row by row without padding.
    package let pixels: [UInt8]

    /// Makes a picture of `3 * width * height` bytes.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(pixels.count == 3 * width * height, "3 bytes for each pixel")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The rectangle of the whole picture.
    package var bounds: PixelRectangle { PixelRectangle(x: 0, y: 0, width: width, height: height) }

    /// The picture with each colour's opposite.
    package var inverted: Image { Image(width: width, height: height, pixels: pixels.map { 255 - $0 }) }

    /// Reads one pixel.
    package subscript(x: Int, y: Int) -> Color {
        let start = 3 * (y * width + x)
        return Color(pixels[start], pixels[start + 1], pixels[start + 2])
    }

    /// Makes a picture of a part.
    package func cropped(to part: PixelRectangle) -> Image {
        var kept: [UInt8] = []
        kept.reserveCapacity(3 * part.width * part.height)
        for y in part.y..<part.y + part.height {
            let start = 3 * (y * width + part.x)
            kept += pixels[start..<start + 3 * part.width]
        }
        return Image(width: part.width, height: part.height, pixels: kept)
    }

    /// Computes the mean of each channel over a part.
    package func mean(of part: PixelRectangle) -> (red: Double, green: Double, blue: Double) {
        var sums = (0, 0, 0)
        pixels.withUnsafeBufferPointer { pixels in
            for y in part.y..<part.y + part.height {
                for x in part.x..<part.x + part.width {
                    let start = 3 * (y * width + x)
                    sums.0 += Int(pixels[start])
                    sums.1 += Int(pixels[start + 1])
                    sums.2 += Int(pixels[start + 2])
                }
            }
        }
        let count = Double(part.width * part.height)
        return (Double(sums.0) / count, Double(sums.1) / count, Double(sums.2) / count)
    }

    /// Computes the mean of a part, each channel rounded.
    package func color(of part: PixelRectangle) -> Color {
        let mean = mean(of: part)
        return Color(UInt8(mean.red.rounded()), UInt8(mean.green.rounded()), UInt8(mean.blue.rounded()))
    }

    /// Finds the smallest rectangle that holds every pixel of other colors than the bars.
    ///
    /// - Parameters:
    ///   - part: The part in which to look; all of the picture by default.
    ///   - bars: The color around the picture.
    /// - Returns: The rectangle; nil where there are only bars.
    package func picture(
        in part: PixelRectangle? = nil, inside bars: Color = .black
    ) -> PixelRectangle? {
        let part = part ?? bounds
        let columns = part.x..<part.x + part.width
        let rows = part.y..<part.y + part.height
        guard let top = rows.first(where: { row($0, columns, differsFrom: bars) }),
            let bottom = rows.last(where: { row($0, columns, differsFrom: bars) }),
            let left = columns.first(where: { column($0, top...bottom, differsFrom: bars) }),
            let right = columns.last(where: { column($0, top...bottom, differsFrom: bars) })
        else { return nil }
        return PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }

    private func row(_ y: Int, _ columns: Range<Int>, differsFrom color: Color) -> Bool {
        columns.contains { self[$0, y] != color }
    }

    private func column(_ x: Int, _ rows: ClosedRange<Int>, differsFrom color: Color) -> Bool {
        rows.contains { self[x, $0] != color }
    }
}
