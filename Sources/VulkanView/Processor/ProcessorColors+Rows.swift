internal import VulkanCore

/// Rows of samples that become rows of pixels, sixteen at a time: counts are multiples of sixteen.
extension ProcessorColors {
    /// One row of luma, Cb and Cr, or of red, green and blue.
    func convert(
        _ rows: SampleRows, from start: Int, to target: UnsafeMutableRawPointer, count: Int, isRGB: Bool
    ) {
        let first = rows.first.memory.advanced(start &* 2)
        let second = rows.second.memory.advanced(start &* 2)
        let third = rows.third.memory.advanced(start &* 2)
        var x = 0
        while x < count {
            let low = first.samples(x), high = first.samples(x &+ 8)
            let (secondLow, secondHigh) = (second.samples(x), second.samples(x &+ 8))
            let (thirdLow, thirdHigh) = (third.samples(x), third.samples(x &+ 8))
            let result =
                isRGB
                ? pixels(red: (low, high), green: (secondLow, secondHigh), blue: (thirdLow, thirdHigh))
                : pixels(low, chroma(secondLow, thirdLow), high, chroma(secondHigh, thirdHigh))
            unsafe target.storeBytes(of: result.0, toByteOffset: x &* 4, as: SIMD8<UInt32>.self)
            unsafe target.storeBytes(of: result.1, toByteOffset: x &* 4 &+ 32, as: SIMD8<UInt32>.self)
            x &+= 16
        }
    }

    /// A row of luma bytes and one of Cb Cr bytes, shared by two pixels.
    func convertSemiPlanar(
        _ luma: SampleMemory, _ chroma: SampleMemory, to target: UnsafeMutableRawPointer, count: Int
    ) {
        var x = 0
        while x < count {
            let pair = chroma.bytes(x).words
            let shared = self.chroma(Samples(lowerBytes: pair), Samples(upperBytes: pair))
            let words = luma.bytes(x).words
            unsafe store(
                Samples(lowerBytes: words), Samples(upperBytes: words), shared, target + x &* 4)
            x &+= 16
        }
    }

    /// A row of luma bytes, one of Cb bytes and one of Cr bytes, shared by two pixels.
    func convertPlanar(
        _ luma: SampleMemory, _ second: SampleMemory, _ third: SampleMemory,
        to target: UnsafeMutableRawPointer, count: Int
    ) {
        var x = 0
        while x < count {
            let shared = self.chroma(
                Samples(lowerBytes: SIMD8<UInt16>(truncatingIfNeeded: second.halfBytes(x &>> 1))),
                Samples(lowerBytes: SIMD8<UInt16>(truncatingIfNeeded: third.halfBytes(x &>> 1))))
            let words = luma.bytes(x).words
            unsafe store(
                Samples(lowerBytes: words), Samples(upperBytes: words), shared, target + x &* 4)
            x &+= 16
        }
    }

    /// A row of packed bytes: Y Cb Y Cr, or Cb Y Cr Y.
    func convertPacked(
        _ row: SampleMemory, isLumaFirst: Bool, to target: UnsafeMutableRawPointer, count: Int
    ) {
        var x = 0
        while x < count {
            let (low, high) = (row.bytes(x &* 2).words, row.bytes(x &* 2 &+ 16).words)
            let words = SIMD16<UInt16>(lowHalf: low, highHalf: high)
            let (even, odd) = (words.evenHalf, words.oddHalf)
            if isLumaFirst {
                unsafe store(
                    Samples(lowerBytes: even), Samples(lowerBytes: odd),
                    chroma(Samples(upperBytes: even), Samples(upperBytes: odd)), target + x &* 4)
            } else {
                unsafe store(
                    Samples(upperBytes: even), Samples(upperBytes: odd),
                    chroma(Samples(lowerBytes: even), Samples(lowerBytes: odd)), target + x &* 4)
            }
            x &+= 16
        }
    }

    /// Writes eight pixels at even places and the eight at odd places between them, which share chroma.
    @inline(__always)
    private func store(
        _ even: Samples, _ odd: Samples, _ chroma: Chroma, _ target: UnsafeMutableRawPointer
    ) {
        let (first, second) = pixels(even, chroma, odd, chroma)
        var row = SIMD16<UInt32>()
        row.evenHalf = first
        row.oddHalf = second
        unsafe target.storeBytes(of: row, as: SIMD16<UInt32>.self)
    }
}
