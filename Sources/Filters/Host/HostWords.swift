/// Eight numbers of 16 bits at a time.
typealias Words = SIMD8<UInt16>

extension SIMD8<UInt16> {
    /// The upper halves of the products (one `pmulhuw` or its like).
    ///
    /// Written out, because the standard library's conversions are not always inlined.
    @inline(__always)
    func upperProduct(_ weight: UInt16) -> Words {
        let factor = UInt32(weight)
        @inline(__always)
        func upper(_ value: UInt16) -> UInt16 {
            UInt16(truncatingIfNeeded: (UInt32(value) &* factor) &>> 16)
        }
        return Words(
            upper(self[0]), upper(self[1]), upper(self[2]), upper(self[3]), upper(self[4]), upper(self[5]),
            upper(self[6]), upper(self[7]))
    }

    /// Bytes as the upper bytes of words.
    @inline(__always)
    init(upperBytes bytes: SIMD8<UInt8>) {
        var pairs = SIMD16<UInt8>()
        pairs.oddHalf = bytes
        self = unsafe unsafeBitCast(pairs, to: Words.self)
    }

    /// The words' upper bytes.
    @inline(__always)
    var upperBytes: SIMD8<UInt8> { unsafe unsafeBitCast(self, to: SIMD16<UInt8>.self).oddHalf }
}
