import Decoders
import Frames
import TestSupport
import Testing

private let planar: [PixelFormat] = [.i420, .i422, .i444, .i440, .i411, .grey]

/// A smooth picture: ramps in every plane, so that compression changes little.
private func picture(_ layout: FrameLayout) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: layout.byteCount())
    for index in layout.planes.indices {
        let size = layout.elements(of: index)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let across = 180 * x / max(1, size.width - 1)
                let down = 40 * y / max(1, size.height - 1)
                let code = 16 + (index == 1 ? 180 - across : across) + down
                bytes[layout.planes[index].offset + y * layout.planes[index].stride + x] = UInt8(code)
            }
        }
    }
    return bytes
}

private func encode(_ layout: FrameLayout, quality: Int = 95) throws -> [UInt8] {
    let bytes = picture(layout)
    var jpeg = [UInt8](repeating: 0, count: try JPEGEncoder.byteCountLimit(of: layout))
    let encoder = try JPEGEncoder()
    let length = try bytes.withUnsafeBytes { source in
        try jpeg.withUnsafeMutableBytes { target in
            try unsafe encoder.encode(source, layout: layout, quality: quality, into: target)
        }
    }
    return Array(jpeg.prefix(length))
}

private func header(_ jpeg: [UInt8], _ decoder: JPEGDecoder) throws -> FrameLayout {
    try jpeg.withUnsafeBytes { try unsafe decoder.header($0) }
}

/// Decodes into planes with padded rows, and checks that nothing else is written.
private func decode(_ jpeg: [UInt8], _ decoder: JPEGDecoder, _ layout: FrameLayout, padding: Int = 7) throws
    -> [UInt8]
{
    var (places, count): ([PlaneLayout], Int) = ([], 0)
    for index in layout.planes.indices {
        let size = layout.elements(of: index)
        places.append(PlaneLayout(offset: count, stride: size.width + padding))
        count += (size.width + padding) * size.height
    }
    var memory = [UInt8](repeating: 3, count: count)
    try memory.withUnsafeMutableBytes { memory in
        try jpeg.withUnsafeBytes { try unsafe decoder.decode($0, into: memory, at: places) }
    }
    var tight = [UInt8](repeating: 0, count: layout.byteCount())
    for (index, place) in places.enumerated() {
        let size = layout.elements(of: index)
        for y in 0..<size.height {
            let row = memory[place.offset + y * place.stride..<place.offset + (y + 1) * place.stride]
            #expect(row.suffix(padding).allSatisfy { $0 == 3 }, "padding is not written")
            let start = layout.planes[index].offset + y * layout.planes[index].stride
            tight.replaceSubrange(start..<start + size.width, with: row.prefix(size.width))
        }
    }
    return tight
}

private func largestDifference(_ first: [UInt8], _ second: [UInt8]) -> Int {
    zip(first, second).map { abs(Int($0) - Int($1)) }.max() ?? 0
}

@Test(arguments: planar, [(64, 48), (65, 49), (1, 1), (2, 3), (33, 17), (1366, 9), (17, 64)])
func planesSurviveCompression(format: PixelFormat, size: (Int, Int)) throws {
    let layout = FrameLayout(format: format, size: PixelSize(width: size.0, height: size.1))
    let decoder = try JPEGDecoder()
    let jpeg = try encode(layout)
    #expect(try header(jpeg, decoder) == layout)
    let decoded = try decode(jpeg, decoder, layout)
    // Steep ramps of tiny pictures lose more than smooth ones.
    let allowed = min(size.0, size.1) < 16 ? 24 : 6
    #expect(largestDifference(decoded, picture(layout)) <= allowed)
}

@Test func decoderIsUsedAgainAfterAnError() throws {
    let layout = FrameLayout(format: .i422, size: PixelSize(width: 64, height: 48))
    let decoder = try JPEGDecoder()
    let jpeg = try encode(layout)
    #expect(throws: CodecError.self) { try header([1, 2, 3], decoder) }
    #expect(throws: CodecError.self) { try header([], decoder) }
    #expect(throws: CodecError.truncated) { try decode(Array(jpeg.prefix(jpeg.count / 2)), decoder, layout) }
    #expect(largestDifference(try decode(jpeg, decoder, layout), picture(layout)) <= 6)
}

@Test func everyTruncationIsAnErrorOrNoLoss() throws {
    let layout = FrameLayout(format: .i420, size: PixelSize(width: 48, height: 32))
    let decoder = try JPEGDecoder()
    let jpeg = try encode(layout)
    let whole = try decode(jpeg, decoder, layout)
    var refused = 0
    for length in 0..<jpeg.count {
        do {
            #expect(try decode(Array(jpeg.prefix(length)), decoder, layout) == whole)
        } catch is CodecError {
            refused += 1
        }
    }
    #expect(refused >= jpeg.count - 4, "only the end marker and the last bits may be missing")
}

