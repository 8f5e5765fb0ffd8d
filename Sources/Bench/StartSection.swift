internal import Foundation
internal import Frames
internal import Glibc

extension Benchmark {
    /// Measures the time from starting each program to its first frame, with and without caches.
    mutating func measureStarts() throws {
        let compositor = try Compositor(width: 1280, height: 720)
        var results = players.map { StartResult(name: $0.name, isOurs: $0.isOurs) }
        for round in 0..<options.startRounds {
            for place in players.indices {
                progress("start, round \(round + 1) of \(options.startRounds): \(players[place].name)")
                do {
                    results[place].warm.append(try start(players[place], in: compositor))
                } catch {
                    results[place].warm.append(nil)
                    results[place].error = "\(error)"
                }
            }
        }
        for round in 0..<options.coldRounds where canDropCaches {
            for place in players.indices {
                progress("cold start, round \(round + 1) of \(options.coldRounds): \(players[place].name)")
                results[place].cold.append(try? startCold(players[place], in: compositor))
            }
        }
        report.starts = results
    }

    /// Starts a program, and gives the milliseconds to its first frame on the output.
    func start(
        _ player: Player, in compositor: Compositor, environment: [String: String] = [:]
    ) throws -> Double {
        let playback = try Playback(
            player, .nv12, rawFrames, Clip(), in: compositor, environment: environment)
        defer { playback.stop() }
        return try playback.waitForFirstFrame()
    }

    private var canDropCaches: Bool { unsafe access(Self.dropCaches, W_OK) == 0 }
    private static let dropCaches = "/proc/sys/vm/drop_caches"

    /// Starts a program with an empty page cache and without compiled shaders.
    private func startCold(_ player: Player, in compositor: Compositor) throws -> Double {
        let folder = NSTemporaryDirectory() + "viewfinder-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        sync()
        try "3".write(toFile: Self.dropCaches, atomically: false, encoding: .utf8)
        return try start(
            player, in: compositor,
            environment: [
                "XDG_CACHE_HOME": folder, "MESA_SHADER_CACHE_DIR": folder, "MESA_GLSL_CACHE_DIR": folder,
            ])
    }
}
