import Decoders
import Foundation
import Frames
import Synchronization
import TestSupport
import Testing

@testable import Movies

struct MovieWriterTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    struct Encoding: Sendable {
        let file: String
        let encoder: String
        let codec: String
        /// The container's unit of time, in seconds.
        let tick: Double
        /// The least quality of what is read back, in decibels.
        let quality: Double
    }

    @Test(arguments: [
        Encoding(file: "a.mp4", encoder: "x264enc", codec: "h264", tick: 1 / 90_000, quality: 40),
        Encoding(file: "a.mov", encoder: "x264enc", codec: "h264", tick: 1 / 90_000, quality: 40),
        Encoding(file: "a.mkv", encoder: "x264enc", codec: "h264", tick: 0.001, quality: 40),
        Encoding(file: "a.mp4", encoder: "openh264enc", codec: "h264", tick: 1 / 90_000, quality: 34),
        Encoding(file: "a.mp4", encoder: "x265enc", codec: "hevc", tick: 1 / 90_000, quality: 38),
        Encoding(file: "a.mkv", encoder: "x265enc", codec: "hevc", tick: 0.001, quality: 38),
        Encoding(file: "a.mp4", encoder: "svtav1enc", codec: "av1", tick: 1 / 90_000, quality: 34),
        Encoding(file: "a.webm", encoder: "svtav1enc", codec: "av1", tick: 0.001, quality: 34),
        Encoding(file: "a.webm", encoder: "vp9enc", codec: "vp9", tick: 0.001, quality: 38),
        Encoding(file: "a.webm", encoder: "vp8enc", codec: "vp8", tick: 0.001, quality: 36),
    ])
    func allReadersAgreeOnWhatWasWritten(_ encoding: Encoding) throws {
        guard encoding.codec != "av1" || hasDeep(encoding.encoder) else { return }
        let path = folder.file(encoding.file)
        let pattern = Pattern()
        let written = try write(
            path, pattern, count: 45,
            options: MovieWriterOptions(rate: Rational(30), isLive: false, encoder: encoding.encoder))
        #expect(written.taken == 45 && written.dropped == 0 && abs(written.duration - 1_500_000_000) < 1000)
        let probed = try probe(path)
        #expect(probed.video?.codec_name == encoding.codec && probed.audio == nil)
        #expect(probed.count == 45 && probed.size == pattern.size && probed.rotation == 0)
        #expect(abs((probed.seconds ?? 0) - 1.5) <= 2 * encoding.tick, "\(probed.seconds ?? 0)")
        let discovered = try Discovered(path)
        #expect(discovered.size == pattern.size)
        #expect(abs(discovered.seconds - 1.5) <= 2 * encoding.tick, "\(discovered.seconds)")
        let pictures = try readAll(path)
        #expect(pictures.count == 45)
        for (number, read) in pictures.enumerated() {
            let seconds = Double(read.picture.position) / 1e9
            #expect(abs(seconds - Double(number) / 30) <= encoding.tick, "picture \(number) at \(seconds)")
            let quality = quality(of: read.frame) { x, y in pattern.luma(x, y, number) }
            #expect(quality > encoding.quality, "picture \(number)")
        }
    }

    /// Tells whether an encoder of ten bits is installed, and says which one is not: Debian 12 lacks SVT-AV1.
    private func hasDeep(_ encoder: String?) -> Bool {
        guard let encoder, (try? GStreamer.start()) != nil else { return false }
        let isThere = GStreamer.has(encoder, taking: "I420_10LE")
        if !isThere { print("GStreamer has no \(encoder) of ten bits here, which is not tried") }
        return isThere
    }

    /// Endings, encoders that are asked for, ffmpeg's names for what they make, and the formats of the pictures.
    private static let deep: [(String, String?, String, PixelFormat)] = [
        ("webm", nil, "vp9", .p010), ("mp4", nil, "hevc", .p010), ("mov", nil, "hevc", .y16),
        ("mkv", nil, "hevc", .rgba64), ("mp4", "svtav1enc", "av1", .p010),
        ("webm", "svtav1enc", "av1", .rgba64), ("mkv", "svtav1enc", "av1", .p010),
    ]

    /// A ramp of all lumas of ten bits: far more than 256 are left, and near what they were.
    @Test(arguments: deep.indices) func tenBitsStayTen(_ row: Int) throws {
        let (ending, encoder, codec, format) = Self.deep[row]
        guard encoder == nil || hasDeep(encoder) else { return }
        let path = folder.file("deep.\(ending)")
        let writer = try MovieWriter(
            path: path, options: MovieWriterOptions(quality: 100, isLive: false, encoder: encoder),
            logger: quiet)
        let layout = FrameLayout(format: format, size: PixelSize(width: 880, height: 64))
        func code(_ x: Int) -> Int { 64 + min(x, 876) }
        func word(_ place: Int) -> Int {
            switch format {
            case .rgba64: min(place / 4 % 880, 876) * 65535 / 876
            case .y16: code(place % 880) << 6
            default: place < 880 * 64 ? code(place % 880) << 6 : 512 << 6
            }
        }
        for number in 0..<4 {
            let moment = FrameMoment(
                timestamp: Timestamp(
                    nanoseconds: Int64(number) * 40_000_000, clock: .monotonic, kind: .generated),
                arrival: Int64(number) * 40_000_000, sequence: UInt32(number))
            let frame = try Frame.allocated(
                layout,
                color: ColorDescription(matrix: .bt709, range: format == .rgba64 ? .full : .limited),
                at: moment
            ) { memory in
                for place in 0..<memory.count / 2 {
                    let word = word(place)
                    (memory[2 * place], memory[2 * place + 1]) = (UInt8(word & 255), UInt8(word >> 8))
                }
            }
            #expect(writer.append(frame))
        }
        _ = try writer.finish()
        let probed = try probe(path)
        #expect(probed.video?.codec_name == codec && probed.count == 4)
        #expect(probed.video?.pix_fmt == "yuv420p10le")
        let read = try #require(try readAll(path).first?.frame)
        #expect(read.layout.format == .i420p10)
        let bits = try #require(FormatBits(read.layout.format))
        let codes = (0..<880).map { x in
            bits.code(0, x, 30) { plane, column, row in
                read.withPlane(plane) { $0[row * read.layout.planes[plane].stride + column] }
            }
        }
        #expect(Set(codes).count > 400)
        let errors = codes.enumerated().map { abs($1 - code($0)) }
        #expect(errors.reduce(0, +) <= 2 * errors.count)
    }

    @Test func anOutputsFramesAreWrittenAndWhatItLosesIsCounted() throws {
        let path = folder.file("output.mkv")
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(waitingLimit: 4), logger: quiet)
        let source = FrameFanOut([writer.output])
        let pool = FrameBufferPool(limit: 64)
        let layout = FrameLayout(format: .nv12, size: PixelSize(width: 64, height: 48))
        let told = Mutex<UInt64>(0)
        writer.output.onDrop { drop in told.withLock { $0 += UInt64(drop.count) } }
        for number in 0..<60 as Range<UInt32> {
            let stamp = Timestamp(
                nanoseconds: Int64(number) * 33_333_333, clock: .monotonic, kind: .generated)
            let moment = FrameMoment(timestamp: stamp, arrival: 0, sequence: number)
            if let frame = pool.frame(layout, at: moment, fill: { _ in }) { source.publish(frame) }
        }
        let counts = try writer.finish()
        #expect(counts.taken + counts.dropped == 60 && counts.taken >= 4)
        #expect(told.withLock { $0 } == counts.dropped)
        #expect(try readAll(path).count == counts.taken)
        #expect(writer.output.isFinished)
    }

    @Test func anOutputEndsWithItsWriter() throws {
        var writer: MovieWriter? = try MovieWriter(path: folder.file("gone.mkv"), logger: quiet)
        let output = try #require(writer?.output)
        #expect(!output.isFinished)
        writer = nil
        #expect(output.isFinished)
    }

    @Test(arguments: ["a.mp4", "a.webm"])
    func timestampsAreKeptWhateverTheyAre(_ file: String) throws {
        let path = folder.file(file)
        let stamps: [Int64] = [
            0, 8_000_000, 50_000_000, 51_000_000, 900_000_000, 2_500_000_000, 2_533_000_000,
        ]
        // Eleven days of uptime, at which floating-point seconds would have lost the microseconds.
        let start: Int64 = 1_000_000_000_000_000
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        for (number, stamp) in stamps.enumerated() {
            #expect(writer.append(Pattern().frame(number, at: start + stamp)))
        }
        try writer.finish()
        let positions = try readAll(path).map(\.picture.position)
        #expect(positions.count == stamps.count)
        let tolerance = file.hasSuffix("mp4") ? 12_000 : 1_000_000
        for (position, stamp) in zip(positions, stamps) {
            #expect(abs(position - stamp) <= tolerance, "\(position) for \(stamp)")
        }
    }

    @Test func picturesThatAreNotLaterThanTheLastOneAreCountedAndLeftOut() throws {
        let path = folder.file("a.mp4")
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        let stamps: [Int64] = [0, 40_000_000, 40_000_000, 30_000_000, 80_000_000, -5, 120_000_000]
        let taken = stamps.map { writer.append(Pattern().frame(0, at: $0)) }
        #expect(taken == [true, true, false, false, true, false, true])
        let statistics = try writer.finish()
        #expect(statistics.taken == 4 && statistics.outOfOrder == 3 && statistics.dropped == 0)
        #expect(try probe(path).count == 4)
    }

    /// A camera's frame, whose stamp has nothing to do with its arrival.
    private func frame(stamp: Int64, arrival: Int64) -> Frame {
        let picture = Pattern().frame(0, at: 0)
        return Frame(
            buffer: picture.buffer, byteCount: picture.byteCount, layout: picture.layout,
            color: picture.color,
            timestamp: Timestamp(nanoseconds: stamp, clock: .monotonic, kind: .endOfFrame), arrival: arrival,
            sequence: 0, recycler: nil)
    }

    @Test(arguments: ["equal", "backwards", "future", "old", "extreme"])
    func picturesWithWrongStampsHaveTheTimesOfTheirArrival(_ fault: String) throws {
        let path = folder.file("a.mkv")
        let begin: Int64 = 500_000_000_000
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        for number in 0..<10 as Range<Int64> {
            let arrival = begin + number * 40_000_000
            let stamp: Int64 =
                switch fault {
                case "equal": begin
                case "backwards": begin - number * 1_000_000
                case "old": arrival - 10_000_000_000
                case "extreme": number % 2 == 0 ? .max : .min
                // A camera whose clock is ahead, and then another one.
                default: number < 5 ? arrival + 10_000_000_000 : arrival - 10_000_000
                }
            #expect(writer.append(frame(stamp: stamp, arrival: arrival)))
        }
        let counts = try writer.finish()
        #expect(counts.taken == 10 && counts.outOfOrder == 0)
        let positions = try readAll(path).map(\.picture.position)
        #expect(positions.count == 10)
        for (first, second) in zip(positions, positions.dropFirst()).dropFirst(2) {
            #expect(abs(second - first - 40_000_000) < 2_000_000)
        }
    }

    @Test func momentsBeyondAllClocksAreRefusedOrTaken() throws {
        let writer = try MovieWriter(
            path: folder.file("a.mkv"), options: MovieWriterOptions(isLive: false), logger: quiet)
        let moments: [Int64] = [.min, -5, 0, .max / 2, .max]
        let taken = moments.map { writer.append(Pattern().frame(0, at: $0)) }
        #expect(taken == [true, true, true, true, false])
        _ = try? writer.finish()
    }

    @Test(arguments: [
        PixelSize(width: 641, height: 479), PixelSize(width: 640, height: 479),
        PixelSize(width: 641, height: 480),
        PixelSize(width: 17, height: 33), PixelSize(width: 3, height: 3), PixelSize(width: 2, height: 1),
        PixelSize(width: 1, height: 1),
    ])
    func rowsAreRightAtOddSizes(_ size: PixelSize) throws {
        for format in [PixelFormat.nv12, .i420, .yuyv, .grey, .i444, .i422, .i411] {
            for (file, even) in [("a.mp4", true), ("a.webm", false)] {
                let path = folder.file("\(format)-\(file)")
                let pattern = Pattern(size: size, format: format, padding: format == .yuyv ? 12 : 7)
                try write(path, pattern, count: 3)
                let shown = even ? PixelSize(width: size.width & ~1, height: size.height & ~1) : size
                let isTiny = min(shown.width, shown.height) < 16
                let pictures = try readAll(path)
                #expect(pictures.count == 3, "\(format) \(file)")
                guard let frame = pictures.last?.frame else { continue }
                if isTiny {
                    #expect(frame.layout.size.width >= 16 && frame.layout.size.height >= 16)
                } else {
                    #expect(frame.layout.size == shown)
                    let quality = quality(of: frame) { x, y in pattern.luma(x, y, 2) }
                    #expect(quality > 32, "\(format) \(file): \(quality) dB")
                }
            }
        }
    }

    @Test(arguments: Rotation.allCases, [false, true])
    func picturesAreWrittenUpright(_ rotation: Rotation, _ isMirrored: Bool) throws {
        for file in ["a.mp4", "a.webm"] {
            let path = folder.file(file)
            let pattern = Pattern(rotation: rotation, isMirrored: isMirrored)
            try write(path, pattern, count: 3)
            let size = pattern.size
            let upright = rotation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
            #expect(try probe(path).size == upright)
            #expect(try probe(path).rotation == 0)
            let frame = try #require(try readAll(path).last?.frame)
            let quality = quality(of: frame) { x, y in
                // From the upright picture back to the source's pixel: undo the mirroring, then the turn.
                let across = isMirrored ? upright.width - 1 - x : x
                switch rotation {
                case .none: return pattern.luma(across, y, 2)
                case .clockwise90: return pattern.luma(y, size.height - 1 - across, 2)
                case .half: return pattern.luma(size.width - 1 - across, size.height - 1 - y, 2)
                case .clockwise270: return pattern.luma(size.width - 1 - y, across, 2)
                }
            }
            #expect(quality > 36, "\(file)")
        }
    }

    @Test func aChangeOfSizeFormatAndTurnKeepsTheMovieGoing() throws {
        let path = folder.file("a.mp4")
        let writer = try MovieWriter(
            path: path, options: MovieWriterOptions(rate: Rational(30), isLive: false), logger: quiet)
        let patterns = [
            Pattern(), Pattern(size: PixelSize(width: 640, height: 480), format: .i420),
            Pattern(size: PixelSize(width: 240, height: 320), rotation: .clockwise90),
            Pattern(size: PixelSize(width: 111, height: 333), format: .yuyv), Pattern(),
        ]
        for number in 0..<50 {
            #expect(writer.append(patterns[number / 10].frame(number, at: Int64(number) * 33_333_333)))
        }
        try writer.finish()
        let probed = try probe(path)
        #expect(probed.count == 50 && probed.size == Pattern().size)
        let pictures = try readAll(path)
        try #require(pictures.count == 50)
        for number in [5, 45] {
            let quality = quality(of: pictures[number].frame) { Pattern().luma($0, $1, number) }
            #expect(quality > 36, "picture \(number)")
        }
        // The tall picture stands in the middle, between bars.
        #expect(pictures[35].frame.luma(10, 120) < 24 && pictures[35].frame.luma(160, 120) > 60)
    }

    @Test(arguments: ["a.mp4", "a.webm"], [false, true])
    func coloursAreThoseOfThePixels(_ file: String, _ isBGRA: Bool) throws {
        let colors: [[UInt8]] = [
            [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [255, 255, 0],
            [128, 128, 128], [200, 80, 40],
        ]
        let size = PixelSize(width: 256, height: 128)
        let stride = 4 * size.width + 60
        var pixels = [UInt8](repeating: 0x55, count: stride * size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = colors[x / 32]
                for channel in 0..<3 {
                    pixels[y * stride + 4 * x + (isBGRA ? 2 - channel : channel)] = color[channel]
                }
            }
        }
        let path = folder.file(file)
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        for number in 0..<3 {
            let taken = pixels.withUnsafeBytes {
                writer.append(
                    rgba: $0, size: size, stride: stride, isBGRA: isBGRA, at: Int64(number) * 40_000_000)
            }
            #expect(taken)
        }
        try writer.finish()
        let frame = try #require(try readAll(path).last?.frame)
        #expect(frame.color.range == .limited)
        for (index, color) in colors.enumerated() {
            let found = frame.color(32 * index + 16, 64)
            for channel in 0..<3 {
                #expect(abs(found[channel] - Double(color[channel])) < 8, "\(color) became \(found)")
            }
        }
    }

    @Test(
        arguments: ColorDescription.Matrix.allCases.filter { $0 != .smpte240m },
        ColorDescription.Range.allCases)
    func theMatrixIsKeptAndTheRangeIsThatOfMovies(
        _ matrix: ColorDescription.Matrix, _ range: ColorDescription.Range
    )
        throws
    {
        let path = folder.file("a.mp4")
        let pattern = Pattern(color: ColorDescription(matrix: matrix, range: range))
        try write(path, pattern, count: 3)
        let frame = try #require(try readAll(path).first?.frame)
        let color = frame.color
        let quality = quality(of: frame) { x, y in
            let luma = pattern.luma(x, y, 0)
            return range == .full ? 16 + (luma * 219 + 127) / 255 : luma
        }
        #expect(quality > 38)
        #expect((range == .full || color.matrix == matrix) && color.range == .limited)
    }

    /// What is written, the colours that the movie is to tell, and ffmpeg's names for its matrix, primaries and transfer.
    private static let tagged: [(PixelFormat, ColorDescription, ColorDescription, [String])] = [
        (
            .nv12, ColorDescription(matrix: .bt601, range: .limited, primaries: .smpte170m),
            ColorDescription(matrix: .bt601, range: .limited, primaries: .smpte170m),
            ["smpte170m", "smpte170m", "bt709"]
        ),
        (
            .nv12, ColorDescription(matrix: .bt2020, range: .limited, primaries: .bt2020),
            ColorDescription(matrix: .bt2020, range: .limited, primaries: .bt2020),
            ["bt2020nc", "bt2020", "bt709"]
        ),
        // As most cameras' JPEG pictures: the range is brought to that of movies, by way of another matrix.
        (
            .i422, ColorDescription(matrix: .bt601, range: .full, primaries: .bt709, transfer: .srgb),
            ColorDescription(matrix: .bt709, range: .limited, primaries: .bt709, transfer: .srgb),
            ["bt709", "bt709", "iec61966-2-1"]
        ),
        (
            .bgrx, ColorDescription(matrix: .bt709, range: .full, transfer: .srgb),
            ColorDescription(matrix: .bt601, range: .limited, primaries: .bt709, transfer: .srgb),
            ["smpte170m", "bt709", "iec61966-2-1"]
        ),
    ]

    @Test(
        arguments: [
            "a.mp4", "a.mov", "a.mkv", "a.webm", "x265enc.mp4", "x265enc.mov", "x265enc.mkv", "svtav1enc.mp4",
            "svtav1enc.webm",
        ], tagged.indices)
    func aMovieTellsItsColours(_ file: String, _ row: Int) throws {
        let (format, given, told, names) = Self.tagged[row]
        let name = String(file.prefix { $0 != "." })
        guard name == "a" || hasDeep(name) else { return }
        let options = MovieWriterOptions(
            rate: Rational(30), isLive: false, encoder: name == "a" ? nil : name)
        try write(folder.file(file), Pattern(format: format, color: given), count: 3, options: options)
        let read = try #require(try readAll(folder.file(file)).first)
        #expect(read.frame.color == told)
        let stream = try #require(try probe(folder.file(file)).video)
        // VP9 has one name for the matrix that both standards of BT.601 share.
        let matrix = stream.color_space == "bt470bg" ? "smpte170m" : stream.color_space
        #expect([matrix, stream.color_primaries, stream.color_transfer] == names)
        #expect(stream.color_range == "tv")
    }

    /// Of a height of 720 lines GStreamer would say left by itself, and H.264 does where nothing is said.
    @Test(
        arguments: [PixelFormat.nv12, .i422, .yuyv, .bgrx], ColorDescription.ChromaSite.allCases)
    func aMovieTellsWhereChromaLies(_ format: PixelFormat, _ site: ColorDescription.ChromaSite) throws {
        let site = format == .bgrx ? .center : site
        for height in [240, 720] {
            let color = ColorDescription(matrix: .bt709, range: .limited, chromaSite: site)
            let pattern = Pattern(size: PixelSize(width: 64, height: height), format: format, color: color)
            try write(folder.file("a.mp4"), pattern, count: 2)
            #expect(try readAll(folder.file("a.mp4")).first?.frame.color.chromaSite == site)
            let names: [ColorDescription.ChromaSite: String] = [
                .center: "center", .left: "left", .top: "top", .topLeft: "topleft",
            ]
            #expect(try probe(folder.file("a.mp4")).video?.chroma_location == names[site])
        }
    }

    @Test func pixelsThatAreNotSquareStaySo() throws {
        let path = folder.file("a.mp4")
        try write(path, Pattern(sampleAspect: Rational(4, 3), rotation: .clockwise90), count: 3)
        #expect(try probe(path).video?.sample_aspect_ratio == "3:4")
        #expect(try readAll(path).first?.frame.sampleAspect == Rational(3, 4))
    }

    @Test func damagedJPEGFramesAreCountedAsLost() throws {
        let path = folder.file("a.mp4")
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        let pattern = Pattern(format: .i420, color: ColorDescription(matrix: .bt601, range: .full))
        let encoder = try JPEGEncoder()
        for number in 0..<6 {
            let picture = try pattern.frame(number, at: Int64(number) * 33_000_000).compressed(by: encoder)
            let count = number % 2 == 0 ? picture.byteCount : 40
            let frame = Frame(
                buffer: picture.buffer, byteCount: count, layout: picture.layout, color: picture.color,
                timestamp: picture.timestamp, arrival: picture.arrival, sequence: picture.sequence,
                recycler: nil)
            #expect(writer.append(frame))
        }
        let counts = try writer.finish(within: .max)
        #expect(counts.dropped == 3)
        #expect(try readAll(path).count == 3)
    }

    @Test(arguments: [PixelFormat.i420, .i422, .i444]) func jpegFramesAreDecoded(_ format: PixelFormat) throws
    {
        let path = folder.file("a.mp4")
        let pattern = Pattern(format: format, color: ColorDescription(matrix: .bt601, range: .full))
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        let encoder = try JPEGEncoder()
        for number in 0..<5 {
            let picture = pattern.frame(number, at: Int64(number) * 33_000_000)
            #expect(writer.append(try picture.compressed(by: encoder)))
        }
        try writer.finish()
        let pictures = try readAll(path)
        #expect(pictures.count == 5 && pictures.first?.frame.color.range == .limited)
        let last = try #require(pictures.last?.frame)
        #expect(quality(of: last) { 16 + pattern.luma($0, $1, 4) * 219 / 255 } > 34)
    }

    /// Numbers of which decoders make samples, and rows that videoflip does not know.
    @Test(arguments: ["rggb8", "bggr10", "grbg12p", "hsv24", "rgb565", "bgr24"])
    func blackIsBlackOfLimitedRange(_ name: String) throws {
        let format = try #require(PixelFormat(rawValue: name))
        let layout = FrameLayout(format: format, size: PixelSize(width: 64, height: 48))
        let path = folder.file("a.mp4")
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(isLive: false), logger: quiet)
        for number in 0..<5 {
            let moment = Int64(number) * 33_000_000
            let buffer = FrameBuffer(index: 0, byteCounts: [layout.byteCount()])
            unsafe buffer.memories[0].initializeMemory(as: UInt8.self, repeating: 0)
            let frame = Frame(
                buffer: buffer, byteCount: layout.byteCount(), layout: layout,
                color: .assumed(for: format, height: 48),
                timestamp: Timestamp(nanoseconds: moment, clock: .monotonic, kind: .generated),
                arrival: moment, sequence: UInt32(number), recycler: nil)
            #expect(writer.append(frame))
        }
        try writer.finish()
        let pictures = try readAll(path)
        #expect(pictures.count == 5)
        let last = try #require(pictures.last?.frame)
        #expect(last.layout.size == layout.size)
        #expect(quality(of: last) { _, _ in 16 } > 40)
    }

    @Test func aLiveWriterNeverWaitsAndCountsWhatItDrops() throws {
        let path = folder.file("a.webm")
        let size = PixelSize(width: 1280, height: 720)
        let frames = (0..<4).map { Pattern(size: size).frame($0, at: 0) }
        let writer = try MovieWriter(path: path, options: MovieWriterOptions(waitingLimit: 3), logger: quiet)
        let clock = ContinuousClock()
        var longest = Duration.zero
        for number in 0..<300 {
            let stamped = frames[number % 4].stamped(Int64(number) * 1_000_000)
            longest = max(longest, clock.measure { _ = writer.append(stamped) })
        }
        #expect(longest < .milliseconds(100), "an append took \(longest)")
        let statistics = try writer.finish(within: 60)
        #expect(
            statistics.dropped > 0 && statistics.taken >= 3 && statistics.taken + statistics.dropped == 300)
        #expect(try probe(path).count == Int(statistics.taken))
    }

    @Test func framesGoBackToTheirSource() throws {
        let writer = try MovieWriter(
            path: folder.file("a.mp4"), options: MovieWriterOptions(isLive: false), logger: quiet)
        let counter = ReturnCounter()
        for number in 0..<30 {
            let frame = Pattern().frame(number, at: Int64(number) * 33_000_000)
            #expect(writer.append(frame.stamped(Int64(number) * 33_000_000, recycler: counter)))
        }
        // While the movie lasts, too: an unplugged camera comes back only with the last of its buffers.
        try eventually("all frames are back") { counter.count == 30 }
        try writer.finish()
    }

    @Test func lettingGoOfTheWriterFinishesTheMovie() throws {
        let path = folder.file("a.mp4")
        var writer: MovieWriter? = try MovieWriter(
            path: path, options: MovieWriterOptions(rate: Rational(30), isLive: false), logger: quiet)
        for number in 0..<20 { writer?.append(Pattern().frame(number, at: Int64(number) * 33_333_333)) }
        writer = nil
        try eventually("the movie is whole", within: 20) {
            (try? Program.run(
                "ffprobe",
                ["-v", "error", "-count_frames", "-show_entries", "stream=nb_frames", "-of", "csv=p=0", path]))?
                .program.output.hasPrefix("20") == true
        }
        #expect(try readAll(path).count == 20)
    }
}
