internal import Filters

/// The filters that the command line and the keys have chosen.
///
/// Those of the command line come first; the last one is what the keys change. Equalization by its key comes after all.
struct FilterChain {
    /// An operation with the name by which users know it.
    struct Link: Sendable {
        let name: String
        let operation: BasicOperation

        /// Reads `name` or `name:parameter=value,…`.
        init(parsing text: String) throws(FilterError) {
            operation = try FilterText.operation(text)
            name = try Catalog.entry(named: operation.name).name
        }

        init(_ entry: CatalogEntry) {
            name = entry.name
            operation = entry.make()
        }
    }

    private var fixed: [Link]
    private var current: Link?
    private var equalization: HistogramEqualization?

    /// What the keys go through: all that make one picture of one.
    static let choices: [CatalogEntry] = Catalog.entries.filter { $0.make().input.maximum == 1 }

    /// Begins with the command line's filters.
    init(_ given: [Link]) {
        fixed = given.dropLast()
        current = given.last
    }

    /// The operations in order.
    var operations: [BasicOperation] {
        fixed.map(\.operation) + [current?.operation, equalization].compactMap(\.self)
    }

    /// Goes that many places further among the choices; before the first and after the last there is none.
    mutating func step(_ places: Int) {
        // One more place than there are choices, the last one for none.
        let (count, none) = (Self.choices.count + 1, Self.choices.count)
        let place = current.map { link in Self.choices.firstIndex { $0.name == link.name } ?? none } ?? none
        let next = ((place + places) % count + count) % count
        current = next == none ? nil : Link(Self.choices[next])
    }

    /// Adds an equalization of luminance, or takes it away.
    mutating func toggleEqualization() {
        equalization = equalization == nil ? HistogramEqualization(channels: .luminance) : nil
    }

    /// Takes all filters away.
    mutating func removeAll() { self = FilterChain([]) }

    /// Changes the first number of the current filter by twentieths of its range.
    ///
    /// - Returns: Whether there is one.
    func adjust(by steps: Int) -> Bool {
        guard let (_, parameter) = adjustable, let value = parameter.components.first else { return false }
        parameter.set(components: [ParameterStep(of: parameter).value(from: value, steps: steps)])
        return true
    }

    /// What the title says: as on the command line, with the number that the keys change; nil without filters.
    var text: String? {
        var names = fixed.map(\.name)
        if let current {
            let setting = adjustable.map { name, parameter in
                ":\(name)=\(ParameterStep.text(parameter.components.first ?? 0))"
            }
            names.append(current.name + (setting ?? ""))
        }
        if equalization != nil { names.append("equalization") }
        return names.isEmpty ? nil : names.joined(separator: " + ")
    }

    private var adjustable: (name: String, parameter: AnyParameter)? {
        current?.operation.parameters.first {
            $0.parameter is Parameter<Float> || $0.parameter is Parameter<Int>
        }
    }
}
