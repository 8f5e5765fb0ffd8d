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

    /// Computes the mean of a figure over the frames between the first line that has it and the newest one, without those of the start.
    ///
    /// - Parameter path: The name of a mean over all frames shown so far but the first.
    /// - Returns: The mean; nil where no frame was shown between the two.
    func laterMean(_ path: String) -> Double? {
        let totals = lines.compactMap { line -> (sum: Double, frames: Double)? in
            guard let value = Self.number(path, in: line), let shown = Self.number("shown", in: line) else {
                return nil
            }
            return (value * (shown - 1), shown)
        }
        guard let first = totals.first, let last = totals.last, last.frames > first.frames else { return nil }
        return (last.sum - first.sum) / (last.frames - first.frames)
    }

    private static func number(_ path: String, in line: [String: Any]) -> Double? {
        var value: Any? = line
        for name in path.split(separator: ".") { value = (value as? [String: Any])?[String(name)] }
        return (value as? NSNumber)?.doubleValue
    }
}
