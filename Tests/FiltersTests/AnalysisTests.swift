import Filters
import Glibc
import Synchronization
import Testing

/// What is found in pictures whose contents are known.
@Suite struct AnalysisTests {
    let studio: FilterStudio

    init() throws { studio = try FilterStudio() }

    private static func detectors() -> [CornerDetector] {
        [
            HarrisCornerDetector(), NobleCornerDetector(), ShiTomasiFeatureDetector(),
            FASTCornerDetection(),
        ]
    }

    // MARK: Corners

    @Test(arguments: 0..<4) func aSquareHasFourCorners(detector: Int) throws {
        let detector = Self.detectors()[detector]
        let found = Mutex<[Position]>([])
        detector.cornersDetectedCallback = { corners in found.withLock { $0 = corners } }
        let picture = TestPicture.black(width: 97, height: 61).filled(255, x: 30..<60, y: 16..<46)
        _ = try studio.run(detector, [picture])
        let places = found.withLock { $0 }
        #expect(places.count == 4)
        for corner in [(30, 16), (59, 16), (30, 45), (59, 45)] {
            let distance = places.map { place in
                hypotf(place.x * 97 - 0.5 - Float(corner.0), place.y * 61 - 0.5 - Float(corner.1))
            }
            #expect(try #require(distance.min()) <= 1.5)
        }
    }

    @Test(arguments: 0..<4) func edgesAndFlatPlacesHaveNoCorners(detector: Int) throws {
        let detector = Self.detectors()[detector]
        detector.showsPicture = false
        let black = TestPicture.black(width: 40, height: 30)
        for picture in [
            black, black.filled(255, x: 20..<40, y: 0..<30), black.filled(200, x: 0..<40, y: 0..<9),
        ] {
            #expect(try studio.run(detector, [picture]).bytes == black.bytes)
        }
    }

    @Test(arguments: 0..<4) func cornersTurnWithThePicture(detector: Int) throws {
        let detector = Self.detectors()[detector]
        (detector.showsPicture, detector.markWidth) = (false, 1)
        let picture = TestPicture.black(width: 61, height: 47).filled(230, x: 12..<31, y: 9..<30)
            .filled(120, x: 25..<50, y: 22..<40)
        let upright = try studio.run(detector, [picture])
        let turned = try studio.run(detector, [picture.halfTurned])
        // Of two equal neighbours the first in reading order counts, so a corner may move by a pixel.
        for (one, other) in [(upright, turned.halfTurned), (turned.halfTurned, upright)] {
            #expect(!one.bright.isEmpty)
            for place in one.bright {
                #expect(other.bright.contains { abs($0.x - place.x) <= 1 && abs($0.y - place.y) <= 1 })
            }
        }
    }

    @Test func aCrossStandsOnEachCornerAndNothingElseChanges() throws {
        let picture = TestPicture.black(width: 64, height: 48).filled(255, x: 20..<40, y: 15..<33)
        let detector = FASTCornerDetection()
        let found = Mutex<[Position]>([])
        detector.cornersDetectedCallback = { corners in found.withLock { $0 = corners } }
        detector.markWidth = 5
        var expected = picture
        let result = try studio.run(detector, [picture])
        for place in found.withLock({ $0 }) {
            let (x, y) = (Int(place.x * 64), Int(place.y * 48))
            for step in -2...2 {
                expected.put([0, 255, 0, 255], x + step, y)
                expected.put([0, 255, 0, 255], x, y + step)
            }
        }
        #expect(found.withLock { $0.count } == 4)
        #expect(result == expected)
    }

    @Test func moreCornersThanThereIsRoomForAreNotReported() throws {
        let detector = FASTCornerDetection()
        let found = Mutex(0)
        detector.cornersDetectedCallback = { corners in found.withLock { $0 = corners.count } }
        var picture = TestPicture.black(width: 640, height: 480)
        for y in stride(from: 4, to: 476, by: 6) {
            for x in stride(from: 4, to: 636, by: 6) { picture.put([255, 255, 255, 255], x, y) }
        }
        _ = try studio.run(detector, [picture])
        #expect(found.withLock { $0 } == CornerDetector.capacity)
    }

    // MARK: Edges

    @Test func edgesAreThoseOfTheTurnedAndOfTheInvertedPicture() throws {
        let picture = TestPicture.noise(5, width: 61, height: 47).withAlpha(255)
        let canny = CannyEdgeDetection()
        canny.blurRadiusInPixels = 1
        let edges = try studio.run(canny, [picture])
        #expect(try studio.run(canny, [picture.halfTurned]).halfTurned == edges)
        // Bright halves are coarser than dark ones.
        let inverted = try studio.run(canny, [picture.negative])
        #expect(zip(inverted.bytes, edges.bytes).filter { $0 != $1 }.count <= 61 * 47 * 3 / 200)
        #expect(edges.bright.count > 100)
    }

