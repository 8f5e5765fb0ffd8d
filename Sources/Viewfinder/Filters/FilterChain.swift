internal import Filters

/// The filters that the command line and the keys have chosen.
///
/// Those of the command line come first; the keys change the last one. Equalization by its key comes after all.
struct FilterChain {
    private var fixed: [FilterLink]
    private var current: FilterLink?
    private var equalization: FilterLink?

    /// The filters that the keys go through: all that make one picture of one.
    static let choices: [CatalogEntry] = Catalog.entries.filter { $0.make().input.maximum == 1 }

    /// Begins with the command line's filters.
    init(_ given: [FilterLink]) {
        fixed = given.dropLast()
        current = given.last
    }

    /// Begins with filters that were kept; an equalization that stands last is the one of the key.
    init(keptLinks links: [FilterLink]) {
        let isEqualized = links.last?.text() == FilterLink.equalization.text()
        self.init(isEqualized ? Array(links.dropLast()) : links)
        if isEqualized { equalization = .equalization }
    }

    /// The operations in their order.
    var operations: [BasicOperation] {
        links.map(\.operation)
    }

    private var links: [FilterLink] { fixed + [current, equalization].compactMap(\.self) }

    /// Goes a number of places further among the choices; before the first and after the last there is none.
    mutating func step(_ places: Int) {
        // One more place than there are choices, the last one for none.
        let (count, none) = (Self.choices.count + 1, Self.choices.count)
        let place = current.map { link in Self.choices.firstIndex { $0.name == link.name } ?? none } ?? none
        let next = ((place + places) % count + count) % count
        current = next == none ? nil : FilterLink(Self.choices[next])
    }

    /// True while the equalization of its key is on.
    var isEqualizing: Bool { equalization != nil }

    /// Adds an equalization of luminance, or removes it and leaves the others as they are.
    mutating func toggleEqualization() { equalization = equalization == nil ? .equalization : nil }

    /// Removes all filters.
    mutating func removeAll() { self = FilterChain([]) }

    /// Changes the first number of the current filter by twentieths of its range.
    ///
    /// - Returns: True when there is one.
    func adjust(by steps: Int) -> Bool {
        guard let (_, parameter) = current?.adjustable, let value = parameter.components.first else {
            return false
        }
        parameter.set(components: [ParameterStep(of: parameter).value(from: value, steps: steps)])
        return true
    }

    /// The reasons why second pictures of filters stay as they are.
    var faults: [String] { links.compactMap { $0.second?.fault } }

    /// The filters as on the command line, with the number that the keys change.
    var texts: [String] {
        fixed.map { $0.text() }
            + [current?.text(showsNumber: true), equalization?.text()].compactMap(\.self)
    }

    /// The filters as the title shows them; nil without filters.
    var text: String? { texts.isEmpty ? nil : texts.joined(separator: " + ") }
}
