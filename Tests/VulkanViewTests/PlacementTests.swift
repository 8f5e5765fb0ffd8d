import Frames
import Testing
import VulkanView

/// Placement against the definition of each mode, worked out in exact fractions.
@Suite struct PlacementTests {
    private static let sizes = [
        PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 7), PixelSize(width: 3, height: 2),
        PixelSize(width: 17, height: 31), PixelSize(width: 640, height: 480),
        PixelSize(width: 1280, height: 720),
        PixelSize(width: 1919, height: 1079), PixelSize(width: 4096, height: 3),
        PixelSize(width: 16384, height: 16384),
    ]
    private static let aspects = [Rational(1), Rational(12, 11), Rational(8, 9)]

    /// Every combination of the grid.
    private func everywhere(_ check: (PixelSize, Rational, ViewOptions, PixelSize, Placement) throws -> Void)
        rethrows
    {
        for frame in Self.sizes {
            for window in Self.sizes {
                for aspect in Self.aspects {
                    for rotation in Rotation.allCases {
                        for isMirrored in [false, true] {
                            for mode in FillMode.allCases {
                                let options = ViewOptions(
                                    fillMode: mode, isMirrored: isMirrored, rotation: rotation)
                                let placement = Placement(
                                    frame: frame, sampleAspect: aspect, options: options, window: window)
                                try check(frame, aspect, options, window, placement)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Width over height of the picture as it is seen.
    private func shape(_ frame: PixelSize, _ aspect: Rational, _ options: ViewOptions) -> Rational {
        let upright = Rational(frame.width, frame.height) * aspect
        return options.rotation.swapsSides ? upright.reciprocal! : upright
    }

    @Test func fitShowsAllInTheLargestCentredRectangleOfTheRightShape() {
        everywhere { frame, aspect, options, window, placement in
            guard options.fillMode == .fit else { return }
            let shape = shape(frame, aspect, options)
            let size = placement.rectangle.size
            let exactWidth = min(Rational(window.width), Rational(window.height) * shape)
            let exactHeight = exactWidth * shape.reciprocal!
            #expect(isNearest(size.width, exactWidth) && isNearest(size.height, exactHeight))
            #expect(size.width == window.width || size.height == window.height)
            for (start, length, whole) in [
                (placement.rectangle.x, size.width, window.width),
                (placement.rectangle.y, size.height, window.height),
            ] {
                let after = whole - start - length
                #expect(start >= 0 && (after - start == 0 || after - start == 1))
            }
            #expect(Set(placement.vertices.flatMap { [$0.u, $0.v] }) == [0, 1])
        }
    }

    @Test func fillAndStretchCoverTheWindow() {
        everywhere { _, _, options, window, placement in
            guard options.fillMode != .fit else { return }
            #expect(placement.rectangle == Placement.Rectangle(x: 0, y: 0, size: window))
        }
    }

    @Test func stretchShowsAll() {
        everywhere { _, _, options, _, placement in
            guard options.fillMode == .stretch else { return }
            #expect(Set(placement.vertices.flatMap { [$0.u, $0.v] }) == [0, 1])
        }
    }

    @Test func fillKeepsTheShapeAndCutsEvenly() {
        everywhere { frame, aspect, options, window, placement in
            guard options.fillMode == .fill else { return }
            let shape = shape(frame, aspect, options)
            let windowShape = Rational(window.width, window.height)
            // The share of the picture that is seen, across and down the window.
            let across = min(Rational(1), windowShape * shape.reciprocal!)
            let down = min(Rational(1), shape * windowShape.reciprocal!)
            let (wide, high) = options.rotation.swapsSides ? (down, across) : (across, down)
            for (values, share, count) in [
                (placement.vertices.map(\.u), wide, frame.width),
                (placement.vertices.map(\.v), high, frame.height),
            ] {
                let low = Double(values.min()!), top = Double(values.max()!)
                #expect(abs(top - low - share.value) < 1e-6)
                #expect(low > -1e-6 && top < 1 + 1e-6)
                // Evenly, but for half a pixel where whole pixels are shown 1:1.
                let offset = abs((low + top) / 2 - 0.5) * Double(count)
                #expect(offset < (share * Rational(count)).denominator.isOne(orElse: 0.502, 0.002))
            }
        }
    }

    @Test func thePictureIsTurnedClockwiseAndThenMirrored() {
        everywhere { _, _, options, _, placement in
            guard options.fillMode == .stretch else { return }
            // Where the frame's top left and top right corners are seen.
            let corners = ["TL", "TR", "BL", "BR"]
            let upright = placement.vertices.firstIndex { $0.u == 0 && $0.v == 0 }!
            let next = placement.vertices.firstIndex { $0.u == 1 && $0.v == 0 }!
            let expected =
                switch (options.rotation, options.isMirrored) {
                case (.none, false): ("TL", "TR")
                case (.clockwise90, false): ("TR", "BR")
                case (.half, false): ("BR", "BL")
                case (.clockwise270, false): ("BL", "TL")
                case (.none, true): ("TR", "TL")
                case (.clockwise90, true): ("TL", "BL")
                case (.half, true): ("BL", "BR")
                case (.clockwise270, true): ("BR", "TR")
                }
            #expect((corners[upright], corners[next]) == expected)
        }
    }

    @Test func theFramesTurnComesBeforeTheViewers() {
        let (frame, window) = (PixelSize(width: 17, height: 9), PixelSize(width: 31, height: 30))
        for first in Rotation.allCases {
            for second in Rotation.allCases {
                for isMirrored in [false, true] {
                    let both = ViewOptions(isMirrored: isMirrored, rotation: second, frameRotation: first)
                    let one = ViewOptions(isMirrored: isMirrored, rotation: first + second)
                    #expect(
                        Placement(frame: frame, options: both, window: window)
                            == Placement(frame: frame, options: one, window: window))
                }
            }
        }
    }

    @Test func verticesAreTheRectanglesCorners() {
        everywhere { _, _, _, window, placement in
            let rectangle = placement.rectangle
            let xs = [rectangle.x, rectangle.x + rectangle.size.width].map {
                Float(2 * Double($0) / Double(window.width) - 1)
            }
            let ys = [rectangle.y, rectangle.y + rectangle.size.height].map {
                Float(2 * Double($0) / Double(window.height) - 1)
            }
            #expect(placement.vertices.map(\.x) == [xs[0], xs[1], xs[0], xs[1]])
            #expect(placement.vertices.map(\.y) == [ys[0], ys[0], ys[1], ys[1]])
        }
    }

    @Test func pixelForPixelIsRecognisedExactly() {
        everywhere { frame, aspect, options, window, placement in
            let turned =
                options.rotation.swapsSides ? PixelSize(width: frame.height, height: frame.width) : frame
            let seen = placement.vertices
            let wide = Double(seen.map(\.u).max()! - seen.map(\.u).min()!) * Double(frame.width)
            let high = Double(seen.map(\.v).max()! - seen.map(\.v).min()!) * Double(frame.height)
            let shown = options.rotation.swapsSides ? (high, wide) : (wide, high)
            let isOneToOne =
                abs(shown.0 - Double(placement.rectangle.size.width)) < 1e-2
                && abs(shown.1 - Double(placement.rectangle.size.height)) < 1e-2
            #expect(placement.isOneToOne == isOneToOne, "\(turned) \(aspect) in \(window), \(options)")
        }
    }

    @Test func thePixelsShapeCountsAcrossTheFrame() {
        // PAL in 16:9: 720x576 pixels of 64/45 are 1024x576 square ones.
        let placement = Placement(
            frame: PixelSize(width: 720, height: 576), sampleAspect: Rational(64, 45), options: ViewOptions(),
            window: PixelSize(width: 1024, height: 600))
        #expect(placement.rectangle == .init(x: 0, y: 12, size: PixelSize(width: 1024, height: 576)))
        let turned = Placement(
            frame: PixelSize(width: 720, height: 576), sampleAspect: Rational(64, 45),
            options: ViewOptions(rotation: .clockwise90), window: PixelSize(width: 600, height: 1024))
        #expect(turned.rectangle == .init(x: 12, y: 0, size: PixelSize(width: 576, height: 1024)))
    }

    @Test func numbersAtTheirBoundsArePlaced() {
        let ends = [1, 2, 3, 16383, 16384, 65535, 65536, 1 << 30, (1 << 31) - 1, .max - 1, .max]
        var generator = Numbers()
        func number(_ bounds: [Int]) -> Int { bounds[Int(generator.next() % UInt64(bounds.count))] }
        func size() -> PixelSize {
            PixelSize(width: number(Array(ends[0..<7])), height: number(Array(ends[0..<7])))
        }
        func share() -> Rational {
            let odd = Int(generator.next() >> 35) | 1
            return number([0, 1]) == 0 ? Rational(odd, 1 << 30) : Rational(number(ends), number(ends))
        }
        for _ in 0..<20_000 {
            let crop = PictureRegion(x: share(), y: share(), width: share(), height: share())
            let rotation = Rotation.allCases[number([0, 1, 2, 3])]
            let options = ViewOptions(
                fillMode: FillMode.allCases[number([0, 1, 2])], rotation: rotation, crop: crop)
            let window = size()
            let placement = Placement(
                frame: size(), sampleAspect: Rational(number(ends), number(ends)), options: options,
                window: window)
            #expect(
                (1...window.width).contains(placement.rectangle.size.width)
                    && (1...window.height).contains(placement.rectangle.size.height))
            let inside = -1e-4...1.0001 as ClosedRange<Float>
            #expect(placement.vertices.allSatisfy { inside.contains($0.u) && inside.contains($0.v) })
        }
    }

    /// A small generator of the same numbers each time.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 33)
        }
    }

    /// Whether a whole number is the nearest to a fraction, but at least 1.
    private func isNearest(_ whole: Int, _ exact: Rational) -> Bool {
        if whole == 1, exact < Rational(3, 2) { return true }
        let twice = exact * Rational(2)
        return Rational(2 * whole - 1) <= twice && twice <= Rational(2 * whole + 1)
    }
}

extension Int {
    fileprivate func isOne(orElse loose: Double, _ strict: Double) -> Double { self == 1 ? loose : strict }
}
