import Capture
import Decoders
import Frames
import Overlay
import Testing

@testable import Viewfinder

/// The panel of colours, and the words by which its wishes are kept.
@Suite struct ColorPageTests {
    private func mode(_ card: String) async throws -> CaptureMode {
        let session = CaptureSession(try Source(parsing: "test:\(card)"), encoder: JPEGEncoder.init)
        defer { session.stop() }
        return try await session.start()
    }

    private func rows(_ page: ColorPage) -> [Element] {
        func all(_ element: Element) -> [Element] { [element] + element.children.flatMap { all($0) } }
        return all(page.element).filter { $0.role == .checkItem }
    }

    @Test func whatTheSourceSaysStandsBesideWhatIsChosen() async throws {
        let wish = ColorWish(matrix: .bt2020)
        let page = ColorPage(mode: try await mode("64x48@30:NV12:709-limited"), wish: wish)
        #expect(page.element.find("color-source")?.name == "The source says: BT.709, limited range")
        let chosen = rows(page).filter { $0.state.contains(.checked) }
        #expect(chosen.map(\.name) == ["Automatic", "BT.2020", "Automatic", "Automatic"])
        #expect(chosen.first?.value == "Limited (16–235)", "what is taken then")
        let ids = rows(page).map(\.id)
        #expect(Set(ids).count == ids.count)
    }

    @Test func picturesWithoutColourDifferencesHaveNoMatrix() async throws {
        for (format, hasMatrix) in [("GREY", false), ("BGRX", false), ("MJPG", true)] {
            let ids = rows(ColorPage(mode: try await mode("64x48@30:\(format)"))).map(\.id)
            #expect(ids.contains { $0.hasPrefix("color-matrix=") } == hasMatrix)
            #expect(ids.contains("color-range=full") && ids.contains("color-transfer=pq"))
        }
    }

    @Test func everyRowChangesOneFactOfTheWish() async throws {
        let before = ColorWish(matrix: .bt709, range: .full)
        let page = ColorPage(mode: try await mode("64x48@30:NV12"), wish: before)
        let wishes = rows(page).map { ColorPage.wish(.activated($0.id), after: before) }
        let ranges: [ColorDescription.Range?] = [nil] + ColorDescription.Range.allCases
        let matrices: [ColorDescription.Matrix?] = [nil] + ColorDescription.Matrix.allCases
        let primaries: [ColorDescription.Primaries?] = [nil] + ColorDescription.Primaries.allCases
        let transfers: [ColorDescription.Transfer?] = [nil] + ColorDescription.Transfer.allCases
        let expected =
            ranges.map { ColorWish(matrix: .bt709, range: $0) }
            + matrices.map { ColorWish(matrix: $0, range: .full) }
            + primaries.map { ColorWish(matrix: .bt709, range: .full, primaries: $0) }
            + transfers.map { ColorWish(matrix: .bt709, range: .full, transfer: $0) }
        #expect(wishes == expected)
        #expect(ColorPage.wish(.activated("panel-color"), after: before) == nil)
        #expect(ColorPage.wish(.activated("mode-automatic"), after: before) == nil)
    }

    @Test func aSourceThatCannotBeOpenedAgainSaysWhatToDo() async throws {
        let page = ColorPage(mode: try await mode("64x48@30:NV12"), isFixed: true)
        #expect(rows(page).allSatisfy { $0.disabledReason == ScreenWords.colorIsFixed })
    }

    @Test(arguments: [
        "601-limited", "709-full", "2020-limited", "240-full", "601", "709", "2020", "240", "limited", "full",
        "primaries=bt2020", "transfer=hlg", "709-full-primaries=dciP3-transfer=linear",
    ])
    func wishesAreReadAsTheyAreWritten(text: String) {
        #expect(ColorWish(named: text)?.name == text)
        #expect(
            ColorDescription(named: text).map {
                ($0.matrix, $0.range) == (ColorWish(named: text)?.matrix, ColorWish(named: text)?.range)
            } ?? true)
    }

    @Test(arguments: ["", "-", "709-", "-full", "709-601", "709-full-full", "BT.709", "red", "primaries=red"])
    func otherWordsAreNoWish(text: String) { #expect(ColorWish(named: text) == nil) }
}
