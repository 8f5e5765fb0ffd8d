internal import Glibc
internal import LinuxIO

/// The processor time of a thread that reads frames from a pipe and touches memory as often as a drawing has to: the floor of both.
///
/// The frames are as fresh as those of a program: the kernel has just written them.
struct PipeReading {
    /// The time to read a frame, in milliseconds.
    let reading: Double
    /// The time to read bytes of it once and to write those of a window once, in milliseconds.
    let floor: Double

    /// The frames that come before the clock counts.
    private static let warmUp = 5

    /// Reads for a while, in the caller's thread.
    ///
    /// - Parameters:
    ///   - frames: The frames, which hold no zeros.
    ///   - rate: The number of frames per second.
    ///   - seconds: The length.
    ///   - bytesRead: The number of bytes of each frame that are read once more.
    ///   - bytesWritten: The number of bytes that are written for each frame.
    /// - Throws: The error of the pipe; an error when no frame came.
    init(
        _ frames: any MarkedFrames, rate: Double, seconds: Double, bytesRead: Int = 0, bytesWritten: Int = 0
    ) throws {
        let pipe = try Pipe(byteCount: 1 << 20)
        let feeder = try FrameFeeder(frames, rate: rate, to: pipe.writing.number)
        var (frame, window) = (
            [UInt8](repeating: 0, count: frames.byteCount), [UInt8](repeating: 0, count: bytesWritten)
        )
        var (filled, count, start, touching) = (0, -Self.warmUp, Int64(0), Int64(0))
        let deadline = MonotonicClock.now() + Int64(seconds * 1e9)
        while MonotonicClock.now() < deadline {
            filled += try unsafe frame.withUnsafeMutableBytes { bytes in
                try unsafe pipe.reading.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
            }
            guard filled == frame.count else { continue }
            filled = 0
            if count == 0 { (start, touching) = (MonotonicClock.threadTime(), 0) }
            let begin = MonotonicClock.threadTime()
            guard Self.touch(frame, bytesRead, &window) else { throw BenchError("the frames hold zeros") }
            touching += MonotonicClock.threadTime() - begin
            count += 1
        }
        let time = MonotonicClock.threadTime() - start
        feeder.stop()
        // The feeder writes into it until then.
        _ = consume pipe
        guard count > 0 else { throw BenchError("no frame came through the pipe") }
        reading = Double(time - touching) / 1e6 / Double(count)
        floor = Double(touching) / 1e6 / Double(count)
    }

    /// Reads bytes and writes the window's, some kilobytes in turn, by the quickest that the C library has for this processor.
    ///
    /// - Parameters:
    ///   - frame: The bytes to read from.
    ///   - bytesRead: The number of bytes that are read.
    ///   - window: The bytes that are written.
    /// - Returns: True when no zero was read, so that all bytes were.
    @inline(never)
    static func touch(_ frame: [UInt8], _ bytesRead: Int, _ window: inout [UInt8]) -> Bool {
        let rows = 720
        return unsafe frame.withUnsafeBytes { source in
            unsafe window.withUnsafeMutableBytes { target in
                (0..<rows).allSatisfy { row in
                    let (from, to) = (bytesRead * row / rows, target.count * row / rows)
                    let (read, written) = (
                        bytesRead * (row + 1) / rows - from, target.count * (row + 1) / rows - to
                    )
                    if written > 0, let base = target.baseAddress { unsafe memset(base + to, 1, written) }
                    guard read > 0, let base = source.baseAddress else { return true }
                    return unsafe memchr(base + from, 0, read) == nil
                }
            }
        }
    }
}
