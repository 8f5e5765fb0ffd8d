import Decoders
import Frames
import TestSupport
import Testing

@testable import Capture

private func firstFrame(_ options: TestCardOptions) async throws -> (Frame, Recorder) {
    let (slot, recorder) = (FrameOutput(), Recorder())
    let session = try CaptureRun(
        source: .testCard(options), output: slot, logger: quiet, report: recorder.report)
    let frame = try #require(await nextFrame(slot))
    #expect(await eventually { recorder.mode != nil })
    session.stop()
    return (frame, recorder)
}

/// One frame of the card, painted here and now.
private func painted(_ options: TestCardOptions, number: UInt32 = 0) -> Frame {
    let layout = FrameLayout(format: options.format, size: options.size)
    let rotation = BufferRotation(count: 1, byteCount: layout.byteCount())
    let buffer = rotation.buffers[0]
    var painter = TestCardPainter(layout: layout, rate: options.rate, color: options.color)
    unsafe painter.paintStill(into: buffer.memories[0])
    unsafe painter.paintMoving(number, into: buffer.memories[0])
    return Frame(
        buffer: buffer, byteCount: layout.byteCount(), layout: layout, color: options.color,
        timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
        sequence: number,
        recycler: rotation)
}

/// The equations of the standards, written out once more with their numbers.
private func reference(_ pixel: RGBColor, _ color: ColorDescription) -> [Double] {
    let (r, g, b) = (Double(pixel.red) / 255, Double(pixel.green) / 255, Double(pixel.blue) / 255)
    let (y, cb, cr): (Double, Double, Double)
    switch color.matrix {
    case .bt601:
        y = 0.299 * r + 0.587 * g + 0.114 * b
        (cb, cr) = ((b - y) / 1.772, (r - y) / 1.402)
    case .bt709:
        y = 0.2126 * r + 0.7152 * g + 0.0722 * b
        (cb, cr) = ((b - y) / 1.8556, (r - y) / 1.5748)
    case .bt2020:
        y = 0.2627 * r + 0.6780 * g + 0.0593 * b
        (cb, cr) = ((b - y) / 1.8814, (r - y) / 1.4746)
    case .smpte240m:
        y = 0.212 * r + 0.701 * g + 0.087 * b
        (cb, cr) = ((b - y) / 1.826, (r - y) / 1.576)
    }
    return color.range == .limited
        ? [219 * y + 16, 224 * cb + 128, 224 * cr + 128]
        : [255 * y, min(255, 255 * cb + 128), min(255, 255 * cr + 128)]
}

/// The samples of the pixel at (x, y) as codes of 8 bits, with fractions of others, and the step from code to code.
private func samples(of frame: Frame, _ x: Int, _ y: Int) -> [(code: Double, step: Double)] {
    guard let bits = FormatBits(frame.layout.format) else { return [] }
    let format = frame.layout.format
    return (0..<min(3, bits.channelCount)).map { channel in
        let code = bits.code(channel, x, y) { plane, column, row in
            let bytes = format.planes[plane].bytes
            return frame.element(plane, column / bytes, row)[column % bytes]
        }
        let (step, most) = (Double(1 << bits.bits(channel)) / 256, Double(1 << bits.bits(channel) - 1))
        guard frame.color.range == .full else { return (Double(code) / step, 1 / step) }
        let isChroma = channel > 0 && format.model == .yCbCr
        let middle = isChroma ? 128 * step : 0
        return ((isChroma ? 128 : 0) + (Double(code) - middle) * 255 / most, 255 / most)
    }
}

@Test(arguments: PixelFormat.everyRaw, ColorDescription.Matrix.allCases)
func barsHaveTheStandardsCodes(format: PixelFormat, matrix: ColorDescription.Matrix) {
    for range in ColorDescription.Range.allCases {
        let color = ColorDescription(matrix: matrix, range: range)
        let options = TestCardOptions(
            size: PixelSize(width: 322, height: 182), rate: Rational(240), format: format, color: color)
        let frame = painted(options)
        for (band, colors) in [(TestCard.Band.bars, TestCard.bars), (.patches, TestCard.patches)] {
            let rows = band.rows(height: 182)
            for (place, pixel) in colors.enumerated() {
                let got = samples(
                    of: frame, (2 * place + 1) * 322 / 16, (rows.lowerBound + rows.upperBound) / 2)
                var expected = reference(pixel, color)
                if format.model == .rgb {
                    let scale = range == .full ? 1 : 219.0 / 255
                    let offset = range == .full ? 0.0 : 16
                    expected = [pixel.red, pixel.green, pixel.blue].map { Double($0) * scale + offset }
                }
                if format.model == .grey { expected = [expected[0]] }
                let isExact = zip(got, expected).allSatisfy { sample, wanted in
                    // Few bits end below the white of limited range.
                    let most = range == .full ? 255 : 256 - sample.step
                    return abs(min(255, sample.code) - min(most, wanted)) <= sample.step * 0.5001
                }
                #expect(got.count == expected.count && isExact, "\(color) \(pixel): \(got) for \(expected)")
            }
        }
    }
}