    /// A spiral that fades is kept to its end, a faint one not at all.
    @Test func aWeakEdgeIsCarriedOnHoweverLongItIs() throws {
        let canny = CannyEdgeDetection()
        canny.blurRadiusInPixels = 1
        (canny.upperThreshold, canny.lowerThreshold) = (1.2, 0.2)
        let fading = try studio.run(canny, [TestPicture.spiral(from: 255, to: 60)])
        #expect(try studio.run(canny, [TestPicture.spiral(from: 60, to: 60)]).bright.isEmpty)
        canny.upperThreshold = 0.2
        let all = try studio.run(canny, [TestPicture.spiral(from: 255, to: 60)])
        #expect(fading == all && all.bright.count > 2000)
    }

    @Test func aStepIsOneThinEdge() throws {
        let picture = TestPicture.black(width: 50, height: 40).filled(255, x: 25..<50, y: 0..<40)
        let edges = try studio.run(CannyEdgeDetection(), [picture])
        for y in 1..<39 {
            // The step lies between two columns, which are equal.
            #expect((0..<50).filter { edges[$0, y][0] == 255 } == [24, 25])
        }
    }

    // MARK: Lines

    @Test(arguments: [0, 20, 45, 67, 90, -30, -60, -85]) func aLineIsFoundWithItsSlope(angle: Int) throws {
        let detector = HoughTransformLineDetector()
        let found = Mutex<[DetectedLine]>([])
        detector.linesDetectedCallback = { lines in found.withLock { $0 = lines } }
        let picture = TestPicture.halfPlane(
            width: 160, height: 120, through: (70.5, 55.5), degrees: Float(angle))
        let shown = try studio.run(detector, [picture])
        let line = try #require(found.withLock { $0.first })
        let difference = abs(line.angleInDegrees - Float(angle))
        #expect(min(difference, 180 - difference) <= 1)
        #expect(line.distance(toX: 70.5 / 160, y: 55.5 / 120, width: 160, height: 120) < 1.5)
        #expect(line.votes > 50)
        #expect(shown[70, 55] == [0, 255, 0, 255] || shown[71, 56] == [0, 255, 0, 255])
    }

    @Test func aLineIsFoundInALargePicture() throws {
        let detector = HoughTransformLineDetector()
        let found = Mutex<[DetectedLine]>([])
        detector.linesDetectedCallback = { lines in found.withLock { $0 = lines } }
        let picture = TestPicture.halfPlane(width: 1281, height: 719, through: (600, 300), degrees: 25)
        _ = try studio.run(detector, [picture])
        let line = try #require(found.withLock { $0.first })
        #expect(abs(line.angleInDegrees - 25) <= 1)
        #expect(line.distance(toX: 600 / 1281, y: 300 / 719, width: 1281, height: 719) < 5)
    }

    @Test func nothingHasNoLines() throws {
        let detector = HoughTransformLineDetector()
        let found = Mutex(-1)
        detector.linesDetectedCallback = { lines in found.withLock { $0 = lines.count } }
        let picture = TestPicture.grey(90)
        #expect(try studio.run(detector, [picture]) == picture)
        #expect(found.withLock { $0 } == 0)
    }

    /// The line x + y = 2c through the middle of a square picture meets in the middle of the right half's column ½.
    @Test func pointsOfALineMeetInParallelCoordinates() throws {
        var picture = TestPicture.black(width: 128, height: 128)
        for step in 0..<128 { picture.put([255, 255, 255, 255], step, 127 - step) }
        let votes = try studio.run(ParallelCoordinateLineTransform(), [picture])
        let largest = (0..<128).flatMap { y in (0..<128).map { votes[$0, y][0] } }.max()
        let peak = try #require(votes.bright.max { votes[$0.x, $0.y][0] < votes[$1.x, $1.y][0] })
        #expect(largest == votes[peak.x, peak.y][0])
        #expect(abs(peak.x - 96) <= 1 && abs(peak.y - 64) <= 1)
    }

    // MARK: Motion

