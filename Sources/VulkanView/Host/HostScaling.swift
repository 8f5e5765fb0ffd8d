internal import Frames
internal import VulkanCore

/// Samples between samples: rows of a picture interpolated down, then across, as Picture.glsl does it.
///
/// Made for one picture's shape and place; nothing is allocated per frame.
final class HostScaling {
    private let channels: [(layout: ChannelLayout, across: Neighbours)]
    /// For each plane, the bytes of a row and a row of its samples between two rows.
    private let planes: [(bytes: Int, last: Int, rowShift: Int, between: RowMemory)]
    private let steps: PlaceSteps

    /// Where each sample of a row finds its two neighbours, and how much the second one counts.
    private struct Neighbours {
        let low: RowMemory
        let high: RowMemory
        let weights: RowMemory

        init(_ layout: ChannelLayout, _ steps: PlaceSteps, last: Int, count: Int) {
            low = RowMemory(bytes: count * 4)
            high = RowMemory(bytes: count * 4)
            weights = RowMemory(bytes: count * 2)
            for x in 0..<count {
                let fine = (steps.place(x) - (128 << layout.columnShift) + 128) >> layout.columnShift
                func entry(_ place: Int) -> Int32 {
                    Int32(truncatingIfNeeded: min(max(place, 0), last) * layout.stride + layout.offset)
                }
                unsafe low.base.storeBytes(of: entry(fine >> 8), toByteOffset: x * 4, as: Int32.self)
                unsafe high.base.storeBytes(of: entry((fine >> 8) + 1), toByteOffset: x * 4, as: Int32.self)
                unsafe weights.base.storeBytes(
                    of: Int16(truncatingIfNeeded: (fine & 255) << 7), toByteOffset: x * 2, as: Int16.self)
            }
        }
    }

    /// - Parameters:
    ///   - picture: The picture.
    ///   - traits: What it is made of.
    ///   - placement: Where it goes.
    ///   - count: Samples in a row of the result.
    init(_ picture: Picture, _ traits: PictureTraits, _ placement: Placement, count: Int) {
        let size = picture.size
        steps = placement.rows
        channels = (0..<(traits.arrangement == .grey ? 1 : 3)).map { channel in
            let layout = ChannelLayout(channel, of: traits)
            let last = (size.width - 1) >> layout.columnShift
            return (layout, Neighbours(layout, placement.columns, last: last, count: count))
        }
        planes = picture.format.planes.enumerated().map { index, plane in
            let elements = plane.size(of: size)
            let rowShift = index == 0 ? 0 : Int(traits.rowShift)
            let bytes = elements.width * plane.bytes
            return (bytes, (size.height - 1) >> rowShift, rowShift, RowMemory(bytes: bytes * 2))
        }
    }

    /// Interpolates one row.
    ///
    /// - Parameters:
    ///   - row: Its number in the result.
    ///   - memory: The picture.
    ///   - rows: Get the samples.
    ///   - count: How many.
    func sample(_ row: Int, of memory: PlaneMemory, into rows: SampleRows, count: Int) {
        let luma = steps.place(row)
        for (index, plane) in planes.enumerated() {
            let fine = (luma - (128 << plane.rowShift) + 128) >> plane.rowShift
            let source = memory[index]
            func row(_ place: Int) -> SampleMemory {
                unsafe SampleMemory(source.address + min(max(place, 0), plane.last) * source.stride)
            }
            HostScaling.interpolate(
                row(fine >> 8), row((fine >> 8) + 1), UInt16(truncatingIfNeeded: fine & 255),
                into: plane.between, count: plane.bytes)
        }
        for (index, channel) in channels.enumerated() {
            HostScaling.interpolate(
                planes[channel.layout.plane].between, channel.across, into: rows[index], count: count)
        }
    }

    /// Codes of two rows become samples of 15 bits between them.
    private static func interpolate(
        _ above: SampleMemory, _ below: SampleMemory, _ weight: UInt16, into target: RowMemory, count: Int
    ) {
        let low = SIMD16<UInt16>(repeating: 256 &- weight)
        let high = SIMD16<UInt16>(repeating: weight)
        let whole = count & ~15
        var x = 0
        while x < whole {
            let sum =
                SIMD16<UInt16>(truncatingIfNeeded: above.bytes(x)) &* low
                &+ SIMD16<UInt16>(truncatingIfNeeded: below.bytes(x)) &* high
            unsafe target.base.storeBytes(of: sum &>> 1, toByteOffset: x &* 2, as: SIMD16<UInt16>.self)
            x &+= 16
        }
        while x < count {
            let sum = UInt16(above.byte(x)) &* (256 &- weight) &+ UInt16(below.byte(x)) &* weight
            unsafe target.base.storeBytes(of: sum &>> 1, toByteOffset: x &* 2, as: UInt16.self)
            x &+= 1
        }
    }

    /// Samples of 15 bits become samples between them, in 1/256 above the middle code.
    private static func interpolate(
        _ source: RowMemory, _ across: Neighbours, into target: RowMemory, count: Int
    ) {
        let (row, low, high) = (source.memory, across.low.memory, across.high.memory)
        let weights = across.weights.memory
        var x = 0
        // The tables hold zeros beyond their end, so that whole vectors can be read there.
        while x < count {
            let first = row.gathered(low, x)
            let second = row.gathered(high, x)
            let between = (first &>> 1) &+ (second &- first).upperProduct(weights.samples(x))
            let sample = (between &<< 2) ^ Samples(repeating: -32768)
            unsafe target.base.storeBytes(of: sample, toByteOffset: x &* 2, as: Samples.self)
            x &+= 8
        }
    }
}

extension SampleMemory {
    /// The eight samples that a table names from its `index`-th entry on.
    @inline(__always)
    fileprivate func gathered(_ table: SampleMemory, _ index: Int) -> Samples {
        Samples(
            sample(table.entry(index)), sample(table.entry(index &+ 1)), sample(table.entry(index &+ 2)),
            sample(table.entry(index &+ 3)), sample(table.entry(index &+ 4)),
            sample(table.entry(index &+ 5)), sample(table.entry(index &+ 6)),
            sample(table.entry(index &+ 7)))
    }
}
