internal import Filters
internal import LinuxIO
internal import LiveView
internal import LiveViewOverlay
internal import Overlay
internal import WaylandClient

/// The state of the panel of filters beside the chain, from its opening to its end.
struct FiltersPanel {
    /// The words that are searched for.
    var search = ""
    /// The filter of the chain whose parameters are shown; nil for none.
    var unfolded: FilterLink.ID?
    /// The name that is being typed for the chain; nil while none is.
    var naming: String?
    /// The pictures through the filters, by their names.
    var thumbnails: [String: Thumbnail] = [:]
}

/// The panel of filters.
extension Viewer {
    /// Opens the panel for a person who goes on to type what is searched for, or closes it.
    func toggleFiltersPanel() {
        guard overlay != nil else { return }
        if case .filters? = panel { return panelWasClosed() }
        open(.filters(FiltersPage()))
        overlay?.setFocus(FiltersPage.field)
    }

    /// The panel's content now.
    var filtersPage: FiltersPage {
        var page = FiltersPage(
            chain: filters.links.map {
                FiltersPage.row(of: $0, isUnfolded: $0.id == filtersPanel.unfolded)
            },
            chosen: Set(filters.links.map(\.name)), search: filtersPanel.search, kept: keptChains,
            naming: filtersPanel.naming, thumbnails: filtersPanel.thumbnails)
        let texts = filters.texts
        page.shown = keptChains.first { $0.filters == texts }
        return page
    }

    /// Does what a person does in the panel.
    func follow(_ change: FiltersPage.Change) {
        switch change {
        case .press(let name): press(name)
        case .takeFirst:
            if let first = FiltersPage.found(filtersPanel.search).first { add(first) }
        case .remove(let id): changeFilters { $0.remove(id) }
        case .removeAll: changeFilters { $0.removeAll() }
        case .unfold(let id):
            filtersPanel.unfolded = filtersPanel.unfolded == id ? nil : id
            updateScreen()
        case .move(let id, let other): changeFilters { $0.move(id, before: other) }
        case .set(let id, let parameter, let component, let number):
            if filters.set(parameter, component, to: number, of: id) { filtersWereAdjusted() }
        case .search(let text):
            filtersPanel.search = text
            updateScreen()
        case .nameChain(let isNamed): nameChain(isNamed)
        case .giveUpName:
            nameChain(false)
            // Keys go on where they came from.
            overlay?.setFocus(FiltersPage.nameChain)
        case .typeName(let text):
            filtersPanel.naming = text
            updateScreen()
        case .keep(let text): keepChain(as: text)
        case .choose(let name): chooseChain(name)
        case .forget(let name):
            keptChains.removeAll { $0.name == name }
            keeper.keep(.chain(nil, named: name))
            updateScreen()
        }
    }

    /// Adds a filter of the table, or takes out the last one of that name.
    private func press(_ name: String) {
        if let link = filters.links.last(where: { $0.name == name }) {
            changeFilters { $0.remove(link.id) }
        } else if let entry = FilterChain.choice(named: name) {
            add(entry)
        }
    }

    private func add(_ entry: CatalogEntry) { changeFilters { $0.add(entry) } }

    // MARK: - Kept chains

    /// Asks for a name for the chain, of which its filters' names are a first proposal, or no longer.
    private func nameChain(_ isNamed: Bool) {
        let names = filters.links.map { ScreenWords.filter($0.name) }.joined(separator: " + ")
        filtersPanel.naming = isNamed ? KeptChain.name(names) ?? "" : nil
        updateScreen()
        if isNamed { overlay?.setFocus(FiltersPage.nameField) }
    }

    private func keepChain(as text: String) {
        let texts = filters.texts
        guard let name = KeptChain.name(text), !texts.isEmpty else { return }
        guard keptChains.keep(KeptChain(name: name, filters: texts)) else { return }
        keeper.keep(.chain(texts, named: name))
        filtersPanel.naming = nil
        updateScreen()
        overlay?.setFocus(FiltersPage.row(ofKept: name))
        tellBriefly(
            Message(
                "Kept as {name}", ["name": name], comment: "A notice: a chain of filters has been kept"))
    }

    /// Puts a kept chain in the place of the chain; one that this version cannot read is told of, and stays as it is.
    private func chooseChain(_ name: String) {
        guard let chain = keptChains.first(where: { $0.name == name }) else { return }
        do {
            guard let texts = chain.filters else {
                throw ViewfinderError("another version of Viewfinder has kept it")
            }
            let links = try texts.map { try FilterLink(parsing: $0) }
            try links.forEach(start)
            changeFilters { $0 = FilterChain(keptLinks: links) }
        } catch {
            switcher.notify(
                Message(
                    "{name} cannot be used: {reason}",
                    ["name": chain.title, "reason": ViewfinderError(error)],
                    comment: "A notice; the name is that of a kept chain of filters"))
        }
    }

    // MARK: - Thumbnails

    /// Takes the names of the panel's elements that are in sight.
    func panelShows(_ elements: [String]) {
        filtersInSight = elements.compactMap(FiltersPage.filter)
        updateThumbnails()
    }

    /// Has thumbnails computed of the filters in sight, while the panel is open: again and again of a picture that runs, once of one that stands still.
    func updateThumbnails() {
        guard case .filters? = panel, let window, desktop != nil else {
            thumbnails?.follow(nil)
            return
        }
        if thumbnails == nil { thumbnails = makeThumbnails() }
        let isSeen = !window.pacing.state.isSuspended
        thumbnails?.follow(
            FilterThumbnails.Wish(sight: isSeen ? filtersInSight : [], view: view, isStill: isFrozen))
    }

    private func makeThumbnails() -> FilterThumbnails? {
        try? FilterThumbnails(
            of: switcher.session, in: renderer, device: options.drawing.device, logger: logger,
            deliver: onLoop { $0.take($1) })
    }

    private func take(_ pictures: [String: Thumbnail]) {
        // What was on its way when the panel was closed is late.
        guard case .filters? = panel else { return }
        filtersPanel.thumbnails.merge(pictures) { $1 }
        updateScreen()
    }
}
