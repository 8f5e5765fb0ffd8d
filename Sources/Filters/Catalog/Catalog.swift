/// The table of all operations.
public enum Catalog {
    /// Every operation, group by group, in the order of the groups' tables.
    public static let entries: [CatalogEntry] =
        color + blend + processing + effect + histogram + analysis + generator

    /// Finds the row of a name: kebab case, the class's name, or GPUImage's, in any case of letters; words that say nothing of the operation,
    /// such as `GPUImage` before a name and `Filter` behind it, may be there or not.
    public static func entry(named name: String) throws(FilterError) -> CatalogEntry {
        let wanted = name.lowercased()
        let found = entries.first {
            $0.name == wanted || $0.className.lowercased() == wanted
                || $0.gpuImageName?.lowercased() == wanted
        }
        let root = root(of: wanted)
        guard let found = found ?? entries.first(where: { self.root(of: $0.className) == root }) else {
            throw .unknownOperation(name, similar: similar(to: wanted))
        }
        return found
    }

    /// Finds the names that a person may have meant; none for what is far longer than any of them, and would take long to compare.
    private static func similar(to name: String) -> [String] {
        let wanted = root(of: name)
        if let whole = wholes[wanted] { return [whole] }
        guard name.utf8.count <= 100, !wanted.isEmpty else { return [] }
        let near = entries.map { entry -> (name: String, distance: Int) in
            let root = root(of: entry.className)
            let isLike =
                root.contains(wanted) || wanted.contains(root)
                || zip(root, wanted).prefix { $0 == $1 }.count * 3 >= wanted.count * 2
            return (entry.name, isLike ? 0 : min(distance(name, entry.name), distance(wanted, root)))
        }
        return near.filter { $0.distance <= max(2, wanted.count / 3) }
            .sorted { ($0.distance, $0.name.count, $0.name) < ($1.distance, $1.name.count, $1.name) }
            .prefix(3).map(\.name)
    }

    /// The names of GPUImage's first version that are like none of ours.
    private static let former = [
        "3x3convolution": "convolution3x3", "fastblur": "gaussianblur", "grayscale": "luminance",
    ]

    /// The operations of which GPUImage's first version had parts, or one picture's case, under names of their own.
    private static let wholes = [
        "amatorka": "lookup-filter", "missetikate": "lookup-filter",
        "weakpixelinclusion": "canny-edge-detection",
        "directionalnonmaximumsuppression": "canny-edge-detection",
        "nonmaximumsuppression": "harris-corner-detector",
        "thresholdednonmaximumsuppression": "harris-corner-detector",
        "xyderivative": "harris-corner-detector",
        "colorpacking": "harris-corner-detector",
    ]

    /// The letters of a name, without the words that GPUImage puts around many names.
    private static func root(of name: String) -> String {
        var root = name.lowercased().filter { $0 != "-" }[...]
        if root.hasPrefix("gpuimage") { root.removeFirst("gpuimage".count) }
        for word in ["filter", "adjustment"] where root.hasSuffix(word) { root.removeLast(word.count) }
        return former[String(root)] ?? String(root)
    }

    /// Counts the letters that must be put in, taken out or exchanged (Levenshtein).
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var corner = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = corner + (letter == other ? 0 : 1)
                corner = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, corner + 1)
            }
        }
        return row[right.count]
    }
}
