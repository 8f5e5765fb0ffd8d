import Filters
import Testing

@testable import Viewfinder

@Suite struct FilterChainTests {
    private func chain(_ texts: String...) throws -> FilterChain {
        FilterChain(try texts.map { try FilterChain.Link(parsing: $0) })
    }

    @Test func theCommandLinesFiltersComeInTheirOrder() throws {
        let chain = try chain("GaussianBlur:blurRadiusInPixels=3", "color-inversion")
        #expect(chain.operations.map(\.name) == ["GaussianBlur", "ColorInversion"])
        #expect(chain.text == "gaussian-blur + color-inversion")
    }

    @Test func theTitleSaysWhatCouldBeTyped() throws {
        let chain = try chain("gaussian-blur:blurRadiusInPixels=3.5")
        let text = try #require(chain.text)
        #expect(text == "gaussian-blur:blurRadiusInPixels=3.5")
        let again = try FilterChain.Link(parsing: text).operation as? GaussianBlur
        #expect(again?.blurRadiusInPixels == 3.5)
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

    @Test func steppingBeginsWithTheLastFilterOfTheCommandLine() throws {
        var chain = try chain("color-inversion", "brightness-adjustment:brightness=0.5")
        chain.step(1)
        #expect(chain.operations.map(\.name) == ["ColorInversion", "ExposureAdjustment"])
        chain.step(-1)
        #expect(chain.text == "color-inversion + brightness-adjustment:brightness=0")
    }

    @Test func equalizationStandsLastAndGoesAgain() throws {
        var chain = try chain("color-inversion")
        chain.toggleEqualization()
        chain.step(1)
        let last = chain.operations.last as? HistogramEqualization
        #expect(last?.channels == .luminance)
        #expect(chain.text?.hasSuffix(" + equalization") == true)
        chain.toggleEqualization()
        #expect(chain.operations.count == 1)
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

    @Test(
        arguments: [
            (0, "0"), (-0.00001, "0"), (1, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1.0 / 3, "0.3333"),
            (5000, "5000"),
        ] as [(Float, String)])
    func numbersHaveNoNeedlessDigits(_ number: Float, _ text: String) {
        #expect(ParameterStep.text(number) == text)
    }
}
