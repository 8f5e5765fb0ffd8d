import Filters
import Overlay
import Testing

@testable import Viewfinder

@Suite struct FiltersPageTests {
    private func elements(_ element: Element) -> [Element] {
        [element] + element.children.flatMap { elements($0) }
    }

    @Test func everyFilterIsFoundByItsNameInAnyCaseAndBySomeOfItsWords() {
        for entry in FilterChain.choices {
            for words in [entry.name, entry.name.uppercased(), ScreenWords.filter(entry.name)] {
                #expect(FiltersPage.found(words).contains { $0.name == entry.name }, "\(words)")
            }
        }
        #expect(FiltersPage.found("").map(\.name) == FilterChain.choices.map(\.name))
        #expect(FiltersPage.found("blur median").isEmpty)
        #expect(FiltersPage.found("tone  SEP").map(\.name) == ["sepia-tone-filter"])
        #expect(FiltersPage.found("no such filter").isEmpty)
    }

    @Test func aPanelHasEachNameOnceWhateverIsUnfolded() throws {
        for entry in FilterChain.choices {
            let (one, two) = (FilterLink(entry), FilterLink(entry))
            let page = FiltersPage(
                chain: [
                    FiltersPage.row(of: one, isUnfolded: true), FiltersPage.row(of: two, isUnfolded: false),
                ], chosen: [entry.name])
            let names = elements(page.element).map(\.id)
            #expect(Set(names).count == names.count, "\(entry.name)")
        }
    }

