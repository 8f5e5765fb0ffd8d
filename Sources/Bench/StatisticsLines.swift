internal import Foundation

/// The lines that our program has written into its `--stats` file: an object per line.
struct StatisticsLines {
    private let lines: [[String: Any]]

    init(_ path: String) {
        let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        lines = text.split(separator: "\n").compactMap { line in
            try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
    }

    /// The newest line.
    var last: [String: Any]? { lines.last }

    /// Reads a number of the newest line.
    ///
    /// - Parameter path: Names from the outermost object inwards, with dots between.
    /// - Returns: The number; nil where there is none.
    func number(_ path: String) -> Double? { last.flatMap { Self.number(path, in: $0) } }

    /// Computes a figure's mean for the frames of each second, and the median of these means.
    ///
    /// The median leaves out the start and the end, whose seconds are unlike the others.
    ///
    /// - Parameter path: The name of a mean over all frames shown so far but the first.
    /// - Returns: The mean; nil where there is no such second.
    func steadyMean(_ path: String) -> Double? {
        let totals = lines.compactMap { line -> (sum: Double, frames: Double)? in
            guard line["final"] as? Bool != true, let value = Self.number(path, in: line),
                let shown = Self.number("shown", in: line)
            else { return nil }
            return (value * (shown - 1), shown)
        }
        let seconds = zip(totals, totals.dropFirst()).filter { $1.frames > $0.frames }
        return SampleStatistics.median(seconds.map { ($1.sum - $0.sum) / ($1.frames - $0.frames) })
    }

    private static func number(_ path: String, in line: [String: Any]) -> Double? {
        var value: Any? = line
        for name in path.split(separator: ".") { value = (value as? [String: Any])?[String(name)] }
        return (value as? NSNumber)?.doubleValue
    }
}
