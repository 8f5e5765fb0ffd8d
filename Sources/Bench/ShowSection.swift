internal import Foundation
internal import Frames

extension Benchmark {
    /// Measures frames at 60/s in a small and in a full window: processor time, lost frames, latency.
    mutating func measureShows() throws {
        try show(.small, rate: { _ in 60 })
        try show(.full, rate: { _ in 60 }, width: 1920, height: 1080)
    }

    /// Measures how evenly slower frames are shown.
    mutating func measureCadence() throws {
        if !options.isQuick { try show(.slow, rate: { _ in 30 }, by: representatives, rounds: 3) }
        // sway's invisible output counts whole milliseconds, so 30 frames per second never match it.
        try show(
            .half, rate: { refresh in (50_000 / refresh).rounded() / 100 }, by: representatives, rounds: 3)
    }

    /// Measures JPEG frames.
    mutating func measureJPEG() throws {
        let frames = try JPEGFrames(width: 1920, height: 1080)
        try show(.jpeg, rate: { _ in 30 }, by: representatives, frames: frames, input: .mjpeg)
    }

    /// The players with one of each family: where only the outputs differ, the rest is the same.
    private var representatives: [Player] {
        players.filter {
            !$0.name.contains("glimagesink") && !$0.name.contains("next") && !$0.name.contains("mpv gpu V")
        }
    }

    /// Measures programs in turn on the same frames, in a compositor of a size.
    mutating func show(
        _ kind: ShowCase.Kind, rate: (Double) -> Double, width: Int = 1280, height: Int = 720,
        by chosen: [Player]? = nil, rounds limit: Int = .max, frames: (any MarkedFrames)? = nil,
        input: PixelFormat = .nv12, clip: Clip = Clip(), outputRate: Int? = nil, isReadingApart: Bool = false
    ) throws {
        let players = chosen ?? players
        let rounds = min(options.rounds, limit)
        let compositor = try Compositor(width: width, height: height, rate: outputRate)
        let refresh = try compositor.refresh()
        let clip = Clip(width: clip.width, height: clip.height, rate: rate(refresh))
        let frames = frames ?? rawFrames
        var results = players.map { player in
            ShowCase.Result(
                name: player.name, isOurs: player.isOurs,
                command: player.command(input, clip)?.joined(separator: " ") ?? "")
        }
        var reading: [Double] = []
        for round in 0..<rounds {
            if isReadingApart { reading.append(try PipeReading(frames, rate: clip.rate, seconds: 1).reading) }
            for place in players.indices {
                progress("\(kind.rawValue), round \(round + 1) of \(rounds): \(players[place].name)")
                do {
                    let playback = try Playback(players[place], input, frames, clip, in: compositor)
                    defer { playback.stop() }
                    try playback.waitForFirstFrame()
                    if round == 0 { takePicture(of: players[place], kind, in: compositor) }
                    results[place].rounds.append(
                        try playback.measure(warmUp: 1, seconds: options.seconds, refresh: refresh))
                } catch {
                    results[place].rounds.append(nil)
                    results[place].error = "\(error)"
                }
            }
        }
        for place in results.indices {
            let all = results[place].rounds.compactMap { $0?.latencies }.flatMap(\.self)
            results[place].latency = all.isEmpty ? nil : Percentiles(all)
        }
        report.shows.append(
            ShowCase(
                kind: kind, rate: clip.rate, refresh: refresh, size: "\(clip.width)×\(clip.height)",
                reading: reading,
                results: results))
    }

    private func takePicture(of player: Player, _ kind: ShowCase.Kind, in compositor: Compositor) {
        guard let folder = options.pictures else { return }
        let name = "\(kind)-\(player.name)".replacingOccurrences(of: " ", with: "-")
        compositor.screenshot("\(folder)/\(name).png")
    }
}
