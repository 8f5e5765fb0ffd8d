import Glibc

/// How far the bytes of two pictures are apart.
package struct Differences {
    /// The number of bytes for each difference.
    private var counts = [Int](repeating: 0, count: 256)

    /// Compares byte by byte, as far as the shorter one goes.
    package init(_ first: [UInt8], _ second: [UInt8]) {
        let end = min(first.count, second.count)
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                guard let one = first.baseAddress, let other = second.baseAddress else { return }
                for start in stride(from: 0, to: end, by: Self.part) {
                    let count = min(Self.part, end - start)
                    // Parts that are equal, as most are, take no step for each byte.
                    if memcmp(one + start, other + start, count) == 0 {
                        counts[0] += count
                    } else {
                        add(one + start, other + start, count)
                    }
                }
            }
        }
    }

    /// The largest difference.
    package var worst: Int { counts.lastIndex { $0 > 0 } ?? 0 }

    /// The sum of the differences' squares.
    package var squares: Double {
        counts.indices.reduce(0) { $0 + Double($1 * $1) * Double(counts[$1]) }
    }

    /// The number of bytes that are further apart than a limit.
    package func count(above limit: Int) -> Int { counts.dropFirst(limit + 1).reduce(0, +) }

    private static let part = 64

    private mutating func add(
        _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int
    ) {
        var place = 0
        while place < count {
            counts[abs(Int(one[place]) - Int(other[place]))] += 1
            place += 1
        }
    }
}
