internal import Frames
internal import Glibc
internal import LinuxIO

/// A measurement of the processor's reading of memory.
enum ReadingRate {
    private static let byteCount = 32 << 10
    private static let rounds = 4

    /// Copies the beginning of a frame's first plane some times.
    ///
    /// - Parameter frame: The frame.
    /// - Returns: The rate of the fastest copy in bytes a second: the first one makes the pages known to the processor, and a thread that has
    ///   to wait is slow, but nothing makes memory fast that its caches do not hold; nil when the plane has not that many bytes.
    static func measure(_ frame: Frame) -> Double? {
        unsafe frame.withPlane(0) { bytes in
            guard let start = bytes.baseAddress, bytes.count >= byteCount else { return nil }
            let target = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
            defer { unsafe target.deallocate() }
            var best = Int64.max
            for _ in 0..<rounds {
                let begin = MonotonicClock.now()
                unsafe memcpy(target, start, byteCount)
                best = min(best, MonotonicClock.now() - begin)
            }
            return Double(byteCount) * 1e9 / Double(max(1, best))
        }
    }
}
