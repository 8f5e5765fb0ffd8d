import Dispatch
import Filters
import Frames
import Testing

/// Backgrounds and forced sizes, which every operation has.
@Suite struct SurroundingsTests {
    typealias Pixel = TestPicture.Pixel

    let studio: FilterStudio
    let picture = TestPicture.noise(8, 8)

    init() throws { studio = try FilterStudio() }

    /// The means of blocks of 2×2 pixels.
    private func halved(_ picture: TestPicture) -> TestPicture {
        TestPicture(picture.width / 2, picture.height / 2) { x, y in
            var result = Pixel(repeating: 0)
            for channel in 0..<4 {
                let sum = [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0) {
                    $0 + Int(picture.pixel(2 * x + $1.0, 2 * y + $1.1)[channel])
                }
                result[channel] = UInt8((sum + 2) / 4)
            }
            return result
        }
    }

    @Test func theBackgroundShowsThroughATransparentResult() throws {
        let opacity = OpacityAdjustment()
        opacity.opacity = 0.25
        opacity.backgroundColor = .blue
        // A quarter of the picture, three quarters of blue.
        let found = try studio.run(opacity, [.color(200, 100, 40)])
        #expect(found.pixel(1, 1) == Pixel(50, 25, 201, 255))
        opacity.backgroundColor = Color(red: 0, green: 0, blue: 1, alpha: 0.5)
        let half = try studio.run(opacity, [.color(200, 100, 40)]).pixel(1, 1)
        // Alpha is 1/4 + 3/4 · 1/2, of which 2/5 are the picture's.
        #expect(half == Pixel(80, 40, 169, 159))
    }

    @Test func aBackgroundThatChangesShowsInTheNextPicture() throws {
        let inversion = ColorInversion()
        let last = try studio.source(.grey(255).withAlpha(0)) --> inversion --> ImageRelay()
        let plain = try studio.picture(of: last)
        let queue = DispatchQueue(label: "setter")
        for (color, wanted) in [
            (Color.red, Pixel(255, 0, 0, 255)), (.green, Pixel(0, 255, 0, 255)),
            (Color(red: 0, green: 0, blue: 1, alpha: 0.2), Pixel(0, 0, 255, 51)),
        ] {
            queue.sync { inversion.backgroundColor = color }
            #expect(inversion.backgroundColor == color)
            #expect(try studio.picture(of: last).pixel(4, 4) == wanted)
        }
        let plans = studio.context.runner.planNumber
        inversion.backgroundColor = .green
        _ = try studio.picture(of: last)
        #expect(studio.context.runner.planNumber == plans, "another colour needs no other plan")
        queue.sync { inversion.backgroundColor = .transparent }
        #expect(try studio.picture(of: last) == plain)
    }

