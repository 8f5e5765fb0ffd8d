import Dispatch
import Filters
import Frames
import Synchronization
import Testing

/// Results that are turned by quarters, and consumers that want them so: what is turned is what came without the turn.
@Suite(.serialized) struct TurnTests {
    static let kinds = FilterStudio.kinds
    static let turns: [Rotation] = [.clockwise90, .half, .clockwise270]
    static let sizes = [(37, 23), (16, 9), (5, 1), (1, 4), (1, 1)]

    /// A picture turned so often by a quarter: each pixel goes where a quarter puts it.
    private func turned(_ picture: TestPicture, by rotation: Rotation) -> TestPicture {
        var result = picture
        for _ in 0..<rotation.rawValue / 90 {
            let before = result
            var bytes = [UInt8](repeating: 0, count: before.bytes.count)
            for y in 0..<before.height {
                for x in 0..<before.width {
                    // The upper row becomes the right column, its left end the upper one.
                    let place = x * before.height + before.height - 1 - y
                    for channel in 0..<4 { bytes[4 * place + channel] = before.pixel(x, y)[channel] }
                }
            }
            result = TestPicture(width: before.height, height: before.width, bytes: bytes)
        }
        return result
    }

    private func picture(_ size: (Int, Int), seed: UInt64 = 1) -> TestPicture {
        TestPicture.noise(seed, width: size.0, height: size.1)
    }

    private func expectTurns(
        _ studio: FilterStudio, _ pictures: [TestPicture], _ turns: [Rotation] = Self.turns,
        within codes: Int = 0, _ make: () throws -> BasicOperation
    ) throws {
        let upright = try studio.run(try make(), pictures)
        for rotation in turns {
            let operation = try make()
            operation.overriddenOutputRotation = rotation
            let found = try studio.run(operation, pictures)
            let wanted = turned(upright, by: rotation)
            #expect((found.width, found.height) == (wanted.width, wanted.height), "\(operation.name)")
            guard (found.width, found.height) == (wanted.width, wanted.height) else { continue }
            #expect(found.distance(to: wanted) <= codes, "\(operation.name), \(rotation)")
        }
    }

    // MARK: Operations

    @Test func theTurnIsClockwise() throws {
        let relay = ImageRelay()
        relay.overriddenOutputRotation = .clockwise90
        let found = try FilterStudio().run(relay, [.grey(3, 2) { x, y in UInt8(10 * y + x) }])
        #expect((found.width, found.height) == (2, 3))
        #expect(found.pixels.map(\.x) == [10, 0, 11, 1, 12, 2])
    }

    @Test(arguments: kinds) func resultsOfAllSizesAreTurned(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        for size in Self.sizes {
            try expectTurns(studio, [picture(size)]) { ColorInversion() }
            try expectTurns(studio, [picture(size)]) { GaussianBlur() }
            try expectTurns(studio, [picture(size)]) { SobelEdgeDetection() }
            try expectTurns(studio, [picture(size), picture(size, seed: 2)]) { AlphaBlend() }
        }
        let crop = Crop()
        crop.cropSizeInPixels = Size2D(width: 11, height: 5)
        try expectTurns(studio, [picture((37, 23))]) {
            crop.overriddenOutputRotation = .none
            return crop
        }
        try expectTurns(studio, [picture((37, 23))]) { Histogram() }
    }

    /// Sums of a picture whose kernel is another one need not be the same bits.
    @Test func everyOperationOfTheTableIsTurned() throws {
        let studio = try FilterStudio()
        let pictures = [picture((23, 12)), picture((23, 12), seed: 2)]
        for entry in Catalog.entries {
            let count = entry.make().input.maximum
            try expectTurns(studio, Array(pictures.prefix(count)), [.clockwise90], within: 1, entry.make)
        }
    }

