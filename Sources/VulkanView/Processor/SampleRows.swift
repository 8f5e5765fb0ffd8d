/// Three rows of samples in 1/256 above the middle code.
final class SampleRows {
    let first: RowMemory
    let second: RowMemory
    let third: RowMemory

    /// - Parameters:
    ///   - count: Samples in a row.
    ///   - isGrey: Whether all three are the same.
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
    ///   - channel: Which.
    ///   - layout: How they lie.
    ///   - row: The row of the plane.
    ///   - column: The first pixel.
    ///   - count: How many pixels.
    func fill(_ channel: Int, _ layout: ChannelLayout, from row: SampleMemory, column: Int, count: Int) {
        let target = self[channel]
        for x in 0..<count {
            let code = row.byte(((column &+ x) &>> layout.columnShift) &* layout.stride &+ layout.offset)
            let sample = Int16(bitPattern: UInt16(code) &<< 8) ^ -32768
            unsafe target.base.storeBytes(of: sample, toByteOffset: x &* 2, as: Int16.self)
        }
    }
}
