internal import Frames
internal import Glibc
internal import LinuxIO

/// A measurement of the processor's reading of memory.
enum ReadingRate {
    private static let pieceBytes = 32 << 10
    private static let mostPieces = 8

    /// Copies some pieces of a frame's first plane.
    ///
    /// - Parameter frame: The frame.
    /// - Returns: The rate of the fastest piece in bytes a second: a thread that has to wait makes the others slower, and none makes
    ///   uncached memory faster; nil when the plane has not one piece.
    static func measure(_ frame: Frame) -> Double? {
        unsafe frame.withPlane(0) { bytes in
            guard let start = bytes.baseAddress, bytes.count >= pieceBytes else { return nil }
            let target = UnsafeMutableRawPointer.allocate(byteCount: pieceBytes, alignment: 64)
            defer { unsafe target.deallocate() }
            // The target's pages are made before the clock runs.
            unsafe memset(target, 0, pieceBytes)
            var best: Int64?
            for piece in 0..<min(mostPieces, bytes.count / pieceBytes) {
                let begin = MonotonicClock.now()
                unsafe memcpy(target, start + piece * pieceBytes, pieceBytes)
                let time = MonotonicClock.now() - begin
                best = min(best ?? time, time)
            }
            return best.map { Double(pieceBytes) * 1e9 / Double(max(1, $0)) }
        }
    }
}
