import Testing

/// What edge operations promise whatever the picture.
@Suite struct EdgeTests {
    static let edges: [(name: String, settings: [String: [Float]])] = [
        ("SobelEdgeDetection", [:]), ("PrewittEdgeDetection", [:]),
        ("SobelEdgeDetection", ["edgeStrength": [0.2]]),
        ("PrewittEdgeDetection", ["edgeStrength": [0.2]]),
        ("ThresholdSobelEdgeDetection", ["threshold": [0.9]]),
    ]

    let studio: FilterStudio
    let noise = TestPicture.noise(33, 21)

    init() throws { studio = try FilterStudio() }

    @Test func aTurnedMirroredOrInvertedPictureHasTheSameEdges() throws {
        for (name, settings) in Self.edges {
            func edges(_ picture: TestPicture) throws -> TestPicture {
                try studio.run(name, [picture], settings)
            }
            let found = try edges(noise)
            #expect(Set(found.pixels).count > 1, "\(name)")
            #expect(try edges(noise.turned.turned).distance(to: found.turned.turned) <= 1, "\(name)")
            #expect(try edges(noise.turned).distance(to: found.turned) <= 1, "\(name)")
            #expect(try edges(noise.mirrored).distance(to: found.mirrored) <= 1, "\(name)")
            #expect(try edges(noise.negative).distance(to: found) <= 1, "\(name)")
        }
    }

    @Test func aStepIsSeenFromBothSidesAndNowhereElse() throws {
        for isUp in [true, false] {
            let step = TestPicture.grey(12, 7) { x, _ in (x < 6) == isUp ? 60 : 90 }
            for (name, weight) in [("SobelEdgeDetection", 4), ("PrewittEdgeDetection", 3)] {
                let found = try studio.run(name, [step])
                for x in 0..<12 {
                    let expected: UInt8 = x == 5 || x == 6 ? UInt8(30 * weight) : 0
                    #expect((0..<7).allSatisfy { found.pixel(x, $0).x == expected }, "\(name) at \(x)")
                }
            }
        }
    }

    @Test func colorsOfOneLuminanceHaveNoEdge() throws {
        // 0.2125 · 220 ≈ 0.7154 · 65; red alone would be a strong edge.
        let picture = TestPicture(20, 10) { x, _ in x < 10 ? [220, 0, 0, 255] : [0, 65, 0, 255] }
        for name in ["SobelEdgeDetection", "PrewittEdgeDetection"] {
            #expect(try studio.run(name, [picture]).pixels.allSatisfy { $0.x <= 3 }, "\(name)")
        }
    }

    @Test func onlyWhatReachesTheThresholdIsAnEdge() throws {
        let ramp = TestPicture.grey(60, 4) { x, _ in UInt8(x * x / 15) }
        let slopes = try studio.run("SobelEdgeDetection", [ramp])
        let found = try studio.run("ThresholdSobelEdgeDetection", [ramp], ["threshold": [0.125]])
        #expect(Set(found.pixels.map(\.x)) == [0, 255])
        for (slope, edge) in zip(slopes.pixels, found.pixels) { #expect((slope.x >= 32) == (edge.x == 255)) }
    }

    @Test func aPatternsBitsGoCounterClockwiseFromTheUpperRight() throws {
        let around = [(1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0)]
        for (bit, offset) in around.enumerated() {
            let picture = TestPicture.grey(5, 5) { x, y in
                (x, y) == (2 + offset.0, 2 + offset.1) ? 200 : (x, y) == (2, 2) ? 100 : 50
            }
            let code = UInt8(1) << UInt8(bit)
            #expect(try studio.run("LocalBinaryPattern", [picture]).pixel(2, 2) == [code, code, code, 255])
        }
        #expect(try studio.run("LocalBinaryPattern", [.grey(9)]) == .grey(255))
    }

    @Test func eachColorHasItsOwnPattern() throws {
        let pattern = try studio.run("ColorLocalBinaryPattern", [noise])
        for channel in 0..<3 {
            let grey = TestPicture.grey(33, 21) { x, y in noise.pixel(x, y)[channel] }
            let alone = try studio.run("LocalBinaryPattern", [grey])
            #expect(pattern.pixels.map { $0[channel] } == alone.pixels.map(\.x))
        }
    }

    @Test func aFeaturesDirectionTurnsWithThePicture() throws {
        let ramp = TestPicture.grey(40, 40) { x, _ in UInt8(5 * x) }
        let directions = [0.5, 0.25, 0, 0.75]  // Growing to the right, down, to the left, up.
        var picture = ramp
        for direction in directions {
            let alpha = try studio.run("ColourFASTFeatureDetection", [picture]).pixel(20, 20).w
            let difference = abs(Double(alpha) / 255 - direction)
            #expect(min(difference, 1 - difference) <= 0.01)
            picture = picture.turned
        }
        #expect(
            try studio.run("ColourFASTFeatureDetection", [.grey(77)]).pixel(3, 3) == [128, 128, 128, 128])
    }
}