@Test func aPictureIsDecodedAfterOneThatEndsAnywhere() throws {
    let layout = FrameLayout(format: .i420, size: PixelSize(width: 48, height: 32))
    let decoder = try JPEGDecoder()
    let jpeg = try encode(layout)
    let whole = try decode(jpeg, decoder, layout)
    for length in 0..<jpeg.count {
        _ = try? decode(Array(jpeg.prefix(length)), decoder, layout)
        #expect(try decode(jpeg, decoder, layout) == whole, "after \(length) bytes")
    }
}

@Test func missingEndMarkerAndPaddingAreHarmless() throws {
    let layout = FrameLayout(format: .i422, size: PixelSize(width: 64, height: 48))
    let decoder = try JPEGDecoder()
    let jpeg = try encode(layout)
    let whole = try decode(jpeg, decoder, layout)
    #expect(jpeg.suffix(2) == [0xff, 0xd9])
    #expect(try decode(Array(jpeg.dropLast(2)), decoder, layout) == whole)
    #expect(try decode(jpeg + [UInt8](repeating: 0, count: 500), decoder, layout) == whole)
}

@Test func harmlessFaultsAreShown() throws {
    // Extra bytes between two segments: the library warns and goes on.
    let layout = FrameLayout(format: .i422, size: PixelSize(width: 64, height: 48))
    let decoder = try JPEGDecoder()
    var jpeg = try encode(layout)
    let whole = try decode(jpeg, decoder, layout)
    let length = Int(jpeg[4]) << 8 | Int(jpeg[5])
    jpeg.insert(contentsOf: [1, 2, 3], at: 4 + length)
    #expect(try decode(jpeg, decoder, layout) == whole)
}

@Test func missingHuffmanTablesAreThoseOfTheStandard() throws {
    let layout = FrameLayout(format: .i422, size: PixelSize(width: 64, height: 48))
    let decoder = try JPEGDecoder()
    let jpeg = try encode(layout)
    let bare = withoutHuffmanTables(jpeg)
    #expect(bare.count < jpeg.count - 400)
    #expect(try header(bare, decoder) == layout)
    #expect(try decode(bare, decoder, layout) == decode(jpeg, decoder, layout))
}

/// Leaves the DHT segments out, as many USB cameras do.
private func withoutHuffmanTables(_ jpeg: [UInt8]) -> [UInt8] {
    var result = Array(jpeg.prefix(2))
    var place = 2
    while place + 4 <= jpeg.count, jpeg[place] == 0xff {
        let length = 2 + (Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3]))
        if jpeg[place + 1] == 0xda { return result + jpeg[place...] }
        if jpeg[place + 1] != 0xc4 { result += jpeg[place..<place + length] }
        place += length
    }
    return result
}

@Test func memoryThatDoesNotFitIsRefused() throws {
    let layout = FrameLayout(format: .i420, size: PixelSize(width: 64, height: 48))
    let decoder = try JPEGDecoder()
    let jpeg = try encode(layout)
    var memory = [UInt8](repeating: 0, count: layout.byteCount())
    memory.withUnsafeMutableBytes { bytes in
        let whole = unsafe bytes
        func attempt(_ planes: [PlaneLayout]) {
            #expect(throws: CodecError.planesDoNotFit) {
                try jpeg.withUnsafeBytes { try unsafe decoder.decode($0, into: whole, at: planes) }
            }
        }
        let luma = PlaneLayout(offset: 0, stride: 64)
        let short = PlaneLayout(offset: whole.count - 767, stride: 32)
        let narrow = PlaneLayout(offset: 0, stride: 31)
        attempt([luma])
        attempt([luma, luma, short])
        attempt([luma, narrow, luma])
    }
}

@Test func otherColoursAreRefused() throws {
    // An Adobe marker with transform 0 says that the three components are red, green and blue.
    let layout = FrameLayout(format: .i444, size: PixelSize(width: 16, height: 16))
    var jpeg = try encode(layout)
    let length = Int(jpeg[4]) << 8 | Int(jpeg[5])
    let adobe: [UInt8] = [0xff, 0xee, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]
    jpeg.replaceSubrange(2..<4 + length, with: adobe)
    let decoder = try JPEGDecoder()
    #expect(throws: CodecError.unsupported("its colours are not Y'CbCr")) { try header(jpeg, decoder) }
}

/// A frame with a JPEG picture in it, whose facts are unusual.
private func frame(_ jpeg: [UInt8]) -> Frame {
    let buffer = FrameBuffer(index: 0, byteCounts: [jpeg.count])
    for (place, byte) in jpeg.enumerated() { unsafe buffer.memories[0][place] = byte }
    return Frame(
        buffer: buffer, byteCount: jpeg.count,
        layout: FrameLayout(
            format: .mjpeg, size: PixelSize(width: 64, height: 48),
            planes: [PlaneLayout(memory: 0, offset: 0, stride: 0)]),
        color: ColorDescription(matrix: .bt709, range: .full), sampleAspect: Rational(4, 3),
        rotation: .clockwise90, isMirrored: true,
        timestamp: Timestamp(nanoseconds: 5, clock: .unknown, kind: .endOfFrame), arrival: 7, sequence: 9,
        recycler: nil)
}

