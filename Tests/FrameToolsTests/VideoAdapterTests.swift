import FrameTools
import Frames
import Testing

/// The limits of a consumer: sizes, shapes and rates.
struct VideoAdapterTests {
    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    private func fit(_ picture: PixelSize, _ limits: VideoLimits) throws -> CropAndScale? {
        try VideoAdapter(limits).fit(picture)
    }

    /// The numbers of the frames that pass, of ten.
    private func passing(_ limit: Rational?, captured: Int64 = 30) throws -> [Int64] {
        var adapter = try VideoAdapter(VideoLimits(rate: limit))
        return (0..<10).filter { adapter.adapt(size(640, 480), at: $0 * 1_000_000_000 / captured) != nil }
    }

    @Test func withoutLimitsEverythingStays() throws {
        #expect(VideoAdapter().fit(size(641, 479)) == CropAndScale(whole: size(641, 479)))
        #expect(try passing(nil).count == 10)
    }

    @Test func halfOfTheRateLeavesFiveOfTenOut() throws {
        #expect(try passing(Rational(15)) == [0, 2, 4, 6, 8])
    }

    @Test func twoThirdsOfTheRateLeaveThreeOfTenOut() throws {
        #expect(try passing(Rational(20)).count == 7)
    }

    @Test func aRateThatIsNotReachedLeavesNothingOut() throws {
        for rate in [30, 31, 60, 1000] { #expect(try passing(Rational(rate)).count == 10) }
    }

    @Test func tremblingStampsChangeNothing() throws {
        var random = Seeded(1)
        for (rate, step) in [(30, 1), (15, 2), (10, 3)] {
            var adapter = try VideoAdapter(VideoLimits(rate: Rational(rate)))
            let passing = (0..<300).filter { number in
                let jitter = number == 0 ? 0 : Int64.random(in: -4_000_000...4_000_000, using: &random)
                return adapter.adapt(size(640, 480), at: Int64(number) * 33_333_333 + jitter) != nil
            }.dropFirst()
            #expect(zip(passing, passing.dropFirst()).allSatisfy { $1 - $0 == step }, "\(rate): \(passing)")
        }
    }

    @Test func aShapeIsCutOutOfTheMiddle() throws {
        let made = try fit(size(640, 480), VideoLimits(size: size(640, 360)))
        #expect(made == CropAndScale(crop: PixelRegion(x: 0, y: 60, width: 640, height: 360)))
    }

    @Test func threeSixteenthsTakeWholeSteps() throws {
        var limits = VideoLimits(size: size(640, 360))
        limits.wishedPixels = 640 * 360 * 3 / 16 * 3 / 16
        let made = try fit(size(640, 480), limits)
        #expect(made?.crop.size == size(640, 368) && made?.size == size(120, 69))
    }

    @Test func nothingIsMadeLarger() throws {
        #expect(
            try fit(size(640, 480), VideoLimits(mostPixels: 1 << 30)) == CropAndScale(whole: size(640, 480)))
        #expect(try fit(size(320, 180), VideoLimits(size: size(1280, 720)))?.size == size(320, 180))
    }

    @Test func portraitPicturesGetTheTurnedLimits() throws {
        let limits = VideoLimits(size: size(640, 360))
        #expect(try fit(size(720, 1280), limits)?.size == size(360, 640))
        #expect(try fit(size(1280, 720), limits)?.size == size(640, 360))
    }

