internal import Foundation

/// The costs of filters; the names and units of the JSON.
struct FilterReport: Encodable {
    /// One work; times are milliseconds of a frame.
    struct Row: Encodable {
        var section: String
        var work: String
        var wall: Double
        var least: Double
        var processor: Double
        /// The time that it takes more than the same frame without filters, measured in turn with it.
        var added: Double?
        var kernels: Int?
        /// The megabytes that the kernels read and write for a frame.
        var megabytes: Double?
    }

    /// A goal and its result.
    struct Goal: Encodable {
        var work: String
        var limit: Double
        /// The figure by the wall clock.
        var figure: Double
        /// The figure by processor time, which other programs disturb less; nil where that means nothing.
        var processor: Double?
        var unit: String
        var isMet: Bool { figure <= limit }

        enum CodingKeys: String, CodingKey { case work, limit, figure, processor, unit, isMet }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(work, forKey: .work)
            try container.encode(limit, forKey: .limit)
            try container.encode(figure, forKey: .figure)
            try container.encodeIfPresent(processor, forKey: .processor)
            try container.encode(unit, forKey: .unit)
            try container.encode(isMet, forKey: .isMet)
        }
    }

    var device: DeviceFacts
    var processors = ProcessInfo.processInfo.activeProcessorCount
    /// The number of processes that wanted to run in the last minute, before it began and at its end.
    var load: [Double] = []
    var opencv: String?
    var rounds: Int
    var framesPerTurn: Int
    var rows: [Row] = []
    var goals: [Goal] = []
    var switching: [String: SwitchMeasurement.Figures] = [:]
    var costs: [OperationCosts.Row] = []
    /// The measurements that failed, and the reasons.
    var failures: [String] = []

    /// The goals and all works as Markdown, without the costs of single operations.
    var markdown: String {
        var lines = [
            "# What filters cost", "",
            "\(device.name), \(device.driver) \(device.driverInfo), \(processors) processors;",
            "frames of 1920×1080, NV12. Every work has \(rounds) turns of \(framesPerTurn) frames, A B C A B C …;",
            "each frame is waited for. Medians; a ratio or a difference is the median of those of the rounds.",
            "Processor time is that of all threads.",
            opencv.map { "\($0), beside it on the same frame." } ?? "OpenCV was not measured.",
            "Load of the machine before and after: \(load.map { number($0, 1) }.joined(separator: " and ")).",
            "", "| goal | at most | measured | | by processor time |", "|---|---|---|---|---|",
        ]
        lines += goals.map { goal in
            "| \(goal.work) | \(limit(goal)) | \(figure(goal)) | \(goal.isMet ? "met" : "**missed**") | "
                + "\(goal.processor.map { text($0, goal.unit) } ?? "") |"
        }
        lines += [
            "", "| | work | ms | least | processor ms | added | kernels | MB |",
            "|---|---|---|---|---|---|---|---|",
        ]
        lines += rows.map { row in
            "| \(row.section) | \(row.work) | \(number(row.wall)) | \(number(row.least)) | \(number(row.processor)) | "
                + "\(row.added.map { number($0) } ?? "") | \(row.kernels.map(String.init) ?? "") | "
                + "\(row.megabytes.map { number($0, 1) } ?? "") |"
        }
        for (name, figures) in switching.sorted(by: { $0.key < $1.key }) {
            lines += [
                "",
                "Exchanging filters at 60 frames a second, \(name):",
                "\(figures.switches) times in \(figures.frames) frames; longest time between two frames "
                    + "\(number(figures.longestGap, 1)) ms "
                    + "(while nothing was exchanged \(number(figures.longestQuietGap, 1)) ms),",
                "longest planning and recording \(number(figures.longestRecording, 1)) ms;",
                "\(figures.lateFrames) frames more than a refresh late, new filters shown after at most "
                    + "\(number(figures.longestWait, 0)) ms.",
            ]
        }
        lines += failures.flatMap { ["", "Not measured: \($0)"] }
        let broken = costs.filter { $0.failure != nil }
        lines += broken.flatMap { ["", "Not measured: \($0.name) at \($0.size): \($0.failure ?? "")"] }
        return lines.joined(separator: "\n") + "\n"
    }

    private func limit(_ goal: Goal) -> String { text(goal.limit, goal.unit) }

    private func figure(_ goal: Goal) -> String { text(goal.figure, goal.unit) }

    private func text(_ value: Double, _ unit: String) -> String {
        unit == "×" ? "\(number(value))×" : "\(number(value)) \(unit)"
    }

    private func number(_ value: Double, _ digits: Int = 2) -> String {
        value.isFinite ? String(format: "%.\(digits)f", value) : "–"
    }
}