@Test func framesAreDecodedWithTheirFacts() throws {
    let layout = FrameLayout(format: .i422, size: PixelSize(width: 65, height: 48))
    let jpeg = frame(try encode(layout))
    let raw = try FrameDecoder().decode(jpeg)
    #expect(raw.layout == layout && raw.moment == jpeg.moment && raw.color == jpeg.color)
    #expect(raw.sampleAspect == jpeg.sampleAspect)
    #expect(raw.rotation == jpeg.rotation && raw.isMirrored == jpeg.isMirrored)
    let bytes = raw.withPlane(0) { Array($0) }
    #expect(largestDifference(bytes, picture(layout)) <= 6)
    // One that is raw is left alone.
    #expect(try FrameDecoder().decode(raw) === raw)
}

/// A camera's memory is also that of whoever writes the pictures, who may write the next one into it at any moment.
@Test(arguments: planar) func aPictureIsDecodedAsItWasRead(_ next: PixelFormat) throws {
    let size = PixelSize(width: 64, height: 48)
    let layout = FrameLayout(format: .i420, size: size)
    let own = try encode(layout)
    let other = try encode(FrameLayout(format: next, size: size))
    var memory = own + [UInt8](repeating: 0, count: max(0, other.count - own.count))
    let decoder = try JPEGDecoder()
    let found = try memory.withUnsafeBytes { try unsafe decoder.read($0) }
    #expect(found == layout)
    memory.replaceSubrange(0..<other.count, with: other)
    var planes = [UInt8](repeating: 3, count: layout.byteCount())
    try planes.withUnsafeMutableBytes { bytes in
        try unsafe decoder.decode(into: bytes, at: layout.planes)
    }
    #expect(largestDifference(planes, picture(layout)) <= 6)
}

@Test func aPictureIsReadBeforeItIsDecoded() throws {
    #expect(throws: CodecError.self) {
        try unsafe JPEGDecoder().decode(into: UnsafeMutableRawBufferPointer(start: nil, count: 0), at: [])
    }
}

@Test func decodedFramesHaveALimitAndComeBack() throws {
    let jpeg = frame(try encode(FrameLayout(format: .i420, size: PixelSize(width: 64, height: 48))))
    let decoder = FrameDecoder(limit: 2)
    do {
        let held = [try decoder.decode(jpeg), try decoder.decode(jpeg)]
        #expect(throws: CodecError.noBuffer(limit: 2)) { try decoder.decode(jpeg) }
        withExtendedLifetime(held) {}
    }
    #expect(try decoder.decode(jpeg).layout.format == .i420)
    let whole = try encode(FrameLayout(format: .i420, size: PixelSize(width: 640, height: 480)))
    #expect(throws: CodecError.truncated) {
        try decoder.decode(frame(Array(whole.dropLast(whole.count / 2))))
    }
    #expect(throws: CodecError.self) { try decoder.decode(frame([])) }
    // A header that tells of more than anybody has.
    var huge = try encode(FrameLayout(format: .i420, size: PixelSize(width: 64, height: 48)))
    let start = try #require(huge.indices.dropLast().first { huge[$0] == 0xff && huge[$0 + 1] == 0xc0 })
    huge.replaceSubrange(start + 5..<start + 9, with: [0xff, 0xdc, 0xff, 0xdc])
    #expect(throws: CodecError.unsupported("its size is 65500x65500, where 64x48 is expected")) {
        try decoder.decode(frame(huge))
    }
}

@Test func scansWithoutEndAreRefused() throws {
    let decoder = try JPEGDecoder()
    let few = progressiveJPEG(scans: 400)
    let layout = try header(few, decoder)
    #expect(layout == FrameLayout(format: .grey, size: PixelSize(width: 8, height: 8)))
    #expect(try decode(few, decoder, layout).allSatisfy { $0 == 128 })
    #expect(throws: CodecError.self) { try decode(progressiveJPEG(scans: 600), decoder, layout) }
}

@Test func aSizeFarBeyondTheFramesIsRefusedBeforeThereIsMemoryForIt() throws {
    var jpeg = try encode(FrameLayout(format: .i420, size: PixelSize(width: 64, height: 48)))
    let start = try #require(jpeg.indices.first { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xc0 })
    // Height and width follow the marker, the segment's length and the number of bits.
    jpeg.replaceSubrange(start + 5..<start + 9, with: [0x40, 0, 0x40, 0])
    #expect(try header(jpeg, JPEGDecoder()).size == PixelSize(width: 16384, height: 16384))
    let refusal = CodecError.unsupported("its size is 16384x16384, where 64x48 is expected")
    #expect(throws: refusal) { try FrameDecoder().decode(frame(jpeg)) }
    // Somewhat more than was agreed on is usual.
    let larger = try encode(FrameLayout(format: .i420, size: PixelSize(width: 640, height: 368)))
    #expect(try FrameDecoder().decode(frame(larger)).layout.size == PixelSize(width: 640, height: 368))
}
