internal import Frames
internal import Glibc
internal import LinuxIO

/// A program at work on frames, seen from outside.
final class Playback {
    let player: Player
    let child: ChildProgram
    let feeder: FrameFeeder
    let reader: OutputReader
    private let compositor: Compositor
    private let frames: any MarkedFrames
    private let pipe: Descriptor
    private var isStopped = false

    /// Starts the program, and writes frames into its standard input.
    ///
    /// - Parameters:
    ///   - player: The program.
    ///   - input: The form of the frames.
    ///   - frames: The frames.
    ///   - clip: Their size and rate.
    ///   - compositor: The compositor in which the window appears; it has the picture's shape.
    ///   - environment: More settings.
    /// - Throws: The reason why it was not started.
    init(
        _ player: Player, _ input: PixelFormat = .nv12, _ frames: any MarkedFrames, _ clip: Clip,
        in compositor: Compositor, environment: [String: String] = [:]
    ) throws {
        guard let command = player.command(input, clip) else {
            throw BenchError("\(player.name) cannot read such frames")
        }
        self.player = player
        self.compositor = compositor
        self.frames = frames
        reader = try OutputReader(socket: compositor.socket, width: compositor.width)
        let pipe = try Pipe(byteCount: 1 << 20)
        feeder = try FrameFeeder(frames, rate: clip.rate, to: pipe.writing.number)
        let settings = player.environment.merging(environment) { $1 }
        child = try ChildProgram(
            command, environment: compositor.environment.merging(settings) { $1 }, input: pipe.reading.number)
        self.pipe = pipe.writing
    }

    deinit { stop() }

    /// Ends the program and the frames.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        child.stop()
        feeder.stop()
        reader.stop()
    }

    /// Waits for the first frame on the output.
    ///
    /// - Parameter seconds: The limit.
    /// - Throws: The program's last words.
    /// - Returns: The number of milliseconds from the start of the program.
    @discardableResult
    func waitForFirstFrame(seconds: Double = 15) throws -> Double {
        let deadline = MonotonicClock.now() + Int64(seconds * 1e9)
        while MonotonicClock.now() < deadline {
            if let first = reader.sightings.first { return Double(first.time - child.started) / 1e6 }
            guard child.isRunning else { throw BenchError("\(player.name): \(child.lastWords)") }
            if let error = reader.error { throw BenchError(error) }
            usleep(2_000)
        }
        throw BenchError("\(player.name) showed nothing within \(Int(seconds)) s: \(child.lastWords)")
    }

    /// Watches for a while.
    ///
    /// - Parameters:
    ///   - warmUp: The number of seconds that do not count.
    ///   - seconds: The number of seconds that count.
    ///   - refresh: The output's period in milliseconds.
    /// - Throws: The error of a program that has ended.
    /// - Returns: The figures of these seconds.
    func measure(warmUp: Double, seconds: Double, refresh: Double) throws -> Watch {
        pause(warmUp)
        let start = reading()
        pause(seconds)
        let end = reading()
        waitForStragglers(end.next)
        guard child.isRunning else { throw BenchError("\(player.name) ended: \(child.lastWords)") }
        return Watch(
            from: start, to: end, sightings: reader.sightings, skipped: feeder.skipped, frames: frames,
            refresh: refresh)
    }

    /// Waits for the frames that were written last, which may still be on their way, in some programs for a second or
    /// two.
    private func waitForStragglers(_ number: UInt32) {
        pause(0.3)
        guard frames.shownNumber(of: number) == number else { return }
        for _ in 0..<17 {
            if let last = reader.sightings.last, last.mark.number >= number { return }
            pause(0.1)
        }
    }

    private func reading() -> Watch.Moment {
        Watch.Moment(
            time: MonotonicClock.now(), next: feeder.next, program: ProcessReading(of: child.process),
            compositor: ProcessReading(of: compositor.process))
    }

    private func pause(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }
}