    @Test(arguments: kinds) func masksBackgroundsAndSizesAreThoseBeforeTheTurn(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let mask = try studio.source(.grey(19, 13) { x, y in UInt8(x * 13) })
        for showsUnmodified in [true, false] {
            for size in [nil, PixelSize(width: 21, height: 34)] {
                for make in [{ ColorInversion() as BasicOperation }, { GaussianBlur() }] {
                    func operation(_ rotation: Rotation) -> BasicOperation {
                        let operation = make()
                        operation.mask = mask
                        operation.drawsUnmodifiedImageOutsideOfMask = showsUnmodified
                        operation.backgroundColor = Color(red: 0.2, green: 0.9, blue: 0.5, alpha: 0.7)
                        operation.overriddenOutputRotation = rotation
                        // A forced size is that of the turned result.
                        operation.overriddenOutputSize = size.map {
                            rotation.swapsSides ? PixelSize(width: $0.height, height: $0.width) : $0
                        }
                        return operation
                    }
                    let upright = try studio.run(operation(.none), [picture((38, 26))])
                    for rotation in Self.turns {
                        let found = try studio.run(operation(rotation), [picture((38, 26))])
                        #expect(found == turned(upright, by: rotation))
                    }
                }
            }
        }
    }

    @Test func generatorsAreTurned() throws {
        let studio = try FilterStudio()
        for size in [nil, PixelSize(width: 9, height: 14)] {
            let line = LineGenerator(width: 31, height: 17)
            line.lines = [Line.segment(Position(0.1, 0.2), Position(0.9, 0.6))]
            line.overriddenOutputSize = size
            let upright = try studio.picture(of: line)
            for rotation in Self.turns {
                line.overriddenOutputRotation = rotation
                line.overriddenOutputSize = size.map {
                    rotation.swapsSides ? PixelSize(width: $0.height, height: $0.width) : $0
                }
                #expect(try studio.picture(of: line) == turned(upright, by: rotation))
            }
        }
    }

