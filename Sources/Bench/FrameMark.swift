/// A frame's number and the moment it was made, as black and white cells that a program reads back from a screen.
///
/// The cells are a hundred-and-twentieth of the picture's width, so they survive scaling, colour conversion and noise; a check
/// sum tells damage. They stand in the upper left corner, one cell away from the edges.
struct FrameMark: Equatable, Sendable {
    static let columns = 26
    static let rows = 4
    /// The number of cells in the picture's width.
    static let cellsAcross = 120
    /// Eight cells whose values are known.
    private static let sync: UInt64 = 0b1011_0010

    /// The frame's number.
    var number: UInt32
    /// The moment in microseconds of the monotonic clock, of which 48 bits are kept: nine years.
    var microseconds: UInt64

    init(number: UInt32, microseconds: UInt64) {
        self.number = number
        self.microseconds = microseconds & 0xffff_ffff_ffff
    }

    /// Reads cells.
    ///
    /// - Parameter cells: The cells as ``cells`` gives them.
    init?(cells: [Bool]) {
        guard cells.count == FrameMark.columns * FrameMark.rows else { return nil }
        let value = { (range: Range<Int>) in cells[range].reduce(UInt64(0)) { $0 << 1 | ($1 ? 1 : 0) } }
        guard value(0..<8) == FrameMark.sync,
            value(88..<104) == UInt64(FrameMark.checksum(of: cells[0..<88]))
        else { return nil }
        self.init(number: UInt32(value(8..<40)), microseconds: value(40..<88))
    }

    /// The cells, in rows from the top, each from the left; white is true.
    var cells: [Bool] {
        let bits = { (value: UInt64, count: Int) in (0..<count).reversed().map { value >> $0 & 1 == 1 } }
        let content = bits(FrameMark.sync, 8) + bits(UInt64(number), 32) + bits(microseconds, 48)
        return content + bits(UInt64(FrameMark.checksum(of: content[...])), 16)
    }

    /// Computes the cyclic redundancy check CRC-16/CCITT (polynomial 0x1021, start 0xFFFF).
    private static func checksum(of cells: ArraySlice<Bool>) -> UInt16 {
        cells.reduce(0xffff) { sum, cell in
            let carry = (sum & 0x8000 != 0) != cell
            return carry ? sum << 1 ^ 0x1021 : sum << 1
        }
    }

    /// Computes the pixels that the mark covers in a picture of a width, with a cell of room around it.
    static func size(inWidth width: Int) -> (width: Int, height: Int) {
        ((columns + 2) * width / cellsAcross, (rows + 2) * width / cellsAcross)
    }

    /// Reads the mark of a picture.
    ///
    /// - Parameters:
    ///   - width: The whole picture's width on the screen, in pixels; 600 and more.
    ///   - brightness: The brightness of a pixel, 0…255, counted from the picture's upper left corner.
    /// - Returns: The mark; nil where there is no whole one.
    static func read(width: Int, brightness: (_ x: Int, _ y: Int) -> Int) -> FrameMark? {
        var values: [Int] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let x = (2 * column + 3) * width / (2 * cellsAcross)
                let y = (2 * row + 3) * width / (2 * cellsAcross)
                var sum = 0
                for step in 0..<9 { sum += brightness(x - 1 + step % 3, y - 1 + step / 3) }
                values.append(sum / 9)
            }
        }
        // The known cells show black and white as they have come through.
        let known = (0..<8).map { bit -> (isWhite: Bool, value: Int) in
            (isWhite: sync >> (7 - bit) & 1 == 1, value: values[bit])
        }
        let mean = { (white: Bool) in known.filter { $0.isWhite == white }.reduce(0) { $0 + $1.value } / 4 }
        guard mean(true) > mean(false) + 40 else { return nil }
        let threshold = (mean(true) + mean(false)) / 2
        return FrameMark(cells: values.map { $0 > threshold })
    }

    /// Paints the mark into a luma plane whose rows have no padding.
    ///
    /// - Parameters:
    ///   - luma: The plane.
    ///   - width: The picture's width; a multiple of 120.
    func paint(into luma: UnsafeMutableBufferPointer<UInt8>, width: Int) {
        let cell = width / FrameMark.cellsAcross
        let cells = cells
        for row in 0..<FrameMark.rows {
            for line in (row + 1) * cell..<(row + 2) * cell {
                for column in 0..<FrameMark.columns {
                    let start = unsafe luma.baseAddress.map { unsafe $0 + line * width + (column + 1) * cell }
                    unsafe start?.update(
                        repeating: cells[row * FrameMark.columns + column] ? 235 : 16, count: cell)
                }
            }
        }
    }
}
