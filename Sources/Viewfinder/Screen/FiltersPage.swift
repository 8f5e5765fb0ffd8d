internal import Filters
internal import Overlay

/// The panel of filters: a search field, the chain with its parameters, the chains that are kept, and below all filters with live thumbnails.
struct FiltersPage: Equatable {
    /// The rows of the chain.
    var chain: [Element] = []
    /// The names of the chain's filters.
    var chosen: Set<String> = []
    /// The words that are searched for.
    var search = ""
    /// The chains that are kept under names.
    var kept: [KeptChain] = []
    /// The kept chain that is on the picture; nil where none is.
    var shown: KeptChain?
    /// The name that is being typed for the chain; nil while none is.
    var naming: String?
    /// The pictures through the filters, by their names, as far as they have been computed.
    var thumbnails: [String: Thumbnail] = [:]

    /// Something that a person does in the panel.
    enum Change: Equatable {
        /// A filter of the table is taken, or taken out again.
        case press(String)
        /// The first filter of those that were found is taken.
        case takeFirst
        /// A filter of the chain is taken out.
        case remove(FilterLink.ID)
        /// All filters of the chain are taken out.
        case removeAll
        /// The parameters of a filter of the chain are shown, or no longer.
        case unfold(FilterLink.ID)
        /// A filter of the chain comes before another one, or behind all.
        case move(FilterLink.ID, before: FilterLink.ID?)
        /// A number of a parameter is set, again and again while a slider is drawn.
        case set(FilterLink.ID, parameter: String, component: Int, Float)
        /// Other words are searched for.
        case search(String)
        /// A name for the chain is to be typed, or no longer.
        case nameChain(Bool)
        /// The field for the chain's name is left by Escape.
        case giveUpName
        /// Another name for the chain is typed.
        case typeName(String)
        /// The chain is kept under a name.
        case keep(String)
        /// A kept chain comes in the place of the chain.
        case choose(String)
        /// A kept chain is taken out of those.
        case forget(String)
    }

    // MARK: - Elements

    /// The name of the search field.
    static let field = "filters-search"
    /// The name of the field for a chain's name.
    static let nameField = "chain-name"
    private static let (add, row) = ("filter=", "chain=")
    /// The name of the row that asks for a chain's name.
    static let nameChain = "chain-keep"
    private static let (noName, clear) = ("chain-unnamed", "chain-clear")
    private static let (choose, forget) = ("kept=", "kept-remove=")
    /// The least width of a thumbnail: two of them have room beside each other in a panel.
    private static let cell = 132.0

    /// The name of a kept chain's row.
    static func row(ofKept name: String) -> String { choose + name }

    /// The name of the filter that an element shows; nil for one that shows none.
    static func filter(of id: String) -> String? { id.rest(after: add) }

    private static let (fold, remove, parameter) = ("chain-fold=", "chain-remove=", "chain-set=")

    var element: Element {
        let field = Element.field(
            Self.field, name: ScreenWords.searchFilters, text: search, placeholder: ScreenWords.searchFilters)
        let heading = chain.isEmpty ? [] : [Element.heading("filters-chain", ScreenWords.filterChain)]
        return .panel(
            "filters", title: ScreenWords.filters, pinned: [field],
            heading + chainBox + clearing + keeping + keptRows + choices)
    }

    /// The chain in a box of its own, within which rows are moved.
    private var chainBox: [Element] {
        chain.isEmpty ? [] : [.box("filters-links", Box(.column, spacing: 4), chain)]
    }

    /// The row that takes all filters out, where there are several.
    private var clearing: [Element] {
        chain.count > 1 ? [.item(Self.clear, ScreenWords.removeAllFilters, ItemFace(icon: .close))] : []
    }

    // MARK: - Kept chains