    @Test(arguments: kinds) func operationsOfOnesOwnAreTurned(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        for size in Self.sizes {
            try expectTurns(studio, [picture(size)]) {
                try ShaderOperation(point: "vec4 swapped(vec4 color) { return color.brga; }")
            }
        }
        let ramp = try ShaderOperation(
            area: "vec4 ramp(ivec2 at) { return vec4(vec2(at) / 255.0, 0.0, 1.0); }", inputs: 0,
            size: PixelSize(width: 9, height: 4))
        ramp.overriddenOutputRotation = .clockwise90
        ramp.overriddenOutputSize = PixelSize(width: 3, height: 7)
        let found = try studio.picture(of: ramp)
        #expect(
            found == turned(TestPicture(7, 3) { x, y in [UInt8(x), UInt8(y), 0, 255] }, by: .clockwise90))
    }

    @Test func turnsAddUpAlongAChainAndMayChange() throws {
        let studio = try FilterStudio()
        let (first, second) = (ColorInversion(), ImageRelay())
        let last = try studio.source(picture((37, 23))) --> first --> second
        let upright = try studio.picture(of: last)
        let queue = DispatchQueue(label: "setter")
        for rotation in Rotation.allCases {
            for other in Rotation.allCases {
                queue.sync {
                    first.overriddenOutputRotation = rotation
                    second.overriddenOutputRotation = other
                }
                #expect(first.overriddenOutputRotation == rotation)
                #expect(try studio.picture(of: last) == turned(upright, by: rotation + other))
            }
        }
    }

    @Test func framesAndMemoriesAreTurnedOnce() throws {
        let studio = try FilterStudio()
        func last(_ rotation: Rotation) throws -> TestPicture {
            let average = LowPassFilter()
            average.overriddenOutputRotation = rotation
            var result = picture((1, 1))
            for _ in 0..<3 {
                let frame = TestFrame.noise(.nv12, width: 38, height: 26, rotation: .clockwise270)
                result = try studio.run(average, frame)
            }
            return result
        }
        let upright = try last(.none)
        for rotation in Self.turns { #expect(try last(rotation) == turned(upright, by: rotation)) }
    }

    @Test func whoIsCalledGetsTheTurnedPicture() throws {
        let studio = try FilterStudio()
        let sizes = Mutex<[Int]>([])
        let inversion = ColorInversion()
        inversion.newImageCallback = { picture in sizes.withLock { $0 += [picture.width, picture.height] } }
        inversion.overriddenOutputRotation = .clockwise270
        _ = try studio.run(inversion, [picture((37, 23))])
        #expect(sizes.withLock { $0 } == [23, 37])
    }

    @Test func aTurnIsWrittenAsText() throws {
        #expect(
            try FilterText.operation("sepia-tone-filter:turn=270").overriddenOutputRotation == .clockwise270)
        #expect(try FilterText.operation("gaussian-blur:turn=0").overriddenOutputRotation == .none)
        for value in ["45", "-90", "right", ""] {
            #expect(throws: FilterError.badValue(value, parameter: "turn", wanted: "0, 90, 180 or 270")) {
                try FilterText.operation("sepia-tone-filter:turn=\(value)")
            }
        }
    }

    // MARK: Consumers

    private final class Kept: PictureConsumer, @unchecked Sendable {  // On the context's thread alone.
        private(set) var pictures: [TestPicture] = []
        override func take(_ picture: PixelData) throws {
            pictures.append(TestPicture(width: picture.width, height: picture.height, bytes: picture.bytes))
        }
    }

    @Test(arguments: kinds) func eachConsumerHasATurnOfItsOwn(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        for size in Self.sizes {
            let source = try studio.source(picture(size))
            let inversion = ColorInversion()
            source --> inversion
            inversion.overriddenOutputRotation = .clockwise90
            let consumers = Rotation.allCases.map { rotation in
                let consumer = Kept()
                consumer.rotation = rotation
                inversion --> consumer
                return consumer
            }
            let plain = Kept()
            plain.rotation = .clockwise270
            source --> plain
            try studio.context.run(consumers + [plain])
            for consumer in consumers {
                let wanted = turned(picture(size).negative, by: .clockwise90 + consumer.rotation)
                #expect(consumer.pictures == [wanted])
            }
            #expect(plain.pictures == [turned(picture(size), by: .clockwise270)])
        }
    }

    @Test func aConsumersTurnMayChangeBetweenPictures() throws {
        let studio = try FilterStudio()
        let consumer = Kept()
        let source = try studio.source(picture((37, 23)))
        source --> consumer
        let turns: [Rotation] = [.none, .half, .clockwise90, .clockwise90, .none]
        for rotation in turns {
            DispatchQueue(label: "setter").sync { consumer.rotation = rotation }
            try studio.context.run([consumer])
        }
        #expect(consumer.pictures == turns.map { turned(picture((37, 23)), by: $0) })
    }

    @Test func picturesOnTheDeviceAreTurned() throws {
        let studio = try FilterStudio()
        let output = DevicePictureOutput()
        output.rotation = .clockwise90
        let source = try studio.source(picture((37, 23)))
        source --> output
        try studio.context.run([output])
        let again = PixelInput(device: studio.device)
        try again.setPicture(try #require(output.newest))
        #expect(try studio.picture(of: again) == turned(picture((37, 23)), by: .clockwise90))
    }

    @Test func aTurnedConsumerIsRefusedAndPassedOverAsAnother() throws {
        let studio = try FilterStudio()
        let consumer = Kept()
        consumer.rotation = .half
        #expect(throws: FilterError.missingInput(operation: "Kept", input: 0)) {
            try studio.context.run([consumer])
        }
        let inversion = ColorInversion()
        try studio.source(picture((4, 3))) --> inversion --> consumer
        inversion.preventRelay = true
        try studio.context.run([consumer])
        #expect(consumer.pictures.isEmpty)
        inversion.preventRelay = false
        try studio.context.run([consumer])
        #expect(consumer.pictures.count == 1)
    }

    @Test func aTurnedConsumerGoesWithItsLastReference() throws {
        let studio = try FilterStudio()
        weak var gone: Kept?
        let source = try studio.source(picture((4, 3)))
        do {
            let consumer = Kept()
            consumer.rotation = .half
            source --> consumer
            try studio.context.run([consumer])
            gone = consumer
        }
        #expect(gone == nil)
    }
}
