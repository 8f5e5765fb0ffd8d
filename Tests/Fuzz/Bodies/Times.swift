import FrameTools
import Frames

@testable import Capture
@testable import Movies

/// Times that files and drivers tell.
enum Times {
    static func all(_ bytes: [UInt8]) throws {
        var numbers = Numbers(bytes)
        try movie(&numbers)
        numbers = Numbers(bytes)
        frames(&numbers)
    }

    private static func movie(_ numbers: inout Numbers) throws {
        var pace = MoviePace()
        var now: Int64 = 1_000_000_000
        var last = Int64.min
        while !numbers.isOver {
            let choice = numbers.byte()
            if choice == 0 { pace.restart() }
            if choice == 1 {
                pace.startAgain()
                // A round is over when its end has come, and nobody waits for a century.
                now = max(now, pace.end)
                if now > DecodedPicture.last { return }
                last = .min
            }
            // As the reader hands them over.
            let (position, duration) = DecodedPicture.bounded(
                position: Int64(clamping: numbers.number(UInt64.self)),
                duration: Int64(clamping: numbers.number(UInt64.self)))
            let due = pace.deadline(position: position, duration: duration, now: now)
            try promise(due >= last, "a picture is due at \(due), the one before at \(last)")
            last = due
            now += Int64(choice) << 28
        }
    }

    private static func frames(_ numbers: inout Numbers) {
        var check = StampCheck()
        var aligner = TimestampAligner()
        while !numbers.isOver {
            let stamp = Timestamp(nanoseconds: numbers.number(), clock: .monotonic, kind: .generated)
            let arrival = Int64(numbers.number(UInt32.self)) << 30
            check.add(stamp, arrival: arrival)
            _ = check.origin(of: stamp, arrival: arrival)
            _ = aligner.align(stamp.nanoseconds, arrival: arrival)
            _ = aligner.translate(stamp.nanoseconds)
        }
    }
}
