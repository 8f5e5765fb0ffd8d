internal import Foundation
internal import Frames
internal import Glibc
internal import LinuxIO

extension Benchmark {
    /// Measures programs that have no new frames to show.
    mutating func measureIdle() throws {
        let compositor = try Compositor(width: 1280, height: 720)
        // A keyboard at rest, so that the keyboard that presses a key is not the seat's first.
        let keyboard = try ChildProgram(
            ["wtype", "-s", "1000000000", "-k", "F24"], environment: compositor.environment)
        defer { keyboard.stop() }
        let ours = Player.viewfinder(options.program)
        let cases: [(String, Player, (Playback) -> Void)] = [
            ("Viewfinder, frozen, pipe at 60/s", ours, { _ in Self.press("space", in: compositor) }),
            ("Viewfinder, pipe silent", ours, { $0.feeder.pause() }),
            (
                "Viewfinder, hidden, pipe silent", ours,
                { playback in
                    compositor.command("workspace 2")
                    playback.feeder.pause()
                }
            ),
            ("Viewfinder, hidden, pipe at 60/s", ours, { _ in compositor.command("workspace 2") }),
        ]
        try idleCard("Viewfinder, frozen, 60/s", in: compositor) { Self.press("space", in: compositor) }
        try idleCard("Viewfinder, hidden, 60/s", in: compositor) { compositor.command("workspace 2") }
        for (name, player, begin) in cases { try idle(name, player, in: compositor, begin) }
        let paused = players.first { $0.name.hasPrefix("mpv") }
        try idleReader()
        if let paused {
            try idle("\(paused.name), paused", paused.adding("--pause"), in: compositor) { _ in }
        }
    }

    private mutating func idle(
        _ name: String, _ player: Player, in compositor: Compositor, _ begin: (Playback) -> Void
    ) throws {
        progress(name)
        let statistics = NSTemporaryDirectory() + "viewfinder-bench-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: statistics) }
        let counted = player.isOurs ? player.adding("--stats", statistics) : player
        let playback = try Playback(counted, .nv12, rawFrames, Clip(), in: compositor)
        defer {
            playback.stop()
            compositor.command("workspace 1")
        }
        try playback.waitForFirstFrame()
        usleep(1_500_000)
        begin(playback)
        usleep(2_000_000)
        let seconds = options.isQuick ? 4.0 : 10.0
        let shown = presents(playback, statistics)
        let start = ProcessReading(of: playback.child.process)
        usleep(UInt32(seconds * 1e6))
        let end = ProcessReading(of: playback.child.process)
        report.idles.append(
            IdleResult(
                name: name, seconds: seconds, presents: presents(playback, statistics) - shown, from: start,
                to: end))
    }

    /// Measures a source that may rest as cameras may, while a pipe must be emptied: its writer would be held up.
    private mutating func idleCard(
        _ name: String, in compositor: Compositor, _ begin: () -> Void
    ) throws {
        progress(name)
        let path = NSTemporaryDirectory() + "viewfinder-bench-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let child = try ChildProgram(
            [options.program, "--source", "test:1920x1080@60:NV12", "--stats", path],
            environment: compositor.environment)
        defer {
            child.stop()
            compositor.command("workspace 1")
        }
        let limit = MonotonicClock.now() + 10_000_000_000
        while StatisticsLines(path).number("shown") ?? 0 < 60 {
            guard MonotonicClock.now() < limit else { throw BenchError("\(name): no pictures. \(child.log)") }
            usleep(200_000)
        }
        begin()
        usleep(3_000_000)
        let seconds = options.isQuick ? 4.0 : 10.0
        let shown = StatisticsLines(path).number("shown") ?? 0
        let start = ProcessReading(of: child.process)
        usleep(UInt32(seconds * 1e6))
        let end = ProcessReading(of: child.process)
        let presents = Int((StatisticsLines(path).number("shown") ?? 0) - shown)
        report.idles.append(
            IdleResult(name: name, seconds: seconds, presents: presents, from: start, to: end))
    }

    /// Measures a program that only reads a pipe: none that empties one can use less.
    private mutating func idleReader() throws {
        let name = "a program that only reads the pipe (dd)"
        progress(name)
        let pipe = try Pipe(byteCount: 1 << 20)
        let feeder = try FrameFeeder(rawFrames, rate: 60, to: pipe.writing.number)
        defer { feeder.stop() }
        let child = try ChildProgram(
            ["dd", "of=/dev/null", "bs=3110400", "iflag=fullblock", "status=none"],
            input: pipe.reading.number)
        defer { child.stop() }
        usleep(500_000)
        let seconds = options.isQuick ? 2.0 : 5.0
        let start = ProcessReading(of: child.process)
        usleep(UInt32(seconds * 1e6))
        let end = ProcessReading(of: child.process)
        report.idles.append(IdleResult(name: name, seconds: seconds, presents: 0, from: start, to: end))
    }

    /// Counts presented frames by the program's own count where it has one, since a hidden window is not on the output.
    private func presents(_ playback: Playback, _ statistics: String) -> Int {
        StatisticsLines(statistics).last?["shown"].flatMap { $0 as? Int } ?? playback.reader.sightings.count
    }

    private static func press(_ key: String, in compositor: Compositor) {
        _ = ChildProgram.output(of: ["wtype", "-k", key], environment: compositor.environment)
    }
}
