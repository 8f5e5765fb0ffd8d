import Filters
import Foundation
import Testing

@testable import Viewfinder

/// Sets a number; the macro `expect` takes no call that changes.
func set(
    _ chain: inout FilterChain, _ name: String, _ place: Int, to number: Float, of id: FilterLink.ID
) -> Bool { chain.set(name, place, to: number, of: id) }

@Suite struct FilterChainTests {
    private func chain(_ texts: String...) throws -> FilterChain {
        FilterChain(try texts.map { try FilterLink(parsing: $0) })
    }

    @Test func theCommandLinesFiltersComeInTheirOrder() throws {
        let chain = try chain("GaussianBlur:blurRadiusInPixels=3", "color-inversion")
        #expect(chain.operations.map(\.name) == ["GaussianBlur", "ColorInversion"])
        #expect(chain.text == "gaussian-blur:blurRadiusInPixels=3 + color-inversion")
    }

    @Test func theTitleSaysWhatCouldBeTyped() throws {
        let chain = try chain("gaussian-blur:blurRadiusInPixels=3.5")
        let text = try #require(chain.text)
        #expect(text == "gaussian-blur:blurRadiusInPixels=3.5")
        let again = try FilterLink(parsing: text).operation as? GaussianBlur
        #expect(again?.blurRadiusInPixels == 3.5)
    }

    @Test func theTitleHasAllThatWasTypedAndWhatTheKeysHaveChanged() throws {
        let chain = try chain("HSBAdjustment:saturation=0.5,hue=20", "box-blur:blur-radius-in-pixels=2")
        #expect(chain.adjust(by: 1))
        let text = try #require(chain.text)
        let typed = text.components(separatedBy: " + ")
        #expect(typed.first == "hsb-adjustment:saturation=0.5,hue=20")
        let again = try typed.map { try FilterLink(parsing: $0).operation }
        for (first, second) in zip(chain.operations, again) {
            for (one, other) in zip(first.parameters, second.parameters) {
                #expect(one.parameter.components == other.parameter.components, "\(one.name)")
            }
        }
    }

