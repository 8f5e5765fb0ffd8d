internal import Frames

/// An operation as text: `name`, or `name:parameter=value,parameter=value`.
///
/// Names are those of ``Catalog/entry(named:)``; parameters are named as properties are, or in kebab case. A value is one
/// number, `true` or `false`, or several numbers with slashes between them (`color=1/0.5/0`). Operations whose numbers come
/// from a file take its path as `file`, and each takes `turn`: the degrees by which its result is turned clockwise, 90, 180
/// or 270. A value with a comma stands between quotation marks (`file="a, b.cube"`), and so does one that begins with such a
/// mark; between them `\"` stands for the mark and `\\` for `\`.
public struct FilterText: Sendable, Equatable, CustomStringConvertible {
    /// A parameter and its value.
    public struct Setting: Sendable, Equatable {
        /// The parameter's name.
        public var name: String
        /// The value as it is read, without quotation marks.
        public var value: String

        /// Makes a setting.
        public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// The operation's name.
    public var name: String
    /// The settings that differ from the defaults.
    public var settings: [Setting]

    /// Makes a text of its parts.
    public init(name: String, settings: [Setting] = []) { (self.name, self.settings) = (name, settings) }

    /// Takes a text apart without looking whether there is such an operation.
    ///
    /// - Throws: ``FilterError`` for quotation marks that do not enclose a whole value.
    public init(parsing text: String) throws(FilterError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0])
        settings = []
        guard parts.count > 1 else { return }
        var reader = SettingReader(parts[1])
        while let setting = try reader.next() { settings.append(setting) }
    }

    /// The text, with quotation marks where they are needed.
    public var description: String {
        let parts = settings.map { "\($0.name)=\(SettingReader.quoted($0.value))" }
        return parts.isEmpty ? name : "\(name):\(parts.joined(separator: ","))"
    }

    /// Makes the operation that a text names.
    ///
    /// - Throws: ``FilterError`` with the words that would be right.
    public static func operation(_ text: String) throws(FilterError) -> BasicOperation {
        try FilterText(parsing: text).operation()
    }

    /// Makes the operation.
    ///
    /// - Throws: ``FilterError`` with the words that would be right.
    public func operation() throws(FilterError) -> BasicOperation {
        let entry = try Catalog.entry(named: name)
        let operation = entry.make()
        for setting in settings { try FilterText.apply(setting, to: operation, entry) }
        return operation
    }

    /// Tells whether a name means the parameter of a property.
    public static func isName(_ name: String, of property: String) -> Bool {
        property.lowercased() == name.lowercased() || CatalogEntry.kebab(property) == name.lowercased()
    }

    private static func apply(
        _ setting: Setting, to operation: BasicOperation, _ entry: CatalogEntry
    ) throws(FilterError) {
        let (name, value) = (setting.name, setting.value)
        let reader = operation as? any FileOperation
        let files = reader.map { type(of: $0).fileSettings } ?? []
        if let reader, files.contains(name.lowercased()) {
            guard !value.isEmpty else {
                let endings = type(of: reader).fileEndings.joined(separator: ", ")
                throw .badValue("", parameter: name, wanted: "the path of a file (\(endings))")
            }
            return try reader.load(fileAt: value, as: name.lowercased())
        }
        if name.lowercased() == "turn" {
            guard let degrees = Int(value), let rotation = Rotation(rawValue: degrees) else {
                throw .badValue(value, parameter: name, wanted: "0, 90, 180 or 270")
            }
            operation.overriddenOutputRotation = rotation
            return
        }
        let known = operation.parameters
        guard let parameter = known.first(where: { isName(name, of: $0.name) })?.parameter else {
            let names = files + known.map(\.name) + ["turn"]
            throw .unknownParameter(name, operation: entry.name, known: names)
        }
        guard let numbers = numbers(value), isEnough(numbers.count, for: parameter) else {
            throw .badValue(value, parameter: name, wanted: kind(of: parameter))
        }
        if let range = parameter.range, numbers.contains(where: { !range.contains($0) }) {
            throw .badValue(value, parameter: name, wanted: kind(of: parameter))
        }
        parameter.set(components: numbers)
    }

    /// Tells whether a parameter takes so many numbers: a colour without alpha is opaque; a list has as many as one
    /// likes.
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

    /// Writes a number without needless digits.
    static func text(_ number: Float) -> String {
        number == number.rounded() && abs(number) < 1e7 ? String(Int(number)) : String(number)
    }
}
