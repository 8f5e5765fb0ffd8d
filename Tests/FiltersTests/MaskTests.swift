import Dispatch
import Filters
import Frames
import Testing
import VulkanCore

/// Masks, which every operation has.
@Suite struct MaskTests {
    typealias Pixel = TestPicture.Pixel

    let studio: FilterStudio
    let picture = TestPicture.noise(1).seen
    let mask = TestPicture.noise(2)

    init() throws { studio = try FilterStudio() }

    /// How much a mask's pixel lets through, by the definition.
    private func weight(_ mask: Pixel) -> Double {
        (0.2125 * Double(mask.x) + 0.7154 * Double(mask.y) + 0.0721 * Double(mask.z)) / 255
            * Double(mask.w) / 255
    }

    /// One picture where a mask is bright, another where it is not, in double precision.
    private func mixed(_ inside: TestPicture, _ outside: TestPicture, by mask: TestPicture) -> TestPicture {
        TestPicture(inside.width, inside.height) { x, y in
            let (over, under) = (inside.pixel(x, y), outside.pixel(x, y))
            let amount = weight(mask.pixel(x, y))
            let (ofOver, ofUnder) = (Double(over.w) * amount, Double(under.w) * (1 - amount))
            var result = Pixel(repeating: 0)
            for channel in 0..<3 {
                let sum = ofOver * Double(over[channel]) + ofUnder * Double(under[channel])
                result[channel] = ofOver + ofUnder > 0 ? UInt8((sum / (ofOver + ofUnder)).rounded()) : 0
            }
            result.w = UInt8((ofOver + ofUnder).rounded())
            return result
        }
    }

    @Test func resultAndPictureAreMixedByTheMasksLuminanceTimesItsAlpha() throws {
        let inversion = ColorInversion()
        inversion.mask = try studio.source(mask)
        let found = try studio.run(inversion, [picture])
        #expect(found.distance(to: mixed(picture.negative, picture, by: mask)) <= 1)
    }

    @Test func whiteLetsAllThroughAndBlackOrTransparentNothing() throws {
        for (level, alpha, wanted) in [
            (UInt8(255), UInt8(255), picture.negative), (0, 255, picture), (255, 0, picture),
        ] {
            let inversion = ColorInversion()
            inversion.mask = try studio.source(TestPicture.grey(level).withAlpha(alpha))
            #expect(try studio.run(inversion, [picture]) == wanted)
        }
    }

    @Test func aMaskInAChainOfPointOperationsIsPartOfTheirKernel() throws {
        func chain(_ studio: FilterStudio) throws -> any ImageSource {
            let (first, masked, last) = (SepiaToneFilter(), ColorInversion(), ContrastAdjustment())
            last.contrast = 1.5
            masked.mask = try studio.source(mask)
            masked.backgroundColor = Color(red: 0.2, green: 0.7, blue: 0.1, alpha: 0.5)
            return try studio.source(picture) --> first --> masked --> last
        }
        let found = try studio.picture(of: chain(studio))
        #expect(studio.context.runner.kernelNames.count == 1)
        let unfused = try FilterStudio(isFused: false)
        #expect(try found.distance(to: unfused.picture(of: chain(unfused))) <= 3)
    }

    @Test func aMaskedBlurIsTheBlurInsideAndThePictureOutside() throws {
        let picture = picture.withAlpha(255)
        let (sepia, blur) = (SepiaToneFilter(), BoxBlur())
        blur.mask = try studio.source(mask)
        let toned = try studio.run("SepiaToneFilter", [picture])
        let wanted = try mixed(studio.run("BoxBlur", [toned]), toned, by: mask)
        #expect(try studio.run([sepia, blur], picture).distance(to: wanted) <= 2)
    }

    @Test func aMaskOnACamerasFrameIsReadWithItsOperation() throws {
        let frame = picture.frame(stored: .clockwise90, isMirrored: true)
        func run(_ context: FilterContext, _ device: VulkanDevice) throws -> TestPicture {
            let (source, masked) = (FrameInput(context: context), ColorInversion())
            try source.setFrame(frame)
            let picture = PixelInput(device: device)
            try picture.setPicture(mask.bytes, width: mask.width, height: mask.height)
            masked.mask = picture
            let found = try context.picture(of: source --> Sharpen() --> SepiaToneFilter() --> masked)
            return TestPicture(width: found.width, height: found.height, bytes: found.bytes)
        }
        let joined = try FilterContext(device: studio.device, usesProcessor: false)
        let found = try run(joined, studio.device)
        // The camera's planes become pixels, and all else is one kernel, in which nothing is computed twice.
        #expect(joined.runner.kernelNames.count == 2)
        let text = try #require(joined.runner.kernelTexts.last)
        #expect(text.split(separator: "sepiaToneFilter(").count == 3)
        let single = try FilterContext(device: studio.device, isFused: false, usesProcessor: false)
        #expect(try found.distance(to: run(single, studio.device)) <= 2)
        #expect(try found.distance(to: run(studio.context, studio.device)) <= 1)
    }

    @Test func aMaskOfAnotherSizeIsScaledToTheResult() throws {
        // From black to white over two pixels; in 8 pixels the weights grow linearly between the middles of the two.
        let inversion = ColorInversion()
        inversion.mask = try studio.source(TestPicture.grey(2, 1) { x, _ in x == 0 ? 0 : 255 })
        let black = TestPicture.grey(8, 4) { _, _ in 0 }
        let found = try studio.run(inversion, [black])
        let wanted = [0, 0, 0.125, 0.375, 0.625, 0.875, 1, 1].map { Int(($0 * 255).rounded()) }
        for y in 0..<4 {
            #expect((0..<8).allSatisfy { abs(Int(found.pixel($0, y).x) - wanted[$0]) <= 1 })
        }
    }