    @Test func theCentroidLiesOnWhatMoved() throws {
        let detector = MotionDetector()
        let found = Mutex<[Motion]>([])
        detector.motionDetectedCallback = { motion in found.withLock { $0.append(motion) } }
        let empty = TestPicture.grey(60)
        let moved = empty.filled(220, x: 20..<30, y: 5..<13)
        _ = try studio.run(detector, [empty])
        let shown = try studio.run(detector, [moved])
        _ = try studio.run(detector, [empty])
        let motions = found.withLock { $0 }
        #expect(motions.count == 3)
        #expect(motions[0] == Motion(centroid: .center, intensity: 0) && motions[2] == motions[0])
        #expect(abs(motions[1].centroid.x - 25 / 37) < 1e-6 && abs(motions[1].centroid.y - 9 / 23) < 1e-6)
        #expect(abs(motions[1].intensity - Float(80) / Float(37 * 23)) < 1e-6)
        #expect(shown[24, 8] == [110, 238, 110, 255] && shown[10, 8] == [60, 60, 60, 255])
    }

    @Test func whatStaysIsForgotten() throws {
        let detector = MotionDetector()
        detector.lowPassStrength = 0.5
        let found = Mutex<[Float]>([])
        detector.motionDetectedCallback = { motion in found.withLock { $0.append(motion.intensity) } }
        _ = try studio.run(detector, [TestPicture.grey(0)])
        for _ in 0..<6 { _ = try studio.run(detector, [TestPicture.grey(255)]) }
        // The mean comes near by half each time, and √3 times the difference is what is compared.
        #expect(found.withLock { $0 } == [0, 1, 1, 1, 0, 0, 0])
    }
}

extension TestPicture {
    static func black(width: Int, height: Int) -> TestPicture {
        TestPicture(
            width: width, height: height,
            bytes: (0..<width * height).flatMap { _ in [0, 0, 0, 255] as [UInt8] })
    }

    /// White on one side of a line, soft within a pixel.
    static func halfPlane(
        width: Int, height: Int, through point: (Float, Float), degrees: Float
    ) -> TestPicture {
        let angle = degrees * .pi / 180
        var picture = black(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let (right, down) = (Float(x) + 0.5 - point.0, Float(y) + 0.5 - point.1)
                let away = down * cosf(angle) - right * sinf(angle)
                let level = UInt8(255 * max(0, min(1, away + 0.5)))
                picture.put([level, level, level, 255], x, y)
            }
        }
        return picture
    }

    /// Four turns of a line of seven pixels whose level changes from the inner to the outer end.
    static func spiral(from inner: Float, to outer: Float) -> TestPicture {
        var picture = black(width: 161, height: 161)
        for y in 0..<161 {
            for x in 0..<161 {
                let (right, down) = (Float(x) - 80, Float(y) - 80)
                let (radius, angle) = (hypotf(right, down), atan2f(down, right) / (2 * .pi))
                let turns = ((radius - 10) / 16 - angle).rounded() + angle
                guard turns > 0, turns < 4 else { continue }
                let level = inner + (outer - inner) * turns / 4
                let cover = max(0, min(1, 4 - abs(radius - 10 - 16 * turns)))
                picture.put([UInt8](repeating: UInt8(level * cover), count: 3), x, y)
            }
        }
        return picture
    }

    mutating func put(_ pixel: [UInt8], _ x: Int, _ y: Int) {
        for (channel, code) in pixel.enumerated() { bytes[(y * width + x) * 4 + channel] = code }
    }

    /// The same with a grey rectangle.
    func filled(_ level: UInt8, x columns: Range<Int>, y rows: Range<Int>) -> TestPicture {
        var result = self
        for y in rows { for x in columns { result.put([level, level, level, 255], x, y) } }
        return result
    }

    /// Turned by half a turn.
    var halfTurned: TestPicture {
        let pixels = (0..<width * height).reversed().flatMap { place -> ArraySlice<UInt8> in
            bytes[place * 4..<place * 4 + 4]
        }
        return TestPicture(width: width, height: height, bytes: pixels)
    }

    /// The places that are not black.
    var bright: [(x: Int, y: Int)] {
        (0..<width * height).filter { bytes[$0 * 4..<$0 * 4 + 3].contains { $0 > 0 } }.map {
            ($0 % width, $0 / width)
        }
    }
}

extension DetectedLine {
    /// How many pixels a place lies beside the line.
    func distance(toX x: Float, y: Float, width: Float, height: Float) -> Float {
        let right = (line.end.x - line.start.x) * width
        let down = (line.end.y - line.start.y) * height
        let away = ((x - line.start.x) * width * down - (y - line.start.y) * height * right)
        return abs(away) / hypotf(right, down)
    }
}
