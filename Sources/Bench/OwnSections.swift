internal import Foundation
internal import Frames
internal import Glibc

extension Benchmark {
    /// Measures our program's own account of its costs at 60/s, in the small and in the full window.
    mutating func measureCosts() throws {
        var values: [String: Double] = [:]
        for (name, width, height) in [("1280x720", 1280, 720), ("1920x1080", 1920, 1080)] {
            progress("Viewfinder's own costs, \(name)")
            let compositor = try Compositor(width: width, height: height)
            let lines = try statistics(in: compositor, seconds: options.seconds * 2 + 1)
            for path in OwnCosts.paths {
                if let value = lines.number(path) { values["\(name).\(path)"] = value }
            }
        }
        values["readBack"] = try readBackCost()
        report.costs = OwnCosts(values: values)
    }

    /// Measures the cost to sway of reading marks back, in milliseconds for each frame: with and without in turn.
    private func readBackCost() throws -> Double {
        progress("the cost of reading back")
        let compositor = try Compositor(width: 1280, height: 720)
        let player = Player.viewfinder(options.program)
        let playback = try Playback(player, .nv12, rawFrames, Clip(), in: compositor)
        defer { playback.stop() }
        try playback.waitForFirstFrame()
        playback.reader.stop()
        let costs = try (0..<6).map { round -> Double in
            let reader = round % 2 == 0 ? nil : try OutputReader(socket: compositor.socket, width: 1280)
            defer { reader?.stop() }
            usleep(200_000)
            let start = ProcessReading(of: compositor.process).processorTime
            usleep(2_000_000)
            return (ProcessReading(of: compositor.process).processorTime - start) / 120
        }
        let differences = stride(from: 0, to: costs.count, by: 2).map { costs[$0 + 1] - costs[$0] }
        return SampleStatistics.median(differences) ?? 0
    }

    private func statistics(in compositor: Compositor, seconds: Double) throws -> StatisticsLines {
        let path = NSTemporaryDirectory() + "viewfinder-bench-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let player = Player.viewfinder(options.program, ["--stats", path])
        let playback = try Playback(player, .nv12, rawFrames, Clip(), in: compositor)
        try playback.waitForFirstFrame()
        usleep(UInt32(seconds * 1e6))
        playback.stop()
        return StatisticsLines(path)
    }

    /// Measures our memory over a minute.
    mutating func measureMemory() throws {
        let compositor = try Compositor(width: 1920, height: 1080)
        progress("memory over \(Int(options.memorySeconds)) s")
        let player = Player.viewfinder(options.program)
        let playback = try Playback(player, .nv12, rawFrames, Clip(), in: compositor)
        defer { playback.stop() }
        try playback.waitForFirstFrame()
        usleep(5_000_000)
        let early = ProcessReading(of: playback.child.process)
        usleep(UInt32((options.memorySeconds - 5) * 1e6))
        let late = ProcessReading(of: playback.child.process)
        report.memory = MemoryResult(
            seconds: options.memorySeconds, peakAtFrame300: early.peakMemory, peakAtEnd: late.peakMemory)
    }

    /// Measures a hundred new sizes, judged by the messages on our program's Wayland socket.
    mutating func measureResize() throws {
        progress("a hundred sizes")
        let compositor = try Compositor(width: 1920, height: 1080)
        let refresh = try compositor.refresh()
        let player = Player.viewfinder(options.program)
        let playback = try Playback(
            player, .nv12, rawFrames, Clip(rate: 30), in: compositor, environment: ["WAYLAND_DEBUG": "1"])
        try playback.waitForFirstFrame()
        compositor.command("floating enable; resize set 960 540; move position center")
        usleep(1_000_000)
        let before = playback.child.log.utf8.count
        for step in 1...100 {
            let width = 640 + step * 8 % 600
            compositor.command("resize set \(width) \(width * 9 / 16 + step % 7)")
            usleep(30_000)
        }
        usleep(1_500_000)
        let log = String(decoding: playback.child.log.utf8.dropFirst(before), as: UTF8.self)
        playback.stop()
        let trace = ResizeTrace(log: log)
        report.resize = ResizeResult(
            sizes: trace.sizes, rebuilds: trace.swapchains, wrongBuffers: trace.wrongBuffers,
            redraw: Percentiles(trace.redraws), refresh: refresh)
    }
}

extension OwnCosts {
    /// The time of the driver's fill, or of the processor's own where it draws instead, in milliseconds; a size is one
    /// of the windows.
    func fill(_ size: String) -> Double {
        let value = { (name: String) in values["\(size).\(name)"] ?? 0 }
        let mean = value("overhead.driverWall") + value("overhead.drawing")
        // The mean of a busy machine has draws in it that were interrupted for long.
        return min(mean, values["\(size).takenToPresent.p50"] ?? mean)
    }

    /// The names of the figures that are taken from the last line of `--stats`.
    static let paths = [
        "overhead.own", "overhead.mainThread", "overhead.driver", "overhead.driverWall", "overhead.textures",
        "overhead.drawing",
        "overhead.renderThread",
        "overhead.cameraThreads", "overhead.process", "readyToPresent.p50", "readyToPresent.p99",
        "takenToPresent.p50", "takenToPresent.p99", "ageOnScreen.p50", "ageOnScreen.p95", "ageOnScreen.p99",
        "cadence.share", "staleness.share", "firstFrameAfter",
    ]
}

extension Player {
    /// Makes a copy of the player with more arguments in front of its own, behind the program's name.
    func adding(_ arguments: String...) -> Player {
        Player(name, isOurs: isOurs, environment: environment) { input, clip in
            self.command(input, clip).map { command in
                isOurs ? command + arguments : [command[0]] + arguments + command.dropFirst()
            }
        }
    }
}
