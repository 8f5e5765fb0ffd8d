import Testing

@testable import Movies

/// Headers made bit by bit, as the standards have them.
struct CodedColorTests {
    /// The bytes of numbers of some bits each, filled up with zeros.
    private func bytes(_ numbers: [(Int, Int)]) -> [UInt8] {
        let bits = numbers.flatMap { number, count in (0..<count).reversed().map { number >> $0 & 1 } }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 << 1 | UInt8(start + $1 < bits.count ? bits[start + $1] : 0) }
        }
    }

    private func vp9(profile: Int, space: Int, isFull: Bool) -> [UInt8] {
        var numbers = [(2, 2), (profile & 1, 1), (profile >> 1, 1)]
        if profile == 3 { numbers.append((0, 1)) }
        // A key picture that is shown.
        numbers += [(0, 1), (0, 1), (1, 1), (0, 1), (0x498342, 24)]
        if profile >= 2 { numbers.append((1, 1)) }
        return bytes(numbers + [(space, 3), (isFull ? 1 : 0, 1), (0, 16)])
    }

    @Test(arguments: [(0, 0, 2), (0, 2, 1), (1, 5, 9), (2, 1, 6), (3, 4, 7)])
    func vp9TellsMatrixAndRange(_ profile: Int, _ space: Int, _ matrix: Int) {
        for isFull in [false, true] {
            let color = CodedColor(vp9: vp9(profile: profile, space: space, isFull: isFull))
            #expect(color == CodedColor(isFull: isFull, matrix: matrix))
        }
        #expect(
            CodedColor(vp9: vp9(profile: 1, space: 7, isFull: false)) == CodedColor(isFull: true, matrix: 0))
        // A picture that builds on others, and a cut one.
        #expect(CodedColor(vp9: bytes([(2, 2), (0, 2), (0, 1), (1, 1), (0, 34)])) == nil)
        #expect(CodedColor(vp9: Array(vp9(profile: 0, space: 0, isFull: true).prefix(4))) == nil)
    }

    /// A sequence header behind a unit that says nothing, with what may stand before the colours.
    private func av1(_ head: [(Int, Int)], _ color: [(Int, Int)], hasSize: Bool = true) -> [UInt8] {
        let content = bytes(head + color + [(0, 8)])
        return [0x12, 0] + (hasSize ? [0x0a, UInt8(content.count)] : [0x08]) + content
    }

    private static let heads: [[(Int, Int)]] = [
        // A still picture: level, size, three tools, three more.
        [(0, 3), (1, 1), (1, 1), (8, 5), (5, 4), (5, 4), (63, 6), (47, 6), (0, 3), (0, 3), (0, 1)],
        // No times, one operating point; order hints, and tools that are chosen with the pictures.
        [
            (0, 3), (0, 1), (0, 1), (0, 1), (0, 1), (0, 5), (0, 12), (8, 5), (0, 1), (5, 4), (5, 4), (63, 6),
            (47, 6), (0, 1), (0, 3), (0, 4), (1, 1), (0, 2), (1, 1), (1, 1), (6, 3), (0, 3), (0, 1),
        ],
        // Times with a long number, a model of the decoder, two operating points with delays; numbers of pictures, told tools.
        [
            (0, 3), (0, 1), (0, 1), (1, 1), (1, 32), (30, 32), (1, 1), (0, 3), (0b1101, 4), (1, 1), (9, 5),
            (1, 32), (0, 5), (0, 5), (1, 1), (1, 5), (0, 12), (8, 5), (1, 1), (1, 1), (0, 21), (1, 1), (3, 4),
            (0, 12), (4, 5), (0, 1), (0, 1), (7, 4), (6, 4), (255, 8), (127, 7), (1, 1), (0, 7), (0, 3),
            (0, 4),
            (0, 1), (0, 1), (1, 1), (0, 1), (1, 1), (0, 3), (0, 1),
        ],
    ]

    @Test(arguments: heads.indices) func av1TellsEachFact(_ head: Int) {
        let head = Self.heads[head]
        for isFull in [0, 1] {
            // In colour and without a description; grey; with one.
            #expect(
                CodedColor(av1: av1(head, [(0, 1), (0, 1), (isFull, 1)])) == CodedColor(isFull: isFull == 1))
            #expect(
                CodedColor(av1: av1(head, [(1, 1), (0, 1), (isFull, 1)])) == CodedColor(isFull: isFull == 1))
            let told = [(0, 1), (1, 1), (9, 8), (16, 8), (9, 8), (isFull, 1)]
            #expect(
                CodedColor(av1: av1(head, told, hasSize: false))
                    == CodedColor(isFull: isFull == 1, matrix: 9, transfer: 16, primaries: 9))
        }
        let sRGB = CodedColor(isFull: true, matrix: 0, transfer: 13, primaries: 1)
        #expect(CodedColor(av1: av1(head, [(0, 1), (1, 1), (1, 8), (13, 8), (0, 8), (0, 1)])) == sRGB)
        let whole = av1(head, [(0, 1), (0, 1), (1, 1)])
        for count in 0..<whole.count - 2 { #expect(CodedColor(av1: Array(whole.prefix(count))) == nil) }
    }
}
