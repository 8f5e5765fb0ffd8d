internal import Frames
internal import VulkanCore

/// Samples between samples: rows of a picture interpolated down, then across, as Picture.glsl does it.
///
/// Made for one picture's shape and place; nothing is allocated per frame.
final class ProcessorScaling {
    private let channels: [(layout: SampleLayout.Channel, across: Neighbours)]
    /// For each plane, the bytes of a row and a row of its samples between two rows.
    private let planes: [(bytes: Int, element: Int, last: Int, rowShift: Int, between: RowMemory)]
    private let steps: PlaceSteps
    /// The number of bytes before a row, for a copy of its first element.
    private static let margin = 16

    /// The way in which the neighbours of a sample are fetched.
    private enum Fetch {
        /// Each by its place.
        case single
        /// Both at once: they lie side by side.
        case pair
        /// Both at once, and those of the next channel with them: the two channels take turns.
        case pairOfTwo

        init(_ channel: SampleLayout.Channel) {
            self = channel.step == 8 ? .pair : channel.plane > 0 ? .pairOfTwo : .single
        }
    }

    /// The places of each sample's two neighbours in a row, and the weight of the second one.
    private struct Neighbours {
        let fetch: Fetch
        let low: RowMemory
        let high: RowMemory
        let weights: RowMemory

        init(_ layout: SampleLayout.Channel, _ steps: PlaceSteps, last: Int, count: Int) {
            fetch = Fetch(layout)
            low = RowMemory(bytes: count * 4)
            high = RowMemory(bytes: count * 4)
            let copies = fetch == .pairOfTwo ? 2 : 1
            weights = RowMemory(bytes: count * 2 * copies)
            for x in 0..<count {
                let fine = (steps.place(x) - (128 << layout.columnShift) + 128) >> layout.columnShift
                func entry(_ place: Int, from first: Int) -> Int32 {
                    Int32(
                        truncatingIfNeeded: min(max(place, first), last) * layout.step / 8 + layout.offset / 8
                    )
                }
                // Rows have a copy of the first sample before it, and one of the last behind it.
                let first = fetch == .single ? 0 : -1
                unsafe low.base.storeBytes(
                    of: entry(fine >> 8, from: first), toByteOffset: x * 4, as: Int32.self)
                unsafe high.base.storeBytes(
                    of: entry((fine >> 8) + 1, from: first), toByteOffset: x * 4, as: Int32.self)
                for copy in 0..<copies {
                    unsafe weights.base.storeBytes(
                        of: Int16(truncatingIfNeeded: (fine & 255) << 7),
                        toByteOffset: (x * copies + copy) * 2, as: Int16.self)
                }
            }
        }
    }

    /// Prepares for a picture's shape and place.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - channels: The places of the samples that are drawn.
    ///   - placement: The picture's place.
    ///   - count: The number of samples in a row of the result.
    init(
        _ picture: Picture, _ channels: [SampleLayout.Channel], _ placement: Placement, count: Int
    ) {
        let size = picture.size
        steps = placement.rows
        self.channels = channels.map { layout in
            let last = (size.width - 1) >> layout.columnShift
            return (layout, Neighbours(layout, placement.columns, last: last, count: count))
        }
        planes = picture.format.planes.enumerated().map { index, plane in
            let elements = plane.size(of: size)
            let rowShift = plane.rows.trailingZeroBitCount
            let bytes = elements.width * plane.bytes
            return (
                bytes, plane.bytes, (size.height - 1) >> rowShift, rowShift,
                RowMemory(bytes: ProcessorScaling.margin + bytes * 2)
            )
        }
    }

