import Filters
import Frames
import Synchronization
import TestSupport
import Testing

/// Pictures that a callback gets, and operations that pass none on.
@Suite struct RelayTests {
    let studio: FilterStudio
    let picture = TestPicture.noise(1).withAlpha(255)

    init() throws { studio = try FilterStudio() }

    /// Keeps what callbacks get.
    private final class Collection: Sendable {
        private let pictures = Mutex<[PixelData]>([])
        var all: [TestPicture] {
            pictures.withLock { $0 }.map { TestPicture(width: $0.width, height: $0.height, bytes: $0.bytes) }
        }
        var timestamps: [Timestamp?] { pictures.withLock { $0.map(\.timestamp) } }
        var count: Int { pictures.withLock { $0.count } }

        @Sendable func take(_ picture: PixelData) { pictures.withLock { $0.append(picture) } }
    }

    /// Counts the pictures that it gets.
    private final class Counter: PictureConsumer, @unchecked Sendable {
        private(set) var count = 0

        override func take(_ picture: PixelData) throws { count += 1 }
    }

    @Test func aCallbackGetsEachPictureOfItsOperation() throws {
        let (found, source, inversion, counter) = (
            Collection(), try studio.source(picture), ColorInversion(), Counter()
        )
        inversion.newImageCallback = found.take
        source --> inversion --> SepiaToneFilter() --> counter
        try studio.context.run([counter])
        #expect(found.all == [picture.negative])
        let next = TestPicture.noise(3, width: 12, height: 5).withAlpha(255)
        let time = Timestamp(nanoseconds: 7, clock: .monotonic, kind: .generated)
        try source.setPicture(next.bytes, width: 12, height: 5, timestamp: time)
        try studio.context.run([counter])
        #expect(found.all == [picture.negative, next.negative] && found.timestamps == [nil, time])
        inversion.newImageCallback = nil
        try studio.context.run([counter])
        #expect(found.count == 2 && counter.count == 3)
    }

    @Test(arguments: FilterStudio.kinds)
    func callbacksOnAllPartsOfAGraphGetTheirPictures(isCPU: Bool) throws {
        try withValidatedDevice { device in
            let context = try FilterContext(device: device)
            context.runner.isCPU = isCPU
            let source = PixelInput(device: device)
            try source.setPicture(picture.bytes, width: picture.width, height: picture.height)
            let (relay, mean, inversion, output) = (
                ImageRelay(), LowPassFilter(), ColorInversion(), DevicePictureOutput()
            )
            source --> relay --> mean --> inversion --> output
            let found = [Collection(), Collection(), Collection()]
            relay.newImageCallback = found[0].take
            mean.newImageCallback = found[1].take
            inversion.newImageCallback = found[2].take
            for _ in 0..<3 { try context.run([output]) }
            #expect(found[0].all == [picture, picture, picture])
            #expect(found[1].all.allSatisfy { $0.distance(to: picture) <= 1 } && found[1].count == 3)
            #expect(found[2].all.allSatisfy { $0.distance(to: picture.negative) <= 1 } && found[2].count == 3)
        }
    }

    @Test func aGroupHasACallback() throws {
        let (group, found) = (OperationGroup(), Collection())
        group.configureGroup { $0 --> ColorInversion() --> $1 }
        group.newImageCallback = found.take
        try studio.source(picture) --> group
        _ = try studio.picture(of: group)
        #expect(found.all == [picture.negative])
    }

    @Test func whatPassesNothingOnIsComputedAndConsumersBehindItWait() throws {
        let (source, inversion, found) = (try studio.source(picture), ColorInversion(), Collection())
        let (behind, beside) = (Counter(), Counter())
        source --> inversion --> BoxBlur() --> behind
        source --> beside
        inversion.newImageCallback = found.take
        inversion.preventRelay = true
        try studio.context.run([behind, beside])
        try studio.context.run([behind])
        #expect((behind.count, beside.count, found.count) == (0, 1, 2))
        #expect(try studio.picture(of: inversion) == picture.negative)
        inversion.preventRelay = false
        try studio.context.run([behind, beside])
        #expect((behind.count, beside.count, found.count) == (1, 2, 4))
    }

    @Test func thePictureBehindItIsAnError() throws {
        let (relay, last) = (ImageRelay(), BoxBlur())
        try studio.source(picture) --> relay --> last
        relay.preventRelay = true
        let error = #expect(throws: FilterError.self) { try studio.picture(of: last) }
        #expect(error?.description == "ImageRelay passes no pictures on; set its preventRelay to false")
        let masked = ColorInversion()
        masked.mask = relay
        try studio.source(picture) --> masked
        #expect(throws: FilterError.relayPrevented(operation: "ImageRelay")) {
            try studio.picture(of: masked)
        }
    }

    @Test func ofSeveralThatPassNothingOnTheFirstIsComputed() throws {
        let (first, second, found) = (ColorInversion(), ColorInversion(), [Collection(), Collection()])
        let (blend, counter) = (AddBlend(), Counter())
        let source = try studio.source(picture)
        source --> first --> second --> blend
        first --> blend
        blend --> counter
        first.newImageCallback = found[0].take
        second.newImageCallback = found[1].take
        (first.preventRelay, second.preventRelay, blend.preventRelay) = (true, true, true)
        try studio.context.run([counter])
        #expect((found[0].count, found[1].count, counter.count) == (1, 0, 0))
        first.preventRelay = false
        try studio.context.run([counter])
        #expect((found[0].count, found[1].count, counter.count) == (2, 1, 0))
        (second.preventRelay, blend.preventRelay) = (false, false)
        try studio.context.run([counter])
        #expect((found[0].count, found[1].count, counter.count) == (3, 2, 1))
    }
}
