internal import Foundation
internal import Glibc

/// What is measured, and how long.
struct BenchOptions {
    var isQuick = false
    var rounds = 5
    /// Seconds that count in a round.
    var seconds = 4.0
    var startRounds = 5
    var coldRounds = 2
    var memorySeconds = 60.0
    var program = ".build/release/viewfinder"
    /// Where pictures of all windows go.
    var pictures: String?
}

/// The parts of the benchmark.
enum BenchSection: String, CaseIterable {
    case cpu, latency, start, mjpeg, idle, resize, memory
}

/// One run.
struct Benchmark {
    let options: BenchOptions
    let players: [Player]
    let rawFrames = RawFrames(width: 1920, height: 1080)
    var report: Report

    init(_ options: BenchOptions, players: [Player]) {
        self.options = options
        self.players = players
        report = Report(isQuick: options.isQuick, machine: Machine())
    }

    /// Measures some parts.
    mutating func run(_ sections: [BenchSection]) throws {
        for section in sections {
            switch section {
            case .cpu:
                try measureShows()
                try measureCosts()
            case .latency: try measureCadence()
            case .start: try measureStarts()
            case .mjpeg: try measureJPEG()
            case .idle: try measureIdle()
            case .resize: try measureResize()
            case .memory: try measureMemory()
            }
        }
    }

    /// Tells on standard error what goes on.
    func progress(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }
}
