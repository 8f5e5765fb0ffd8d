internal import Foundation
internal import Frames
internal import VulkanCore
internal import VulkanView

/// All measurements of a device; the names and units of the JSON.
struct GPUReport: Encodable {
    /// Times of one thing, in milliseconds.
    struct Times: Encodable {
        var min: Double
        var median: Double
        var p99: Double

        /// - Parameter nanoseconds: The times, at least one.
        init(_ nanoseconds: [Double]) {
            let sorted = nanoseconds.sorted()
            func at(_ share: Double) -> Double { sorted[Int(Double(sorted.count - 1) * share)] / 1e6 }
            min = at(0)
            median = at(0.5)
            p99 = at(0.99)
        }
    }

    /// One way of drawing at one size.
    struct Draw: Encodable {
        /// The size of the frame.
        var size: String
        var window: String
        var path: DrawPath
        /// The route that was asked for; nil for no import at all.
        var route: String?
        /// The reason why it could not be measured.
        var failure: String?
        /// The time from the submission to its fence.
        var submitToFence: Times?
        /// The time from the frame's arrival to the fence: bringing it, recording, and the submission.
        var frameToFence: Times?
        /// The time between the first and the last command, by the device's own clock.
        var gpu: Times?
        /// The processor's time in all threads, per frame.
        var processorMilliseconds: Double?
    }

    /// A copy of the device, at one size.
    struct Copy: Encodable {
        var size: String
        var kind: String
        var bytes: Int
        var submitToFence: Times
        var gpu: Times
        /// The rate from the median of the device's own clock.
        var gigabytesPerSecond: Double
    }

    /// Filters on frames of one size; nothing is read back.
    struct Filter: Encodable {
        var size: String
        var filters: String
        var kernels: Int
        /// The megabytes that the kernels read and write for a frame.
        var megabytes: Double
        /// The time from the frame's arrival to the fence.
        var frameToFence: Times
        /// The time between the first and the last command of a frame, by the device's own clock; work that the
        /// processor does itself, where it is the device, is not in it.
        var gpu: Times
    }

    var device: DeviceFacts
    var frames: Int
    var filters: [Filter] = []
    var copies: [Copy] = []
    var draws: [Draw] = []
    var firstFrames: [FirstFrameMeasurement.Figures] = []
    /// The goals of a card, and whether they are met.
    var goals: [DeviceGoals.Outcome] = []

    init(device: DeviceFacts, frames: Int) {
        self.device = device
        self.frames = frames
    }

    /// The sizes of frames and of the windows that they are placed in.
    static let sizes: [(frame: PixelSize, window: PixelSize)] = {
        let (small, middle, large) = (
            PixelSize(width: 1280, height: 720), PixelSize(width: 1920, height: 1080),
            PixelSize(width: 3840, height: 2160)
        )
        return [(middle, middle), (middle, small), (large, large)]
    }()

    /// The paths, with the ways to each that need no camera.
    static let ways: [(DrawPath, ImportRoute?)] = [
        (.fragment, .copy), (.fragment, .hostptr), (.compute, .copy), (.compute, .hostptr), (.host, nil),
    ]

    /// Adds a measurement, or the reason why there is none.
    mutating func add(
        _ size: PixelSize, _ window: PixelSize, _ path: DrawPath, _ route: ImportRoute?,
        _ measure: () throws -> DrawFigures
    ) {
        var draw = Draw(
            size: size.description, window: window.description, path: path, route: route?.rawValue)
        do {
            let figures = try measure()
            draw.submitToFence = Times(figures.submitToFence)
            draw.frameToFence = Times(figures.frameToFence)
            draw.gpu = Times(figures.gpu)
            draw.processorMilliseconds = figures.processorMilliseconds
        } catch {
            draw.failure = "\(error)"
        }
        draws.append(draw)
    }

    /// The report as a table for people.
    var table: String {
        var lines = ["\(device.name), \(device.driver) \(device.driverInfo), Vulkan \(device.version)", ""]
        lines.append("NV12, \(frames) frames; milliseconds: min / median / p99")
        lines.append(
            row([
                "frame", "window", "path", "route", "submit to fence", "frame to fence", "on the device",
                "CPU",
            ]))
        for draw in draws {
            let head = [draw.size, draw.window, draw.path.rawValue, draw.route ?? "in place"]
            if let failure = draw.failure {
                lines.append(row(head + [failure]))
            } else {
                lines.append(
                    row(
                        head + [draw.submitToFence, draw.frameToFence, draw.gpu].map { text($0) }
                            + [draw.processorMilliseconds.map { decimal($0) } ?? ""]))
            }
        }
        lines += ["", row(["frame", "kernels", "filters", "MB", "frame to fence", "on the device"])]
        for filter in filters {
            lines.append(
                row([
                    filter.size, String(filter.kernels), filter.filters, decimal(filter.megabytes),
                    text(filter.frameToFence), text(filter.gpu),
                ]))
        }
        lines += ["", row(["frame", "", "copy", "MB", "submit to fence", "on the device", "GB/s"])]
        for copy in copies {
            lines.append(
                row([
                    copy.size, "", copy.kind, decimal(Double(copy.bytes) / 1e6), text(copy.submitToFence),
                    text(copy.gpu), decimal(copy.gigabytesPerSecond),
                ]))
        }
        lines += ["", "checks of the first frames, medians of what they add to a frame's loading:"]
        lines.append(row(["frame", "", "format", "", "first frame", "later frames"]))
        for figures in firstFrames {
            lines.append(
                row(
                    [figures.size, "", figures.format, ""]
                        + (figures.failure.map { [$0] } ?? [figures.first, figures.later].map(decimal))))
        }
        if !goals.isEmpty {
            lines += ["", "goals of a card with memory of its own, medians:"] + goals.map(\.line)
        }
        return lines.joined(separator: "\n")
    }

    private func decimal(_ value: Double?) -> String { value.map { decimal($0) } ?? "" }

    private func row(_ cells: [String]) -> String {
        zip(cells, [11, 11, 17, 9, 23, 23, 23] + Array(repeating: 8, count: cells.count))
            .map { $0.padding(toLength: max($1, $0.count + 1), withPad: " ", startingAt: 0) }.joined()
    }

    private func text(_ times: Times?) -> String {
        guard let times else { return "" }
        return [times.min, times.median, times.p99].map { decimal($0) }.joined(separator: " / ")
    }

    private func decimal(_ value: Double) -> String {
        String(format: value < 10 ? "%.3f" : "%.1f", value)
    }
}
