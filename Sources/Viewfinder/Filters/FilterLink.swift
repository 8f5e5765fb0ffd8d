internal import Filters

/// An operation of a chain, with the text that a user would type for it.
struct FilterLink: Sendable, Identifiable {
    /// The name on the command line.
    let name: String
    let operation: BasicOperation
    /// The name of the link while it lives: its operation's address.
    var id: String { String(UInt(bitPattern: ObjectIdentifier(operation)), radix: 16) }
    /// The picture beside the camera's; nil where the operation takes none, or the camera's once more.
    let second: SecondPicture?
    /// The settings that differ from the defaults, without the changes of the number that keys change.
    private var settings: [FilterText.Setting]

    /// Reads `name` or `name:parameter=value,…`; `with=` names the second picture.
    init(parsing text: String) throws(FilterError) {
        var text = try FilterText(parsing: text)
        settings = text.settings
        let name = try Catalog.entry(named: text.name).name
        self.name = name
        let pictures = text.settings.filter { $0.name.lowercased() == SecondPicture.parameter }
        text.settings.removeAll { $0.name.lowercased() == SecondPicture.parameter }
        let operation = try text.operation()
        self.operation = operation
        second = try pictures.last.map { picture throws(FilterError) in
            try SecondPicture(picture.value, for: operation, named: name)
        }
        if let lookup = operation as? LookupFilter, lookup.table == nil {
            throw .missingFile(operation: name, endings: LookupFilter.fileEndings)
        }
    }

    /// Takes an operation of the table with its defaults.
    init(_ entry: CatalogEntry) {
        name = entry.name
        operation = entry.make()
        second = nil
        settings = []
    }

    private init(name: String, _ operation: BasicOperation, showing shown: [String]) {
        self.name = name
        self.operation = operation
        second = nil
        settings = operation.parameters.filter { shown.contains($0.name) }.map { name, parameter in
            FilterText.Setting(name: name, value: Self.value(of: parameter))
        }
    }

    /// The equalization of the key: of luminance, so that hues stay; smoothed, so that movement or flashes in one part
    /// of the picture do not make the others flicker.
    static var equalization: FilterLink {
        let operation = HistogramEqualization(channels: .luminance)
        operation.smoothing = 0.8
        return FilterLink(name: "histogram-equalization", operation, showing: ["channels", "smoothing"])
    }

    /// The parameter that keys change: the first one that is a single number.
    var adjustable: (name: String, parameter: AnyParameter)? {
        operation.parameters.first {
            $0.parameter is Parameter<Float> || $0.parameter is Parameter<Int>
        }
    }

    /// Writes the text that a user would type.
    ///
    /// - Parameter showsNumber: True to write the number that keys change in any case.
    /// - Returns: The text.
    func text(showsNumber: Bool = false) -> String {
        var shown = self
        if showsNumber, let (name, parameter) = adjustable { shown.note(name, parameter) }
        return FilterText(name: name, settings: shown.settings).description
    }

    /// Sets a number of a parameter, live and in the text.
    ///
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - component: The place of the number among those of the parameter.
    ///   - number: The number; one outside of the range becomes the nearest.
    /// - Returns: False where there is no such number.
    mutating func set(_ name: String, _ component: Int, to number: Float) -> Bool {
        guard number.isFinite,
            let parameter = operation.parameters.first(where: { $0.name == name })?.parameter
        else { return false }
        var numbers = parameter.components
        guard numbers.indices.contains(component) else { return false }
        numbers[component] = parameter.range.map { min(max(number, $0.lowerBound), $0.upperBound) } ?? number
        parameter.set(components: numbers)
        note(name, parameter)
        return true
    }

    /// Writes the value of a parameter into the settings.
    private mutating func note(_ name: String, _ parameter: AnyParameter) {
        let setting = FilterText.Setting(name: name, value: Self.value(of: parameter))
        if let place = settings.lastIndex(where: { FilterText.isName($0.name, of: name) }) {
            settings[place] = setting
        } else {
            settings.append(setting)
        }
    }

    /// Writes numbers so that they can be read again: a rounded one may lie beyond the end of its range.
    private static func value(of parameter: AnyParameter) -> String {
        parameter.components.map { number in
            let text = ParameterStep.text(number)
            guard let range = parameter.range, let read = Float(text) else { return text }
            return range.contains(read) ? text : "\(number)"
        }.joined(separator: "/")
    }
}
