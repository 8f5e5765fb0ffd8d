import Decoders
import FrameTools
import Frames
import TestSupport
import Testing

/// Conversions against the standards' equations in double precision, on random pictures of odd sizes with padded rows.
struct ConversionTests {
    private static let sizes = [(1, 1), (2, 1), (1, 2), (3, 3), (17, 9), (33, 17), (641, 479)].map {
        PixelSize(width: $0, height: $1)
    }

    /// The standards' equations: codes of a pixel to red, green and blue of full range.
    private func exact(_ codes: [UInt8], _ color: ColorDescription, _ model: PixelFormat.Model) -> [Double] {
        let isLimited = color.range == .limited
        let unit = codes.map { isLimited ? (Double($0) - 16) / 219 : Double($0) / 255 }
        guard model == .yCbCr else { return unit.map { min(255, max(0, $0 * 255)) } }
        let (kr, kb) = color.matrix.weights
        let scale: Double = isLimited ? 224 : 255
        let red = unit[0] + (2 - 2 * kr) * (Double(codes[2]) - 128) / scale
        let blue = unit[0] + (2 - 2 * kb) * (Double(codes[1]) - 128) / scale
        let green = (unit[0] - kr * red - kb * blue) / (1 - kr - kb)
        return [red, green, blue].map { min(255, max(0, $0 * 255)) }
    }

    /// Some places of a picture, all of a small one.
    private func places(_ size: PixelSize) -> [(Int, Int)] {
        var random = Seeded(size.width)
        let all = size.width * size.height
        let numbers =
            all <= 200 ? Array(0..<all) : (0..<200).map { _ in Int.random(in: 0..<all, using: &random) }
        return (numbers + [all - 1]).map { ($0 % size.width, $0 / size.width) }
    }

    @Test(arguments: PixelFormat.everyCoded)
    func numbersAreConvertedAsTheirDecodedOnes(_ source: PixelFormat) throws {
        let frame = try randomFrame(source, PixelSize(width: 37, height: 21))
        let (converter, decoded) = (FrameConverter(), try FrameDecoder().decode(frame))
        for format in FrameConverter.formats {
            let pictures = try [frame, decoded].map {
                let made = try converter.convert($0, to: format, size: PixelSize(width: 20, height: 30))
                return made.withPlane(0) { Array($0.prefix(made.layout.byteCount())) }
            }
            #expect(pictures[0] == pictures[1])
        }
    }

