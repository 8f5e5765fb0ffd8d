import ProcessorVectors
import Testing

/// Pictures in their places, against the arithmetic of Picture.glsl for one pixel after another.
struct PlacingTests {
    /// A picture in planes that end with their last sample: a sanitizer sees each byte that is read beyond.
    private final class Picture {
        let channels: [ProcessorChannel]
        let size: (width: Int, height: Int)
        private var memories: [UnsafeMutableBufferPointer<UInt8>] = []
        private(set) var planes = ProcessorPlanes()

        init(_ channels: [ProcessorChannel], _ width: Int, _ height: Int, _ random: inout Random) {
            (self.channels, size) = (channels, (width, height))
            for number in 0...Int(channels.map(\.plane).max()!) {
                let own = channels.filter { $0.plane == number }
                let stride =
                    own.map {
                        Int($0.offset % $0.step + $0.step) * ((width - 1) >> $0.columnShift)
                            + Int(own.map { $0.offset + $0.word }.max()!)
                    }.max()! / 8
                let bytes = stride * (((height - 1) >> own[0].rowShift) + 1)
                let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes)
                for index in 0..<bytes { memory[index] = UInt8(truncatingIfNeeded: random.next()) }
                memories.append(memory)
                withUnsafeMutablePointer(to: &planes) { planes in
                    withUnsafeMutableBytes(of: &planes.pointee.planes) {
                        $0.bindMemory(to: UnsafePointer<UInt8>?.self)[number] = UnsafePointer(
                            memory.baseAddress!)
                    }
                    withUnsafeMutableBytes(of: &planes.pointee.strides) {
                        $0.bindMemory(to: Int.self)[number] = stride
                    }
                }
            }
        }

        deinit { for memory in memories { memory.deallocate() } }

