internal import Filters
internal import LinuxIO

/// The filters that the command line and the keys have chosen.
///
/// Those of the command line come first; the keys change the last one. Equalization by its key comes after all.
struct FilterChain {
    private var fixed: [FilterLink]
    private var current: FilterLink?
    /// The equalization of the key while it stands last; elsewhere it is a filter like the others.
    private var equalization: FilterLink?
    /// The name of the filter that the key has added, wherever it stands.
    private var keysLink: FilterLink.ID?

    /// The filters that the keys go through and the panel offers: all that make one picture of one and need no file.
    static let choices: [CatalogEntry] = Catalog.entries.filter { entry in
        entry.make().input.maximum == 1 && (try? FilterLink(parsing: entry.name)) != nil
    }

    /// Finds the filter of ``choices`` with a name; nil where there is none.
    static func choice(named name: String) -> CatalogEntry? { choices.first { $0.name == name } }

    /// Begins with the command line's filters.
    init(_ given: [FilterLink]) {
        fixed = given.dropLast()
        current = given.last
    }

    /// Begins with filters that were kept; an equalization that stands last is the one of the key.
    init(keptLinks links: [FilterLink]) {
        self.init([])
        if links.last?.text() == FilterLink.equalization.text() { keysLink = links.last?.id }
        arrange(links)
    }

    /// The operations in their order.
    var operations: [BasicOperation] {
        links.map(\.operation)
    }

    /// The filters in their order.
    var links: [FilterLink] { fixed + [current, equalization].compactMap(\.self) }

    /// Goes a number of places further among the choices; before the first and after the last there is none.
    mutating func step(_ places: Int) {
        // One more place than there are choices, the last one for none.
        let (count, none) = (Self.choices.count + 1, Self.choices.count)
        let place = current.map { link in Self.choices.firstIndex { $0.name == link.name } ?? none } ?? none
        let next = ((place + places) % count + count) % count
        current = next == none ? nil : FilterLink(Self.choices[next])
    }

    /// Adds a filter of the table behind all others, but before the equalization of the key.
    mutating func add(_ entry: CatalogEntry) {
        fixed += [current].compactMap(\.self)
        current = FilterLink(entry)
    }

    /// Takes a filter out; one that is not there is none.
    mutating func remove(_ id: FilterLink.ID) { arrange(links.filter { $0.id != id }) }

    /// Moves a filter before another one, or behind all.
    mutating func move(_ id: FilterLink.ID, before other: FilterLink.ID?) {
        var order = links
        guard id != other, let place = order.firstIndex(where: { $0.id == id }) else { return }
        let link = order.remove(at: place)
        order.insert(link, at: order.firstIndex { $0.id == other } ?? order.count)
        arrange(order)
    }

    /// Takes filters in an order; the last one, but for the equalization of the key, is the one that keys change.
    private mutating func arrange(_ order: [FilterLink]) {
        if !order.contains(where: { $0.id == keysLink }) { keysLink = nil }
        equalization = order.last.flatMap { $0.id == keysLink ? $0 : nil }
        let others = equalization == nil ? order : order.dropLast()
        fixed = others.dropLast()
        current = others.last
    }

    /// Sets a number of a filter's parameter.
    ///
    /// - Returns: False where there is none.
    mutating func set(_ name: String, _ component: Int, to number: Float, of id: FilterLink.ID) -> Bool {
        if current?.id == id { return current?.set(name, component, to: number) ?? false }
        if equalization?.id == id { return equalization?.set(name, component, to: number) ?? false }
        guard let place = fixed.firstIndex(where: { $0.id == id }) else { return false }
        return fixed[place].set(name, component, to: number)
    }

    /// True while the equalization of its key is on.
    var isEqualizing: Bool { equalization != nil }

    /// Adds an equalization of luminance, or removes it and leaves the others as they are.
    mutating func toggleEqualization() {
        equalization = equalization == nil ? .equalization : nil
        keysLink = equalization?.id
    }

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
    var faults: [Message] { links.compactMap { $0.second?.fault } }

    /// The filters as on the command line, with the number that the keys change.
    var texts: [String] {
        fixed.map { $0.text() }
            + [current?.text(showsNumber: true), equalization?.text()].compactMap(\.self)
    }

    /// The filters as the title shows them; nil without filters.
    var text: String? { texts.isEmpty ? nil : texts.joined(separator: " + ") }
}
