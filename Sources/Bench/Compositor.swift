internal import Foundation
internal import Glibc
internal import LinuxIO

/// A sway with an invisible output; a window has the whole of it.
final class Compositor {
    let width: Int
    let height: Int
    let environment: [String: String]
    private let script: ChildProgram
    private let lifeline: Descriptor

    /// Starts sway (`scripts/headless-sway`) and waits until it answers.
    ///
    /// - Parameters:
    ///   - width: The output's width in pixels.
    ///   - height: The output's height in pixels.
    ///   - rate: The pictures per second to ask for; nil for 60 or a few more.
    /// - Throws: The reason why it does not start.
    init(width: Int, height: Int, rate: Int? = nil) throws {
        self.width = width
        self.height = height
        let input = try Pipe()
        let output = try Pipe()
        script = try ChildProgram(
            [
                "scripts/headless-sway", "--size", "\(width)x\(height)", "--rate",
                rate.map(String.init) ?? Self.rate(height),
                "--tiled",
            ],
            input: input.reading.number, output: output.writing.number)
        lifeline = input.writing
        let reading = output.reading
        let writing = output.writing
        _ = consume writing
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !text.hasSuffix("\n\n") {
            let count = try unsafe bytes.withUnsafeMutableBytes { unsafe try reading.read(into: $0) }
            guard count > 0 else { throw BenchError("sway does not start: \(script.log)") }
            text += String(decoding: bytes[..<count], as: UTF8.self)
        }
        environment = Dictionary(
            text.split(separator: "\n").compactMap { line in
                let parts = line.split(separator: "=", maxSplits: 1)
                return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
            }, uniquingKeysWith: { $1 })
    }

    /// The rate to ask for, so that there are at least 60 pictures per second: sway waits for a whole number of milliseconds
    /// after each picture, and a large one takes more than half of one to compose.
    private static func rate(_ height: Int) -> String { height > 720 ? "66" : "60" }

    /// The number of sway's own process.
    var process: pid_t { environment["SWAY_PID"].flatMap { pid_t($0) } ?? -1 }

    /// The Wayland socket's path.
    var socket: String { "\(environment["XDG_RUNTIME_DIR"] ?? "")/\(environment["WAYLAND_DISPLAY"] ?? "")" }

    /// Runs commands of sway, as in sway(5).
    func command(_ text: String) {
        _ = ChildProgram.output(of: ["swaymsg", "--quiet", "--", text], environment: environment)
    }

    /// Writes a picture of the output into a PNG file.
    func screenshot(_ path: String) {
        _ = ChildProgram.output(of: ["grim", path], environment: environment)
    }
}

extension Compositor {
    /// The time between two pictures of the output, in milliseconds, measured.
    func refresh() throws -> Double {
        let capture = try RegionCapture(socket: socket, y: 0, width: 16, height: 16, waitsForDamage: false)
        var times: [Int64] = []
        while times.count < 60, let time = try capture.next(until: MonotonicClock.now() + 1_000_000_000) {
            times.append(time)
        }
        let steps = zip(times, times.dropFirst()).map { Double($1 - $0) / 1e6 }
        guard let median = SampleStatistics.median(steps) else {
            throw BenchError("sway's output stands still")
        }
        return median
    }
}
