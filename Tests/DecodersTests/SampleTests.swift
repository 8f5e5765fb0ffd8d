import Decoders
import Foundation
import Frames
import TestSupport
import Testing

/// Numbers that are no samples yet, against their definition one pixel after another.
@Suite struct SampleTests {
    private static let sizes = [(1, 1), (2, 1), (1, 4), (3, 3), (5, 2), (17, 33), (70, 6), (131, 9)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    /// A frame of these numbers in rows with padding behind them.
    private static func frame(_ layout: FrameLayout, _ bytes: [UInt8]) -> Frame {
        let buffer = FrameBuffer(index: 0, byteCounts: [bytes.count])
        unsafe buffer.memories[0].copyBytes(from: bytes)
        return Frame(
            buffer: buffer, byteCount: bytes.count, layout: layout,
            color: .assumed(for: layout.format, height: layout.size.height), rotation: .clockwise90,
            isMirrored: true, timestamp: Timestamp(nanoseconds: 5, clock: .unknown, kind: .endOfFrame),
            arrival: 7, sequence: 9, recycler: nil)
    }

    private static func noise(_ count: Int, _ seed: UInt64) -> [UInt8] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
    }

    /// The codes that a decoder has written, alpha too.
    private static func codes(_ frame: Frame, _ x: Int, _ y: Int) -> [Int] {
        guard let bits = FormatBits(frame.layout.format) else { return [] }
        return unsafe frame.withPlane(0) { bytes in
            (0..<bits.channelCount).map { channel in
                bits.code(channel, x, y) { unsafe bytes[$2 * frame.layout.planes[0].stride + $1] }
            }
        }
    }

    @Test(arguments: PixelFormat.everyCoded)
    func everyPixelHasTheCodesOfItsDefinition(_ format: PixelFormat) throws {
        let decoder = FrameDecoder()
        for (seed, size) in Self.sizes.enumerated() {
            let tight = FrameLayout(format: format, size: size)
            let layout = FrameLayout(
                format: format, size: size, stride: tight.planes[0].stride + (seed % 2) * 13)
            let bytes = Self.noise(layout.byteCount(), UInt64(seed))
            let picture = try #require(CodedPicture(layout, bytes))
            let (frame, decoded) = (Self.frame(layout, bytes), try decoder.decode(Self.frame(layout, bytes)))
            #expect(decoded.layout.format == format.coding?.decoded && decoded.layout.size == size)
            #expect((decoded.moment, decoded.color) == (frame.moment, frame.color))
            #expect(decoded.rotation == frame.rotation && decoded.isMirrored)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (found, wanted) = (Self.codes(decoded, x, y), picture.codes(x, y))
                    guard found.prefix(3) == wanted[...] else {
                        Issue.record("\(size), pixel \(x), \(y): \(found) instead of \(wanted)")
                        return
                    }
                    if decoded.layout.format == .rgba64 { #expect(found[3] == 65535) }
                    if decoded.layout.format == .argb2101010 { #expect(found[3] == 3) }
                }
            }
        }
    }

