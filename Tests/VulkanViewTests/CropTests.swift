import Frames
import TestSupport
import Testing
import VulkanCore

@testable import VulkanView

/// A part of the picture against the same pixels of all of it.
@Suite struct CropTests {
    private static let windows = [
        PixelSize(width: 37, height: 23), PixelSize(width: 11, height: 40), PixelSize(width: 64, height: 9),
        PixelSize(width: 1, height: 1),
    ]

    /// A part of whole pixels, drawn by lot.
    private func part(of size: PixelSize, _ noise: inout Noise) -> Placement.Rectangle {
        let x = Int.random(in: 0..<size.width, using: &noise)
        let y = Int.random(in: 0..<size.height, using: &noise)
        return Placement.Rectangle(
            x: x, y: y,
            size: PixelSize(
                width: Int.random(in: 1...size.width - x, using: &noise),
                height: Int.random(in: 1...size.height - y, using: &noise)))
    }

    @Test func aPartIsPlacedLikeAPictureOfItsSize() {
        var noise = Noise(41)
        for _ in 0..<3000 {
            let frame = PixelSize(
                width: Int.random(in: 1...3000, using: &noise),
                height: Int.random(in: 1...3000, using: &noise))
            let window = PixelSize(
                width: Int.random(in: 1...3000, using: &noise),
                height: Int.random(in: 1...3000, using: &noise))
            var options = ViewOptions(
                fillMode: FillMode.allCases[Int.random(in: 0..<3, using: &noise)],
                isMirrored: Bool.random(using: &noise),
                rotation: Rotation.allCases[Int.random(in: 0..<4, using: &noise)])
            let aspect = [Rational(1), Rational(12, 11), Rational(64, 45)][
                Int.random(in: 0..<3, using: &noise)]
            let turned =
                options.rotation.swapsSides ? PixelSize(width: frame.height, height: frame.width) : frame
            let part = part(of: turned, &noise)
            let upright =
                options.rotation.swapsSides
                ? PixelSize(width: part.size.height, height: part.size.width) : part.size
            let alone = Placement(frame: upright, sampleAspect: aspect, options: options, window: window)
            options.crop = PictureRegion(part, of: turned)
            let seen = Placement(frame: frame, sampleAspect: aspect, options: options, window: window)
            #expect(seen.rectangle == alone.rectangle, "\(frame) \(options) in \(window)")
            #expect(seen.isOneToOne == alone.isOneToOne, "\(frame) \(options) in \(window)")
            // What is seen lies within the part.
            for (low, high, start, length, count) in [
                (seen.across.start, seen.across.end, part.x, part.size.width, turned.width),
                (seen.down.start, seen.down.end, part.y, part.size.height, turned.height),
            ] {
                #expect(low * Double(count) > Double(start) - 1e-6)
                #expect(high * Double(count) < Double(start + length) + 1e-6)
            }
        }
    }

