import Filters
import Testing

/// What connections mean.
@Suite struct GraphTests {
    let studio: FilterStudio
    let picture = TestPicture.noise(1)
    let other = TestPicture.noise(2)

    init() throws { studio = try FilterStudio() }

    @Test func anArrowTakesTheNextFreeInputAndGivesItsRightSide() throws {
        let (first, second) = (try studio.source(picture), try studio.source(other))
        let blend = DissolveBlend()
        #expect(blend.input.maximum == 2 && blend.input.hasRoom)
        #expect((first --> blend) === blend)
        #expect(blend.input.hasRoom)
        #expect((second --> blend) === blend)
        #expect(!blend.input.hasRoom)
        #expect(first.output.consumers.count == 1 && first.output.consumers[0] === blend)
        for (mix, wanted) in [(Float(0), picture), (1, other)] {
            blend.mix = mix
            #expect(try studio.picture(of: blend) == wanted)
        }
    }

    @Test func arrowsMakeAChain() throws {
        let last = try studio.source(picture) --> ColorInversion() --> SepiaToneFilter() --> BoxBlur()
        let toned = try studio.run("SepiaToneFilter", [picture.negative])
        #expect(try studio.picture(of: last).distance(to: studio.run("BoxBlur", [toned])) <= 1)
    }

    @Test func anInputsSourceIsReplacedByItsIndex() throws {
        let sources = try [picture, other, picture.negative].map(studio.source)
        let blend = DissolveBlend()
        blend.mix = 0
        sources[0] --> blend
        sources[1] --> blend
        try sources[2].addTarget(blend, atTargetIndex: 0)
        #expect(sources[0].output.consumers.isEmpty)
        #expect(try studio.picture(of: blend) == picture.negative)
        blend.mix = 1
        #expect(try studio.picture(of: blend) == other)
    }

    @Test func aSourceFeedsAnyNumber() throws {
        let source = try studio.source(picture)
        let operations: [BasicOperation] = [ColorInversion(), GaussianBlur(), SepiaToneFilter(), BoxBlur()]
        for operation in operations { source --> operation }
        let results = try studio.context.pictures(of: operations)
        for (operation, result) in zip(operations, results) {
            let alone = try studio.run(operation.name, [picture])
            #expect(result.bytes == alone.bytes, "\(operation.name)")
        }
    }

    @Test func whatIsSharedIsComputedOnce() throws {
        let swirl = SwirlDistortion()
        let blend = DifferenceBlend()
        try studio.source(picture) --> swirl
        let (blur, sepia) = (GaussianBlur(), SepiaToneFilter())
        swirl --> blur --> blend
        swirl --> sepia --> blend
        _ = try studio.picture(of: blend)
        let names = studio.context.runner.kernelNames
        #expect(names.filter { $0.contains("SwirlDistortion") }.count == 1, "\(names)")
    }

    @Test func oneSourceMayFillSeveralInputs() throws {
        let source = try studio.source(picture.withAlpha(255))
        let blend = DifferenceBlend()
        source --> blend
        source --> blend
        #expect(try studio.picture(of: blend) == TestPicture.color(0, 0, 0))
    }

    @Test func aGroupIsAsItsOperations() throws {
        let group = FadedGroup()
        let last = try studio.source(picture) --> ColorInversion() --> group --> BoxBlur()
        let faded = ContrastAdjustment()
        faded.contrast = 0.5
        let wanted = try studio.run([ColorInversion(), faded, SepiaToneFilter(), BoxBlur()], picture)
        #expect(try studio.picture(of: last) == wanted)
        group.removeFromChain()
        #expect(try studio.picture(of: last) == studio.run([ColorInversion(), BoxBlur()], picture))
    }

    @Test func aRelayPassesPicturesOn() throws {
        let relay = ImageRelay()
        try studio.source(picture) --> relay
        #expect(try studio.picture(of: relay) == picture)
    }

    @Test func whatLacksASourceIsNamed() throws {
        let blend = MultiplyBlend()
        #expect(throws: FilterError.missingInput(operation: "MultiplyBlend", input: 0)) {
            try studio.picture(of: blend)
        }
        let source = try studio.source(picture)
        source --> blend --> SepiaToneFilter()
        #expect(throws: FilterError.missingInput(operation: "MultiplyBlend", input: 1)) {
            try studio.picture(of: blend)
        }
        source --> blend
        _ = try studio.picture(of: blend)
        source.removeTarget(blend)
        let error = #expect(throws: FilterError.self) { try studio.picture(of: blend) }
        #expect(error?.description == "input 0 of MultiplyBlend has no source")
    }

    @Test func aSourceWithoutAPictureIsNamed() throws {
        let inversion = PixelInput(device: studio.device) --> ColorInversion()
        let error = #expect(throws: FilterError.self) { try studio.picture(of: inversion) }
        #expect(error?.description == "PixelInput has no picture yet")
    }

    @Test func bytesThatAreNoPictureAreRefused() throws {
        let source = try studio.source(picture)
        for (width, height, stride) in [(38, 23, nil), (37, 23, 147), (0, 23, nil), (37, -1, 148)] {
            #expect(throws: FilterError.self) {
                try source.setPicture(picture.bytes, width: width, height: height, stride: stride)
            }
        }
        #expect(try studio.picture(of: source) == picture)
    }

    @Test func rowsMayBeLongerThanTheirPixels() throws {
        let source = PixelInput(device: studio.device)
        try source.setPicture(picture.bytes, width: 30, height: 23, stride: 37 * 4)
        #expect(try studio.picture(of: source) == TestPicture(30, 23) { x, y in picture.pixel(x, y) })
    }

    @Test func pathsThatPartAndMeetManyTimesAreNoTrouble() throws {
        // 2⁴⁰ ways lead from the end to the source.
        var last: any ImageSource = try studio.source(picture.withAlpha(255))
        for _ in 0..<40 {
            let blend = LightenBlend()
            last --> blend
            last = last --> blend
        }
        #expect(try studio.picture(of: last) == picture.withAlpha(255))
    }

    @Test func kernelsKeepToTheBuffersThatEveryDeviceOffers() throws {
        let pictures = (0..<24).map { TestPicture.noise(UInt64($0), width: 13, height: 9).withAlpha(255) }
        var left: any ImageSource = try studio.source(pictures[0])
        var right = left
        for picture in pictures.dropFirst() {
            let source = try studio.source(picture)
            let (above, below) = (LightenBlend(), LightenBlend())
            left --> above
            source --> above
            source --> below
            right --> below
            (left, right) = (above, below)
        }
        let brightest = TestPicture(13, 9) { x, y in
            pictures.reduce(into: TestPicture.Pixel()) {
                $0.replace(with: $1.pixel(x, y), where: $1.pixel(x, y) .> $0)
            }
        }
        for end in [left, right] {
            #expect(try studio.picture(of: end) == brightest)
            let texts = studio.context.runner.kernelTexts
            let bindings = texts.flatMap { $0.split(separator: "binding = ").dropFirst() }
                .compactMap { Int($0.prefix(while: \.isNumber)) }
            #expect(bindings.max() ?? 0 < 12)
        }
    }
}

/// Two operations as one.
private final class FadedGroup: OperationGroup, @unchecked Sendable {
    override init() {
        super.init()
        let contrast = ContrastAdjustment()
        contrast.contrast = 0.5
        configureGroup { $0 --> contrast --> SepiaToneFilter() --> $1 }
    }
}
