import Filters
import Testing

/// What kernels, morphology and memories promise whatever the picture.
@Suite struct ProcessingTests {
    static let identities: [(name: String, settings: [String: [Float]])] = [
        ("Sharpen", [:]), ("Convolution3x3", [:]), ("EmbossFilter", ["intensity": [0]]),
        ("GaussianBlur", ["blurRadiusInPixels": [0]]), ("BoxBlur", ["blurRadiusInPixels": [0]]),
        ("IOSBlur", ["blurRadiusInPixels": [0], "saturation": [1], "rangeReductionFactor": [0]]),
        ("TiltShift", ["blurRadiusInPixels": [0]]), ("GaussianSelectiveBlur", ["blurRadiusInPixels": [0]]),
        ("GaussianBlurPosition", ["blurSize": [0]]), ("GaussianBlurPosition", ["blurRadius": [0]]),
        ("MotionBlur", ["blurSize": [0]]), ("ZoomBlur", ["blurSize": [0]]),
        ("UnsharpMask", ["intensity": [0]]),
        ("UnsharpMask", ["blurRadiusInPixels": [0]]), ("LowPassFilter", ["strength": [0]]),
        ("LowPassFilter", ["strength": [1]]), ("ImageBuffer", [:]), ("ImageBuffer", ["bufferSize": [0]]),
        ("RGBDilation", ["radius": [0]]), ("RGBErosion", ["radius": [0]]), ("LanczosResampling", [:]),
        ("Crop", [:]), ("TransformOperation", [:]),
    ]
    static let names = Catalog.entries.filter { $0.group == .processing }.map(\.className)

    let studio: FilterStudio
    let noise = TestPicture.noise(1)
    let opaque = TestPicture.noise(33, 21)

    init() throws { studio = try FilterStudio() }

    @Test func settingsThatChangeNothingGiveThePictureBack() throws {
        for (name, settings) in Self.identities {
            #expect(try studio.run(name, [noise], settings) == noise, "\(name) \(settings)")
        }
    }

    @Test(arguments: [Float.nan, .infinity, -7])
    func anyNumberGivesAPicture(number: Float) throws {
        // The largest new size is more than a test should take.
        for name in Self.names where name != "LanczosResampling" || !(number > 100) {
            let operation = try Catalog.entry(named: name).make()
            for (_, parameter) in operation.parameters {
                parameter.set(components: parameter.components.map { _ in number })
            }
            let result = try studio.run(operation, [opaque])
            #expect(result.width > 0 && result.height > 0, "\(name)")
        }
    }

    @Test func sumsKeepTheirSignFromKernelToKernel() throws {
        // Minus a half, and then minus two of that: 8 bits without a sign between them would leave black.
        let kernels: [Float] = [-0.5, -2]
        let operations = kernels.map { weight in
            let operation = Convolution3x3()
            operation.convolutionKernel = Matrix3x3(components: [0, 0, 0, 0, weight, 0, 0, 0, 0])
            return operation
        }
        #expect(try studio.run(operations, opaque).distance(to: opaque) <= 1)
    }

    @Test func aKernelsFirstNumberWeighsTheUpperLeftNeighbour() throws {
        let moved = try studio.run(
            "Convolution3x3", [opaque], ["convolutionKernel": [1, 0, 0, 0, 0, 0, 0, 0, 0]])
        #expect(moved == TestPicture(33, 21) { x, y in opaque.pixel(max(0, x - 1), max(0, y - 1)) })
        let right = try studio.run(
            "Convolution3x3", [opaque], ["convolutionKernel": [0, 0, 0, 0, 0, 1, 0, 0, 0]])
        #expect(right == TestPicture(33, 21) { x, y in opaque.pixel(min(32, x + 1), y) })
    }

    /// A kernel of any size.
    private func convolution(_ width: Int, _ height: Int, _ weights: [Float]) -> Convolution {
        let operation = Convolution()
        (operation.kernelWidth, operation.kernelHeight, operation.weights) = (width, height, weights)
        return operation
    }

    @Test func aSingleWeightMovesThePicture() throws {
        for (width, height) in [(9, 9), (5, 3), (1, 7)] {
            for index in [0, width * height / 2, width * height - 1] {
                let weights = (0..<width * height).map { Float($0 == index ? 1 : 0) }
                let (dx, dy) = (index % width - width / 2, index / width - height / 2)
                let found = try studio.run(convolution(width, height, weights), [opaque])
                let moved = TestPicture(33, 21) { x, y in
                    opaque.pixel(min(32, max(0, x + dx)), min(20, max(0, y + dy)))
                }
                #expect(found == moved, "\(width)×\(height) \(index)")
            }
        }
    }

