internal import Foundation

/// The goals of a big graphics card, and their outcomes.
enum DeviceGoals {
    /// A work that has a goal.
    enum Work: String, Encodable, CaseIterable {
        /// A frame that is drawn into a window of its size, from the submission to its fence, by the fastest way there is.
        case drawing
        /// The chain of five filters with an equalization, by the device's own clock.
        case chain

        /// The work in the words of the documentation.
        var words: String {
            switch self {
            case .drawing: "drawing, submit to fence"
            case .chain: "\(FilterTimes.chainName) filters with equalization, on the device"
            }
        }
    }

    /// The longest median time of a work on frames of a size, in milliseconds.
    struct Goal {
        let work: Work
        /// The frame's size.
        let size: String
        let limit: Double
    }

    /// The outcome of a goal on a device.
    struct Outcome: Encodable, Equatable {
        let work: Work
        let size: String
        let limit: Double
        /// The device's median in milliseconds; nil where the work could not be measured.
        let median: Double?
        /// True when the goal is met.
        let isMet: Bool

        init(_ goal: Goal, median: Double?) {
            (work, size, limit) = (goal.work, goal.size, goal.limit)
            self.median = median
            isMet = median.map { $0 <= goal.limit } ?? false
        }

        /// The outcome in a line.
        var line: String {
            let figure = median.map { String(format: "%.3f ms", $0) } ?? "not measured"
            return "\(work.words), \(size): \(figure); goal ≤ \(limit) ms: \(isMet ? "met" : "missed")"
        }
    }

    /// The goals.
    static let table = [
        Goal(work: .drawing, size: "1920x1080", limit: 0.25),
        Goal(work: .drawing, size: "3840x2160", limit: 0.6),
        Goal(work: .chain, size: "1920x1080", limit: 0.15),
        Goal(work: .chain, size: "3840x2160", limit: 0.35),
    ]

    /// The goals as a table of Markdown.
    static var markdown: String {
        (["| work | frame | median |", "|---|---|---|"]
            + table.map { "| \($0.work.words) | \($0.size) | ≤ \($0.limit) ms |" }).joined(separator: "\n")
    }

    /// Judges a device by its report.
    ///
    /// - Parameter report: The report.
    /// - Returns: An outcome for each goal; none where the device is no card with memory of its own, which is all that the goals are
    ///   about.
    static func outcomes(of report: GPUReport) -> [Outcome] {
        guard report.device.kind == "discrete" else { return [] }
        return table.map { Outcome($0, median: median($0, report)) }
    }

    private static func median(_ goal: Goal, _ report: GPUReport) -> Double? {
        switch goal.work {
        case .drawing:
            report.draws.filter { $0.size == goal.size && $0.window == goal.size }
                .compactMap(\.submitToFence?.median).min()
        case .chain:
            report.filters.first { $0.size == goal.size && $0.filters == FilterTimes.chainName }?.gpu.median
        }
    }
}
