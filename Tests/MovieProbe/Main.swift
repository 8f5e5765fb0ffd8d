import Frames
import Glibc
import LinuxIO
import Logging
import Movies

/// A program for tests of movies whose program ends, and of movies in other environments.
///
/// ```
/// movie-probe read PATH [ROUNDS]              "pictures N" of all rounds, or the error's sentence
/// movie-probe late PATH                       the same of one round whose pictures are asked for half a second after it was opened
/// movie-probe write PATH COUNT [A-B…] [sound] writes moving grey, 320x240 at 30/s in real time, "written N" after each picture;
///                                             pauses from the moment of picture A to that of B, and "late N" nanoseconds after each
/// movie-probe hurry PATH COUNT                writes the same as fast as it can be written, stamped as in real time
/// ```
@main struct MovieProbe {
    static let logger = Logger(label: "probe") { StreamLogHandler.standardError(label: $0) }

    static func main() {
        let arguments = CommandLine.arguments
        do throws(MovieError) {
            switch arguments.dropFirst().first {
            case "read" where arguments.count > 2:
                try read(arguments[2], rounds: arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1)
            case "late" where arguments.count > 2: try read(arguments[2], rounds: 1, after: 500_000)
            case "write" where arguments.count > 3:
                try write(
                    arguments[2], count: Int(arguments[3]) ?? 0, sound: arguments.last == "sound",
                    pauses: arguments.dropFirst(4).map { $0.split(separator: "-").compactMap { Int($0) } })
            case "hurry" where arguments.count > 3:
                try write(
                    arguments[2], count: Int(arguments[3]) ?? 0, sound: false, pauses: [], hurries: true)
            default: print("see the source for the usage")
            }
        } catch {
            print(error.sentence)
        }
    }

    private static func read(
        _ path: String, rounds: Int, after microseconds: UInt32 = 0
    ) throws(MovieError) {
        let reader = try MovieReader(path: path, logger: logger)
        usleep(microseconds)
        var count = 0
        // The last picture is held while the next round begins, as by a window that shows it.
        var held: MoviePicture?
        for round in 0..<rounds {
            if round > 0 { try reader.rewind() }
            while case .picture(let picture) = try reader.next() {
                held = picture
                count += 1
            }
        }
        withExtendedLifetime(held) { print("pictures \(count)") }
    }

    private static func write(_ path: String, count: Int, sound: Bool, pauses: [[Int]], hurries: Bool = false)
        throws(MovieError)
    {
        let rate = Rational(30)
        // As the program does some time before.
        MovieWriter.prepare(sound: sound)
        let writer = try MovieWriter(
            path: path,
            options: MovieWriterOptions(
                sound: sound, rate: rate, isLive: !hurries, waitingLimit: hurries ? 2 : 60), logger: logger,
            soundFailed: { print($0) })
        let start = MonotonicClock.now()
        var bytes = [UInt8](repeating: 0, count: 4 * 320 * 240)
        for number in 0..<count {
            let due = start + Int64(number) * 1_000_000_000 / 30
            while !hurries, MonotonicClock.now() < due { usleep(1000) }
            let (begins, ends) = (
                pauses.contains { $0.first == number }, pauses.contains { $0.dropFirst().first == number }
            )
            if begins { writer.pause(at: due) }
            if ends { writer.resume(at: due) }
            if begins || ends { print("late \(MonotonicClock.now() - due)") }
            for row in 0..<240 {
                bytes[1280 * row..<1280 * (row + 1)].withUnsafeMutableBytes { pixels in
                    _ = pixels.initializeMemory(
                        as: UInt8.self, repeating: UInt8(truncatingIfNeeded: number &* 3 &+ row))
                }
            }
            bytes.withUnsafeBytes { pixels in
                _ = writer.append(
                    rgba: pixels, size: PixelSize(width: 320, height: 240), stride: 1280, at: due)
            }
            print("written \(number + 1)")
            fflush(nil)
        }
        let statistics = try writer.finish(within: 20)
        let end = MonotonicClock.now() - start
        print("finished \(statistics.taken) \(statistics.duration) \(statistics.paused) \(end)")
    }
}