    @Test func aMaskThatChangesShowsInTheNextPictureAndLeavesNothingBehind() throws {
        let inversion = ColorInversion()
        let last = try studio.source(picture) --> inversion --> ImageRelay()
        let plain = try studio.picture(of: last)
        let kernels = studio.context.runner.kernelTexts
        let queue = DispatchQueue(label: "setter")
        for seed in UInt64(3)...5 {
            let next = TestPicture.noise(seed)
            let source = try studio.source(next)
            queue.sync { inversion.mask = source }
            #expect(inversion.mask === source)
            let wanted = mixed(picture.negative, picture, by: next)
            #expect(try studio.picture(of: last).distance(to: wanted) <= 1)
        }
        queue.sync { inversion.mask = nil }
        #expect(try studio.picture(of: last) == plain)
        #expect(studio.context.runner.kernelTexts == kernels)
    }

    @Test func aMasksOwnGraphIsLive() throws {
        let (inversion, generator) = (ColorInversion(), SolidColorGenerator(width: 5, height: 5))
        let last = try studio.source(picture) --> inversion
        let contrast = BrightnessAdjustment()
        inversion.mask = generator --> contrast
        for level in [Float(1), 0, 1] {
            generator.color = Color(red: level, green: level, blue: level)
            #expect(
                try studio.picture(of: last)
                    == (level == 1 ? picture.negative : picture))
        }
        contrast.brightness = -1
        #expect(try studio.picture(of: last) == picture)
    }

    @Test func withoutThePictureOutsideThereIsNothingOrTheBackground() throws {
        let picture = TestPicture.color(10, 200, 90)
        let inversion = ColorInversion()
        inversion.mask = try studio.source(TestPicture.grey(102))
        inversion.drawsUnmodifiedImageOutsideOfMask = false
        #expect(try studio.run(inversion, [picture]).pixel(3, 3) == Pixel(245, 55, 165, 102))
        inversion.backgroundColor = .white
        // 0.4 of the result, 0.6 of white.
        #expect(try studio.run(inversion, [picture]).pixel(3, 3) == Pixel(251, 175, 219, 255))
    }

    @Test func aGeneratorHasNothingOutsideOfItsMask() throws {
        let generator = CircleGenerator(width: 16, height: 16)
        generator.mask = try studio.source(TestPicture.grey(16, 16) { x, _ in x < 8 ? 255 : 0 })
        generator.backgroundColor = .green
        let found = try studio.picture(of: generator)
        #expect(found.pixel(7, 8) == Pixel(255, 255, 255, 255))
        #expect(found.pixel(0, 0) == Pixel(0, 255, 0, 255))
        #expect(found.pixel(8, 8) == Pixel(0, 255, 0, 255))
    }

    @Test func everyOperationHasAMaskAndASize() throws {
        let (width, height) = (picture.width, picture.height)
        for entry in Catalog.entries {
            let operation = entry.make()
            for number in 0..<operation.input.maximum {
                try studio.source(number == 0 ? picture : mask) --> operation
            }
            operation.overriddenOutputSize = PixelSize(width: width, height: height)
            operation.mask = try studio.source(.grey(0))
            let found = try studio.picture(of: operation)
            if operation.input.maximum > 0 {
                #expect(found == picture, "\(entry.name)")
            } else {
                let alpha: UInt8 = operation is CircleGenerator ? 255 : 0
                #expect((found.width, found.height) == (width, height), "\(entry.name)")
                #expect(found.alpha.allSatisfy { $0 == alpha }, "\(entry.name)")
            }
            operation.overriddenOutputSize = PixelSize(width: 11, height: 6)
            let small = try studio.picture(of: operation)
            #expect((small.width, small.height) == (11, 6), "\(entry.name)")
        }
    }

    @Test func aMaskIsKeptByItsOperationAlone() throws {
        let source = try studio.source(mask)
        weak var kept: ColorInversion?
        weak var gone: PixelInput?
        do {
            let inversion = ColorInversion()
            let own = try studio.source(mask)
            inversion.mask = own
            inversion.mask = source
            kept = inversion
            gone = own
            #expect(source.output.consumers.count == 1 && own.output.consumers.isEmpty)
            _ = try studio.run(inversion, [picture])
        }
        #expect(kept == nil && gone == nil)
        #expect(source.output.consumers.isEmpty)
    }

    @Test func aMaskIsAConnectionLikeOthers() throws {
        let source = try studio.source(.grey(255))
        let inversion = ColorInversion()
        inversion.mask = source
        let turned = ColorInversion()
        try source.insert(turned)
        #expect(inversion.mask === turned)
        #expect(try studio.run(inversion, [picture]) == picture)
        #expect(inversion.mask === turned)
        turned.removeFromChain()
        #expect(inversion.mask === source)
        source.removeAllTargets()
        #expect(inversion.mask == nil)
    }

    @Test func anOperationPutBehindItsOwnMaskStillHasIt() throws {
        let source = try studio.source(picture.withAlpha(255))
        let last = source --> ImageRelay()
        let inversion = ColorInversion()
        inversion.mask = source
        try source.insert(inversion)
        #expect(inversion.mask === source)
        let opaque = picture.withAlpha(255)
        let wanted = mixed(opaque.negative, opaque, by: opaque)
        #expect(try studio.picture(of: last).distance(to: wanted) <= 1)
    }
}
