internal import ProcessorVectors
internal import Synchronization

/// Counts values of bytes on the processor, on all of its cores.
///
/// Where the processor plays the graphics chip, a plain loop over its own memory takes a fraction of a kernel's time. The
/// results are those of HistogramCounts.glsl.
package enum ProcessorCounter {
    private typealias Count =
        @Sendable (
            inout ProcessorPlane, (first: Int32, end: Int32), UnsafeMutablePointer<UInt32>
        ) -> Void

    /// Counts the codes of one channel.
    ///
    /// - Parameters:
    ///   - plane: The samples.
    ///   - first: Bytes before the first sample of the channel.
    /// - Returns: The count of each of 256 codes.
    package static func codes(of plane: ProcessorPicture.Plane, first: Int = 0) -> [UInt32] {
        unsafe counted(plane) { plane, rows, bins in
            unsafe plane.base += first
            unsafe processor_count_codes(&plane, rows.first, rows.end, bins)
        }
    }

    /// Counts the codes of pixels of four bytes: 256 of red, then of green and so on.
    ///
    /// - Parameters:
    ///   - plane: The pixels.
    ///   - count: Three channels, or all four.
    /// - Returns: The count of each of 256 codes in each channel.
    package static func channels(of plane: ProcessorPicture.Plane, count: Int = 4) -> [UInt32] {
        unsafe counted(plane, bins: 256 * count) { plane, rows, bins in
            unsafe processor_count_channels(&plane, Int32(count), rows.first, rows.end, bins)
        }
    }

    /// Sums the codes of the four channels of pixels of four bytes.
    package static func sums(of plane: ProcessorPicture.Plane) -> [UInt64] {
        let total = Mutex([UInt64](repeating: 0, count: 4))
        RowSpread.spread(plane.height) { part in
            var plane = unsafe ProcessorPlane(plane)
            var sums: InlineArray<4, UInt64> = [0, 0, 0, 0]
            var span = sums.mutableSpan
            unsafe span.withUnsafeMutableBufferPointer { sums in
                guard let base = sums.baseAddress else { return }
                unsafe processor_sum_channels(&plane, Int32(part.lowerBound), Int32(part.upperBound), base)
            }
            total.withLock { total in
                for channel in 0..<4 { total[channel] += sums[channel] }
            }
        }
        return total.withLock { $0 }
    }

    /// Counts the luminances of pixels of four bytes, to the nearest of 256 codes.
    package static func luminances(of plane: ProcessorPicture.Plane) -> [UInt32] {
        unsafe counted(plane) { plane, rows, bins in
            unsafe processor_count_luminances(&plane, rows.first, rows.end, bins)
        }
    }

    private static func counted(_ plane: ProcessorPicture.Plane, bins count: Int = 256, _ body: Count)
        -> [UInt32]
    {
        let total = Mutex([UInt32](repeating: 0, count: count))
        RowSpread.spread(plane.height) { part in
            unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count) { bins in
                guard let base = bins.baseAddress else { return }
                unsafe base.initialize(repeating: 0, count: count)
                var plane = unsafe ProcessorPlane(plane)
                unsafe body(&plane, (Int32(part.lowerBound), Int32(part.upperBound)), base)
                total.withLock { total in
                    for index in 0..<count { unsafe total[index] &+= base[index] }
                }
            }
        }
        return total.withLock { $0 }
    }
}
