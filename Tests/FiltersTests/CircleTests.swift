import Testing

/// Circles are circles in every picture and about every centre.
@Suite struct CircleTests {
    /// Off-centre, in parts of the picture's sides.
    static let center: [Float] = [0.3, 0.6]
    static let radius: Float = 0.3
    static let discs = ["SwirlDistortion", "BulgeDistortion", "PinchDistortion", "PixellatePosition"]
    static let balls = ["SphereRefraction", "GlassSphereRefraction"]
    static let settings = ["center": center, "radius": [radius]]

    let studio: FilterStudio

    init() throws { studio = try FilterStudio() }

    /// How far a pixel's centre is from the centre, in pixels.
    static func distance(_ x: Int, _ y: Int, in picture: TestPicture) -> Float {
        let across = Float(x) + 0.5 - center[0] * Float(picture.width)
        let down = Float(y) + 0.5 - center[1] * Float(picture.height)
        return (across * across + down * down).squareRoot()
    }

    @Test(arguments: [(320, 180), (180, 320), (200, 200)], discs)
    func nothingChangesBesideADisc(size: (Int, Int), disc: String) throws {
        let picture = TestPicture.noise(size.0, size.1)
        let result = try studio.run(disc, [picture], Self.settings)
        let radius = Self.radius * Float(min(size.0, size.1))
        var (left, right, top, bottom) = (size.0, 0, size.1, 0)
        var wrong = 0
        for y in 0..<size.1 {
            for x in 0..<size.0 where result.pixel(x, y) != picture.pixel(x, y) {
                if Self.distance(x, y, in: picture) >= radius { wrong += 1 }
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            }
        }
        #expect(wrong == 0)
        // Near its rim a disc changes little.
        #expect(abs((right - left) - (bottom - top)) <= 3)
        #expect(Float(right - left) > 2 * radius - 8)
    }

    @Test(arguments: [(320, 180), (180, 320), (200, 200)], balls)
    func aBallIsRound(size: (Int, Int), ball: String) throws {
        let picture = TestPicture.noise(size.0, size.1)
        let result = try studio.run(ball, [picture], Self.settings)
        let radius = Self.radius * Float(min(size.0, size.1))
        var wrong = 0
        for y in 0..<size.1 {
            for x in 0..<size.0 where abs(Self.distance(x, y, in: picture) - radius) > 0.01 {
                let isBall = Self.distance(x, y, in: picture) < radius
                if result.pixel(x, y).w != (isBall ? 255 : 0) { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: [(320, 180), (180, 320)])
    func aDotIsRound(size: (Int, Int)) throws {
        let side = 20
        let fraction = [Float(side) / Float(size.0)]
        // Dots of 0.6 sides: black on white, because 0.4 of all light is there, and white on black.
        let printed = try studio.run(
            "Halftone", [.grey(size.0, size.1) { _, _ in 102 }], ["fractionalWidthOfAPixel": fraction])
        let dotted = try studio.run(
            "PolkaDot", [.grey(size.0, size.1) { _, _ in 255 }],
            ["fractionalWidthOfAPixel": fraction, "dotScaling": [0.6]])
        var wrong = 0
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                let across = Float(x % side) + 0.5 - 10
                let down = Float(y % side) + 0.5 - 10
                let isDot = across * across + down * down < 36
                if printed.pixel(x, y).x != (isDot ? 0 : 255) || dotted.pixel(x, y).x != (isDot ? 255 : 0) {
                    wrong += 1
                }
            }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: [(320, 180), (180, 320)])
    func aVignetteIsRound(size: (Int, Int)) throws {
        let picture = TestPicture.grey(size.0, size.1) { _, _ in 255 }
        let result = try studio.run("Vignette", [picture], ["center": Self.center])
        let unit = (Float(size.0 * size.0 + size.1 * size.1) / 2).squareRoot()
        var wrong = 0
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                let part = min(max((Self.distance(x, y, in: picture) / unit - 0.3) / 0.45, 0), 1)
                let light = 255 * (1 - part * part * (3 - 2 * part))
                if abs(Float(result.pixel(x, y).x) - light) > 1 { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: [(320, 180), (180, 320)])
    func ringsAreRound(size: (Int, Int)) throws {
        let unit = Float(min(size.0, size.1)) / 2
        // Half a code a pixel from the centre on.
        let blank = TestPicture.grey(size.0, size.1) { _, _ in 0 }
        let picture = TestPicture.grey(size.0, size.1) { x, y in
            UInt8(min(Self.distance(x, y, in: blank) / 2, 255))
        }
        let result = try studio.run(
            "PolarPixellate", [picture], ["center": Self.center, "pixelSize": [0.2, 0]])
        var wrong = 0
        for y in 10..<size.1 - 10 {
            for x in 10..<size.0 - 10 where Self.distance(x, y, in: picture) > 5 {
                let ring = (Self.distance(x, y, in: picture) / unit / 0.2).rounded(.down)
                let middle = (ring + 0.5) * 0.2 * unit
                // Where the ring's middle lies beside the picture, its edge is read.
                guard Self.distance(x, y, in: picture) >= middle else { continue }
                if abs(Float(result.pixel(x, y).x) - middle / 2) > 2 { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: discs.dropLast() + balls.prefix(1))
    func aTurnedPictureGivesTheTurnedResult(name: String) throws {
        let picture = TestPicture.noise(96, 54)
        let result = try studio.run(name, [picture], Self.settings)
        // What was left is above: what was (x, y) is (1 − y, x).
        let settings = ["center": [1 - Self.center[1], Self.center[0]], "radius": [Self.radius]]
        let turned = try studio.run(name, [picture.turned], settings)
        #expect(turned.distance(to: result.turned) <= 1)
    }

    @Test(arguments: [
        ("SwirlDistortion", ["angle": [0]]), ("BulgeDistortion", ["scale": [0]]),
        ("PinchDistortion", ["scale": [0]]), ("Pixellate", ["fractionalWidthOfAPixel": [0]]),
        ("PolarPixellate", ["pixelSize": [0, 0]]), ("KuwaharaFilter", ["radius": [0]]),
        ("Vignette", ["start": [2], "end": [3]]), ("SwirlDistortion", ["radius": [0]]),
        ("BulgeDistortion", ["radius": [0]]), ("PinchDistortion", ["radius": [-1]]),
        ("PixellatePosition", ["radius": [0]]),
    ])
    func whatChangesNothingGivesThePictureBack(name: String, settings: [String: [Float]]) throws {
        let picture = TestPicture.noise(53, 35)
        #expect(try studio.run(name, [picture], settings).distance(to: picture) <= 1)
    }
}
