import Glibc
import ProcessorVectors
import Testing

/// What the processor does with planes, beside loops that say it in double precision.
///
/// `make test` runs them once for each kind of vectors.
@Suite struct PlaneTests {
    static let shapes = [(1, 1), (3, 5), (31, 2), (32, 3), (33, 4), (64, 1), (257, 7)]

    @Test(arguments: shapes, [1, 2, 4])
    func codesAreCounted(shape: (Int, Int), step: Int) {
        let picture = Bytes(width: shape.0 * step, height: shape.1, seed: 1)
        var bins = [UInt32](repeating: 3, count: 256)
        picture.withPlane(step: step) { processor_count_codes($0, 0, Int32(shape.1), &bins) }
        var wanted = [UInt32](repeating: 3, count: 256)
        for y in 0..<shape.1 { for x in 0..<shape.0 { wanted[Int(picture[x * step, y])] += 1 } }
        #expect(bins == wanted)
    }

    @Test(arguments: shapes, [3, 4])
    func channelsAreCountedAndAdded(shape: (Int, Int), channels: Int) {
        let picture = Bytes(width: shape.0 * 4, height: shape.1, seed: 2)
        var bins = [UInt32](repeating: 0, count: 256 * 4)
        var sums = [UInt64](repeating: 5, count: 4)
        picture.withPlane(step: 4) {
            processor_count_channels($0, Int32(channels), 0, Int32(shape.1), &bins)
            processor_sum_channels($0, 0, Int32(shape.1), &sums)
        }
        var (wanted, total) = ([UInt32](repeating: 0, count: 256 * 4), [UInt64](repeating: 5, count: 4))
        for y in 0..<shape.1 {
            for x in 0..<shape.0 * 4 {
                if x % 4 < channels { wanted[x % 4 * 256 + Int(picture[x, y])] += 1 }
                total[x % 4] += UInt64(picture[x, y])
            }
        }
        #expect(bins == wanted && sums == total)
    }

    @Test(arguments: shapes, [false, true])
    func slopesAreSobels(shape: (Int, Int), isInverted: Bool) {
        for isLimited in [false, true] { slope(shape, isInverted: isInverted, isLimited: isLimited) }
    }

    private func slope(_ shape: (Int, Int), isInverted: Bool, isLimited: Bool) {
        let picture = Bytes(width: shape.0, height: shape.1, seed: 3)
        let found = picture.result { source, target in
            processor_edges(source, target, 0.4, isInverted, isLimited, 0, Int32(shape.1))
        }
        for y in 0..<shape.1 {
            for x in 0..<shape.0 {
                let at = { (dx: Int, dy: Int) in
                    let code = Double(picture.nearest(x + dx, y + dy))
                    return isLimited ? min(max(code, 16), 235) : code
                }
                let across = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
                let down = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
                let length = min(255, 0.4 * (across * across + down * down).squareRoot())
                let wanted = isInverted ? 255 - length : length
                #expect(abs(Double(found[x, y]) - wanted) <= 1, "\(x), \(y)")
            }
        }
    }

    @Test(arguments: shapes, [1, 2, 4])
    func meansAreOfTheWholeRectangle(shape: (Int, Int), step: Int) {
        let picture = Bytes(width: shape.0 * step, height: shape.1, seed: 4)
        for (across, down) in [(1, 0), (0, 2), (3, 1), (40, 9)] {
            var box = ProcessorBox(
                acrossRadius: Int32(across), downRadius: Int32(down), acrossEnd: 0, downEnd: 0)
            let found = picture.result(step: step) { source, target in
                processor_box(source, target, &box, 0, Int32(shape.1))
            }
            let count = Double((2 * across + 1) * (2 * down + 1))
            picture.forEachSample(step: step) { x, y, channel in
                var sum = 0.0
                for dy in -down...down {
                    for dx in -across...across {
                        sum += Double(picture.nearest(x + dx, y + dy, step, channel))
                    }
                }
                let code = Double(found[x * step + channel, y])
                #expect(abs(code - sum / count) <= 1, "\(across), \(down): \(x), \(y)")
            }
        }
    }

    @Test(arguments: shapes, [1, 2, 4])
    func neighboursAreWeighed(shape: (Int, Int), step: Int) {
        let picture = Bytes(width: shape.0 * step, height: shape.1, seed: 5)
        // The middle, and twice what those on either side weigh.
        let weights: [UInt16] = [32768, 24576, 8192]
        let sides = [0.0625, 0.1875, 0.5, 0.1875, 0.0625]
        let found = weights.withUnsafeBufferPointer { weights in
            picture.result(step: step) { source, target in
                var both = ProcessorWeights(
                    across: weights.baseAddress!, down: weights.baseAddress!, acrossCount: 3, downCount: 3)
                processor_weigh(source, target, &both, 0, Int32(shape.1))
            }
        }
        picture.forEachSample(step: step) { x, y, channel in
            var sum = 0.0
            for dy in -2...2 {
                for dx in -2...2 {
                    let code = Double(picture.nearest(x + dx, y + dy, step, channel))
                    sum += sides[dx + 2] * sides[dy + 2] * code
                }
            }
            #expect(abs(Double(found[x * step + channel, y]) - sum) <= 1.5, "\(x), \(y)")
        }
    }
}