    @Test func extremePicturesAndPartsDoNotOverflow() {
        let sides = [1, 16383, 16384]
        let parts = [
            PictureRegion(x: 0.123_456_789, y: 1e-9, width: 1e-9, height: 0.999_999_999),
            PictureRegion(x: 1, y: 0.3, width: 1, height: 0.7), .whole,
        ]
        for (width, height) in sides.flatMap({ width in sides.map { (width, $0) } }) {
            let size = PixelSize(width: width, height: height)
            for mode in FillMode.allCases {
                for crop in parts {
                    for aspect in [
                        Rational(1 << 31 - 1, 1 << 31 - 19), Rational(1, 65535), Rational(65521, 2),
                    ] {
                        for window in [
                            PixelSize(width: 1, height: 16384), PixelSize(width: 16384, height: 16381),
                        ] {
                            let placement = Placement(
                                frame: size, sampleAspect: aspect,
                                options: ViewOptions(fillMode: mode, crop: crop),
                                window: window)
                            #expect(placement.rectangle.lies(in: window))
                            #expect(placement.across.end > placement.across.start)
                            #expect(placement.down.end <= 1 + 1e-9 && placement.down.start >= -1e-9)
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [PixelFormat.nv12, .yuyv, .i411, .rgb24, .grey])
    func wholePixelsStayOneToOne(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            var noise = Noise(42)
            let frame = PixelSize(width: 19, height: 14)
            try view.load(Specimen(format, frame).frame)
            for rotation in Rotation.allCases {
                for isMirrored in [false, true] {
                    let turned = rotation.swapsSides ? PixelSize(width: 14, height: 19) : frame
                    view.options = ViewOptions(isMirrored: isMirrored, rotation: rotation)
                    let all = try view.render(size: turned)
                    for _ in 0..<6 {
                        let part = part(of: turned, &noise)
                        for mode in FillMode.allCases {
                            view.options.fillMode = mode
                            view.options.crop = PictureRegion(part, of: turned)
                            let drawn = try view.render(size: part.size)
                            let expected = (0..<part.size.height).flatMap { y in
                                (0..<part.size.width).flatMap { x in all.pixel(part.x + x, part.y + y) }
                            }
                            #expect(drawn.bytes == expected, "\(part), \(rotation), \(isMirrored), \(mode)")
                        }
                    }
                    view.options.crop = .whole
                }
            }
        }
    }

    @Test func anEnlargedPartIsThatPartOfTheEnlargedPicture() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            view.options.fillMode = .stretch
            let frame = PixelSize(width: 16, height: 12)
            try view.load(Specimen(.bgrx, frame).frame)
            let all = try view.render(size: PixelSize(width: 80, height: 60))
            for (x, y, width, height) in [(0, 0, 16, 12), (3, 2, 5, 7), (9, 1, 1, 11), (15, 11, 1, 1)] {
                let size = PixelSize(width: width, height: height)
                view.options.crop = PictureRegion(.init(x: x, y: y, size: size), of: frame)
                let drawn = try view.render(size: PixelSize(width: width * 5, height: height * 5))
                for row in 0..<height * 5 {
                    for column in 0..<width * 5 {
                        // Steps are rounded to parts of a pixel, so that a weight may be another by one in 256.
                        let (one, other) = (drawn.pixel(column, row), all.pixel(x * 5 + column, y * 5 + row))
                        for channel in 0..<4 { #expect(abs(Int(one[channel]) - Int(other[channel])) <= 2) }
                    }
                }
            }
        }
    }

    @Test(arguments: PixelFormat.uncompressed) func pathsAgreeOnEveryPart(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let views = try DrawPath.allCases.map { try OffscreenView(device: device, path: $0) }
            var noise = Noise(43)
            for step in 0..<30 {
                let size = PixelSize(
                    width: Int.random(in: 1...40, using: &noise),
                    height: Int.random(in: 1...40, using: &noise))
                let specimen = Specimen(format, size, padding: 4, seed: step)
                let options = ViewOptions(
                    fillMode: FillMode.allCases[step % 3], isMirrored: Bool.random(using: &noise),
                    rotation: Rotation.allCases[Int.random(in: 0..<4, using: &noise)],
                    crop: step % 2 == 0
                        ? PictureRegion(part(of: size, &noise), of: size)
                        : PictureRegion(
                            x: Double.random(in: 0...0.9, using: &noise),
                            y: Double.random(in: 0...0.9, using: &noise),
                            width: Double.random(in: 0...1, using: &noise),
                            height: Double.random(in: 0...1, using: &noise)))
                for window in Self.windows {
                    let drawn = try views.map { view in
                        try view.load(specimen.frame)
                        view.options = options
                        return try view.render(size: window)
                    }
                    #expect(drawn[1] == drawn[0] && drawn[2] == drawn[0], "\(size) in \(window), \(options)")
                }
            }
        }
    }

    @Test func aPhotographIsTheWholePicture() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let size = PixelSize(width: 12, height: 8)
            try view.load(Specimen(.nv12, size).frame)
            let whole = try view.render(size: size)
            view.options.crop = PictureRegion(x: 0.5, y: 0, width: 0.25, height: 1)
            #expect(try view.photograph { newest, _ in newest.current } == whole)
        }
    }
}
