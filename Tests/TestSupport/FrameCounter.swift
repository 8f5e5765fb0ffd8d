/// A reader of the number that the test card shows in its lowest band, from a picture of any size.
///
/// The card must fill the picture that is given: cut a screenshot to the picture's rectangle first. Written
/// from the card's description alone, so that it checks the painter too.
public enum FrameCounter {
    /// Reads the number.
    ///
    /// - Parameters:
    ///   - width: The picture's width in pixels; 40, or 80 and more, so that each cell has a pixel to itself.
    ///   - height: The picture's height in pixels.
    ///   - brightness: The brightness of a pixel, 0…255; any channel will do, for the cells are black and
    ///     white.
    /// - Returns: The frame's number; nil when the cells hold none.
    public static func read(width: Int, height: Int, brightness: (_ x: Int, _ y: Int) -> UInt8) -> UInt32? {
        let row = min(height - 1, height * 94 / 100)
        var bits: UInt64 = 0
        for cell in 0..<40 {
            let column = min(width - 1, (2 * cell + 1) * width / 80)
            bits = bits << 1 | (brightness(column, row) > 127 ? 1 : 0)
        }
        guard bits >> 36 == 0b1011 else { return nil }
        let number = UInt32(truncatingIfNeeded: bits >> 4)
        var check: UInt32 = 15
        for group in 0..<8 { check ^= number >> (4 * UInt32(group)) & 15 }
        return check == UInt32(bits & 15) ? number : nil
    }
}
