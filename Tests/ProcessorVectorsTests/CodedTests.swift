import ProcessorVectors
import Testing

/// Numbers that are no samples yet: the same bits by each kind of vectors.
///
/// Decoders' tests compare them with the definitions.
struct CodedTests {
    /// Memory that ends with its last byte: a sanitizer sees each one that is read or written beyond.
    private static func withMemory(_ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Void) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, count), alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: max(1, count))
        body(memory.assumingMemoryBound(to: UInt8.self))
        memory.deallocate()
    }

    /// A sum of all bytes and their places (Fowler, Noll and Vo).
    private static func sum(
        _ kind: ProcessorCodingKind, bits: Int32, isPacked: Bool = false, hues: Int32 = 180, red: Int32 = 0
    ) -> UInt64 {
        _ = isKindChosen
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for (width, height) in [(1, 1), (2, 1), (1, 3), (3, 3), (4, 2), (17, 5), (64, 3), (131, 7), (640, 6)]
        {
            var coding = ProcessorCoding()
            (coding.kind, coding.bits, coding.isPacked) = (kind, bits, isPacked)
            (coding.width, coding.height) = (Int32(width), Int32(height))
            (coding.hues, coding.red, coding.black, coding.white) = (hues, red, 60000, 500)
            let group = isPacked ? bits == 12 ? 2 : 4 : 1
            let groupBytes =
                isPacked
                ? group * Int(bits) / 8 : kind == PROCESSOR_HUES ? Int(bits) / 8 : (Int(bits) + 7) / 8
            let from = (width + group - 1) / group * groupBytes
            let isByte = kind == PROCESSOR_MOSAIC && bits <= 10
            let to =
                width * (kind == PROCESSOR_GREYS || kind == PROCESSOR_DEPTHS ? 2 : isByte ? 4 : 8)
            withMemory(from * height) { source in
                var state: UInt64 = 99
                for place in 0..<from * height {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    source[place] = UInt8(truncatingIfNeeded: state >> 33)
                }
                withMemory(to * height) { target in
                    withMemory(processor_coding_size(&coding)) { rows in
                        processor_decode(&coding, source, from, target, to, rows)
                    }
                    for place in 0..<to * height { sum = (sum ^ UInt64(target[place])) &* 0x100_0000_01b3 }
                }
            }
        }
        return sum
    }

    @Test func allKindsMakeTheSameBitsOfMosaics() {
        #expect(Self.sum(PROCESSOR_MOSAIC, bits: 8) == 0x974965a08528aa46)
        #expect(Self.sum(PROCESSOR_MOSAIC, bits: 8, red: 1) == 0x885257df11a47680)
        #expect(Self.sum(PROCESSOR_MOSAIC, bits: 10, red: 2) == 0x2545d0908e31e78e)
        #expect(Self.sum(PROCESSOR_MOSAIC, bits: 12, isPacked: true, red: 3) == 0x5bc3b4eda2e0c3a0)
        #expect(Self.sum(PROCESSOR_MOSAIC, bits: 14, isPacked: true) == 0xc0f58f6fa09e46e8)
        #expect(Self.sum(PROCESSOR_MOSAIC, bits: 16, red: 1) == 0xc59fe533218ee3ed)
    }

    @Test func allKindsMakeTheSameBitsOfOthers() {
        #expect(Self.sum(PROCESSOR_HUES, bits: 24) == 0xdefa21754912766d)
        #expect(Self.sum(PROCESSOR_HUES, bits: 32, hues: 256) == 0x5b4e18c9c5d79223)
        #expect(Self.sum(PROCESSOR_GREYS, bits: 10, isPacked: true) == 0x551cb09d67573ff2)
        #expect(Self.sum(PROCESSOR_DEPTHS, bits: 16) == 0x9f4ef6f728adcfbd)
    }
}