    @Test func whatHadABackgroundOfItsOwnHasNoOther() throws {
        let moved = TransformOperation()
        moved.transform = Matrix4x4(components: [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
        moved.backgroundColor = .red
        #expect(moved.parameters.map(\.name).contains("backgroundColor"))
        let found = try studio.run(moved, [picture.withAlpha(0)])
        #expect(found.pixel(0, 0) == Pixel(255, 0, 0, 255))
        #expect(found.pixel(7, 7).w == 0)
        let general: BasicOperation = moved
        general.backgroundColor = .green
        #expect(moved.backgroundColor == .green)
        #expect(try studio.run(moved, [picture]).pixel(0, 0) == Pixel(0, 255, 0, 255))
    }

    @Test func aPointOperationWorksInTheForcedSize() throws {
        let inversion = ColorInversion()
        inversion.overriddenOutputSize = PixelSize(width: 4, height: 4)
        let found = try studio.run(inversion, [picture])
        #expect((found.width, found.height) == (4, 4))
        #expect(found.distance(to: halved(picture).negative) <= 1)
        inversion.overriddenOutputSize = PixelSize(width: 1, height: 1)
        let mean = (0..<3).map { channel in
            picture.pixels.reduce(0) { $0 + Double($1[channel]) } / 64
        }
        let one = try studio.run(inversion, [picture]).pixel(0, 0)
        #expect((0..<3).allSatisfy { abs(255 - mean[$0] - Double(one[$0])) <= 1 })
    }

    @Test(arguments: [Int.max, .min, 0, 32769])
    func aForcedSizeThatNoPictureHasIsAnError(side: Int) throws {
        let inversion = ColorInversion()
        inversion.overriddenOutputRotation = .clockwise90
        for size in [PixelSize(width: side, height: 4), PixelSize(width: 4, height: side)] {
            inversion.overriddenOutputSize = size
            #expect(throws: FilterError.self) { try studio.run(inversion, [picture]) }
        }
    }

    @Test func aPictureBecomesLargerBilinearly() throws {
        let inversion = ColorInversion()
        inversion.overriddenOutputSize = PixelSize(width: 8, height: 1)
        let found = try studio.run(inversion, [.grey(2, 1) { x, _ in x == 0 ? 255 : 0 }])
        let wanted = [0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1].map { Int(($0 * 255).rounded()) }
        #expect((0..<8).allSatisfy { abs(Int(found.pixel($0, 0).x) - wanted[$0]) <= 1 })
    }

    @Test func aBlurIsComputedInTheForcedSize() throws {
        let blur = GaussianBlur()
        blur.overriddenOutputSize = PixelSize(width: 4, height: 4)
        let found = try studio.run([ImageRelay(), blur], picture)
        // The radius counts the result's pixels.
        let wanted = try studio.run("GaussianBlur", [halved(picture)])
        #expect(found.distance(to: wanted) <= 2)
    }

    @Test func theForcedSizeOfARectangleIsThatOfWhatWasCut() throws {
        let crop = Crop()
        crop.cropSizeInPixels = Size2D(width: 4, height: 4)
        crop.locationOfCropInPixels = Position(2, 4)
        crop.overriddenOutputSize = PixelSize(width: 2, height: 2)
        let cut = TestPicture(4, 4) { x, y in picture.pixel(x + 2, y + 4) }
        #expect(try studio.run(crop, [picture]).distance(to: halved(cut)) <= 1)
    }

    @Test func aGeneratorDrawsInTheForcedSize() throws {
        let circle = CircleGenerator(width: 64, height: 64)
        circle.overriddenOutputSize = PixelSize(width: 9, height: 7)
        let other = CircleGenerator(width: 9, height: 7)
        #expect(try studio.picture(of: circle) == studio.picture(of: other))
        let crosses = CrosshairGenerator(width: 40, height: 40)
        crosses.positions = [Position(0.5, 0.5)]
        crosses.overriddenOutputSize = PixelSize(width: 20, height: 10)
        let found = try studio.picture(of: crosses)
        #expect((found.width, found.height) == (20, 10))
        // The place's pixel, and two on each side of it.
        #expect((0..<20).filter { found.pixel($0, 5).w == 255 } == [8, 9, 10, 11, 12])
    }

    @Test func aSizeThatChangesShowsInTheNextPicture() throws {
        let (first, second) = (ColorInversion(), SepiaToneFilter())
        let last = try studio.source(picture) --> first --> second
        let queue = DispatchQueue(label: "setter")
        for size in [PixelSize(width: 5, height: 3), PixelSize(width: 5, height: 4), nil] {
            queue.sync { first.overriddenOutputSize = size }
            #expect(first.overriddenOutputSize == size)
            let found = try studio.picture(of: last)
            #expect(found.width == size?.width ?? 8 && found.height == size?.height ?? 8)
        }
        #expect(try studio.picture(of: last) == studio.run([ColorInversion(), SepiaToneFilter()], picture))
    }

    @Test(arguments: [PixelSize(width: 0, height: 4), PixelSize(width: 4, height: -1)])
    func aSizeThatCannotBeIsRefused(size: PixelSize) throws {
        let inversion = ColorInversion()
        let last = try studio.source(picture) --> inversion
        inversion.overriddenOutputSize = size
        #expect(throws: FilterError.self) { try studio.picture(of: last) }
        inversion.overriddenOutputSize = nil
        #expect(try studio.picture(of: last) == picture.negative)
    }
}