    @Test func slidersHaveTheBoundsAndDefaultsOfTheLibraryAndSetWhatTheySay() throws {
        var count = 0
        for entry in FilterChain.choices {
            var chain = FilterChain([FilterLink(entry)])
            let row = FiltersPage.row(of: chain.links[0], isUnfolded: true)
            for element in elements(row) {
                guard case .face(.slider(let slider)) = element.content else { continue }
                count += 1
                let target = slider.value(at: 0.73)
                guard
                    case .set(let id, let name, let place, let number)? = FiltersPage.change(
                        .changed(element.id, target, isFinal: true)),
                    let parameter = chain.operations[0].parameters.first(where: { $0.name == name })?
                        .parameter
                else {
                    Issue.record("\(entry.name): \(element.id)")
                    continue
                }
                let range = try #require(parameter.range)
                #expect(Float(slider.range.lowerBound) == range.lowerBound, "\(entry.name) \(name)")
                #expect(Float(slider.range.upperBound) == range.upperBound, "\(entry.name) \(name)")
                let start = parameter.initialComponents[place]
                #expect(
                    abs(Float(slider.value) - start) <= 1e-6 * max(1, abs(start)), "\(entry.name) \(name)")
                #expect(!slider.isChanged, "\(entry.name) \(name)")
                #expect(
                    set(&chain, name, place, to: number, of: id) == true, "\(entry.name) \(name) \(place)")
                // What comes back is what the hand has set: a slider must not jump under it.
                let shown = elements(FiltersPage.row(of: chain.links[0], isUnfolded: true))
                    .first { $0.id == element.id }
                guard case .face(.slider(let after))? = shown?.content else { continue }
                #expect(abs(after.value - target) <= 1e-6 * max(1, abs(target)), "\(entry.name) \(name)")
            }
        }
        #expect(count > 100)
    }

    @Test func elementsMeanWhatTheyShow() throws {
        let link = FilterLink(try Catalog.entry(named: "mosaic"))
        let row = FiltersPage.row(of: link, isUnfolded: true)
        let changes = elements(row).filter { $0.role == .item || $0.role == .button }
            .map { FiltersPage.change(.activated($0.id)) }
        #expect(changes == [.unfold(link.id), .remove(link.id)])
        let toggle = try #require(elements(row).first { $0.role == .toggle })
        #expect(
            FiltersPage.change(.toggled(toggle.id, false))
                == .set(link.id, parameter: "colorOn", component: 0, 0))
        #expect(FiltersPage.change(.moved(row.id, before: nil)) == .move(link.id, before: nil))
        #expect(FiltersPage.change(.activated("mirror")) == nil)
        #expect(FiltersPage.change(.changed("control-brightness", 1, isFinal: true)) == nil)
    }

    @Test func allFiltersAreTilesInGridsOfTheirGroups() throws {
        let picture = Thumbnail(width: 1, height: 1, pixels: [0xff00_0000])
        let page = FiltersPage(chosen: ["haze"], thumbnails: ["luminance": picture])
        let grids = elements(page.element).filter { element in
            if case .box(let box, _) = element.content, case .grid = box.axis { true } else { false }
        }
        #expect(
            grids.flatMap(\.children).compactMap { FiltersPage.filter(of: $0.id) }
                == FilterChain.choices.map(\.name))
        for tile in grids.flatMap(\.children) {
            let name = try #require(FiltersPage.filter(of: tile.id))
            #expect(
                tile.content
                    == .face(.thumbnail(name == "luminance" ? picture : nil, isChosen: name == "haze")))
            #expect(tile.name == ScreenWords.filter(name))
            #expect(FiltersPage.change(.activated(tile.id)) == .press(name))
        }
        #expect(FiltersPage.filter(of: FiltersPage.field) == nil)
    }

    @Test func aChainIsKeptUnderANameThatIsTyped() throws {
        let row = FiltersPage.row(of: FilterLink(try Catalog.entry(named: "haze")), isUnfolded: false)
        let empty = elements(FiltersPage().element)
        var page = FiltersPage(chain: [row])
        let asks = try #require(
            elements(page.element).first { FiltersPage.change(.activated($0.id)) == .nameChain(true) })
        #expect(empty.allSatisfy { $0.id != asks.id }, "there is nothing to keep")
        #expect(asks.disabledReason == nil)
        page.naming = "warm"
        let field = try #require(page.element.find(FiltersPage.nameField))
        #expect(field.value == "warm" && page.element.find(asks.id) == nil)
        #expect(FiltersPage.change(.edited(field.id, "wa")) == .typeName("wa"))
        #expect(FiltersPage.change(.submitted(field.id, "warm")) == .keep("warm"))
        #expect(FiltersPage.change(.cancelled(field.id)) == .giveUpName && asks.id == FiltersPage.nameChain)
        #expect(FiltersPage.change(.cancelled(FiltersPage.field)) == nil)
        #expect(
            elements(page.element).contains { FiltersPage.change(.activated($0.id)) == .nameChain(false) })
        page.naming = nil
        page.kept = (0..<KeptChain.most).map { KeptChain(name: "\($0)", filters: []) }
        #expect(page.element.find(asks.id)?.disabledReason != nil)
    }

    @Test func allFiltersGoByOneRowWhereThereAreSeveral() throws {
        let row = FiltersPage.row(of: FilterLink(try Catalog.entry(named: "haze")), isUnfolded: false)
        let other = FiltersPage.row(of: FilterLink(try Catalog.entry(named: "luminance")), isUnfolded: false)
        func rows(_ chain: [Element]) -> Int {
            elements(FiltersPage(chain: chain).element)
                .count { FiltersPage.change(.activated($0.id)) == .removeAll }
        }
        #expect(rows([]) == 0 && rows([row]) == 0 && rows([row, other]) == 1)
    }

    @Test func keptChainsAreChosenForgottenAndSearched() throws {
        let chains = ["warm", "cold=er"].map { KeptChain(name: $0, filters: ["haze"]) }
        var page = FiltersPage(kept: chains, shown: chains[1])
        let all = elements(page.element)
        for chain in chains {
            let row = try #require(all.first { $0.id == FiltersPage.row(ofKept: chain.name) })
            #expect(FiltersPage.change(.activated(row.id)) == .choose(chain.name))
            #expect(row.state.contains(.checked) == (chain == chains[1]))
            #expect(all.contains { FiltersPage.change(.activated($0.id)) == .forget(chain.name) })
        }
        page.search = "COLD"
        #expect(page.element.find(FiltersPage.row(ofKept: "cold=er")) != nil)
        #expect(page.element.find(FiltersPage.row(ofKept: "warm")) == nil)
    }

    @Test func twoTilesHaveRoomBesideEachOtherInAPanel() throws {
        let scene = OverlayScene(FiltersPage().element, typesetter: try Typesetter())
        scene.resize(width: 320, height: 600)
        let tiles = scene.description.elements.filter { FiltersPage.filter(of: $0.element.id) != nil }
        #expect(tiles[0].bounds.y == tiles[1].bounds.y && tiles[1].bounds.right <= 320 - 12)
        #expect(tiles[0].bounds.width == tiles[1].bounds.width && tiles[0].bounds.width >= 132)
        #expect(tiles[2].bounds.y > tiles[0].bounds.bottom && tiles[2].bounds.x == tiles[0].bounds.x)
    }

    @Test func namesAreWordsOfPeople() {
        #expect(ScreenWords.filter("gaussian-blur") == "Gaussian blur")
        #expect(ScreenWords.filter("color-matrix-filter") == "Colour matrix")
        #expect(ScreenWords.filter("rgb-adjustment") == "RGB" && ScreenWords.filter("ios-blur") == "iOS blur")
        let names = FilterChain.choices.map { ScreenWords.filter($0.name) }
        #expect(Set(names).count == names.count, "no two filters have one name")
        for name in names {
            #expect(
                !name.hasSuffix("filter") && !name.hasSuffix("adjustment") && !name.contains(/[Cc]olor\b/))
        }
        #expect(ScreenWords.parameter("blurRadiusInPixels") == "Blur radius in pixels")
    }
}