    @Test func aKernelOfAnySizeDoesWhatItsRowAndItsColumnDo() throws {
        let (row, column): ([Float], [Float]) = ([1, -2, 3, 4, 3, 0, 1, 2, 1], [2, 1, 4, 1, 1])
        let whole = convolution(9, 5, column.flatMap { factor in row.map { $0 * factor } })
        let (across, down) = (convolution(9, 1, row), convolution(1, 5, column))
        for operation in [whole, across, down] { operation.divisor = 0 }
        #expect(try studio.run(whole, [opaque]).distance(to: studio.run([across, down], opaque)) <= 1)
    }

    @Test func aKernelOfNineIsTheOlderOne() throws {
        let weights: [Float] = [0.5, -1, 0.25, 2, -0.5, 0.125, 0, 0.25, -0.75]
        let found = try studio.run(convolution(3, 3, weights), [opaque])
        #expect(try found == studio.run("Convolution3x3", [opaque], ["convolutionKernel": weights]))
    }

    @Test func weightsMayChangeWithEachFrame() throws {
        let operation = convolution(3, 1, [0, 1, 0])
        let last = try studio.source(opaque) --> operation
        #expect(try studio.picture(of: last) == opaque)
        operation.weights = [0, -1, 0]
        operation.bias = 1
        #expect(try studio.picture(of: last).distance(to: opaque.negative) <= 1)
        operation.weights = [.nan, 1, .infinity]
        operation.bias = 0
        #expect(try studio.picture(of: last).width == opaque.width)
        operation.weights = [0, 5]
        operation.divisor = 5
        #expect(try studio.picture(of: last) == opaque)
    }

    @Test func aReliefIsLitFromTheUpperLeft() throws {
        let hill = TestPicture.grey(21, 21) { x, y in (5...15).contains(x) && (5...15).contains(y) ? 140 : 110
        }
        let relief = try studio.run("EmbossFilter", [hill])
        #expect(relief.pixel(5, 5).x > 140 && relief.pixel(15, 15).x < 110)
        #expect(relief.pixel(10, 10).x == 140 && relief.pixel(1, 1).x == 110)
    }

    @Test func theLaplacianOfASlopeIsGrey() throws {
        let ramp = TestPicture.grey(30, 20) { x, y in UInt8(4 * x + 3 * y) }
        let curved = try studio.run("Laplacian", [ramp])
        for y in 1..<19 {
            for x in 1..<29 { #expect(abs(Int(curved.pixel(x, y).x) - 128) <= 1) }
        }
    }

    @Test func erosionIsTheDilationOfTheNegative() throws {
        for (dilation, erosion) in [
            ("RGBDilation", "RGBErosion"), ("Dilation", "Erosion"), ("RGBClosingFilter", "RGBOpeningFilter"),
            ("ClosingFilter", "OpeningFilter"),
        ] {
            for radius: Float in [1, 3] {
                let grown = try studio.run(dilation, [opaque], ["radius": [radius]])
                let shrunk = try studio.run(erosion, [opaque.negative], ["radius": [radius]])
                #expect(shrunk.negative.distance(to: grown) <= 1, "\(dilation)")
            }
        }
    }

    @Test func twoDilationsAreOneOfBothRadii() throws {
        let once = try studio.run("RGBDilation", [opaque], ["radius": [1]])
        let twice = try studio.run("RGBDilation", [once], ["radius": [2]])
        #expect(try studio.run("RGBDilation", [opaque], ["radius": [3]]) == twice)
    }

    @Test func openingAndClosingAreDoneOnce() throws {
        for name in ["RGBOpeningFilter", "RGBClosingFilter", "OpeningFilter", "ClosingFilter"] {
            let once = try studio.run(name, [opaque], ["radius": [2]])
            #expect(try studio.run(name, [once], ["radius": [2]]).distance(to: once) <= 1, "\(name)")
        }
    }

    @Test func aSpotGrowsToASquare() throws {
        let spot = TestPicture.grey(15, 15) { x, y in (x, y) == (7, 7) ? 255 : 0 }
        for radius in 1...4 {
            let grown = try studio.run("Dilation", [spot], ["radius": [Float(radius)]])
            #expect(
                grown
                    == .grey(15, 15) { x, y in abs(x - 7) <= radius && abs(y - 7) <= radius ? 255 : 0 })
            let opened = try studio.run("OpeningFilter", [spot], ["radius": [Float(radius)]])
            #expect(opened == .grey(15, 15) { _, _ in 0 })
        }
    }

    @Test func whatIsStillIsBlackAndWhatMovesIsNot() throws {
        let operation = HighPassFilter()
        #expect(try studio.run(operation, [opaque]) == TestPicture(33, 21) { _, _ in [0, 0, 0, 255] })
    }
}