    /// Interpolates one row.
    ///
    /// - Parameters:
    ///   - row: Its number in the result.
    ///   - memory: The picture.
    ///   - rows: The rows that get the samples.
    ///   - count: The number of samples.
    func sample(_ row: Int, of memory: PlaneMemory, into rows: SampleRows, count: Int) {
        let luma = steps.place(row)
        for (index, plane) in planes.enumerated() {
            let fine = (luma - (128 << plane.rowShift) + 128) >> plane.rowShift
            let source = memory[index]
            func row(_ place: Int) -> SampleMemory {
                unsafe SampleMemory(source.address + min(max(place, 0), plane.last) * source.stride)
            }
            unsafe ProcessorScaling.interpolate(
                row(fine >> 8), row((fine >> 8) + 1), UInt16(truncatingIfNeeded: fine & 255),
                into: plane.between.base + ProcessorScaling.margin, count: plane.bytes)
            unsafe ProcessorScaling.repeatEnds(
                plane.between.base + ProcessorScaling.margin, count: plane.bytes, element: plane.element)
        }
        for (index, channel) in channels.enumerated() {
            let source = planes[channel.layout.plane].between.memory.advanced(ProcessorScaling.margin)
            let across = channel.across
            switch across.fetch {
            case .single: ProcessorScaling.interpolate(source, across, into: rows[index], count: count)
            case .pair: ProcessorScaling.interpolatePairs(source, across, into: rows[index], count: count)
            case .pairOfTwo:
                // The first of the two channels brings the second one with it.
                guard index == 1 else { continue }
                ProcessorScaling.interpolatePairs(
                    source, across, into: rows[1], and: rows[2], count: count)
            }
        }
    }

    /// Copies the first element of a row before it, and the last one behind it.
    private static func repeatEnds(_ row: UnsafeMutableRawPointer, count: Int, element: Int) {
        for sample in 0..<element {
            let first = unsafe row.load(fromByteOffset: sample &* 2, as: Int16.self)
            unsafe row.storeBytes(of: first, toByteOffset: (sample &- element) &* 2, as: Int16.self)
            let last = unsafe row.load(fromByteOffset: (count &- element &+ sample) &* 2, as: Int16.self)
            unsafe row.storeBytes(of: last, toByteOffset: (count &+ sample) &* 2, as: Int16.self)
        }
    }

    /// Interpolates codes of two rows: the results are samples of 15 bits.
    private static func interpolate(
        _ above: SampleMemory, _ below: SampleMemory, _ weight: UInt16, into target: UnsafeMutableRawPointer,
        count: Int
    ) {
        let low = SIMD16<UInt16>(repeating: 256 &- weight)
        let high = SIMD16<UInt16>(repeating: weight)
        let whole = count & ~15
        var x = 0
        while x < whole {
            let sum =
                above.bytes(x).interleaved(Bytes()) &* low &+ below.bytes(x).interleaved(Bytes()) &* high
            unsafe target.storeBytes(of: sum &>> 1, toByteOffset: x &* 2, as: SIMD16<UInt16>.self)
            x &+= 16
        }
        while x < count {
            let sum = UInt16(above.byte(x)) &* (256 &- weight) &+ UInt16(below.byte(x)) &* weight
            unsafe target.storeBytes(of: sum &>> 1, toByteOffset: x &* 2, as: UInt16.self)
            x &+= 1
        }
    }

    /// Interpolates samples of 15 bits: the results are in 1/256 above the middle code.
    private static func interpolate(
        _ row: SampleMemory, _ across: Neighbours, into target: RowMemory, count: Int
    ) {
        let (low, high, weights) = (across.low.memory, across.high.memory, across.weights.memory)
        var x = 0
        // The tables hold zeros beyond their end, so that whole vectors can be read there.
        while x < count {
            let between = row.gathered(low, x).between(row.gathered(high, x), weights.samples(x))
            unsafe target.base.storeBytes(of: between, toByteOffset: x &* 2, as: Samples.self)
            x &+= 8
        }
    }

