internal import Frames

/// A colour in R'G'B', 0…255 in each channel, whatever the frame's own range is.
public struct RGBColor: Sendable, Hashable {
    /// Red, 0…255.
    public var red: UInt8
    /// Green, 0…255.
    public var green: UInt8
    /// Blue, 0…255.
    public var blue: UInt8

    /// Makes a colour.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Makes a grey.
    public init(grey: UInt8) { self.init(grey, grey, grey) }
}

/// The test card's geometry and colours, which a program that looks at a picture of it may rely on.
///
/// The card is five bands, one below the other. Inside a band every row is the same. A band begins at the row
/// that is its fraction of the height, rounded down to an even number; a cell `i` of `n` side by side covers
/// the columns `x` with `x * n / width == i` in whole numbers.
///
/// | band | of the height | what |
/// |---|---|---|
/// | ``Band/bars`` | 0 … 60 % | 8 bars at 75 %, ``bars`` |
/// | ``Band/ramp`` | 60 … 68 % | grey, from 0 in the first column to 255 in the last |
/// | ``Band/patches`` | 68 … 76 % | 8 bars at 100 %, ``patches`` |
/// | ``Band/comet`` | 76 … 88 % | an amber head with a tail, from left to right in four seconds |
/// | ``Band/counter`` | 88 … 100 % | 40 cells of black (0) and white (255), ``counterCells(_:)`` |
///
/// Where planes have fewer samples than the picture has pixels, a sample holds the mean of its pixels.
public enum TestCard {
    /// The bands, from top to bottom.
    public enum Band: Int, CaseIterable, Sendable {
        /// Bars at 75 %.
        case bars
        /// A grey ramp.
        case ramp
        /// Bars at 100 %.
        case patches
        /// The moving comet.
        case comet
        /// The frame's number.
        case counter

        /// The ends of the bands, in hundredths of the height.
        private static let ends = [60, 68, 76, 88, 100]
        var end: Int { Self.ends[rawValue] }

        /// The band's rows in a picture of the given height; empty where the picture is too small.
        public func rows(height: Int) -> Range<Int> {
            let start = Band(rawValue: rawValue - 1).map { height * $0.end / 100 & ~1 } ?? 0
            return start..<(self == .counter ? height : height * end / 100 & ~1)
        }
    }

    /// The bars from left to right: white, yellow, cyan, green, magenta, red, blue and black, at 75 % (191).
    public static let bars = colors(level: 191)

    /// The patches from left to right: the bars' colours in reverse, at 100 % (255).
    public static let patches = [RGBColor](colors(level: 255).reversed())

    /// The comet band's background.
    public static let background = RGBColor(grey: 32)

    /// The comet's head.
    public static let head = RGBColor(255, 200, 64)

    /// Computes the cells of the counter for a frame.
    ///
    /// Four fixed cells (white, black, white, white), the number's 32 bits from the highest down, and four
    /// check bits: the number's eight groups of four bits, combined by exclusive or, and inverted.
    ///
    /// - Parameter number: The frame's ``Frame/sequence``.
    /// - Returns: 40 cells from left to right; true is white.
    public static func counterCells(_ number: UInt32) -> [Bool] {
        let bits = counterBits(number)
        return (0..<counterCellCount).map { isWhite(cell: $0, of: bits) }
    }

    static let counterCellCount = 40

    /// The counter's cells as the lowest bits of a number, the first cell highest.
    static func counterBits(_ number: UInt32) -> UInt64 {
        var check: UInt32 = 15
        for nibble in 0..<8 as Range<UInt32> { check ^= number >> (4 * nibble) & 15 }
        return UInt64(0b1011) << 36 | UInt64(number) << 4 | UInt64(check)
    }

    static func isWhite(cell: Int, of bits: UInt64) -> Bool {
        bits >> UInt64(counterCellCount - 1 - cell) & 1 == 1
    }

    private static func colors(level: UInt8) -> [RGBColor] {
        [0b111, 0b110, 0b011, 0b010, 0b101, 0b100, 0b001, 0b000].map { bits in
            RGBColor(bits & 4 == 0 ? 0 : level, bits & 2 == 0 ? 0 : level, bits & 1 == 0 ? 0 : level)
        }
    }
}