    @Test(arguments: PixelFormat.everyCoded)
    func nothingIsWrittenBesideThePixels(_ format: PixelFormat) throws {
        let decoder = PictureDecoder()
        for size in Self.sizes {
            let source = FrameLayout(format: format, size: size)
            let frame = Self.frame(source, Self.noise(source.byteCount(), 3))
            let layout = try decoder.read(frame)
            let (stride, offset) = (layout.planes[0].stride + 11, 5)
            var memory = [UInt8](repeating: 77, count: offset + stride * size.height)
            try memory.withUnsafeMutableBytes { bytes in
                try unsafe decoder.decode(into: bytes, at: [PlaneLayout(offset: offset, stride: stride)])
            }
            let row = layout.rowBytes(of: 0)
            for (place, byte) in memory.enumerated() where place < offset || (place - offset) % stride >= row
            {
                #expect(byte == 77, "\(size), byte \(place)")
            }
            // A picture is decoded once.
            #expect(throws: CodecError.self) {
                try memory.withUnsafeMutableBytes {
                    try unsafe decoder.decode(into: $0, at: [PlaneLayout(offset: offset, stride: stride)])
                }
            }
            _ = try decoder.read(frame)
            #expect(throws: CodecError.planesDoNotFit) {
                try memory.withUnsafeMutableBytes {
                    try unsafe decoder.decode(
                        into: $0, at: [PlaneLayout(offset: offset + 12, stride: stride)])
                }
            }
        }
    }

    /// A part begins where the mosaic's colours do, or the pixels that are packed together.
    @Test(arguments: PixelFormat.everyCoded)
    func partsKeepTheirColours(_ format: PixelFormat) throws {
        let layout = FrameLayout(format: format, size: PixelSize(width: 40, height: 12))
        let whole = Self.frame(layout, Self.noise(layout.byteCount(), 8))
        let part = try whole.cropped(to: PixelRegion(x: 9, y: 3, width: 20, height: 9))
        let corner = layout.aligned(PixelRegion(x: 9, y: 3, width: 20, height: 9))
        let decoder = FrameDecoder()
        let (all, some) = (try decoder.decode(whole), try decoder.decode(part))
        // Edges apart, where a mosaic goes on mirrored.
        for y in 3..<6 {
            for x in 3..<17 {
                #expect(Self.codes(some, x, y) == Self.codes(all, corner.x + x, corner.y + y))
            }
        }
    }

    @Test func rangesAreRead() {
        #expect(DepthRange("500-4000") == DepthRange(black: 500, white: 4000))
        #expect(DepthRange("65535-0") == DepthRange(black: .max, white: 0))
        for text in ["", "-", "5", "5-", "-5", "1-2-3", "0-65536", "a-b", "5 - 6"] {
            #expect(DepthRange(text) == nil, "\(text)")
        }
    }

    @Test func distancesBecomeTheGreysBetweenTwo() throws {
        let depths: [UInt16] = [0, 1, 499, 500, 501, 2250, 3999, 4000, 4001, 65535]
        let format = try #require(PixelFormat(rawValue: "z16"))
        let layout = FrameLayout(format: format, size: PixelSize(width: depths.count, height: 1))
        let frame = Self.frame(layout, depths.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
        for (black, white) in [(500, 4000), (4000, 500), (0, 65535), (65535, 0), (700, 700)]
            as [(UInt16, UInt16)]
        {
            let range = DepthRange(black: black, white: white)
            let decoded = try FrameDecoder(depths: range).decode(frame)
            for (x, depth) in depths.enumerated() where black != white {
                let part = (Double(depth) - Double(black)) / (Double(white) - Double(black))
                let wanted = depth == 0 ? 0 : min(1, max(0, part)) * 65535
                #expect(abs(Double(Self.codes(decoded, x, 0)[0]) - wanted) <= 0.6, "\(range), \(depth)")
            }
            let greys = depths.indices.dropFirst().map { Self.codes(decoded, $0, 0)[0] }
            #expect(greys == (white < black ? greys.sorted(by: >) : greys.sorted()))
        }
    }

    @Test(arguments: PixelFormat.everyCoded)
    func layoutsThatCannotBeAreRefused(_ format: PixelFormat) {
        let size = PixelSize(width: 8, height: 8)
        let right = FrameLayout(format: format, size: size)
        let bytes = Self.noise(right.byteCount(), 1)
        let wrong = [
            FrameLayout(
                format: format, size: size,
                planes: [PlaneLayout(offset: 0, stride: right.planes[0].stride - 1)]),
            FrameLayout(
                format: format, size: size,
                planes: [PlaneLayout(offset: 0, stride: 1 << 20)]),
            FrameLayout(format: format, size: size, planes: []),
            FrameLayout(format: format, size: PixelSize(width: 0, height: 8)),
            FrameLayout(format: format, size: PixelSize(width: 65535, height: 65535)),
        ]
        for layout in wrong {
            #expect(throws: CodecError.self) { try FrameDecoder().decode(Self.frame(layout, bytes)) }
        }
        #expect(throws: Never.self) { try FrameDecoder().decode(Self.frame(right, bytes)) }
    }
}

/// What mosaics become, by what eyes would see.
@Suite struct MosaicTests {
    private static let orders = ["bggr8", "gbrg8", "grbg8", "rggb8"]

