import Overlay
import Testing

/// Graphs: a line through the numbers, with gaps where there are none.
struct GraphTests {
    /// The colour of each column of a graph's middle row that the line crosses, and of all rows.
    private func columns(_ numbers: [Double?], _ appearance: Appearance = Appearance()) throws -> [Bool] {
        let scene = OverlayScene(
            .graph("graph", name: "", numbers, range: 0...10), theme: Theme(appearance),
            typesetter: try Typesetter(appearance))
        scene.resize(width: 108, height: 48)
        let (sheet, empty) = (Sheet(scene), Sheet(scene))
        try sheet.draw(scene)
        scene.root = .graph("graph", name: "", [], range: 0...10)
        try empty.draw(scene, buffer: 1)
        return (0..<sheet.width).map { x in
            (0..<sheet.height).contains {
                sheet.pixels[$0 * sheet.width + x] != empty.pixels[$0 * sheet.width + x]
            }
        }
    }

    @Test func theLineGoesFromTheOldestNumberToTheNewest() throws {
        let drawn = try columns([1, 9, 3, 5])
        #expect(
            drawn[5..<103].allSatisfy { $0 } && !drawn[0..<3].contains(true) && !drawn[105...].contains(true))
    }

    @Test func whereThereIsNoNumberIsAGap() throws {
        // Eleven places, ten units apart.
        let drawn = try columns([nil, nil, nil, 4, 5, nil, 6, nil, nil, 7, 8])
        #expect(!drawn[0..<33].contains(true), "before the first")
        #expect(drawn[35..<44].allSatisfy { $0 })
        #expect(!drawn[47..<62].contains(true))
        #expect(drawn[62..<66].contains(true), "one alone")
        #expect(!drawn[67..<93].contains(true))
        #expect(drawn[95..<103].allSatisfy { $0 })
    }

    @Test func timeGoesAsTheLanguageIsRead() throws {
        let numbers: [Double?] = [4, 5, 6, nil, nil]
        let drawn = try columns(numbers, Appearance(isRightToLeft: true))
        #expect(!drawn[0..<50].contains(true) && drawn[56..<103].allSatisfy { $0 })
    }

    @Test func numbersThatAreNoneAndThoseOutsideDrawNothingOutside() throws {
        #expect(!(try columns([.nan, .infinity, -.infinity, nil])).contains(true))
        let drawn = try columns([-1e300, 1e300, 20])
        #expect(drawn[5..<103].allSatisfy { $0 })
    }
}
