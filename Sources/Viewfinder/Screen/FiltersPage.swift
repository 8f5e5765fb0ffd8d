internal import Filters
internal import Overlay

/// The panel of filters: a search field, the chain with its parameters, and below it all filters that can be taken.
struct FiltersPage: Equatable {
    /// The rows of the chain.
    var chain: [Element] = []
    /// The names of the chain's filters.
    var chosen: Set<String> = []
    /// The words that are searched for.
    var search = ""

    /// Something that a person does in the panel.
    enum Change: Equatable {
        /// A filter of the table is taken, or taken out again.
        case press(String)
        /// The first filter of those that were found is taken.
        case takeFirst
        /// A filter of the chain is taken out.
        case remove(FilterLink.ID)
        /// The parameters of a filter of the chain are shown, or no longer.
        case unfold(FilterLink.ID)
        /// A filter of the chain comes before another one, or behind all.
        case move(FilterLink.ID, before: FilterLink.ID?)
        /// A number of a parameter is set, again and again while a slider is drawn.
        case set(FilterLink.ID, parameter: String, component: Int, Float)
        /// Other words are searched for.
        case search(String)
    }

    // MARK: - Elements

    private static let (field, add, row) = ("filters-search", "filter=", "chain=")
    private static let (fold, remove, parameter) = ("chain-fold=", "chain-remove=", "chain-set=")

    var element: Element {
        let field = Element.field(
            Self.field, name: ScreenWords.searchFilters, text: search, placeholder: ScreenWords.searchFilters)
        let heading = chain.isEmpty ? [] : [Element.heading("filters-chain", ScreenWords.filterChain)]
        return .panel(
            "filters", title: ScreenWords.filters, pinned: [field], heading + chainBox + choices)
    }

    /// The chain in a box of its own, within which rows are moved.
    private var chainBox: [Element] {
        chain.isEmpty ? [] : [.box("filters-links", Box(.column, spacing: 4), chain)]
    }

    private var choices: [Element] {
        let found = Self.found(search)
        guard !found.isEmpty else {
            return [.label("filters-none", ScreenWords.noSuchFilter, LabelFace(tone: .secondary, lines: 3))]
        }
        var group: OperationGroupName?
        return found.flatMap { entry -> [Element] in
            defer { group = entry.group }
            let heading =
                entry.group == group
                ? []
                : [Element.heading("group-\(entry.group.rawValue)", ScreenWords.filterGroup(entry.group))]
            let name = ScreenWords.filter(entry.name)
            return heading + [
                .item(Self.add + entry.name, name, ItemFace(isChosen: chosen.contains(entry.name)))
            ]
        }
    }

    /// The row of a filter of the chain: its name, a button that takes it out, and its parameters while it is unfolded.
    static func row(of link: FilterLink, isUnfolded: Bool) -> Element {
        let name = ScreenWords.filter(link.name)
        let settings = FilterSettings.elements(of: link.operation, prefix: "\(parameter)\(link.id)=")
        let item = Element.item(fold + link.id, name, ItemFace(opensMore: !settings.isEmpty))
            .with {
                $0.grows = true
                $0.isExpanded = isUnfolded && !settings.isEmpty
            }
        let out = Element.icon(remove + link.id, .close, name: ScreenWords.takeOut(name))
        let top = Element.box("chain-top=\(link.id)", Box(.row, spacing: 4), [item, out])
        return .box(
            row + link.id, Box(.column, spacing: 0), name: name, [top] + (isUnfolded ? settings : [])
        ).with { $0.isMovable = true }
    }

    // MARK: - The search

    /// Finds the filters of the table with all the words in their names, GPUImage's among them, in any case of letters.
    static func found(_ search: String) -> [CatalogEntry] {
        let words = search.lowercased().split { $0 == " " || $0 == "-" }
        return FilterChain.choices.filter { entry in
            let text = "\(entry.name) \(ScreenWords.filter(entry.name)) \(entry.gpuImageName ?? "")"
                .lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    // MARK: - Actions

    /// The change that an action of the panel means; nil for one that means none.
    static func change(_ action: OverlayAction) -> Change? {
        switch action {
        case .edited(field, let text): .search(text)
        case .submitted(field, _): .takeFirst
        case .activated(let id):
            rest(id, add).map { .press($0) } ?? rest(id, fold).map { .unfold($0) }
                ?? rest(id, remove).map { .remove($0) }
        case .moved(let id, let before):
            rest(id, row).map { .move($0, before: before.flatMap { rest($0, row) }) }
        case .changed(let id, let value, _): set(id, Float(value))
        case .toggled(let id, let isOn): set(id, isOn ? 1 : 0)
        default: nil
        }
    }

    private static func set(_ id: String, _ value: Float) -> Change? {
        guard let parts = rest(id, parameter)?.split(separator: "=", maxSplits: 2), parts.count == 3,
            let component = Int(parts[1])
        else { return nil }
        return .set(String(parts[0]), parameter: String(parts[2]), component: component, value)
    }

    private static func rest(_ id: String, _ prefix: String) -> String? {
        id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
    }
}