    @Test func picturesOfJPEGAreConvertedAsTheirDecodedOnes() throws {
        let size = PixelSize(width: 65, height: 49)
        let raw = try randomFrame(.i420, size)
        let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: try JPEGEncoder.byteCountLimit(of: raw.layout), alignment: 16)
        defer { unsafe memory.deallocate() }
        let length = try unsafe JPEGEncoder().encode(
            UnsafeRawBufferPointer(raw.buffer.memories[0]), layout: raw.layout, quality: 90, into: memory)
        let jpeg = Frame(
            buffer: unsafe FrameBuffer(index: 0, memories: [memory], owner: 0), byteCount: length,
            layout: FrameLayout(format: .mjpeg, size: size, planes: [PlaneLayout(offset: 0, stride: 0)]),
            color: raw.color, timestamp: raw.timestamp, arrival: 0, sequence: 3, recycler: nil)
        let (converter, decoded) = (FrameConverter(), try FrameDecoder().decode(jpeg))
        let region = PixelRegion(x: 8, y: 8, width: 40, height: 30)
        for format in FrameConverter.formats {
            let one = try converter.convert(jpeg, to: format, crop: region)
            let other = try converter.convert(decoded, to: format, crop: region)
            #expect(one.layout == other.layout && one.sequence == 3)
            // Both lie in one piece at the memory's beginning; what is behind them is anything.
            let pictures = [one, other].map { frame in
                frame.withPlane(0) { Array($0.prefix(frame.layout.byteCount())) }
            }
            #expect(pictures[0] == pictures[1])
        }
        #expect(try converter.convert(jpeg).layout.format == .i420)
    }

    @Test(
        arguments: [PixelFormat.nv12, .i420, .i422, .i444, .yuyv, .uyvy, .grey],
        ColorDescription.Matrix.allCases)
    func coloursFollowTheFramesMatrixAndRange(format: PixelFormat, matrix: ColorDescription.Matrix) throws {
        let converter = FrameConverter()
        for range in [ColorDescription.Range.limited, .full] {
            let color = ColorDescription(matrix: matrix, range: range, primaries: .bt2020, transfer: .srgb)
            for (seed, size) in Self.sizes.enumerated() {
                let frame = try randomFrame(format, size, padding: seed * 3, color: color, seed: seed)
                for wanted in [PixelFormat.bgra, .bgrx, .rgba, .rgb24] {
                    let made = try converter.convert(frame, to: wanted)
                    let worst = places(size).map { x, y in
                        zip(exact(frame.samples(x, y), color, format.model), made.samples(x, y))
                            .map { abs($0 - Double($1)) }.max() ?? 0
                    }.max()
                    #expect((worst ?? 0) <= 2.5, "\(color) \(size) \(wanted)")
                    var expected = color
                    expected.range = .full
                    #expect(made.color == expected)
                    #expect(made.layout.size == size && made.moment == frame.moment)
                    if wanted != .rgb24, wanted != .bgrx { #expect(made.byte(0, 3, 0) == 255) }
                }
            }
        }
    }

    /// Luma and colour differences of one colour, by BT.601.
    private func mixed(_ pixel: [UInt8], isLimited: Bool) -> [Double] {
        let unit = pixel.map { isLimited ? (Double($0) - 16) / 219 : Double($0) / 255 }.map {
            min(1, max(0, $0))
        }
        let luma = 0.299 * unit[0] + 0.587 * unit[1] + 0.114 * unit[2]
        return [
            16 + 219 * luma, 128 + 224 * (unit[2] - luma) / 1.772, 128 + 224 * (unit[0] - luma) / 1.402,
        ]
    }

    @Test(arguments: [PixelFormat.bgra, .bgrx, .rgba, .rgb24], [ColorDescription.Range.full, .limited])
    func redGreenAndBlueBecomeBT601(format: PixelFormat, range: ColorDescription.Range) throws {
        let converter = FrameConverter()
        let color = ColorDescription(matrix: .bt709, range: range, transfer: .srgb)
        var random = Seeded(3)
        for step in 0..<30 {
            let pixel = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
            let size = PixelSize(width: 1 + step % 7, height: 1 + step % 5)
            let bytes = format.planes[0].bytes
            let frame = try Frame.allocated(FrameLayout(format, size, padding: step), color: color, at: .some)
            {
                for place in $0.indices {
                    $0[place] = pixel[max(0, place - step) % (size.width * bytes + step) % bytes]
                }
            }
            let wanted = mixed(frame.samples(0, 0), isLimited: range == .limited)
            for target in [PixelFormat.i420, .nv12, .i422, .i444, .yuyv] {
                let made = try converter.convert(frame, to: target)
                #expect(made.color == ColorDescription(matrix: .bt601, range: .limited, transfer: .srgb))
                for (x, y) in places(size) {
                    for (one, other) in zip(wanted, made.samples(x, y)) {
                        #expect(abs(one - Double(other)) <= 2, "\(size) \(target) \(x) \(y)")
                    }
                }
            }
            let grey = try converter.convert(frame, to: .grey)
            #expect(grey.color == ColorDescription(matrix: .bt601, range: .full, transfer: .srgb))
            let light = (wanted[0] - 16) * 255 / 219
            #expect(places(size).allSatisfy { abs(Double(grey.samples($0, $1)[0]) - light) <= 2 })
        }
    }

    @Test(arguments: [PixelFormat.yuyv, .uyvy])
    func ofEveryWidthNV12HasTheSamplesOfI420(format: PixelFormat) throws {
        let converter = FrameConverter()
        for width in 1...100 {
            let size = PixelSize(width: width, height: 3)
            let frame = try randomFrame(format, size, padding: width % 3, seed: width)
            let (made, wanted) = try (
                converter.convert(frame, to: .nv12), converter.convert(frame, to: .i420)
            )
            for (x, y) in places(size) {
                #expect(made.samples(x, y) == wanted.samples(x, y), "\(size) \(x) \(y)")
            }
        }
    }

    @Test(arguments: PixelFormat.uncompressed)
    func anyFormatBecomesAnyOther(format: PixelFormat) throws {
        let converter = FrameConverter()
        for (seed, size) in Self.sizes.dropLast().enumerated() {
            let frame = try randomFrame(format, size, padding: seed * 5, seed: seed)
            for wanted in FrameConverter.formats {
                let made = try converter.convert(frame, to: wanted)
                #expect(made.layout.format == wanted && made.layout.size == size)
                guard format.model == wanted.model else { continue }
                if format.model == .rgb || format.sharesChroma(like: wanted) {
                    for (x, y) in places(size) { #expect(made.samples(x, y) == frame.samples(x, y)) }
                } else {
                    for (x, y) in places(size) { #expect(made.samples(x, y)[0] == frame.samples(x, y)[0]) }
                }
            }
            let luma = format.model == .rgb ? nil : try converter.convert(frame, to: .grey)
            if let luma {
                for (x, y) in places(size) { #expect(luma.samples(x, y)[0] == frame.samples(x, y)[0]) }
            }
        }
    }

    /// Each of the 1024 codes becomes the nearest one of eight bits that means the same.
    @Test(arguments: ColorDescription.Range.allCases)
    func tenBitsAreRoundedToTheNearestCode(range: ColorDescription.Range) throws {
        let size = PixelSize(width: 64, height: 32)
        let color = ColorDescription(matrix: .bt709, range: range)
        let frame = try Frame.allocated(FrameLayout(format: .p010, size: size), color: color, at: .some) {
            // Planes of 1024 samples and more; the six lowest bits mean nothing.
            for word in 0..<$0.count / 2 {
                let bits = (word % 1024) << 6 | (word * 37) % 64
                ($0[2 * word], $0[2 * word + 1]) = (UInt8(bits & 255), UInt8(bits >> 8))
            }
        }
        let made = try FrameConverter().convert(frame)
        #expect(made.layout.format == .nv12 && made.color == color)
        for sample in 0..<1024 {
            let code = Double(sample)
            let luma = range == .limited ? code / 4 : code * 255 / 1023
            let chroma = range == .limited ? code / 4 : 128 + (code - 512) * 255 / 1023
            let (x, y) = (sample % 64, sample / 64)
            #expect(abs(Double(made.byte(0, x, y)) - min(255, luma)) <= 0.5)
            #expect(abs(Double(made.byte(1, x, y)) - min(255, chroma)) <= 0.5)
        }
    }

    @Test func opacityStaysAndWhatHasNoneIsOpaque() throws {
        let converter = FrameConverter()
        let size = PixelSize(width: 5, height: 3)
        let frame = try randomFrame(.bgra, size)
        let turned = try converter.convert(frame, to: .rgba)
        #expect((0..<5).allSatisfy { turned.byte(0, $0 * 4 + 3, 1) == frame.byte(0, $0 * 4 + 3, 1) })
        for format in [PixelFormat.bgrx, .rgb24] {
            let opaque = try converter.convert(randomFrame(format, size), to: .rgba)
            #expect((0..<5).allSatisfy { opaque.byte(0, $0 * 4 + 3, 1) == 255 })
        }
    }

    @Test func paddedTargetsKeepWhatLiesBetweenTheirRows() throws {
        let converter = FrameConverter()
        for (seed, size) in Self.sizes.dropLast().enumerated() {
            let frame = try randomFrame(.nv12, size, padding: 2, seed: seed)
            for wanted in FrameConverter.formats {
                let layout = FrameLayout(wanted, size, padding: 7)
                let count = layout.byteCount() + 7
                let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
                defer { memory.deallocate() }
                memory.initializeMemory(as: UInt8.self, repeating: 99)
                try converter.write(frame, into: memory, as: layout)
                let expected = try converter.convert(frame, to: wanted).picture
                var isPicture = [Bool](repeating: false, count: count)
                var written: [UInt8] = []
                for plane in layout.planes.indices {
                    for row in 0..<layout.elements(of: plane).height {
                        let start = layout.planes[plane].offset + row * layout.planes[plane].stride
                        for place in start..<start + layout.rowBytes(of: plane) {
                            isPicture[place] = true
                            written.append(memory[place])
                        }
                    }
                }
                #expect(written == expected, "\(size) \(wanted)")
                #expect(
                    isPicture.indices.allSatisfy { isPicture[$0] || memory[$0] == 99 }, "\(size) \(wanted)")
            }
        }
    }
}

extension PixelFormat {
    /// True when both formats have the same chroma samples.
    fileprivate func sharesChroma(like other: PixelFormat) -> Bool {
        let groups: [[PixelFormat]] = [[.nv12, .i420, .p010], [.i422, .yuyv, .uyvy], [.i444], [.grey]]
        return groups.contains { $0.contains(self) && $0.contains(other) }
    }
}
