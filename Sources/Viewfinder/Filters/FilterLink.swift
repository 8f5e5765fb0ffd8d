internal import Filters

/// An operation of a chain, with the text that a user would type for it.
struct FilterLink: Sendable {
    /// The name on the command line.
    let name: String
    let operation: BasicOperation
    /// The picture beside the camera's; nil where the operation takes none, or the camera's once more.
    let second: SecondPicture?
    /// The settings that differ from the defaults, without the changes made by keys.
    private let settings: [FilterText.Setting]

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
        var text = FilterText(name: name, settings: settings)
        guard showsNumber, let (name, parameter) = adjustable else { return text.description }
        let number = FilterText.Setting(name: name, value: Self.value(of: parameter))
        if let place = text.settings.lastIndex(where: { FilterText.isName($0.name, of: name) }) {
            text.settings[place] = number
        } else {
            text.settings.append(number)
        }
        return text.description
    }

    private static func value(of parameter: AnyParameter) -> String {
        parameter.components.map(ParameterStep.text).joined(separator: "/")
    }
}