/// Numbers that are no samples yet, decoded by their definition.
@Test(arguments: PixelFormat.everyCoded)
func barsOfNumbersBecomeTheirColours(format: PixelFormat) throws {
    for size in [PixelSize(width: 322, height: 182), PixelSize(width: 331, height: 191)] {
        let frame = painted(TestCardOptions(size: size, format: format))
        let picture = try #require(CodedPicture(frame.layout, unsafe frame.withPlane(0) { Array($0) }))
        let bits = try #require(format.coding.flatMap { FormatBits($0.decoded)?.bits(0) })
        for (band, colors) in [(TestCard.Band.bars, TestCard.bars), (.patches, TestCard.patches)] {
            let rows = band.rows(height: size.height)
            for (place, pixel) in colors.enumerated() {
                let found = picture.codes(
                    (2 * place + 1) * size.width / 16, (rows.lowerBound + rows.upperBound) / 2
                ).map(Double.init)
                let luma = reference(pixel, frame.color)[0]
                let wanted =
                    found.count == 1 ? [luma] : [pixel.red, pixel.green, pixel.blue].map(Double.init)
                let step =
                    frame.color.range == .full ? Double(1 << bits - 1) / 255 : Double(1 << bits) / 256
                // No sixth of a circle of 256 is a whole number of hues.
                let limit = format.rawValue.hasSuffix("-256") ? 2.1 : 0.51
                #expect(
                    zip(found, wanted).allSatisfy { abs($0 / step - $1) <= limit }, "\(found), \(wanted)")
            }
        }
    }
}

@Test func barsAreTheDocumentedColours() {
    #expect(
        TestCard.bars == [
            RGBColor(191, 191, 191), RGBColor(191, 191, 0), RGBColor(0, 191, 191), RGBColor(0, 191, 0),
            RGBColor(191, 0, 191), RGBColor(191, 0, 0), RGBColor(0, 0, 191), RGBColor(0, 0, 0),
        ])
    #expect(TestCard.patches.first == RGBColor(0, 0, 0) && TestCard.patches.last == RGBColor(255, 255, 255))
}

@Test func bandsCoverEveryHeightWithoutGapsAndStartOnEvenRows() {
    for height in 1...1200 {
        var next = 0
        for band in TestCard.Band.allCases {
            let rows = band.rows(height: height)
            #expect(rows.lowerBound == next && next % 2 == 0)
            next = rows.upperBound
        }
        #expect(next == height)
    }
}

@Test(arguments: PixelFormat.everyRaw)
func counterIsReadBack(format: PixelFormat) {
    let size = PixelSize(width: 333, height: 187)
    let options = TestCardOptions(size: size, rate: Rational(60), format: format)
    for number: UInt32 in [0, 1, 2, 255, 256, 65535, 0x1234_5678, .max] {
        let frame = painted(options, number: number)
        let read = FrameCounter.read(width: size.width, height: size.height) { x, y in
            UInt8(samples(of: frame, x, y)[0].code)
        }
        #expect(read == number)
    }
}

