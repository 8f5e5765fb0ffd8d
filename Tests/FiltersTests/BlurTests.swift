import Glibc
import Testing

@testable import Filters

/// What blurs promise whatever the picture.
@Suite struct BlurTests {
    let studio: FilterStudio
    let noise = TestPicture.noise(45, 28)

    init() throws { studio = try FilterStudio() }

    @Test(arguments: [false, true]) func oneColorStaysUpToTheEdges(roundsOtherwise: Bool) throws {
        let studio = try FilterStudio(roundsOtherwise: roundsOtherwise)
        for name in [
            "GaussianBlur", "BoxBlur", "MotionBlur", "ZoomBlur", "BilateralBlur", "TiltShift", "MedianFilter",
            "GaussianSelectiveBlur", "GaussianBlurPosition", "UnsharpMask", "Sharpen", "LanczosResampling",
        ] {
            let picture = TestPicture.color(3, 130, 251)
            #expect(try studio.run(name, [picture]) == picture, "\(name)")
        }
        for sigma: Float in [0.3, 3, 7.9, 8, 21, 40, 100] {
            let picture = TestPicture.color(3, 130, 251)
            #expect(try studio.run("GaussianBlur", [picture], ["blurRadiusInPixels": [sigma]]) == picture)
        }
    }

    /// Whatever the order in which a device adds them.
    @Test(arguments: ["GaussianBlur", "BoxBlur", "GaussianBlurPosition"])
    func weightsOfKernelsAddUpToOneInFloats(name: String) throws {
        let context = try FilterContext(device: studio.device, usesProcessor: false)
        for size: Float in [0.3, 0.7, 1, 2.1, 3, 5, 7.9] {
            let operation = try Catalog.entry(named: name).make()
            operation.parameters.first?.parameter.set(components: [size])
            try studio.source(noise) --> operation
            _ = try context.picture(of: operation)
            for text in context.runner.kernelTexts {
                guard let found = text.firstMatch(of: /WEIGHTS float\[\]\((.*)\)/) else { continue }
                let half = found.output.1.split(separator: ", ").compactMap { Float($0) }
                let all = half.dropFirst().reversed() + half
                #expect(all.reduce(0, +) == 1 && half.dropFirst().reduce(half[0]) { $0 + 2 * $1 } == 1)
                #expect(half[0] > 0)
            }
        }
    }

    @Test func horizontalMotionIsVerticalMotionOfTheTurnedPicture() throws {
        func blurred(_ picture: TestPicture, _ angle: Float) throws -> TestPicture {
            try studio.run("MotionBlur", [picture], ["blurSize": [1.7], "blurAngle": [angle]])
        }
        let across = try blurred(noise, 0)
        #expect(across.distance(to: noise) > 20)
        #expect(try blurred(noise.transposed, 90).distance(to: across.transposed) <= 1)
        #expect(try blurred(noise, 180).distance(to: across) <= 1)
        #expect(try blurred(noise.turned, -30).distance(to: blurred(noise, 60).turned) <= 1)
        #expect(try blurred(noise.mirrored, 120).distance(to: blurred(noise, 60).mirrored) <= 1)
    }

    @Test func motionLeavesRowsAlone() throws {
        let rows = TestPicture.grey(30, 20) { _, y in UInt8(y * 12) }
        #expect(try studio.run("MotionBlur", [rows], ["blurSize": [3], "blurAngle": [0]]) == rows)
        #expect(try studio.run("MotionBlur", [rows], ["blurSize": [3], "blurAngle": [90]]) != rows)
    }

    @Test func aZoomLeavesItsCentreAlone() throws {
        let settings: [String: [Float]] = ["blurSize": [8], "blurCenter": [(7 + 0.5) / 45, (20 + 0.5) / 28]]
        let blurred = try studio.run("ZoomBlur", [noise], settings)
        #expect(blurred.pixel(7, 20) == noise.pixel(7, 20))
        #expect(blurred.pixel(44, 0) != noise.pixel(44, 0))
    }

