/// An operation as text: `name`, or `name:parameter=value,parameter=value`.
///
/// Names are those of ``Catalog/entry(named:)``; parameters are named as properties are, or in kebab case. A value is one
/// number, `true` or `false`, or several numbers with slashes between them (`color=1/0.5/0`). Operations whose numbers come
/// from a file take its path, without commas, as `file`.
public enum FilterText {
    /// Makes the operation that a text names.
    ///
    /// - Throws: ``FilterError`` with what would be right.
    public static func operation(_ text: String) throws(FilterError) -> BasicOperation {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let entry = try Catalog.entry(named: parts[0])
        let operation = entry.make()
        guard parts.count > 1 else { return operation }
        for setting in parts[1].split(separator: ",") {
            let sides = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            try set(sides[0], sides.count > 1 ? sides[1] : nil, of: operation, entry)
        }
        return operation
    }

    private static func set(
        _ name: String, _ value: String?, of operation: BasicOperation, _ entry: CatalogEntry
    ) throws(FilterError) {
        let wanted = name.lowercased()
        let reader = operation as? any FileOperation
        if let reader, wanted == "file" {
            guard let value, !value.isEmpty else {
                let endings = type(of: reader).fileEndings.joined(separator: ", ")
                throw .badValue("", parameter: name, wanted: "the path of a file (\(endings))")
            }
            return try reader.load(fileAt: value)
        }
        let known = operation.parameters
        let found = known.first {
            $0.name.lowercased() == wanted || CatalogEntry.kebab($0.name) == wanted
        }
        guard let parameter = found?.parameter else {
            let names = (reader == nil ? [] : ["file"]) + known.map(\.name)
            throw .unknownParameter(name, operation: entry.name, known: names)
        }
        guard let value, let numbers = numbers(value), isEnough(numbers.count, for: parameter)
        else {
            throw .badValue(value ?? "", parameter: name, wanted: kind(of: parameter))
        }
        if let range = parameter.range, numbers.contains(where: { !range.contains($0) }) {
            throw .badValue(value, parameter: name, wanted: kind(of: parameter))
        }
        parameter.set(components: numbers)
    }

    /// A colour without alpha is opaque; a list has as many numbers as one likes.
    private static func isEnough(_ count: Int, for parameter: AnyParameter) -> Bool {
        switch parameter.componentCount {
        case 0: true
        case 4: count <= 4
        default: count == parameter.componentCount
        }
    }

    private static func numbers(_ text: String) -> [Float]? {
        switch text.lowercased() {
        case "true", "on", "yes": return [1]
        case "false", "off", "no": return [0]
        default: break
        }
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Float($0) }
        let found = numbers.compactMap(\.self)
        return found.count == numbers.count && found.allSatisfy(\.isFinite) ? found : nil
    }

    private static func kind(of parameter: AnyParameter) -> String {
        let count = parameter.componentCount
        let kind =
            parameter.shaderType == "bool"
            ? "true or false"
            : count == 1 ? "a number" : "\(count == 0 ? "" : "\(count) ")numbers with slashes between them"
        guard let range = parameter.range, parameter.shaderType != "bool" else { return kind }
        return "\(kind) from \(text(range.lowerBound)) to \(text(range.upperBound))"
    }

    /// A number without needless digits.
    static func text(_ number: Float) -> String {
        number == number.rounded() && abs(number) < 1e7 ? String(Int(number)) : String(number)
    }
}
