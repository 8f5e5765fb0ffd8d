internal import Foundation
internal import Glibc

/// The choice of the measurements and their length.
struct BenchOptions {
    var isQuick = false
    var rounds = 5
    /// The number of seconds of a round that count.
    var seconds = 4.0
    var startRounds = 5
    var coldRounds = 2
    var memorySeconds = 60.0
    var program = ".build/release/viewfinder"
    /// The folder that pictures of all windows go to.
    var pictures: String?
}

/// The parts of the benchmark.
enum BenchSection: String, CaseIterable {
    case cpu, latency, start, mjpeg, idle, resize, memory, outputs, pictures, conversions, overlay, scaling,
        drawing
}

/// A run of the benchmark.
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
            case .outputs: try measureOutputs()
            case .pictures: try measurePictures()
            case .conversions: try measureConversions()
            case .overlay: try measureOverlay()
            case .scaling: try measureScaling()
            case .drawing: try measureDrawings()
            }
        }
    }

    /// Reports progress on standard error.
    func progress(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }
}
