import CTurboJPEG
import Decoders
import Foundation
import Frames
import TestSupport
import Testing

/// Pictures of libjpeg-turbo's and ImageMagick's encoders, beside what libjpeg-turbo's own program decodes.
struct JPEGEncodersTests {
    enum Encoder: CaseIterable { case turbo, magick }

    private static let sizes = [(64, 48), (1, 1), (3, 3), (17, 33), (97, 65)]
    private static let samplings: [(String, PixelFormat)] = [
        ("1x1", .i444), ("2x1", .i422), ("2x2", .i420), ("1x2", .i440), ("4x1", .i411), ("4x2", .i411),
        ("grey", .grey),
    ]

    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "viewfinder-jpeg-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func file(_ name: String) -> String { "\(folder)/\(name)" }

    private func run(_ name: String, _ arguments: [String]) throws {
        let (program, end) = try Program.run(name, arguments)
        try #require(end.status == .exited(0), "\(arguments): \(program.log)")
    }

    /// Slopes of three colours with some noise.
    private func picture(_ width: Int, _ height: Int) -> [UInt8] {
        var random = SplitMix(state: 1)
        return (0..<width * height).flatMap { index -> [UInt8] in
            let (x, y) = (index % width, index / width)
            return [40 + 150 * x / width, 200 - 120 * y / height, 60 + 60 * x / width + 90 * y / height].map {
                UInt8($0 + Int.random(in: 0..<12, using: &random))
            }
        }
    }

    /// The pixels of a PPM or PGM file, as red, green and blue.
    private func pixels(_ path: String, _ count: Int) throws -> [UInt8] {
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        return bytes.starts(with: "P5".utf8)
            ? bytes.suffix(count).flatMap { [$0, $0, $0] } : Array(bytes.suffix(3 * count))
    }

    @Test(arguments: Encoder.allCases, samplings.map(\.0))
    func theyAreDecodedAsByLibjpegsOwnProgram(_ encoder: Encoder, _ sampling: String) throws {
        try Requirement.programs("cjpeg", "djpeg", "convert")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let format = try #require(Self.samplings.first { $0.0 == sampling }?.1)
        let decoder = try JPEGDecoder()
        for (width, height) in Self.sizes {
            for isProgressive in [false, true] {
                for restarts in encoder == .turbo ? [0, 1] : [0] {
                    try Data("P6\n\(width) \(height)\n255\n".utf8 + picture(width, height))
                        .write(to: URL(fileURLWithPath: file("in.ppm")))
                    switch encoder {
                    case .turbo:
                        try run(
                            "cjpeg",
                            (sampling == "grey" ? ["-grayscale"] : ["-sample", sampling])
                                + (isProgressive ? ["-progressive"] : []) + ["-restart", "\(restarts)"]
                                + ["-quality", "90", "-outfile", file("a.jpg"), file("in.ppm")])
                    case .magick:
                        let kind =
                            sampling == "grey" ? ["-colorspace", "Gray"] : ["-sampling-factor", sampling]
                        try run(
                            "convert",
                            [file("in.ppm"), "-quality", "90", "-interlace", isProgressive ? "JPEG" : "none"]
                                + kind + [file("a.jpg")])
                    }
                    try run(
                        "djpeg", ["-dct", "int", "-nosmooth", "-outfile", file("out.ppm"), file("a.jpg")])
                    let jpeg = [UInt8](try #require(FileManager.default.contents(atPath: file("a.jpg"))))
                    let layout = FrameLayout(format: format, size: PixelSize(width: width, height: height))
                    #expect(try jpeg.withUnsafeBytes { try unsafe decoder.header($0) } == layout)
                    let found = colors(try planes(jpeg, decoder, layout), layout)
                    let wanted = try pixels(file("out.ppm"), width * height)
                    let worst = zip(found, wanted).map { abs($0 - Double($1)) }.max() ?? 255
                    #expect(
                        found.count == wanted.count && worst <= 2,
                        "\(width)x\(height), progressive \(isProgressive), restarts \(restarts): \(worst)")
                }
            }
        }
    }

