import Frames
import Testing
import VulkanView

/// Parts of pictures, zooming and dragging, for numbers drawn by lot.
@Suite struct PictureRegionTests {
    private func isSane(_ region: PictureRegion) -> Bool {
        for (start, length) in [(region.x, region.width), (region.y, region.height)] {
            let end =
                start.numerator * length.denominator + length.numerator * start.denominator
                <= start.denominator * length.denominator
            guard start >= Rational(0), length >= PictureRegion.least, end else { return false }
        }
        return true
    }

    @Test func partsOfThePictureAreKeptExactly() {
        var noise = Noise(31)
        for _ in 0..<500 {
            let size = PixelSize(
                width: Int.random(in: 1...16384, using: &noise),
                height: Int.random(in: 1...16384, using: &noise))
            let x = Int.random(in: 0..<size.width, using: &noise)
            let y = Int.random(in: 0..<size.height, using: &noise)
            let part = PixelSize(
                width: Int.random(in: 1...size.width - x, using: &noise),
                height: Int.random(in: 1...size.height - y, using: &noise))
            let region = PictureRegion(.init(x: x, y: y, size: part), of: size)
            #expect(region.x == Rational(x, size.width) && region.width == Rational(part.width, size.width))
            #expect(
                region.y == Rational(y, size.height) && region.height == Rational(part.height, size.height))
            #expect(isSane(region))
        }
    }

    @Test func whateverIsAskedForIsAPartOfThePicture() {
        let odd: [Double] = [
            .nan, .infinity, -.infinity, 0, -0.0, -1, 2, 1e300, -1e300, 1e-300, 0.5, 1, .ulpOfOne,
            1 - .ulpOfOne,
        ]
        for x in odd {
            for width in odd {
                let region = PictureRegion(x: x, y: 0.25, width: width, height: 0.5)
                #expect(isSane(region), "\(x), \(width)")
                #expect(region.y == Rational(1, 4) && region.height == Rational(1, 2))
            }
        }
        let terms = [Int.max, Int.max - 1, 1, 0, -1, -Int.max, 1 << 31, 3, 1_000_003]
        for first in terms {
            for second in terms where second != 0 {
                for third in terms {
                    for fourth in terms where fourth != 0 {
                        let region = PictureRegion(
                            x: Rational(first, second), y: Rational(third, fourth),
                            width: Rational(third, fourth),
                            height: Rational(first, second))
                        #expect(isSane(region), "\(first)/\(second), \(third)/\(fourth)")
                    }
                }
            }
        }
        var noise = Noise(32)
        for _ in 0..<2000 {
            let region = PictureRegion(
                x: Double.random(in: -2...2, using: &noise), y: Double.random(in: -2...2, using: &noise),
                width: Double.random(in: -1...3, using: &noise),
                height: Double.random(in: 0...1e-6, using: &noise))
            #expect(isSane(region))
        }
    }

    @Test func whatStandsOutIsCutOff() {
        let half = Rational(1, 2)
        let left = PictureRegion(x: -1, y: 0, width: 1.5, height: 1)
        #expect(left == PictureRegion(x: Rational(0), y: Rational(0), width: half, height: Rational(1)))
        let right = PictureRegion(x: half, y: half, width: Rational(7), height: Rational(7))
        #expect(right == PictureRegion(x: half, y: half, width: half, height: half))
        for region in [
            PictureRegion(x: 1, y: -1, width: 0.5, height: 0.5),
            PictureRegion(x: 0.5, y: 0.5, width: 0, height: -1),
            PictureRegion(x: .nan, y: 0, width: 1, height: .infinity),
            PictureRegion(
                .init(x: 0, y: 0, size: PixelSize(width: 5, height: 5)), of: PixelSize(width: 0, height: 3)),
        ] { #expect(region == .whole) }
        let end = PictureRegion(x: 1 - 1e-9, y: 0, width: 1, height: 1)
        #expect(end.width == PictureRegion.least)
    }

    /// A picture, its place and a point of it, drawn by lot.
    private func scene(_ noise: inout Noise) -> (PixelSize, Rational, ViewOptions, PixelSize) {
        let frame = PixelSize(
            width: Int.random(in: 1...4000, using: &noise), height: Int.random(in: 1...4000, using: &noise))
        let window = PixelSize(
            width: Int.random(in: 1...4000, using: &noise), height: Int.random(in: 1...4000, using: &noise))
        let aspect = [Rational(1), Rational(12, 11), Rational(64, 45)][Int.random(in: 0..<3, using: &noise)]
        let options = ViewOptions(
            fillMode: FillMode.allCases[Int.random(in: 0..<3, using: &noise)],
            isMirrored: Bool.random(using: &noise),
            rotation: Rotation.allCases[Int.random(in: 0..<4, using: &noise)])
        return (frame, aspect, options, window)
    }

    @Test func thePointUnderTheCursorStaysWhereItIs() {
        var noise = Noise(33)
        for step in 0..<1500 {
            var (frame, aspect, options, window) = scene(&noise)
            func place() -> Placement {
                Placement(frame: frame, sampleAspect: aspect, options: options, window: window)
            }
            let rectangle = place().rectangle
            let point = (
                x: Double(rectangle.x) + Double.random(in: 0...1, using: &noise)
                    * Double(rectangle.size.width),
                y: Double(rectangle.y) + Double.random(in: 0...1, using: &noise)
                    * Double(rectangle.size.height)
            )
            let fixed = place().picturePoint(x: point.x, y: point.y)
            for factor in [1.25, 3, 1.1, 1 / 1.1, 1.5] {
                options = options.zoomed(by: factor, around: point, in: place())
                #expect(isSane(options.crop))
                let seen = place().picturePoint(x: point.x, y: point.y)
                // One pixel of the picture where it is shown pixel for pixel, else only what fractions are rounded by.
                let (wide, high) =
                    options.rotation.swapsSides ? (frame.height, frame.width) : (frame.width, frame.height)
                let (dx, dy) = (abs(seen.x - fixed.x) * Double(wide), abs(seen.y - fixed.y) * Double(high))
                #expect(max(dx, dy) < 1, "step \(step): \(frame) in \(window), \(options)")
            }
        }
    }

    @Test func zoomingInAndOutAgainShowsTheSamePart() {
        var noise = Noise(34)
        for _ in 0..<300 {
            let (frame, aspect, start, window) = scene(&noise)
            var options = start
            func place() -> Placement {
                Placement(frame: frame, sampleAspect: aspect, options: options, window: window)
            }
            let point = (x: Double(window.width) * 0.4, y: Double(window.height) * 0.6)
            options = options.zoomed(by: 4, around: point, in: place())
            let crop = options.crop
            for _ in 0..<50 {
                options = options.zoomed(by: 1.3, around: point, in: place())
                options = options.zoomed(by: 1 / 1.3, around: point, in: place())
            }
            #expect(abs(options.crop.width.value - crop.width.value) < 1e-6)
            #expect(abs(options.crop.x.value - crop.x.value) * Double(max(frame.width, frame.height)) < 2)
            // Far out, all of the picture is seen.
            #expect(options.zoomed(by: 1e-6, around: point, in: place()).crop == .whole)
            // Far in, both sides stop at once.
            let near = options.zoomed(by: 1e9, around: point, in: place()).crop
            #expect(isSane(near) && near.width == near.height && near.width.value < 1.001 / 16384)
        }
    }

    @Test func factorsThatMakeNoSenseChangeNothing() {
        let size = PixelSize(width: 64, height: 48)
        let options = ViewOptions(crop: PictureRegion(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        let placement = Placement(frame: size, options: options, window: size)
        for factor in [0, -1, .nan, .infinity] {
            #expect(options.zoomed(by: factor, around: (3, 4), in: placement) == options)
        }
        #expect(options.zoomed(by: 2, around: (.nan, 4), in: placement) == options)
        #expect(options.moved(by: (.nan, .infinity), in: placement) == options)
    }

    @Test func thePictureFollowsTheDraggingPointer() {
        let size = PixelSize(width: 64, height: 48)
        let options = ViewOptions(crop: PictureRegion(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        let placement = Placement(frame: size, options: options, window: size)
        // 8 of 64 pixels of the window are 4 of the picture.
        #expect(options.moved(by: (8, -12), in: placement).crop.x == Rational(3, 16))
        #expect(options.moved(by: (8, -12), in: placement).crop.y == Rational(3, 8))
        let corner = options.moved(by: (1e9, -1e9), in: placement).crop
        #expect(corner.x == Rational(0) && corner.y == Rational(1, 2) && corner.width == Rational(1, 2))
    }
}
