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
    func number(_ path: String) -> Double? {
        var value: Any? = last
        for name in path.split(separator: ".") { value = (value as? [String: Any])?[String(name)] }
        return (value as? NSNumber)?.doubleValue
    }
}