    /// A thousand pictures that are cut, or have wrong bits: each is refused or decoded, and the next one is as it should be.
    @Test func damageCostsAtMostItsPicture() throws {
        let decoder = try JPEGDecoder()
        var random = SplitMix(state: 42)
        let kinds = MadeJPEG.all.map { $0.bytes() }
        let layout = FrameLayout(format: .i420, size: PixelSize(width: 64, height: 48))
        let whole = try kinds.map { try planes($0, decoder, layout) }
        for number in 0..<1000 {
            let kind = number % kinds.count
            var jpeg = kinds[kind]
            if number % 3 > 0 {
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    jpeg[Int.random(in: jpeg.indices, using: &random)] ^=
                        1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            if number % 3 < 2 { jpeg.removeLast(Int.random(in: 0..<jpeg.count, using: &random)) }
            if let found = try? jpeg.withUnsafeBytes({ try unsafe decoder.header($0) }),
                found.size.width * found.size.height <= 1 << 22
            {
                _ = try? planes(jpeg, decoder, found)
            }
            #expect(try planes(kinds[kind], decoder, layout) == whole[kind])
        }
    }

    private func planes(_ jpeg: [UInt8], _ decoder: JPEGDecoder, _ layout: FrameLayout) throws -> [UInt8] {
        var planes = [UInt8](repeating: 3, count: layout.byteCount())
        try planes.withUnsafeMutableBytes { memory in
            try jpeg.withUnsafeBytes { try unsafe decoder.decode($0, into: memory, at: layout.planes) }
        }
        return planes
    }

    /// Red, green and blue by JFIF's definition, each colour difference that of all its pixels.
    private func colors(_ planes: [UInt8], _ layout: FrameLayout) -> [Double] {
        let size = layout.size
        return (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x -> [Double] in
                let codes = layout.planes.indices.map { plane -> Double in
                    let (place, format) = (layout.planes[plane], layout.format.planes[plane])
                    return Double(planes[place.offset + y / format.rows * place.stride + x / format.columns])
                }
                guard codes.count == 3 else { return [codes[0], codes[0], codes[0]] }
                let (blue, red) = (codes[1] - 128, codes[2] - 128)
                return [
                    codes[0] + 1.402 * red, codes[0] - 0.344136 * blue - 0.714136 * red,
                    codes[0] + 1.772 * blue,
                ].map { min(255, max(0, $0)) }
            }
        }
    }
}

/// Two fields in one buffer, as cards for television and some cameras send them.
struct JPEGFieldsTests {
    private func field(_ seed: UInt8, polarity: UInt8?) -> [UInt8] {
        let jpeg = MadeJPEG.all[0].bytes(seed: seed)
        guard let polarity else { return jpeg }
        // In the place of libjpeg's own segment.
        let end = 4 + (Int(jpeg[4]) << 8 | Int(jpeg[5]))
        return [0xff, 0xd8, 0xff, 0xe0, 0, 16] + "AVI1".utf8 + [polarity] + [UInt8](repeating: 0, count: 9)
            + jpeg[end...]
    }

    private func decode(_ jpeg: [UInt8]) throws -> (FrameLayout, [UInt8]) {
        let decoder = try JPEGDecoder()
        let layout = try jpeg.withUnsafeBytes { try unsafe decoder.read($0) }
        var planes = [UInt8](repeating: 3, count: layout.byteCount())
        try planes.withUnsafeMutableBytes { try unsafe decoder.decode(into: $0, at: layout.planes) }
        return (layout, planes)
    }

    private func rows(_ planes: [UInt8], _ layout: FrameLayout, _ plane: Int) -> [ArraySlice<UInt8>] {
        let (place, size) = (layout.planes[plane], layout.elements(of: plane))
        return (0..<size.height).map { row in
            planes[place.offset + row * place.stride..<place.offset + row * place.stride + size.width]
        }
    }

    @Test(arguments: [UInt8(1), 2], [0, 700]) func twoFieldsAreWoven(_ polarity: UInt8, _ padding: Int) throws
    {
        let between = [UInt8](repeating: 0, count: padding)
        let buffer = field(0, polarity: polarity) + between + field(90, polarity: 3 - polarity) + between
        let (layout, planes) = try decode(buffer)
        #expect(layout == FrameLayout(format: .i420, size: PixelSize(width: 64, height: 96)))
        let fields = try [decode(field(0, polarity: nil)), decode(field(90, polarity: nil))]
        let (upper, lower) = polarity == 1 ? (fields[0], fields[1]) : (fields[1], fields[0])
        for plane in 0..<3 {
            let woven = zip(rows(upper.1, upper.0, plane), rows(lower.1, lower.0, plane))
            #expect(rows(planes, layout, plane) == woven.flatMap { [$0, $1] })
        }
    }

    @Test(arguments: [UInt8(0), 1, 2]) func onePictureIsShownAsItIs(_ polarity: UInt8) throws {
        let plain = try decode(field(0, polarity: nil))
        let picture = try decode(field(0, polarity: polarity))
        #expect(picture.0 == plain.0 && picture.1 == plain.1)
        // Without a polarity the second one is what a camera has glued to the first.
        let glued = try decode(field(0, polarity: 0) + field(90, polarity: 0))
        #expect(glued.0 == plain.0 && glued.1 == plain.1)
    }

    @Test func aFieldThatIsMissingOrCutCostsThePicture() throws {
        let (first, second) = (field(0, polarity: 1), field(90, polarity: 2))
        #expect(throws: CodecError.self) { try decode(first + second.prefix(40)) }
        #expect(throws: CodecError.truncated) { try decode(first + second.prefix(second.count / 2)) }
        #expect(throws: CodecError.self) { try decode(first.prefix(first.count / 2) + second) }
        #expect(throws: CodecError.corrupt("its fields do not fit together")) {
            try decode(first + progressiveJPEG(scans: 1))
        }
        #expect(try decode(first + second).0.size.height == 96)
    }
}