    /// The track source's sizes.
    @Test(arguments: [
        (720, 1280, 640, 360, 360, 640), (720, 1280, 912, 514, 360, 640), (720, 1280, 480, 270, 270, 480),
        (720, 1280, 320, 180, 180, 320), (380, 640, 640, 360, 360, 640), (640, 360, 480, 270, 480, 270),
    ])
    func sizesOfATrack(_ wide: Int, _ high: Int, _ w: Int, _ h: Int, _ toWide: Int, _ toHigh: Int) throws {
        let made = try fit(size(wide, high), VideoLimits(size: size(w, h), rate: Rational(30), alignment: 2))
        #expect(made?.size == size(toWide, toHigh))
        if wide == 380 { #expect(made?.crop == PixelRegion(x: 10, y: 0, width: 360, height: 640)) }
    }

    @Test(arguments: [(370, 10, 360, 640, 14, 0), (300, 40, 300, 534, 40, 52)])
    func partsOfATrack(_ wide: Int, _ x: Int, _ toWide: Int, _ toHigh: Int, _ toX: Int, _ toY: Int) throws {
        let layout = FrameLayout(format: .nv12, size: size(380, 640))
        let part = CropAndScale(crop: PixelRegion(x: x, y: 0, width: wide, height: 640))
        let limits = VideoLimits(size: size(640, 360), alignment: 2)
        let both = try part.then(try #require(try fit(part.size, limits)))
        #expect(both.size == size(toWide, toHigh))
        let crop = layout.aligned(both.crop)
        #expect(crop.x == toX && crop.y == toY && crop.size == both.size)
    }

    @Test func aTrackThatWasScaledIsScaledOnce() throws {
        let half = CropAndScale(crop: PixelRegion(size(1280, 720)), size: size(640, 360))
        let both = try half.then(try #require(try fit(half.size, VideoLimits(size: size(480, 270)))))
        #expect(both == CropAndScale(crop: PixelRegion(size(1280, 720)), size: size(480, 270)))
    }

    @Test func limitsOfNothingAreErrorsAndChangeNothing() throws {
        let good = VideoLimits(size: size(640, 360), rate: Rational(15))
        var adapter = try VideoAdapter(good)
        let bad = [
            VideoLimits(size: size(0, 0)), VideoLimits(size: size(-640, 360)),
            VideoLimits(size: size(640, 0)),
            VideoLimits(landscapeShape: size(16, -9)), VideoLimits(portraitShape: size(0, 16)),
            VideoLimits(mostPixels: 0), VideoLimits(mostPixels: -1), VideoLimits(wishedPixels: 0),
            VideoLimits(rate: Rational(0)), VideoLimits(rate: Rational(-30)), VideoLimits(alignment: 0),
            VideoLimits(alignment: -2),
        ]
        for limits in bad {
            let error = #expect(throws: FrameToolError.self) { try adapter.keep(limits) }
            #expect(error?.description.contains("give one that is") == true)
            #expect(adapter.limits == good)
        }
        #expect(adapter.fit(size(0, 0)) == nil && adapter.fit(size(-5, 7)) == nil)
        #expect(adapter.fit(size(.max, .max)) == nil && adapter.fit(size(65535, 65535)) == nil)
        #expect(try fit(size(640, 480), VideoLimits(size: size(.max, .max))) != nil)
        #expect(try fit(size(640, 480), VideoLimits(alignment: .max)) == nil)
    }

    @Test func noPictureExceedsItsLimitsInTenThousandRuns() throws {
        var random = Seeded(2)
        var made = 0
        defer { #expect(made > 9000, "\(made) pictures") }
        for run in 0..<10_000 {
            let picture = size(.random(in: 1...4096, using: &random), .random(in: 1...4096, using: &random))
            var limits = VideoLimits(
                size: size(.random(in: 1...4096, using: &random), .random(in: 1...4096, using: &random)),
                alignment: [1, 2, 4, 16][run % 4])
            if run % 3 == 0 { limits.wishedPixels = .random(in: 1...1 << 22, using: &random) }
            if run % 5 == 0 { (limits.landscapeShape, limits.portraitShape) = (nil, nil) }
            guard let fit = try VideoAdapter(limits).fit(picture) else { continue }
            made += 1
            let (crop, size) = (fit.crop, fit.size)
            // Never more than asked for, and never larger than it was.
            #expect(size.width * size.height <= limits.mostPixels ?? 0)
            #expect(crop.isInside(picture) && size.width <= crop.width && size.height <= crop.height)
            #expect(size.width % limits.alignment == 0 && size.height % limits.alignment == 0)
            // The part and what is made of it have the same shape, within a pixel.
            #expect(
                abs(Double(crop.width) * Double(size.height) / Double(crop.height) - Double(size.width)) < 1)
            // The part is in the middle.
            #expect(abs(picture.width - crop.width - 2 * crop.x) <= 1)
            #expect(abs(picture.height - crop.height - 2 * crop.y) <= 1)
        }
    }

    @Test func theShapeIsKeptWithinAPixelWithoutAlignment() throws {
        var random = Seeded(5)
        for _ in 0..<1000 {
            let picture = size(.random(in: 16...2000, using: &random), .random(in: 16...2000, using: &random))
            let made = try #require(try fit(picture, VideoLimits(size: size(1600, 900), alignment: 1)))
            guard made.size == made.crop.size else { continue }
            let shape = made.crop.width >= made.crop.height ? 16.0 / 9 : 9.0 / 16
            guard (picture.width >= picture.height) == (shape > 1) else { continue }
            let wanted = min(Double(picture.width), Double(picture.height) * shape)
            #expect(abs(Double(made.size.width) - wanted) < 1)
        }
    }

    @Test func theRateIsNeverExceededInTenThousandRuns() throws {
        var random = Seeded(3)
        for run in 0..<10_000 {
            let rate = Rational(.random(in: 1...120, using: &random))
            var adapter = try VideoAdapter(VideoLimits(rate: rate))
            var (stamp, passed) = (Int64.random(in: 0...1 << 50, using: &random), 0)
            let first = stamp
            for _ in 0..<40 {
                if adapter.adapt(size(64, 64), at: stamp) != nil { passed += 1 }
                // Breaks happen, too.
                stamp += .random(in: 0...(run % 7 == 0 ? 2_000_000_000 : 50_000_000), using: &random)
            }
            let most = Double(stamp - first) / 1e9 * rate.value + 1.5
            #expect(Double(passed) <= most, "\(rate)")
        }
    }
}