@Test func cometCrossesThePictureInFourSeconds() {
    let options = TestCardOptions(
        size: PixelSize(width: 400, height: 100), rate: Rational(25), format: .rgb24)
    let rows = TestCard.Band.comet.rows(height: 100)
    func head(_ number: UInt32) -> Int? {
        let frame = painted(options, number: number)
        return (0..<400).first { samples(of: frame, $0, rows.lowerBound).map(\.code) == [255, 200, 64] }
    }
    for number: UInt32 in [0, 1, 50, 99] { #expect(head(number) == Int(number) * 4) }
    #expect(head(100) == 0 && head(.max) != nil)
}

@Test func counterCellsSurviveScalingAndRejectDamage() {
    for number: UInt32 in [0, 1, 0x8000_0000, 0xffff_ffff, 0x1234_5678, 0xa5a5_5a5a] {
        let cells = TestCard.counterCells(number)
        for width in [40, 80, 97, 640, 1919] {
            let read = FrameCounter.read(width: width, height: 10) { x, _ in cells[x * 40 / width] ? 200 : 40
            }
            #expect(read == number)
        }
        for damaged in 0..<40 {
            let read = FrameCounter.read(width: 40, height: 1) { x, _ in
                cells[x] != (x == damaged) ? 255 : 0
            }
            #expect(read == nil)
        }
    }
}

@Test(arguments: PixelFormat.everyRaw + PixelFormat.everyCoded)
func anySizeIsPaintedInsideItsMemory(format: PixelFormat) {
    for (width, height) in [(1, 1), (1, 7), (7, 1), (2, 2), (3, 5), (16, 9), (41, 3), (4096, 3)] {
        let options = TestCardOptions(size: PixelSize(width: width, height: height), format: format)
        let layout = FrameLayout(format: format, size: options.size)
        var memory = [UInt8](repeating: 7, count: layout.byteCount() + 64)
        var painter = TestCardPainter(layout: layout, rate: options.rate, color: options.color)
        memory.withUnsafeMutableBytes { bytes in
            unsafe painter.paintStill(into: bytes)
            unsafe painter.paintMoving(9, into: bytes)
        }
        #expect(memory.suffix(64).allSatisfy { $0 == 7 })
    }
}

@Test(arguments: [(1, 1), (7, 3), (322, 181)])
func sessionsOfEveryFormatDeliverWhatTheySay(width: Int, height: Int) async throws {
    for format in PixelFormat.allCases {
        let options = TestCardOptions(
            size: PixelSize(width: width, height: height), rate: Rational(500), format: format)
        let (frame, recorder) = try await firstFrame(options)
        #expect(frame.layout.size == options.size && frame.color == options.color)
        #expect(frame.layout.byteCount() <= frame.buffer.memories[0].count)
        #expect(recorder.mode?.format == format)
    }
}

@Test func compressedCardShowsBarsAndCounter() async throws {
    let options = TestCardOptions(
        size: PixelSize(width: 640, height: 360), rate: Rational(60), format: .mjpeg)
    let (frame, _) = try await firstFrame(options)
    #expect(frame.color.range == .full && frame.color.matrix == .bt601)
    let decoder = try JPEGDecoder()
    let planes = try frame.withPlane(0) { jpeg in
        let layout = try unsafe decoder.header(jpeg)
        #expect(layout == FrameLayout(format: .i422, size: options.size))
        return try unsafe decodedPlanes(decoder, jpeg, layout)
    }
    for (place, pixel) in TestCard.bars.enumerated() {
        let expected = reference(pixel, frame.color)
        let x = (2 * place + 1) * 40
        #expect(abs(Double(planes[0][100 * 640 + x]) - expected[0]) <= 2)
        #expect(abs(Double(planes[1][100 * 320 + x / 2]) - expected[1]) <= 2)
        #expect(abs(Double(planes[2][100 * 320 + x / 2]) - expected[2]) <= 2)
    }
    let number = FrameCounter.read(width: 640, height: 360) { x, y in planes[0][y * 640 + x] }
    #expect(number == frame.sequence)
}

private func decodedPlanes(
    _ decoder: JPEGDecoder, _ jpeg: UnsafeRawBufferPointer, _ layout: FrameLayout
) throws -> [[UInt8]] {
    var memory = [UInt8](repeating: 0, count: layout.byteCount())
    try memory.withUnsafeMutableBytes { bytes in
        try unsafe decoder.decode(jpeg, into: bytes, at: layout.planes)
    }
    return layout.planes.indices.map { index in
        let start = layout.planes[index].offset
        return Array(memory[start..<start + layout.planes[index].stride * layout.elements(of: index).height])
    }
}

@Test func deadlinesDoNotDrift() async throws {
    let options = TestCardOptions(size: PixelSize(width: 64, height: 48), rate: Rational(250))
    let slot = FrameOutput()
    let session = try CaptureRun(source: .testCard(options), output: slot, logger: quiet) { _ in }
    defer { session.stop() }
    let first = try #require(await nextFrame(slot))
    try await Task.sleep(for: .milliseconds(400))
    var last = first
    // A busy machine may come late to a frame and stamp it late, but not to all of them.
    let isExact = await eventually {
        guard let frame = slot.take(), frame.sequence >= first.sequence + 90 else { return false }
        last = frame
        let elapsed = Double(frame.timestamp.nanoseconds - first.timestamp.nanoseconds) / 1e9
        return abs(elapsed * 250 - Double(frame.sequence - first.sequence)) < 1.5
    }
    #expect(isExact)
    #expect(last.timestamp.clock == .monotonic && last.timestamp.kind == .generated)
}

/// A library that knows no compressed format makes none.
@Test func aCompressedCardWithoutAnEncoderIsRefusedByItsFormat() async throws {
    let options = TestCardOptions(size: PixelSize(width: 64, height: 48), format: .mjpeg)
    let session = CaptureSession(.testCard(options))
    do {
        try await session.start()
        Issue.record("it was made")
    } catch {
        #expect(error.kind == .unsupported && error.sentence.contains("MJPEG"), "\(error)")
    }
    #expect(session.firstSteps?.opened == nil)
}