        /// The upper bits of a 16-bit number.
        func sample(_ channel: ProcessorChannel, _ x: Int, _ y: Int) -> Int {
            let strides = [planes.strides.0, planes.strides.1, planes.strides.2]
            let bit = Int(channel.offset) + x * Int(channel.step)
            let first = y * strides[Int(channel.plane)] + bit / 8
            let word = (0..<Int(channel.word / 8)).reduce(0) {
                $0 | Int(memories[Int(channel.plane)][first + $1]) << ($1 * 8)
            }
            return (word >> (bit % 8 + Int(channel.shift)) & (1 << channel.bits - 1)) << (16 - channel.bits)
        }
    }

    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 11 ^ state << 40
        }
    }

    private static func channel(
        _ plane: Int32 = 0, _ offset: Int32 = 0, _ step: Int32 = 8, word: Int32 = 8, bits: Int32 = 8,
        shift: Int32 = 0, columns: Int32 = 0, rows: Int32 = 0, isBigEndian: Bool = false
    ) -> ProcessorChannel {
        ProcessorChannel(
            plane: plane, offset: offset, step: step, word: word, bits: bits, shift: shift,
            columnShift: columns, rowShift: rows, isBigEndian: isBigEndian)
    }

    /// All patterns, and rows without one.
    static let formats: [String: [ProcessorChannel]] = [
        "luma, pairs": [
            channel(), channel(1, 0, 16, columns: 1, rows: 1), channel(1, 8, 16, columns: 1, rows: 1),
        ],
        "luma, turned pairs": [channel(), channel(1, 8, 16, columns: 1), channel(1, 0, 16, columns: 1)],
        "luma first": [channel(0, 0, 16), channel(0, 8, 32, columns: 1), channel(0, 24, 32, columns: 1)],
        "luma second": [channel(0, 8, 16), channel(0, 0, 32, columns: 1), channel(0, 16, 32, columns: 1)],
        "planes": [channel(), channel(1), channel(2)],
        "planes of quarters": [channel(), channel(1, columns: 1, rows: 1), channel(2, columns: 1, rows: 1)],
        "planes of quarters across": [channel(), channel(1, columns: 2), channel(2, columns: 2)],
        "six bits in bytes": [
            channel(bits: 6, shift: 2), channel(1, bits: 6, shift: 2, columns: 1, rows: 1),
            channel(2, bits: 6, shift: 2, columns: 1, rows: 1),
        ],
        "grey": [channel()], "three bytes": [channel(0, 0, 24), channel(0, 8, 24), channel(0, 16, 24)],
        "four bytes": [channel(0, 16, 32), channel(0, 8, 32), channel(0, 0, 32)],
        "the last three of four bytes": [channel(0, 8, 32), channel(0, 16, 32), channel(0, 24, 32)],
        "luma in four bytes": [channel(0, 8, 32), channel(0, 16, 32), channel(0, 0, 32)],
        "ten bits in words": [
            channel(0, 0, 16, word: 16, bits: 10, shift: 6),
            channel(1, 0, 32, word: 16, bits: 10, shift: 6, columns: 1, rows: 1),
            channel(1, 16, 32, word: 16, bits: 10, shift: 6, columns: 1, rows: 1),
        ],
        "ten bits without padding": [channel(0, 0, 10, word: 16, bits: 10)],
        "five and six bits": [
            channel(0, 0, 16, word: 16, bits: 5, shift: 11), channel(0, 0, 16, word: 16, bits: 6, shift: 5),
            channel(0, 0, 16, word: 16, bits: 5),
        ],
    ]

    private static func steps(from start: Double, length: Double, count: Int) -> ProcessorSteps {
        let step = length / Double(count)
        let steps = Int64((step * 16_777_216).rounded())
        let first = Int64((((start + step / 2) * 256 - 128) * 65536).rounded()) + 32768
        return ProcessorSteps(
            whole: Int32(steps >> 16), fraction: UInt32(steps & 0xffff), start: Int32(first >> 16),
            startFraction: UInt32(first & 0xffff))
    }

    private static func place(_ steps: ProcessorSteps, _ n: Int) -> Int {
        Int(steps.whole) * n + Int(steps.start) + (Int(steps.fraction) * n + Int(steps.startFraction)) >> 16
    }

    private static func value(
        _ placement: ProcessorPlacement, _ picture: Picture, _ number: Int, _ x: Int, _ y: Int
    ) -> Int {
        let channel = picture.channels[number]
        let (columns, rows) = (place(placement.columns, x), place(placement.rows, y))
        func sample(_ x: Int, _ y: Int) -> Int {
            picture.sample(
                channel, min(max(x, 0), (picture.size.width - 1) >> channel.columnShift),
                min(max(y, 0), (picture.size.height - 1) >> channel.rowShift))
        }
        guard placement.isLinear else {
            return sample((columns >> 8) >> channel.columnShift, (rows >> 8) >> channel.rowShift) - 32768
        }
        // Where the first sample lies, from the middle of the first pixel on.
        func first(_ shift: Int32, _ isInFirst: Bool) -> Int { isInFirst ? 0 : 128 << shift - 128 }
        let (u, v) = (
            (columns - first(channel.columnShift, placement.isInFirstColumn)) >> channel.columnShift,
            (rows - first(channel.rowShift, placement.isInFirstRow)) >> channel.rowShift
        )
        func between(_ x: Int) -> Int {
            (sample(x, v >> 8) * (256 - v & 255) + sample(x, v >> 8 + 1) * (v & 255)) >> 9
        }
        let (low, high) = (between(u >> 8), between(u >> 8 + 1))
        return (low >> 1 + ((high - low) * (u & 255)) >> 9) << 2 - 32768
    }

    private static func pixel(_ placement: ProcessorPlacement, _ picture: Picture, _ x: Int, _ y: Int)
        -> UInt32
    {
        let values = picture.channels.indices.map { value(placement, picture, $0, x, y) }
        let all = values.count == 1 ? [values[0], values[0], values[0]] : values
        let colors = [placement.weights.0, placement.weights.1, placement.weights.2].map { row in
            let sum =
                (all[0] * Int(row.0)) >> 16 + (all[1] * Int(row.1)) >> 16 + (all[2] * Int(row.2)) >> 16
                + Int(row.3)
            return UInt32(min(max(sum >> 5, 0), 255))
        }
        let order = placement.isBlueFirst ? [2, 1, 0] : [0, 1, 2]
        return colors[order[0]] | colors[order[1]] << 8 | colors[order[2]] << 16 | 0xff00_0000
    }

    private static func placement(_ picture: Picture, _ random: inout Random) -> ProcessorPlacement {
        var placement = ProcessorPlacement()
        let channels = picture.channels + [picture.channels[0], picture.channels[0]]
        placement.channels = (channels[0], channels[1], channels[2])
        placement.channelCount = Int32(picture.channels.count)
        let hasChroma =
            picture.channels.count == 3 && picture.channels[1].step != picture.channels[0].step
            || picture.channels.contains { $0.columnShift > 0 }
        placement.weights =
            hasChroma
            ? ((9539, 0, 13075, -7100), (9539, -3209, -6660, 4500), (9539, 16525, 0, -8800))
            : ((8192, 0, 0, 4112), (0, 8424, 0, 4112), (0, 0, 8192, 4112))
        (placement.width, placement.height) = (Int32(picture.size.width), Int32(picture.size.height))
        placement.isBlueFirst = .random(using: &random)
        placement.isTurned = .random(using: &random)
        placement.isLinear = .random(using: &random)
        placement.isInFirstColumn = .random(using: &random)
        placement.isInFirstRow = .random(using: &random)
        func way(_ length: Int, _ count: Int, cut: Int) -> ProcessorSteps {
            let (first, part) = (Double(cut), Double(length - cut))
            return Bool.random(using: &random)
                ? steps(from: first, length: part, count: count)
                : steps(from: first + part, length: -part, count: count)
        }
        let (width, height) = picture.size
        let cut = (
            x: Int.random(in: 0..<min(4, width), using: &random),
            y: Int.random(in: 0..<min(3, height), using: &random)
        )
        let count =
            placement.isLinear
            ? (Int.random(in: 1...220, using: &random), Int.random(in: 1...30, using: &random))
            : (width - cut.x, height - cut.y)
        (placement.count, placement.rowCount) = (Int32(count.0), Int32(count.1))
        placement.columns = way(width, count.0, cut: cut.x)
        placement.rows = way(height, count.1, cut: cut.y)
        return placement
    }

    @Test(arguments: formats.keys.sorted())
    func vectorsDoTheArithmeticOfTheShaders(name: String) throws {
        _ = isKindChosen
        var random = Random(state: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        for _ in 0..<40 {
            let picture = Picture(
                try #require(PlacingTests.formats[name]), .random(in: 1...150, using: &random),
                .random(in: 1...12, using: &random), &random)
            var placement = PlacingTests.placement(picture, &random)
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: processor_placing_size(&placement), alignment: 64)
            defer { memory.deallocate() }
            processor_prepare_placing(&placement, memory)
            let (count, rows) = (Int(placement.count), Int(placement.rowCount))
            let (width, height) = placement.isTurned ? (rows, count) : (count, rows)
            var target = [UInt32](repeating: 0, count: (width + 1) * height)
            var planes = picture.planes
            target.withUnsafeMutableBytes {
                processor_place(
                    &placement, memory, &planes, $0.baseAddress!.assumingMemoryBound(to: UInt8.self),
                    (width + 1) * 4)
            }
            for y in 0..<height {
                let row = (0..<width).map { x in
                    placement.isTurned
                        ? PlacingTests.pixel(placement, picture, y, x)
                        : PlacingTests.pixel(placement, picture, x, y)
                }
                #expect(
                    Array(target[y * (width + 1)..<(y + 1) * (width + 1)]) == row + [0],
                    "row \(y) of \(placement)")
            }
        }
    }
}
