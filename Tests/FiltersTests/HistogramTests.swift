import Filters
import Synchronization
import TestSupport
import Testing

/// What histograms promise whatever the device: with the kernels for processors and with those for graphics chips.
@Suite(.serialized) struct HistogramTests {
    static let kinds = FilterStudio.kinds

    private func counts(
        _ picture: TestPicture, _ channels: HistogramChannels, bins: Int = 256, _ studio: FilterStudio
    ) throws -> HistogramCounts {
        let histogram = Histogram(channels: channels)
        histogram.bins = bins
        let found = Mutex<HistogramCounts?>(nil)
        histogram.histogramCallback = { counts in found.withLock { $0 = counts } }
        _ = try studio.run(histogram, [picture])
        return try #require(found.withLock { $0 })
    }

    // MARK: Counts

    @Test(arguments: kinds) func everyChannelIsCounted(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        for size in [(37, 23), (1, 1), (300, 70), (5, 400)] { try countChannels(size, studio) }
    }

    private func countChannels(_ size: (Int, Int), _ studio: FilterStudio) throws {
        let picture = TestPicture.noise(7, width: size.0, height: size.1)
        var expected = [UInt32](repeating: 0, count: 4 * 256)
        for (index, code) in picture.bytes.enumerated() { expected[index % 4 * 256 + Int(code)] += 1 }
        let found = try counts(picture, .rgba, studio)
        #expect(found.counts == expected)
        #expect(found[3].reduce(0, +) == UInt32(size.0 * size.1))
        for (channel, kind) in [HistogramChannels.red, .green, .blue].enumerated() {
            let single = try counts(picture, kind, studio)
            #expect(single.counts == Array(expected[channel * 256..<(channel + 1) * 256]))
        }
    }

