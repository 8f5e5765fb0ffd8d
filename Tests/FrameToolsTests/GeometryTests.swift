import CYUV
import FrameTools
import Frames
import TestSupport
import Testing

/// Parts, sizes and turns.
struct GeometryTests {
    private static let sizes = [(1, 1), (2, 3), (5, 4), (16, 9), (31, 18), (64, 48)].map {
        PixelSize(width: $0, height: $1)
    }

    @Test(arguments: PixelFormat.uncompressed)
    func aPartIsThePicturesOwnBytes(format: PixelFormat) throws {
        var random = Seeded(11)
        let columns = format.planes.map(\.columns).max() ?? 1
        let rows = format.planes.map(\.rows).max() ?? 1
        for step in 0..<60 {
            let size = PixelSize(
                width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
            let whole = try randomFrame(format, size, padding: step, seed: step)
            var (part, x, y) = (whole, 0, 0)
            for _ in 0..<3 {
                let old = part.layout.size
                let (left, top) = (
                    Int.random(in: 0..<old.width, using: &random),
                    Int.random(in: 0..<old.height, using: &random)
                )
                let region = PixelRegion(
                    x: left, y: top, width: .random(in: 1...old.width - left, using: &random),
                    height: .random(in: 1...old.height - top, using: &random))
                part = try part.cropped(to: region)
                (x, y) = (x + left - left % columns, y + top - top % rows)
                #expect(part.layout.size == region.size)
            }
            try part.checkLayout()
            for row in [0, part.layout.size.height - 1] {
                for column in [0, part.layout.size.width / 2, part.layout.size.width - 1] {
                    #expect(part.samples(column, row) == whole.samples(x + column, y + row))
                }
            }
        }
    }

    @Test func aPartsBufferGoesBackOnceBothHaveGone() throws {
        let pool = FrameBufferPool(limit: 1)
        let layout = FrameLayout(format: .nv12, size: PixelSize(width: 8, height: 8))
        var whole = pool.frame(layout, at: .some) { _ in }
        var part = try whole?.cropped(to: PixelRegion(x: 2, y: 2, width: 4, height: 4))
        whole = nil
        #expect(pool.idleCount == 0 && part != nil)
        part = nil
        #expect(pool.idleCount == 1)
    }

    @Test(arguments: PixelFormat.uncompressed, Rotation.allCases)
    func turnsAreExactPixelForPixel(format: PixelFormat, rotation: Rotation) throws {
        let converter = FrameConverter()
        for (seed, size) in Self.sizes.enumerated() {
            for isMirrored in [false, true] {
                let frame = try randomFrame(format, size, padding: seed, seed: seed)
                    .turned(by: rotation, mirrored: isMirrored)
                let kept = try converter.convert(frame)
                #expect(kept.rotation == frame.rotation && kept.isMirrored == frame.isMirrored)
                let made = try converter.convert(frame, isUpright: true)
                #expect(made.rotation == .none && !made.isMirrored)
                let turned = rotation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
                #expect(made.layout.size == turned)
                for y in 0..<turned.height {
                    for x in 0..<turned.width {
                        let column = isMirrored ? turned.width - 1 - x : x
                        let (fromX, fromY) =
                            switch rotation {
                            case .none: (column, y)
                            case .clockwise90: (y, size.height - 1 - column)
                            case .half: (size.width - 1 - column, size.height - 1 - y)
                            case .clockwise270: (size.width - 1 - y, column)
                            }
                        let (found, wanted) = (made.samples(x, y), frame.samples(fromX, fromY))
                        // Chroma of groups that a turn tears apart is mixed.
                        let isWhole = format.model != .yCbCr || format == .i444
                        if isWhole ? found != wanted : found[0] != wanted[0] {
                            Issue.record("\(size) \(rotation) \(isMirrored) at \(x), \(y)")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test func chromaTurnsWithItsLuma() throws {
        let size = PixelSize(width: 12, height: 8)
        let frame = try randomFrame(.i420, size).turned(by: .clockwise90, mirrored: true)
        for format in [PixelFormat.i420, .nv12] {
            let made = try FrameConverter().convert(frame, to: format, isUpright: true)
            for y in 0..<12 { for x in 0..<8 { #expect(made.samples(x, y) == frame.samples(y, x)) } }
        }
    }

    /// Blue's difference grows across, red's down; what is made has the ramps where they were.
    @Test(
        arguments: [PixelFormat.i420, .nv12, .i422, .yuyv, .i411, .i440, .nv16],
        ColorDescription.ChromaSite.allCases)
    func chromaIsMovedFromWhereItLies(format: PixelFormat, site: ColorDescription.ChromaSite) throws {
        let (size, converter) = (PixelSize(width: 32, height: 24), FrameConverter())
        func ramp(_ place: Double) -> Double { 30 + 6 * place }
        let frame = try ramps(format, size, site, ramp)
        /// The largest distance of a made picture's chroma from the ramps, away from their ends; `place` finds a pixel in the frame.
        func worst(
            _ made: Frame, _ across: (Double) -> Double, _ down: (Double) -> Double = { $0 }
        ) -> Double {
            let (width, height) = (made.layout.size.width, made.layout.size.height)
            return (4..<height - 4).flatMap { y in
                (4..<width - 4).flatMap { x in
                    let samples = made.samples(x, y)
                    return [
                        abs(Double(samples[1]) - ramp(across(Double(x)))),
                        abs(Double(samples[2]) - ramp(down(Double(y)))),
                    ]
                }
            }.max() ?? 255
        }
        // Where libyuv enlarges by other factors, it lets the first and the last samples stay at the edges.
        if format != .i411, format != .i440 {
            let whole = try converter.convert(frame, to: .i444)
            #expect(worst(whole) { $0 } <= 1.5 && whole.color.chromaSite == .center)
            let mirrored = try converter.convert(
                frame.turned(by: .none, mirrored: true), to: .i444, isUpright: true)
            #expect(worst(mirrored) { 31 - $0 } <= 1.5 && mirrored.color.chromaSite == .center)
        }
        let small = try converter.convert(frame, to: .i420, size: PixelSize(width: 16, height: 12))
        // Two by two pixels share what lies in their middle.
        func shared(_ place: Double) -> Double {
            2 * (place - place.truncatingRemainder(dividingBy: 2)) + 1.5
        }
        #expect(worst(small, shared, shared) <= 2 && small.color.chromaSite == .center)
    }

    @Test(arguments: [PixelFormat.i420, .nv12, .i422, .yuyv])
    func chromaThatStaysLiesWhereItWas(format: PixelFormat) throws {
        let size = PixelSize(width: 32, height: 24)
        let frame = try ramps(format, size, .left) { 30 + 6 * $0 }
        let copy = try FrameConverter().convert(frame)
        #expect(copy.picture == frame.picture && copy.color.chromaSite == .left)
        // Neither grey nor colours have a place of chroma, and pixels that share it have the same colour.
        #expect(try FrameConverter().convert(frame, to: .grey).color.chromaSite == .center)
        let centred = try ramps(format, size, .center) { 30 + 6 * ($0 - 0.5) }
        let colors = try [frame, centred].map { try FrameConverter().convert($0, to: .bgra) }
        #expect(colors[0].color.chromaSite == .center)
        for x in 0..<32 {
            // The ramps down differ.
            #expect(abs(Int(colors[0].byte(0, 4 * x, 12)) - Int(colors[1].byte(0, 4 * x, 12))) <= 2)
        }
    }

    /// A grey picture but for ramps of Cb across and of Cr down, by the middles of samples, in pixels from the first one's on.
    private func ramps(
        _ format: PixelFormat, _ size: PixelSize, _ site: ColorDescription.ChromaSite,
        _ ramp: (Double) -> Double
    ) throws -> Frame {
        let layout = FrameLayout(format: format, size: size)
        let samples = try #require(format.samples)
        var color = ColorDescription(matrix: .bt601, range: .limited)
        color.chromaSite = site
        return try Frame.allocated(layout, color: color, at: .some) { memory in
            for place in memory.indices { memory[place] = 128 }
            for (number, channel) in samples.channels.enumerated() where number > 0 {
                let plane = layout.planes[channel.plane]
                let (columns, rows) = (1 << channel.columnShift, 1 << channel.rowShift)
                for row in 0..<size.height / rows {
                    for column in 0..<size.width / columns {
                        let across =
                            Double(column * columns) + (site.isInFirstColumn ? 0 : Double(columns - 1) / 2)
                        let down = Double(row * rows) + (site.isInFirstRow ? 0 : Double(rows - 1) / 2)
                        let place =
                            plane.offset + row * plane.stride + (channel.offset + column * channel.step) / 8
                        memory[place] = UInt8(ramp(number == 1 ? across : down).rounded())
                    }
                }
            }
        }
    }

    /// Means of whole blocks, in double precision.
    @Test(arguments: [PixelFormat.i420, .nv12, .i444, .grey, .bgra, .rgb24], [2, 4])
    func wholeFractionsAreMeansOfBlocks(format: PixelFormat, factor: Int) throws {
        let size = PixelSize(width: 16 * factor, height: 10 * factor)
        let frame = try randomFrame(format, size, padding: 3)
        let made = try FrameConverter().convert(frame, size: PixelSize(width: 16, height: 10))
        for y in 0..<10 {
            for x in 0..<16 {
                let block = (0..<factor * factor).map {
                    frame.samples(x * factor + $0 % factor, y * factor + $0 / factor)
                }
                let found = made.samples(x, y)
                for channel in 0..<(format.model == .yCbCr && format != .i444 ? 1 : 3) {
                    let mean = block.reduce(0.0) { $0 + Double($1[channel]) } / Double(factor * factor)
                    #expect(abs(mean - Double(found[channel])) <= 2, "\(x) \(y) \(channel)")
                }
            }
        }
        #expect(made.sampleAspect == Rational(1))
    }

    @Test(arguments: ScalingFilter.allCases)
    func scalingIsLibyuvsOwn(filter: ScalingFilter) throws {
        let modes: [ScalingFilter: FilterMode] = [
            .nearest: kFilterNone, .bilinear: kFilterBilinear, .box: kFilterBox,
        ]
        let mode = try #require(modes[filter])
        var random = Seeded(4)
        for step in 0..<40 {
            let (from, to) = (
                (0..<2).map { _ in Int.random(in: 1...90, using: &random) },
                (0..<2).map { _ in Int.random(in: 1...90, using: &random) }
            )
            let (size, wanted) = (
                PixelSize(width: from[0], height: from[1]), PixelSize(width: to[0], height: to[1])
            )
            let frame = try randomFrame(.grey, size, padding: step, seed: step)
            let made = try FrameConverter().convert(frame, size: wanted, filter: filter)
            var expected = [UInt8](repeating: 0, count: to[0] * to[1])
            // Later releases of libyuv return a number.
            frame.withPlane(0) { bytes -> Void in
                ScalePlane(
                    bytes.assumingMemoryBound(to: UInt8.self).baseAddress,
                    Int32(frame.layout.planes[0].stride),
                    Int32(from[0]), Int32(from[1]), &expected, Int32(to[0]), Int32(to[0]), Int32(to[1]), mode)
            }
            #expect(made.picture == expected, "\(size) to \(wanted)")
        }
    }

    @Test func anyFormatIsCutScaledTurnedAndConvertedAtOnce() throws {
        let converter = FrameConverter(limit: 1)
        var random = Seeded(8)
        for step in 0..<400 {
            let format = PixelFormat.uncompressed[step % PixelFormat.uncompressed.count]
            let size = PixelSize(
                width: .random(in: 1...70, using: &random), height: .random(in: 1...70, using: &random))
            let (x, y) = (
                Int.random(in: 0..<size.width, using: &random),
                Int.random(in: 0..<size.height, using: &random)
            )
            let crop = PixelRegion(
                x: x, y: y, width: .random(in: 1...size.width - x, using: &random),
                height: .random(in: 1...size.height - y, using: &random))
            let rotation = Rotation.allCases[step % 4]
            let frame = try randomFrame(format, size, padding: step % 9, seed: step)
                .turned(by: rotation, mirrored: step % 3 == 0)
            let wanted = FrameConverter.formats.randomElement(using: &random) ?? .grey
            let target = PixelSize(
                width: .random(in: 1...70, using: &random), height: .random(in: 1...70, using: &random))
            let made = try converter.convert(
                frame, to: wanted, crop: crop, size: target, isUpright: step % 2 == 0,
                filter: ScalingFilter.allCases[step % 3])
            #expect(made.layout.size == target && made.layout.format == wanted)
        }
    }

    @Test func pixelsOfAnotherShapeAreToldOf() throws {
        let frame = try randomFrame(.nv12, PixelSize(width: 64, height: 48))
        let wide = try FrameConverter().convert(frame, size: PixelSize(width: 64, height: 24))
        #expect(wide.sampleAspect == Rational(1, 2))
        let turned = try FrameConverter().convert(
            wide.turned(by: .clockwise90, mirrored: false), isUpright: true)
        #expect(turned.sampleAspect == Rational(2) && turned.layout.size == PixelSize(width: 24, height: 64))
    }
}
