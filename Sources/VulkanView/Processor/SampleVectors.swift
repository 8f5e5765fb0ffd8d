/// Eight samples or colours at a time.
typealias Samples = SIMD8<Int16>
/// Sixteen bytes at a time.
typealias Bytes = SIMD16<UInt8>

extension SIMD8<Int16> {
    /// Gives the upper halves of the products, as `(a * b) >> 16` (one `pmulhw` or its like).
    @inline(__always)
    func upperProduct(_ weights: Samples) -> Samples { Samples(lowerHalves: (wide &* weights.wide) &>> 16) }

    /// The numbers in 32 bits; written out, because the standard library's conversions are not always inlined.
    @inline(__always)
    private var wide: SIMD8<Int32> {
        SIMD8<Int32>(
            Int32(self[0]), Int32(self[1]), Int32(self[2]), Int32(self[3]), Int32(self[4]), Int32(self[5]),
            Int32(self[6]), Int32(self[7]))
    }

    /// Takes the lower halves of numbers of 32 bits.
    @inline(__always)
    init(lowerHalves wide: SIMD8<Int32>) {
        self.init(
            Int16(truncatingIfNeeded: wide[0]), Int16(truncatingIfNeeded: wide[1]),
            Int16(truncatingIfNeeded: wide[2]), Int16(truncatingIfNeeded: wide[3]),
            Int16(truncatingIfNeeded: wide[4]), Int16(truncatingIfNeeded: wide[5]),
            Int16(truncatingIfNeeded: wide[6]), Int16(truncatingIfNeeded: wide[7]))
    }

    /// Makes bytes of sixteen numbers, those outside 0…255 as the nearest of them.
    ///
    /// Written with shifts: comparisons of vectors are loops in the standard library, shifts become `pmaxsw`.
    @inline(__always)
    static func saturated(_ low: Samples, _ high: Samples) -> Bytes {
        let value = SIMD16<Int16>(lowHalf: low, highHalf: high)
        let positive = value & ~(value &>> 15)
        let rest = SIMD16<Int16>(repeating: 255) &- positive
        return Bytes(truncatingIfNeeded: (rest & ~(rest &>> 15)) ^ SIMD16(repeating: 255))
    }

    /// Takes the codes in the lower bytes of 16-bit words, in 1/256 above the middle code.
    @inline(__always)
    init(lowerBytes words: SIMD8<UInt16>) {
        self = unsafe unsafeBitCast(words &<< 8, to: Samples.self) ^ Samples(repeating: -32768)
    }

    /// Takes the codes in the upper bytes of 16-bit words, in 1/256 above the middle code.
    @inline(__always)
    init(upperBytes words: SIMD8<UInt16>) {
        self = unsafe unsafeBitCast(words & 0xff00, to: Samples.self) ^ Samples(repeating: -32768)
    }
}

extension SIMD16<UInt8> {
    /// Interleaves two rows of bytes to words, the first one's bytes below.
    @inline(__always)
    func interleaved(_ upper: Bytes) -> SIMD16<UInt16> {
        var pairs = SIMD32<UInt8>()
        pairs.evenHalf = self
        pairs.oddHalf = upper
        return unsafe unsafeBitCast(pairs, to: SIMD16<UInt16>.self)
    }

    /// The bytes as words, in pairs.
    @inline(__always)
    var words: SIMD8<UInt16> { unsafe unsafeBitCast(self, to: SIMD8<UInt16>.self) }
}

extension SIMD8<UInt16> {
    /// Interleaves two rows of words to pixels, the first one's words below.
    @inline(__always)
    func interleaved(_ upper: SIMD8<UInt16>) -> SIMD8<UInt32> {
        var pairs = SIMD16<UInt16>()
        pairs.evenHalf = self
        pairs.oddHalf = upper
        return unsafe unsafeBitCast(pairs, to: SIMD8<UInt32>.self)
    }
}