    /// Interpolates samples whose neighbours lie side by side.
    private static func interpolatePairs(
        _ row: SampleMemory, _ across: Neighbours, into target: RowMemory, count: Int
    ) {
        let (table, weights) = (across.low.memory, across.weights.memory)
        var x = 0
        while x < count {
            let pairs = row.gatheredPairs(table, x)
            let between = Samples(lowerHalves: pairs)
                .between(Samples(lowerHalves: pairs &>> 16), weights.samples(x))
            unsafe target.base.storeBytes(of: between, toByteOffset: x &* 2, as: Samples.self)
            x &+= 8
        }
    }

    /// Interpolates the samples of two channels that take turns.
    private static func interpolatePairs(
        _ row: SampleMemory, _ across: Neighbours, into first: RowMemory, and second: RowMemory, count: Int
    ) {
        let (table, weights) = (across.low.memory, across.weights.memory)
        var x = 0
        while x < count {
            let pairs = row.gatheredPairsOfTwo(table, x)
            let (low, high) = (pairs.evenHalf.samples, pairs.oddHalf.samples)
            let between = SIMD16<Int16>(
                lowHalf: low.lowHalf.between(high.lowHalf, weights.samples(x &* 2)),
                highHalf: low.highHalf.between(high.highHalf, weights.samples(x &* 2 &+ 8)))
            unsafe first.base.storeBytes(of: between.evenHalf, toByteOffset: x &* 2, as: Samples.self)
            unsafe second.base.storeBytes(of: between.oddHalf, toByteOffset: x &* 2, as: Samples.self)
            x &+= 8
        }
    }
}

extension SIMD8<Int16> {
    /// Interpolates samples of 15 bits: the results are in 1/256 above the middle code.
    @inline(__always)
    fileprivate func between(_ other: Samples, _ weights: Samples) -> Samples {
        let between = (self &>> 1) &+ (other &- self).upperProduct(weights)
        return (between &<< 2) ^ Samples(repeating: -32768)
    }
}

extension SIMD8<UInt32> {
    /// The halves of the numbers: two samples in each.
    @inline(__always)
    fileprivate var samples: SIMD16<Int16> { unsafe unsafeBitCast(self, to: SIMD16<Int16>.self) }
}

extension SampleMemory {
    /// Gathers the eight samples that a table names from its `index`-th entry on.
    @inline(__always)
    fileprivate func gathered(_ table: SampleMemory, _ index: Int) -> Samples {
        Samples(
            sample(table.entry(index)), sample(table.entry(index &+ 1)), sample(table.entry(index &+ 2)),
            sample(table.entry(index &+ 3)), sample(table.entry(index &+ 4)),
            sample(table.entry(index &+ 5)), sample(table.entry(index &+ 6)),
            sample(table.entry(index &+ 7)))
    }

    /// Gathers the eight samples that a table names and those behind them, two in each number.
    @inline(__always)
    fileprivate func gatheredPairs(_ table: SampleMemory, _ index: Int) -> SIMD8<Int32> {
        func pair(_ number: Int) -> Int32 {
            unsafe base.loadUnaligned(
                fromByteOffset: table.entry(index &+ number) &* 2, as: Int32.self)
        }
        return SIMD8(pair(0), pair(1), pair(2), pair(3), pair(4), pair(5), pair(6), pair(7))
    }

    /// Gathers the eight pairs of two channels that take turns: even places hold the samples, odd ones those behind
    /// them.
    @inline(__always)
    fileprivate func gatheredPairsOfTwo(_ table: SampleMemory, _ index: Int) -> SIMD16<UInt32> {
        func pair(_ number: Int) -> UInt64 {
            unsafe base.loadUnaligned(
                fromByteOffset: table.entry(index &+ number) &* 2, as: UInt64.self)
        }
        let pairs = SIMD8(pair(0), pair(1), pair(2), pair(3), pair(4), pair(5), pair(6), pair(7))
        return unsafe unsafeBitCast(pairs, to: SIMD16<UInt32>.self)
    }
}
