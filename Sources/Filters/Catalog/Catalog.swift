/// The table of all operations.
public enum Catalog {
    /// Every operation, group by group, in the order of the groups' tables.
    public static let entries: [CatalogEntry] =
        color + blend + processing + effect + histogram + analysis + generator

    /// Finds the row of a name: kebab case, the class's name, or GPUImage's, in any case of letters.
    public static func entry(named name: String) throws(FilterError) -> CatalogEntry {
        let wanted = name.lowercased()
        let found = entries.first {
            $0.name == wanted || $0.className.lowercased() == wanted
                || $0.gpuImageName?.lowercased() == wanted
        }
        guard let found else { throw .unknownOperation(name, similar: similar(to: wanted)) }
        return found
    }

    /// Finds the names that a person may have meant; none for what is far longer than any of them, and would take long to compare.
    private static func similar(to name: String) -> [String] {
        guard name.utf8.count <= 100 else { return [] }
        let near = entries.map { ($0.name, distance(name, $0.name)) }.filter {
            $0.1 <= max(2, name.count / 3) || $0.0.contains(name)
        }
        return near.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.prefix(3).map(\.0)
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