    /// The row that asks for a name for the chain, or the field in which one is typed.
    private var keeping: [Element] {
        guard !chain.isEmpty else { return [] }
        guard let naming else {
            let isFull = kept.count >= KeptChain.most
            return [
                Element.item(Self.nameChain, ScreenWords.keepChain, ItemFace(icon: .palette))
                    .with { $0.disabledReason = isFull ? ScreenWords.tooManyChains : nil }
            ]
        }
        let field = Element.field(
            Self.nameField, name: ScreenWords.chainName, text: naming, placeholder: ScreenWords.chainName,
            icon: .palette
        ).with { $0.grows = true }
        let close = Element.icon(Self.noName, .close, name: ScreenWords.keepNoChain)
        return [.box("chain-naming", Box(.row, spacing: 4), [field, close])]
    }

    private var keptRows: [Element] {
        let found = kept.filter { Self.has(search, in: $0.title) }
        guard !found.isEmpty else { return [] }
        let rows = found.map { chain in
            let item = Element.item(
                Self.choose + chain.name, chain.title, ItemFace(isChosen: chain == shown)
            ).with { $0.grows = true }
            let out = Element.icon(
                Self.forget + chain.name, .close, name: ScreenWords.forgetChain(chain.title))
            return Element.box("kept-row=\(chain.name)", Box(.row, spacing: 4), [item, out])
        }
        return [.heading("kept-chains", ScreenWords.keptChains)] + rows
    }

    // MARK: - All filters

    private var choices: [Element] {
        let found = Self.found(search)
        guard !found.isEmpty else { return [.remark("filters-none", ScreenWords.noSuchFilter)] }
        return found.runs(by: \.group).flatMap { group, entries -> [Element] in
            let tiles = entries.map { entry in
                Element.thumbnail(
                    Self.add + entry.name, thumbnails[entry.name], name: ScreenWords.filter(entry.name),
                    isChosen: chosen.contains(entry.name))
            }
            return [
                .heading("group-\(group.rawValue)", ScreenWords.filterGroup(group)),
                .box("filters-\(group.rawValue)", Box(.grid(cellWidth: Self.cell)), tiles),
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
        FilterChain.choices.filter { entry in
            has(search, in: "\(entry.name) \(ScreenWords.filter(entry.name)) \(entry.gpuImageName ?? "")")
        }
    }

    /// Tells whether a text has all the words that are searched for.
    private static func has(_ search: String, in text: String) -> Bool {
        let text = text.lowercased()
        return search.lowercased().split { $0 == " " || $0 == "-" }.allSatisfy { text.contains($0) }
    }

    // MARK: - Actions

    /// The change that an action of the panel means; nil for one that means none.
    static func change(_ action: OverlayAction) -> Change? {
        switch action {
        case .edited(field, let text): .search(text)
        case .submitted(field, _): .takeFirst
        case .edited(nameField, let text): .typeName(text)
        case .submitted(nameField, let text): .keep(text)
        case .cancelled(nameField): .giveUpName
        case .activated(nameChain): .nameChain(true)
        case .activated(noName): .nameChain(false)
        case .activated(clear): .removeAll
        case .activated(let id):
            id.rest(after: choose).map { .choose($0) } ?? id.rest(after: forget).map { .forget($0) }
                ?? id.rest(after: add).map { .press($0) } ?? id.rest(after: fold).map { .unfold($0) }
                ?? id.rest(after: remove).map { .remove($0) }
        case .moved(let id, let before):
            id.rest(after: row).map { .move($0, before: before.flatMap { $0.rest(after: row) }) }
        case .changed(let id, let value, _): set(id, Float(value))
        case .toggled(let id, let isOn): set(id, isOn ? 1 : 0)
        default: nil
        }
    }

    private static func set(_ id: String, _ value: Float) -> Change? {
        guard let parts = id.rest(after: parameter)?.split(separator: "=", maxSplits: 2), parts.count == 3,
            let component = Int(parts[1])
        else { return nil }
        return .set(String(parts[0]), parameter: String(parts[2]), component: component, value)
    }
}

extension String {
    /// Gives the part behind a prefix; nil for a string that has another beginning.
    func rest(after prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