    /// The picture that a mosaic of these colours becomes.
    private static func decoded(
        _ order: String, _ size: PixelSize, _ color: (Int, Int) -> (red: Int, green: Int, blue: Int)
    ) throws -> (Int, Int) -> [Int] {
        let format = try #require(PixelFormat(rawValue: order))
        let buffer = FrameBuffer(index: 0, byteCounts: [size.width * size.height])
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (pixel, filter) = (color(x, y), Array(order)[y % 2 * 2 + x % 2])
                unsafe buffer.memories[0][y * size.width + x] = UInt8(
                    filter == "r" ? pixel.red : filter == "g" ? pixel.green : pixel.blue)
            }
        }
        let frame = Frame(
            buffer: buffer, byteCount: size.width * size.height,
            layout: FrameLayout(format: format, size: size),
            color: .assumed(for: format, height: size.height),
            timestamp: Timestamp(nanoseconds: 5, clock: .unknown, kind: .endOfFrame), arrival: 7, sequence: 9,
            recycler: nil)
        let picture = try FrameDecoder().decode(frame)
        let bytes = unsafe picture.withPlane(0) { unsafe Array($0) }
        return { x, y in (0..<3).map { Int(bytes[y * picture.layout.planes[0].stride + 4 * x + $0]) } }
    }

    @Test(arguments: orders) func flatColoursAreExact(_ order: String) throws {
        let size = PixelSize(width: 37, height: 11)
        for color in [(0, 0, 0), (255, 255, 255), (255, 0, 0), (10, 200, 90), (0, 255, 1), (1, 2, 254)] {
            let picture = try Self.decoded(order, size) { _, _ in color }
            for y in 0..<size.height {
                for x in 0..<size.width { #expect(picture(x, y) == [color.0, color.1, color.2]) }
            }
        }
    }

    @Test(arguments: orders) func edgesOfGreyHaveNoColour(_ order: String) throws {
        let size = PixelSize(width: 48, height: 40)
        for (low, high) in [(0, 255), (100, 120), (250, 3)] {
            for place in 9..<13 {
                for isUpright in [true, false] {
                    let picture = try Self.decoded(order, size) { x, y in
                        let grey = (isUpright ? x : y) < place ? low : high
                        return (grey, grey, grey)
                    }
                    for y in 0..<size.height {
                        for x in 0..<size.width {
                            let grey = (isUpright ? x : y) < place ? low : high
                            #expect(picture(x, y) == [grey, grey, grey], "\(x), \(y), \(place)")
                        }
                    }
                }
            }
        }
    }

    /// Waves of all directions, whose colours follow each other as those of things do.
    @Test(arguments: orders) func wavesAreNearerThanByMeansOfNeighbours(_ order: String) throws {
        let size = PixelSize(width: 128, height: 96)
        func color(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
            let (u, v) = (Double(x - 64), Double(y - 48))
            let light = 60 * cos((u * u + v * v) / 90)
            let tint = 40 * sin(u / 17) * cos(v / 23)
            return (Int(120 + light + tint), Int(125 + light), Int(130 + light - tint))
        }
        let picture = try Self.decoded(order, size, color)
        var (ours, means) = (0.0, 0.0)
        for y in 2..<size.height - 2 {
            for x in 2..<size.width - 2 {
                let wanted = [color(x, y).red, color(x, y).green, color(x, y).blue]
                for (channel, letter) in "rgb".enumerated() {
                    // The mean of the nearest numbers of that colour.
                    var (sum, weight) = (0.0, 0.0)
                    for (dx, dy) in (0..<9).map({ ($0 % 3 - 1, $0 / 3 - 1) })
                    where Array(order)[(y + dy) % 2 * 2 + (x + dx) % 2] == letter {
                        let place = color(x + dx, y + dy)
                        let near = dx == 0 && dy == 0 ? 1e9 : dx == 0 || dy == 0 ? 1e4 : 1
                        sum += near * Double([place.red, place.green, place.blue][channel])
                        weight += near
                    }
                    ours += pow(Double(picture(x, y)[channel] - wanted[channel]), 2)
                    means += pow(sum / weight - Double(wanted[channel]), 2)
                }
            }
        }
        // Three decibels and more.
        #expect(ours * 2 < means, "\(10 * log10(means / ours)) dB")
    }
}
