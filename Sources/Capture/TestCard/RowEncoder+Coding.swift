internal import Frames

/// Numbers that are no samples yet.
extension RowEncoder {
    /// Encodes one row, or two of a mosaic.
    mutating func encode(_ pixels: [RGBColor], as coding: SampleCoding) {
        let codes = Codes(range: color.range, bits: coding.bits)
        for line in rows.indices {
            rows[line] = [UInt8](repeating: 0, count: rows[line].count)
            for (x, pixel) in pixels.enumerated() {
                switch coding.kind {
                case .mosaic(let red):
                    let place = (line * 2 + x % 2) ^ red
                    let color = place == 0 ? 0 : place == 3 ? 2 : 1
                    pack(codes.rgb(pixel, color), x, coding, into: &rows[line])
                case .grey, .depth: pack(codes.luma(samples[x].luma), x, coding, into: &rows[line])
                case .hues(let count):
                    let end = (x + 1) * planes[0].bytes
                    rows[line].replaceSubrange(end - 3..<end, with: hue(pixel, codes, of: count))
                }
            }
        }
    }

    /// Writes a number; there is nothing in its place yet.
    private func pack(_ number: Double, _ x: Int, _ coding: SampleCoding, into row: inout [UInt8]) {
        let code = Int(min(Double(1 << coding.bits - 1), max(0, number.rounded())))
        let (group, place) = x.quotientAndRemainder(dividingBy: planes[0].columns)
        let first = group * planes[0].bytes
        guard coding.isPacked else {
            for byte in 0..<planes[0].bytes { row[first + byte] = UInt8(code >> (8 * byte) & 255) }
            return
        }
        let low = coding.bits - 8
        row[first + place] = UInt8(code >> low)
        let (byte, bit) = (place * low).quotientAndRemainder(dividingBy: 8)
        let rest = (code & (1 << low - 1)) << bit
        let behind = first + planes[0].columns + byte
        row[behind] |= UInt8(rest & 255)
        if rest > 255 { row[behind + 1] |= UInt8(rest >> 8) }
    }

    /// Gives a colour's hue, saturation and value.
    private func hue(_ pixel: RGBColor, _ codes: Codes, of count: Int) -> [UInt8] {
        let colors = (0..<3).map { codes.rgb(pixel, $0).rounded() }
        let (most, least) = (colors.max() ?? 0, colors.min() ?? 0)
        let span = most - least
        guard span > 0 else { return [0, 0, UInt8(most)] }
        // The largest of the three, and how far the next ones pull the hue away from it.
        let place = colors.firstIndex(of: most) ?? 0
        let sixths = Double(2 * place) + (colors[(place + 1) % 3] - colors[(place + 2) % 3]) / span
        let hue = Int((sixths * Double(count) / 6).rounded())
        return [UInt8((hue + count) % count), UInt8((255 * span / most).rounded()), UInt8(most)]
    }
}
