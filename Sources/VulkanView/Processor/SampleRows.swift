internal import Frames

/// Three rows of samples in 1/256 above the middle code.
final class SampleRows {
    let first: RowMemory
    let second: RowMemory
    let third: RowMemory

    /// Allocates the rows.
    ///
    /// - Parameters:
    ///   - count: The number of samples in a row.
    ///   - isGrey: True when all three are the same.
    init(count: Int, isGrey: Bool) {
        first = RowMemory(bytes: count * 2)
        second = isGrey ? first : RowMemory(bytes: count * 2)
        third = isGrey ? first : RowMemory(bytes: count * 2)
    }

    /// A channel's row.
    subscript(channel: Int) -> RowMemory { channel == 0 ? first : channel == 1 ? second : third }

    /// Takes a channel's samples as they are, a pixel's or its group's.
    ///
    /// - Parameters:
    ///   - channel: The channel's number.
    ///   - layout: The places of its samples.
    ///   - row: The row of the plane.
    ///   - column: The first pixel.
    ///   - count: The number of pixels.
    func fill(_ channel: Int, _ layout: SampleLayout.Channel, from row: SampleMemory, column: Int, count: Int)
    {
        let target = self[channel]
        let (step, offset) = (layout.step / 8, layout.offset / 8)
        for x in 0..<count {
            let code = row.byte(((column &+ x) &>> layout.columnShift) &* step &+ offset)
            let sample = Int16(bitPattern: UInt16(code) &<< 8) ^ -32768
            unsafe target.base.storeBytes(of: sample, toByteOffset: x &* 2, as: Int16.self)
        }
    }
}
