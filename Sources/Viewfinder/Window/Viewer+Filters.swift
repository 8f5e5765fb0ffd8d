internal import Filters
internal import LiveViewOverlay
internal import Overlay

/// The state of the panel of filters beside the chain: the search, and the filter that is unfolded.
struct FiltersPanel {
    /// The words that are searched for.
    var search = ""
    /// The filter of the chain whose parameters are shown; nil for none.
    var unfolded: FilterLink.ID?
}

/// The panel of filters.
extension Viewer {
    /// Opens the panel, or closes it.
    func toggleFiltersPanel() {
        if case .filters? = panel { panelWasClosed() } else { open(.filters(FiltersPage())) }
    }

    /// The panel's content now.
    var filtersPage: FiltersPage {
        FiltersPage(
            chain: filters.links.map {
                FiltersPage.row(of: $0, isUnfolded: $0.id == filtersPanel.unfolded)
            },
            chosen: Set(filters.links.map(\.name)), search: filtersPanel.search)
    }

    /// Does what a person does in the panel.
    func follow(_ change: FiltersPage.Change) {
        switch change {
        case .press(let name): press(name)
        case .takeFirst:
            if let first = FiltersPage.found(filtersPanel.search).first { add(first) }
        case .remove(let id): changeFilters { $0.remove(id) }
        case .unfold(let id):
            filtersPanel.unfolded = filtersPanel.unfolded == id ? nil : id
            updateScreen()
        case .move(let id, let other): changeFilters { $0.move(id, before: other) }
        case .set(let id, let parameter, let component, let number):
            if filters.set(parameter, component, to: number, of: id) { filtersWereAdjusted() }
        case .search(let text):
            filtersPanel.search = text
            updateScreen()
        }
    }

    /// Adds a filter of the table, or takes out the last one of that name.
    private func press(_ name: String) {
        if let link = filters.links.last(where: { $0.name == name }) {
            changeFilters { $0.remove(link.id) }
        } else if let entry = FilterChain.choices.first(where: { $0.name == name }) {
            add(entry)
        }
    }

    private func add(_ entry: CatalogEntry) { changeFilters { $0.add(entry) } }
}