    @Test func aBoxHasItsRadiusOnEachSide() throws {
        for radius in 1...3 {
            let side = 2 * radius + 1
            let point = TestPicture.grey(15, 13) { x, y in (x, y) == (7, 6) ? 255 : 0 }
            let blurred = try studio.run("BoxBlur", [point], ["blurRadiusInPixels": [Float(radius)]])
            let mean = UInt8((255 / Double(side * side)).rounded())
            for y in 0..<13 {
                for x in 0..<15 {
                    let isInside = abs(x - 7) <= radius && abs(y - 6) <= radius
                    #expect(blurred.pixel(x, y).x == (isInside ? mean : 0))
                }
            }
        }
    }

    @Test(arguments: [1, 4, 9, 20] as [Float])
    func aBlurredStepIsTheErrorFunction(sigma: Float) throws {
        let step = TestPicture.grey(160, 5) { x, _ in x < 80 ? 0 : 255 }
        let blurred = try studio.run("GaussianBlur", [step], ["blurRadiusInPixels": [sigma]])
        for x in 0..<160 {
            let expected = 127.5 * (1 + erf((Double(x) - 79.5) / (Double(sigma) * 2.0.squareRoot())))
            #expect(abs(Double(blurred.pixel(x, 2).x) - expected) <= (sigma < 2 ? 4 : 2), "at \(x)")
        }
    }

    @Test(arguments: [2, 12] as [Float])
    func aBlurDoesNotPreferADirection(sigma: Float) throws {
        let settings = ["blurRadiusInPixels": [sigma]]
        let blurred = try studio.run("GaussianBlur", [noise], settings)
        #expect(try studio.run("GaussianBlur", [noise.turned], settings).distance(to: blurred.turned) <= 1)
        #expect(
            try studio.run("GaussianBlur", [noise.mirrored], settings).distance(to: blurred.mirrored) <= 1)
    }

    @Test func unsharpMasksSharpenByDefault() throws {
        let step = TestPicture.grey(40, 5) { x, _ in x < 20 ? 80 : 160 }
        let sharp = try studio.run("UnsharpMask", [step])
        #expect(sharp.pixel(19, 2).x < 70 && sharp.pixel(20, 2).x > 170)
        #expect(sharp.pixel(0, 2).x == 80 && sharp.pixel(39, 2).x == 160)
    }

    @Test func aBilateralBlurKeepsStrongEdgesAndSmoothsTheRest() throws {
        let picture = TestPicture.grey(40, 20) { x, y in (x < 20 ? 60 : 180) + UInt8((x + y) % 2 * 6) }
        let blurred = try studio.run("BilateralBlur", [picture])
        for x in 2..<38 where x != 19 && x != 20 {
            #expect((2..<18).allSatisfy { abs(Int(blurred.pixel(x, $0).x) - (x < 20 ? 63 : 183)) <= 1 })
        }
        #expect(blurred.pixel(20, 10).x - blurred.pixel(19, 10).x > 115)
    }

    @Test func aMedianTakesPointsAwayAndKeepsSteps() throws {
        let step = TestPicture.grey(24, 16) { x, _ in x < 11 ? 40 : 200 }
        let points = TestPicture.grey(24, 16) { x, y in
            x % 5 == 2 && y % 5 == 2 ? 255 : x < 11 ? 40 : 200
        }
        #expect(try studio.run("MedianFilter", [step]) == step)
        #expect(try studio.run("MedianFilter", [points]) == step)
    }

    @Test func aSharpDiscIsRoundWhereverItIs() throws {
        let picture = TestPicture.noise(128, 72)
        let center = (x: 40.0, y: 50.0)
        let settings: [String: [Float]] = [
            "excludeCirclePoint": [Float(center.x / 128), Float(center.y / 72)],
            "excludeCircleRadius": [0.25],
            "excludeBlurSize": [0.02],
        ]
        let seen = try studio.run("GaussianSelectiveBlur", [picture], settings)
        for y in 0..<72 {
            for x in 0..<128 {
                let distance = hypot(Double(x) + 0.5 - center.x, Double(y) + 0.5 - center.y)
                if distance < 0.23 * 72 { #expect(seen.pixel(x, y) == picture.pixel(x, y)) }
            }
        }
        let (found, given) = (seen.pixels, picture.pixels)
        let outside = found.indices.filter { index in
            hypot(Double(index % 128) + 0.5 - center.x, Double(index / 128) + 0.5 - center.y) > 0.25 * 72
        }
        let changed = outside.filter { found[$0] != given[$0] }
        #expect(changed.count > outside.count * 9 / 10)
    }
}