    @Test(arguments: kinds, [512, 1024, 4096]) func moreBinsHoldTheSamePixels(isCPU: Bool, bins: Int) throws {
        let picture = TestPicture.noise(3, width: 61, height: 43)
        let studio = try FilterStudio(isCPU: isCPU)
        let fine = try counts(picture, .rgb, bins: bins, studio)
        let coarse = try counts(picture, .rgb, studio)
        #expect(fine.bins == bins)
        for channel in 0..<3 { #expect(fine[channel].filter { $0 > 0 } == coarse[channel].filter { $0 > 0 }) }
    }

    @Test(arguments: kinds) func countsBeyondTwoToThe24AreExact(isCPU: Bool) throws {
        let (width, height) = (8192, 2100)
        var bytes = [UInt8](repeating: 200, count: width * height * 4)
        bytes[4 * 12_345_678 + 1] = 3
        let picture = TestPicture(width: width, height: height, bytes: bytes)
        let found = try counts(picture, .rgb, FilterStudio(isCPU: isCPU))
        let all = UInt32(width * height)
        #expect(all > 1 << 24)
        #expect(found[0][200] == all)
        let green = found[1]
        #expect(green[green.startIndex + 200] == all - 1)
        #expect(green[green.startIndex + 3] == 1)
    }

    // MARK: Limits

    private func counts(
        _ picture: TestPicture, _ studio: FilterStudio, _ change: (Histogram) -> Void
    ) throws -> HistogramCounts {
        let histogram = Histogram(channels: .rgba)
        change(histogram)
        let found = Mutex<HistogramCounts?>(nil)
        histogram.histogramCallback = { counts in found.withLock { $0 = counts } }
        _ = try studio.run(histogram, [picture])
        return try #require(found.withLock { $0 })
    }

    @Test(arguments: kinds, [false, true])
    func eachChannelHasItsLimits(isCPU: Bool, hasRegion: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let (low, high) = ([51, 0, 102, 0], [255, 153, 204, 51])
        let picture = TestPicture.noise(13, width: 37, height: 23)
        let found = try counts(picture, studio) { histogram in
            histogram.minimum = ChannelValues(components: low.map { Float($0) / 255 })
            histogram.maximum = ChannelValues(components: high.map { Float($0) / 255 })
            // Kernels count parts, the processor whole pictures.
            if hasRegion { histogram.regionSize = Size2D(width: 1, height: 0.9999) }
        }
        var expected = [UInt32](repeating: 0, count: 4 * 256)
        for (index, code) in picture.bytes.enumerated() {
            let channel = index % 4
            let (first, last) = (low[channel], high[channel])
            let place = Double(min(max(Int(code), first), last) - first) / Double(last - first) * 255
            expected[channel * 256 + Int(place + 0.501)] += 1
        }
        #expect(found.counts == expected)
        #expect(found.minimums == low.map { Float($0) / 255 })
        #expect(found.maximums == high.map { Float($0) / 255 })
    }

    @Test(arguments: kinds) func belowTheThresholdNothingCounts(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let picture = TestPicture.noise(17, width: 37, height: 23)
        let all = try counts(picture, .rgba, studio)
        let found = try counts(picture, studio) {
            $0.threshold = ChannelValues(red: 0.2, green: 0, blue: 1, alpha: 0.6)
        }
        for (channel, least) in [51, 0, 255, 153].enumerated() {
            let kept = all[channel].enumerated().map { $0.offset < least ? 0 : $0.element }
            #expect(Array(found[channel]) == kept)
        }
    }

    @Test(arguments: kinds, [HistogramChannels.rgb, .luminance])
    func aBlackFrameChangesNothingBehindAThreshold(isCPU: Bool, channels: HistogramChannels) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let inner = TestPicture.grey(40, 30) { x, y in UInt8(60 + x + y) }
        let framed = TestPicture.grey(60, 50) { x, y in
            (10..<50).contains(x) && (10..<40).contains(y) ? inner.pixel(x - 10, y - 10).x : 0
        }
        let equalization = HistogramEqualization(channels: channels)
        equalization.threshold = 0.1
        let result = try studio.run(equalization, [framed])
        let expected = try studio.run(HistogramEqualization(channels: channels), [inner])
        for y in 0..<30 {
            for x in 0..<40 { #expect(result.pixel(x + 10, y + 10) == expected.pixel(x, y)) }
        }
    }

    @Test(arguments: kinds, [false, true])
    func normalizedBinsReachFromTheLeastToTheGreatestValue(isCPU: Bool, hasRegion: Bool) throws {
        try reach(FilterStudio(isCPU: isCPU), hasRegion: hasRegion)
        if !isCPU { try reach(FilterStudio(roundsOtherwise: true), hasRegion: hasRegion) }
    }

    private func reach(_ studio: FilterStudio, hasRegion: Bool) throws {
        func normalized(_ scale: Int, _ offset: Int) throws -> HistogramCounts {
            let picture = TestPicture(44, 31) { x, y in
                TestPicture.Pixel(repeating: UInt8(offset + scale * ((x * 7 + y * 3) % 52)))
            }
            return try counts(picture, studio) { histogram in
                histogram.isNormalized = true
                if hasRegion { histogram.regionSize = Size2D(width: 1, height: 0.9999) }
            }
        }
        let narrow = try normalized(1, 100)
        #expect(narrow.minimums == Array(repeating: 100 / 255, count: 4))
        #expect(narrow.maximums == Array(repeating: 151 / 255, count: 4))
        #expect(narrow[1].filter { $0 > 0 }.count == 52)
        // However far the values lie apart, they are in the same bins.
        #expect(try normalized(3, 20).counts == narrow.counts)
        #expect(try normalized(5, 0).counts == narrow.counts)
        #expect(try counts(.grey(77), studio) { $0.isNormalized = true }[0].first == 851)
    }

    @Test(arguments: kinds) func aNormalizedHistogramCanBeGivenToAnotherPicture(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let picture = TestPicture.grey(64, 48) { x, y in UInt8(80 + (x + y * y) % 60) }
        let found = try counts(picture, studio) {
            $0.channels = .rgb
            $0.isNormalized = true
        }
        let specification = HistogramSpecification(histogram: found)
        #expect(specification.minimum.red == 80 / 255 && specification.maximum.blue == 139 / 255)
        let ramp = TestPicture.grey(256, 4) { x, _ in UInt8(x) }
        specification.isNormalized = true
        specification.minimum.alpha = 0
        let result = try studio.run(specification, [ramp])
        #expect(result.pixels.allSatisfy { (80...139).contains($0.x) })
        #expect(result.pixel(255, 0).x == 139)
    }

    @Test func oneNumberIsALimitOfAllChannels() throws {
        let text = "histogram-equalization:minimum=0.2,maximum=0.5/0.6/0.7,is-normalized=on"
        let equalization = try #require(try FilterText.operation(text) as? HistogramEqualization)
        #expect(equalization.minimum == 0.2)
        #expect(equalization.maximum == ChannelValues(red: 0.5, green: 0.6, blue: 0.7, alpha: 1))
        #expect(equalization.isNormalized)
    }

    // MARK: Equalization

    @Test(arguments: kinds) func aRampStaysAsItIs(isCPU: Bool) throws {
        let ramp = TestPicture(256, 4) { x, _ in TestPicture.Pixel(repeating: UInt8(x)) }
        let studio = try FilterStudio(isCPU: isCPU)
        for channels in HistogramChannels.allCases {
            #expect(try studio.run(HistogramEqualization(channels: channels), [ramp]) == ramp)
        }
    }

    @Test(arguments: kinds) func aPictureOfOneColorStaysAsItIs(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        for picture in [TestPicture.color(10, 200, 90), .grey(0), .grey(255), .grey(128)] {
            for channels in HistogramChannels.allCases {
                #expect(try studio.run(HistogramEqualization(channels: channels), [picture]) == picture)
            }
        }
    }

    @Test(arguments: kinds) func twoValuesBecomeBlackAndWhite(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let picture = TestPicture.grey(40, 30) { x, y in (x + y) % 3 == 0 ? 100 : 110 }
        let extremes = TestPicture.grey(40, 30) { x, y in (x + y) % 3 == 0 ? 0 : 255 }
        for channels in [HistogramChannels.rgb, .luminance] {
            #expect(try studio.run(HistogramEqualization(channels: channels), [picture]) == extremes)
        }
    }

    @Test func valuesKeepTheirOrder() throws {
        let studio = try FilterStudio()
        let picture = TestPicture.grey(64, 48) { x, y in UInt8((x * x + 3 * y) % 200) }
        let result = try studio.run(HistogramEqualization(), [picture])
        let pairs = zip(picture.bytes, result.bytes).sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.1 <= $1.1 })
    }

    @Test func theLuminanceAloneChangesAndTheHueStays() throws {
        let studio = try FilterStudio()
        let picture = TestPicture.noise(64, 48, seed: 5)
        let result = try studio.run(HistogramEqualization(channels: .luminance), [picture])
        for (before, after) in zip(picture.pixels, result.pixels) {
            // Differences of channels keep their ratios: a colour moves on the half plane of its hue.
            let (one, other) = (Double(before.x) - Double(before.y), Double(before.y) - Double(before.z))
            let (first, second) = (Double(after.x) - Double(after.y), Double(after.y) - Double(after.z))
            let length = max(1, (one * one + other * other).squareRoot())
            #expect(abs(one * second - other * first) / length <= 1.5)
            #expect(one * first + other * second >= -1.5 * length)
        }
    }

    // MARK: The same transform on other pictures

    @Test(arguments: [HistogramChannels.rgb, .luminance])
    func aHeldTransformIsUsedOnOtherPictures(channels: HistogramChannels) throws {
        let studio = try FilterStudio()
        let first = TestPicture.noise(40, 30, seed: 2)
        let second = TestPicture.grey(40, 30) { x, _ in UInt8(x) }
        let equalization = HistogramEqualization(channels: channels)
        _ = try studio.run(equalization, [first])
        equalization.isHeld = true
        let held = try studio.run(equalization, [second])
        #expect(try studio.run(ReferenceEqualization(channels: channels), [second, first]) == held)
        equalization.isHeld = false
        let own = try studio.run(equalization, [second])
        #expect(own != held)
        #expect(try studio.run(ReferenceEqualization(channels: channels), [second, second]) == own)
    }

    @Test func smoothingCalmsAFlickeringLight() throws {
        func flicker(_ smoothing: Float) throws -> Int {
            let studio = try FilterStudio()
            let equalization = HistogramEqualization()
            equalization.smoothing = smoothing
            var last: [TestPicture] = []
            for frame in 0..<12 {
                let light = frame % 2
                let picture = TestPicture.grey(64, 48) { x, y in UInt8((x + light * (x * y) / 40) % 256) }
                last = last.suffix(1) + [try studio.run(equalization, [picture])]
            }
            return abs(Int(last[0].pixel(30, 0).x) - Int(last[1].pixel(30, 0).x))
        }
        let (without, with) = (try flicker(0), try flicker(0.9))
        #expect(without >= 20)
        #expect(with * 5 <= without)
    }

    @Test func whatFlashesInOnePartLeavesTheOthersCalm() throws {
        /// How far the part that stays goes up and down, in codes a frame.
        func flicker(_ smoothing: Float) throws -> Double {
            let studio = try FilterStudio()
            let equalization = HistogramEqualization(channels: .luminance)
            equalization.smoothing = smoothing
            var levels: [Int] = []
            for frame in 0..<24 {
                // A screen of an eighth of the picture, dark and bright for three frames each.
                let picture = TestPicture.grey(64, 48) { x, y in
                    x < 16 && y < 24 ? (frame / 3 % 2 == 0 ? 10 : 240) : UInt8(40 + x + y)
                }
                let result = try studio.run(equalization, [picture])
                levels.append(Int(result.pixel(40, 24).x))
            }
            let settled = levels.dropFirst(6)
            return zip(settled, settled.dropFirst()).reduce(0) { $0 + Double(abs($1.0 - $1.1)) } / 17
        }
        let (without, with) = (try flicker(0), try flicker(0.8))
        #expect(without > 5 && with < without * 0.45, "\(without) and \(with) codes")
    }

    @Test func accumulatedCountsGrow() throws {
        let studio = try FilterStudio()
        let histogram = Histogram(channels: .red)
        histogram.accumulates = true
        let found = Mutex<[UInt32]>([])
        histogram.histogramCallback = { counts in found.withLock { $0.append(counts.counts[200]) } }
        for _ in 0..<3 { _ = try studio.run(histogram, [TestPicture.grey(200)]) }
        #expect(found.withLock { $0 } == [851, 1702, 2553])
    }

    // MARK: Specification

    @Test(arguments: kinds) func aPictureMatchedToItselfStays(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let picture = TestPicture.noise(61, 43, seed: 9)
        #expect(try studio.run(HistogramMatching(), [picture, picture]) == picture)
    }

    @Test func countsThatAreGivenAreReached() throws {
        let studio = try FilterStudio()
        // Half of the pixels dark, half bright.
        var counts = [UInt32](repeating: 0, count: 256)
        (counts[40], counts[220]) = (1, 1)
        let wanted = HistogramCounts(channels: .luminance, counts: counts)
        let ramp = TestPicture.grey(256, 2) { x, _ in UInt8(x) }
        let result = try studio.run(HistogramSpecification(histogram: wanted), [ramp])
        #expect(result.pixel(0, 0).x == 40)
        #expect(result.pixel(127, 0).x == 40)
        #expect(result.pixel(255, 0).x == 220)
    }

    // MARK: Tiles

    @Test(arguments: kinds) func aFlatPictureStaysFlatUnderCLAHE(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        for size in [(64, 48), (61, 43), (3, 2), (1, 1)] {
            let picture = TestPicture.grey(size.0, size.1) { _, _ in 90 }
            let result = try studio.run(CLAHE(), [picture])
            #expect(Set(result.pixels).count == 1)
        }
    }

    @Test(.onProcessor) func bothKindsOfKernelsAgree() throws {
        let picture = TestPicture.noise(203, 117, seed: 4)
        for make in [{ CLAHE() as BasicOperation }, { HistogramEqualization(channels: .luminance) }] {
            let results = try Self.kinds.map { try FilterStudio(isCPU: $0).run(make(), [picture]) }
            #expect(results[0].distance(to: results[1]) <= 1)
        }
    }
}
