internal import ArgumentParser
internal import Foundation
internal import LinuxIO

/// `bench watch`: a program that runs already, on frames of its own; for the lab.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Measure a running program; its picture must be the only thing that changes.")

    @Option(help: "The program's number.")
    var process: Int32

    @Option(help: "The compositor's number.")
    var compositor: Int32

    @Option(help: "The compositor's Wayland socket.")
    var socket: String

    @Option(help: "How long.")
    var seconds = 10.0

    private struct Figures: Encodable {
        var shown: Int
        var seconds: Double
        /// The program's processor time for each shown frame, in milliseconds.
        var program: Double
        var compositor: Double
    }

    func run() throws {
        let capture = try RegionCapture(socket: socket, y: 0, width: 16, height: 16)
        let deadline = MonotonicClock.now() + Int64(seconds * 1e9)
        let start = (ProcessReading(of: process), ProcessReading(of: compositor))
        var shown = 0
        while try capture.next(until: deadline) != nil, MonotonicClock.now() < deadline { shown += 1 }
        let end = (ProcessReading(of: process), ProcessReading(of: compositor))
        let figures = Figures(
            shown: shown, seconds: seconds,
            program: (end.0.processorTime - start.0.processorTime) / Double(max(1, shown)),
            compositor: (end.1.processorTime - start.1.processorTime) / Double(max(1, shown)))
        print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
    }
}