    @Test func theTitleNamesAFileAsItIsTyped() throws {
        let path = NSTemporaryDirectory() + "look, \(UUID().uuidString).cube"
        try Data("LUT_1D_SIZE 2\n1 1 1\n0 0 0\n".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let chain = try chain("color-table-filter:file=\"\(path)\"")
        #expect(chain.text == "color-table-filter:file=\"\(path)\",intensity=1")
    }

    @Test func aLookupWithoutAPictureIsRefused() {
        let error = FilterError.missingFile(operation: "lookup-filter", endings: ["png", "jpg", "jpeg"])
        #expect(throws: error) { try FilterLink(parsing: "lookup-filter:intensity=0.5") }
        #expect(error.description.hasSuffix("; give lookup-filter:file=PATH"))
    }

    @Test func steppingGoesThroughAllAndThenThroughNone() throws {
        var chain = FilterChain([])
        var seen: [String?] = []
        for _ in 0...FilterChain.choices.count {
            chain.step(1)
            seen.append(chain.operations.first?.name)
        }
        #expect(seen == FilterChain.choices.map(\.className) + [nil])
        chain.step(-1)
        #expect(chain.operations.first?.name == FilterChain.choices.last?.className)
    }

    @Test func whatTakesNoPictureOrTwoIsNoChoice() {
        #expect(!FilterChain.choices.isEmpty)
        for entry in FilterChain.choices { #expect(entry.make().input.maximum == 1, "\(entry.name)") }
    }

    @Test func whatNeedsAFileIsNoChoice() throws {
        #expect(!FilterChain.choices.contains { $0.make() is LookupFilter })
        // What was chosen is kept as a text, and read again at the next start.
        for entry in FilterChain.choices {
            #expect(try FilterLink(parsing: FilterLink(entry).text()).name == entry.name)
        }
    }

    @Test func steppingBeginsWithTheLastFilterOfTheCommandLine() throws {
        var chain = try chain("color-inversion", "brightness-adjustment:brightness=0.5")
        chain.step(1)
        #expect(chain.operations.map(\.name) == ["ColorInversion", "ExposureAdjustment"])
        chain.step(-1)
        #expect(chain.text == "color-inversion + brightness-adjustment:brightness=0")
    }

    @Test func equalizationStandsLast() throws {
        var chain = try chain("color-inversion")
        chain.toggleEqualization()
        chain.step(1)
        let last = try #require(chain.operations.last as? HistogramEqualization)
        #expect(last.channels == .luminance)
        // Else noise and a flickering light make the whole picture flicker.
        #expect(last.smoothing == 0.8)
        let text = try #require(chain.text?.components(separatedBy: " + ").last)
        #expect(text == "histogram-equalization:channels=3,smoothing=0.8")
        let again = try #require(try FilterText.operation(text) as? HistogramEqualization)
        #expect(again.channels == .luminance && again.smoothing == 0.8)
    }

    @Test func withoutEqualizationTheChainIsTheOneBefore() throws {
        var chain = try chain("color-inversion", "brightness-adjustment:brightness=0.5")
        _ = chain.adjust(by: 2)
        let before = (operations: chain.operations, text: chain.text)
        chain.toggleEqualization()
        #expect(chain.operations.count == 3)
        chain.toggleEqualization()
        let isSame = chain.operations.elementsEqual(before.operations) { $0 === $1 }
        #expect(isSame && chain.text == before.text)
    }

    @Test func noFiltersMeansNone() throws {
        var chain = try chain("color-inversion", "luminance")
        chain.toggleEqualization()
        chain.removeAll()
        #expect(chain.operations.isEmpty)
        #expect(chain.text == nil)
    }

    @Test func aNumberMovesByTwentiethsOfItsRangeAndStaysInIt() throws {
        let chain = try chain("brightness-adjustment")
        let operation = try #require(chain.operations.first as? BrightnessAdjustment)
        for _ in 0..<3 { #expect(chain.adjust(by: 1)) }
        #expect(chain.text == "brightness-adjustment:brightness=0.3")
        for _ in 0..<20 { _ = chain.adjust(by: 1) }
        #expect(operation.brightness == 1)
        for _ in 0..<50 { _ = chain.adjust(by: -1) }
        #expect(operation.brightness == -1)
    }

    @Test func whatHasNoNumberCannotBeMoved() throws {
        #expect(try !chain("color-inversion").adjust(by: 1))
        #expect(!FilterChain([]).adjust(by: 1))
    }

    @Test func filtersAreAddedBeforeTheKeysEqualizationAndTakenOutOneByOne() throws {
        var chain = try chain("color-inversion")
        chain.toggleEqualization()
        chain.add(try Catalog.entry(named: "sepia-tone-filter"))
        chain.add(try Catalog.entry(named: "sepia-tone-filter"))
        #expect(
            chain.links.map(\.name) == [
                "color-inversion", "sepia-tone-filter", "sepia-tone-filter", "histogram-equalization",
            ])
        let equalization = try #require(chain.links.last)
        chain.remove(chain.links[1].id)
        chain.remove(chain.links[0].id)
        chain.remove("none")
        // The others are the same objects, so that what moves in them goes on.
        #expect(chain.links.map(\.name) == ["sepia-tone-filter", "histogram-equalization"])
        #expect(chain.operations.last === equalization.operation && chain.isEqualizing)
        // The keys change what was added last.
        chain.step(1)
        #expect(chain.links.count == 2 && chain.links[0].name != "sepia-tone-filter")
    }

    @Test func anyOrderCanBeMade() throws {
        var chain = try chain("color-inversion", "luminance", "brightness-adjustment")
        chain.toggleEqualization()
        let ids = chain.links.map(\.id)
        for order in [[3, 2, 1, 0], [1, 3, 0, 2], [0, 1, 2, 3]] {
            // From behind: each comes before the one that follows it.
            var next: String?
            for place in order.reversed() {
                chain.move(ids[place], before: next)
                next = ids[place]
            }
            #expect(chain.links.map(\.id) == order.map { ids[$0] })
        }
        chain.move(ids[0], before: ids[0])
        chain.move("none", before: ids[0])
        #expect(chain.links.map(\.id) == ids && chain.isEqualizing)
    }

    @Test func theKeysEqualizationStaysTheKeysWhenItsNumbersChange() throws {
        var chain = try chain("color-inversion", "luminance")
        chain.toggleEqualization()
        let ids = chain.links.map(\.id)
        #expect(set(&chain, "smoothing", 0, to: 0.5, of: ids[2]) == true)
        chain.move(ids[1], before: ids[0])
        #expect(chain.isEqualizing)
        chain.move(ids[2], before: ids[0])
        #expect(!chain.isEqualizing)
        chain.move(ids[2], before: nil)
        #expect(chain.isEqualizing)
        chain.remove(ids[0])
        chain.toggleEqualization()
        #expect(chain.links.map(\.id) == [ids[1]])
    }

    @Test func eachNumberOfEachFilterIsSetLiveAndCanBeTypedAgain() throws {
        for entry in FilterChain.choices {
            for end in [0, 0.37, 1] as [Float] {
                var chain = FilterChain([FilterLink(entry)])
                let (id, operation) = (chain.links[0].id, chain.operations[0])
                for (name, parameter) in operation.parameters {
                    // Of a curve's points two may become one.
                    guard let range = parameter.range, !(parameter is Parameter<ControlPoints>) else {
                        continue
                    }
                    let number = range.lowerBound + (range.upperBound - range.lowerBound) * end
                    for place in parameter.components.indices {
                        #expect(
                            set(&chain, name, place, to: number, of: id) == true,
                            "\(entry.name) \(name) \(place)")
                    }
                }
                let again = try FilterLink(parsing: try #require(chain.texts.first)).operation
                for (one, other) in zip(operation.parameters, again.parameters) {
                    for (first, second) in zip(one.parameter.components, other.parameter.components) {
                        #expect(abs(first - second) <= 0.00005, "\(entry.name) \(one.name)")
                    }
                }
            }
        }
    }

    @Test func aNumberStaysInItsRangeAndAnUnknownOneIsNone() throws {
        var chain = try chain("color-inversion", "brightness-adjustment")
        let id = chain.links[1].id
        #expect(set(&chain, "brightness", 0, to: 9, of: id) == true)
        #expect(chain.text == "color-inversion + brightness-adjustment:brightness=1")
        #expect(set(&chain, "brightness", 1, to: 0, of: id) == false)
        #expect(set(&chain, "brightness", 0, to: .nan, of: id) == false)
        #expect(set(&chain, "contrast", 0, to: 0, of: id) == false)
        #expect(set(&chain, "brightness", 0, to: 0, of: chain.links[0].id) == false)
        #expect(chain.text == "color-inversion + brightness-adjustment:brightness=1")
    }

    @Test(
        arguments: [
            (0, "0"), (-0.00001, "0"), (1, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1.0 / 3, "0.3333"),
            (5000, "5000"),
        ] as [(Float, String)])
    func numbersHaveNoNeedlessDigits(_ number: Float, _ text: String) {
        #expect(ParameterStep.text(number) == text)
    }
}
