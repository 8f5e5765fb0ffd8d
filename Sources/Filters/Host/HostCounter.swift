internal import Synchronization

/// Counts values of bytes on the processor, on all of its cores.
///
/// Where the processor plays the graphics chip, a plain loop over its own memory takes a fraction of a kernel's time. The
/// results are those of HistogramCounts.glsl.
enum HostCounter {
    /// Counts the codes of one channel.
    ///
    /// - Parameters:
    ///   - plane: The samples.
    ///   - first: Bytes before the first sample of the channel.
    /// - Returns: How often each of 256 codes occurs.
    static func codes(of plane: HostPicture.Plane, first: Int = 0) -> [UInt32] {
        unsafe counted(plane.height, sets: 8) { rows, bins in
            let samples = plane.width / plane.step
            for row in rows {
                let start = unsafe UnsafeRawPointer(plane.base + row * plane.stride + first)
                if plane.step == 1 {
                    unsafe countBytes(start, samples, bins)
                } else {
                    unsafe countSteps(start, samples, plane.step, bins)
                }
            }
        }
    }

    /// Counts the luminances of pixels of four bytes, to the nearest of 256 codes.
    static func luminances(of plane: HostPicture.Plane) -> [UInt32] {
        unsafe counted(plane.height, sets: 4) { rows, bins in
            for row in rows {
                let start = unsafe UnsafeRawPointer(plane.base + row * plane.stride)
                for x in 0..<plane.width / 4 {
                    let pixel = unsafe start.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
                    let sum =
                        (pixel & 255) &* 2125 &+ (pixel &>> 8 & 255) &* 7154
                        &+ (pixel &>> 16 & 255) &* 721
                    unsafe bins[Int((sum &+ 5000) / 10000) | (x & 3) &<< 8] &+= 1
                }
            }
        }
    }

    /// Several sets of bins: the same value again and again would else wait for its own last count.
    private static func counted(
        _ rows: Int, sets: Int, _ count: @Sendable (Range<Int>, UnsafeMutablePointer<UInt32>) -> Void
    ) -> [UInt32] {
        let total = Mutex([UInt32](repeating: 0, count: 256))
        HostRows.spread(rows) { part in
            unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256 * sets) { bins in
                guard let base = bins.baseAddress else { return }
                unsafe base.initialize(repeating: 0, count: 256 * sets)
                unsafe count(part, base)
                total.withLock { total in
                    for index in 0..<256 * sets { unsafe total[index & 255] &+= base[index] }
                }
            }
        }
        return total.withLock { $0 }
    }

    @inline(__always)
    private static func countBytes(
        _ start: UnsafeRawPointer, _ count: Int, _ bins: UnsafeMutablePointer<UInt32>
    ) {
        var x = 0
        while x &+ 8 <= count {
            let word = unsafe start.loadUnaligned(fromByteOffset: x, as: UInt64.self)
            unsafe bins[Int(truncatingIfNeeded: word & 255)] &+= 1
            unsafe bins[256 | Int(truncatingIfNeeded: word &>> 8 & 255)] &+= 1
            unsafe bins[512 | Int(truncatingIfNeeded: word &>> 16 & 255)] &+= 1
            unsafe bins[768 | Int(truncatingIfNeeded: word &>> 24 & 255)] &+= 1
            unsafe bins[1024 | Int(truncatingIfNeeded: word &>> 32 & 255)] &+= 1
            unsafe bins[1280 | Int(truncatingIfNeeded: word &>> 40 & 255)] &+= 1
            unsafe bins[1536 | Int(truncatingIfNeeded: word &>> 48 & 255)] &+= 1
            unsafe bins[1792 | Int(truncatingIfNeeded: word &>> 56)] &+= 1
            x &+= 8
        }
        unsafe countSteps(start + x, count - x, 1, bins)
    }

    @inline(__always)
    private static func countSteps(
        _ start: UnsafeRawPointer, _ count: Int, _ step: Int, _ bins: UnsafeMutablePointer<UInt32>
    ) {
        for x in 0..<count {
            let code = unsafe start.load(fromByteOffset: x &* step, as: UInt8.self)
            unsafe bins[Int(code) | (x & 7) &<< 8] &+= 1
        }
    }
}
