import Foundation
import Frames
import TestSupport
import Testing

/// Movies of one colour whose matrix and range are told in the pictures' bytes, in the file, or nowhere.
struct MovieColorTests {
    /// A codec, with the facts that its bytes can tell, and the files that it is put into.
    struct Codec: CustomTestStringConvertible, Sendable {
        let name: String
        let arguments: [String]
        let tellsMatrix: Bool
        let tellsRange: Bool
        let endings: [String]
        var testDescription: String { name }
    }

    static let codecs = [
        Codec(
            name: "H.264", arguments: ["libx264", "-preset", "ultrafast", "-qp", "1"], tellsMatrix: true,
            tellsRange: true, endings: ["mp4", "mov", "mkv", "ts", "avi", "flv", "h264"]),
        Codec(
            name: "HEVC",
            arguments: [
                "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error:qp=2:pools=1:bframes=0",
            ],
            tellsMatrix: true, tellsRange: true, endings: ["mp4", "mov", "mkv", "ts", "h265"]),
        Codec(
            name: "VP9", arguments: ["libvpx-vp9", "-lossless", "1", "-cpu-used", "8"], tellsMatrix: true,
            tellsRange: true, endings: ["webm", "mkv", "mp4", "ivf"]),
        Codec(
            name: "AV1", arguments: ["libaom-av1", "-cpu-used", "8", "-crf", "1"], tellsMatrix: true,
            tellsRange: true, endings: ["mp4", "mkv", "webm", "ivf"]),
        Codec(
            name: "FFV1", arguments: ["ffv1"], tellsMatrix: false, tellsRange: false,
            endings: ["mkv", "mov", "avi"]),
        Codec(
            name: "MJPEG", arguments: ["mjpeg", "-q:v", "1"], tellsMatrix: false, tellsRange: true,
            endings: ["avi", "mov", "mp4", "mkv"]),
    ]

    /// The place that tells a fact.
    enum Place: CaseIterable { case nowhere, coded, file }

    /// What a movie's codes mean, and who says so.
    struct Case {
        let matrix: ColorDescription.Matrix
        let range: ColorDescription.Range
        let matrixPlace: Place
        let rangePlace: Place

        static let all: [Case] = [.bt601, .bt709, .bt2020].flatMap { matrix in
            [.limited, .full].flatMap { range in
                Place.allCases.flatMap { one in
                    Place.allCases.map {
                        Case(matrix: matrix, range: range, matrixPlace: one, rangePlace: $0)
                    }
                }
            }
        }
    }

    private static let isLong = ProcessInfo.processInfo.environment["VIEWFINDER_MOVIE_COLORS"] != nil
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func ffmpeg(_ arguments: [String]) throws {
        try Requirement.programs("ffmpeg")
        let (program, end) = try Program.run("ffmpeg", ["-v", "error", "-y"] + arguments)
        try #require(end.status == .exited(0), "\(arguments): \(program.log)")
    }

    /// The codes of a colour by the standards' definition.
    private func codes(_ color: [Double], _ matrix: ColorDescription.Matrix, isFull: Bool) -> [UInt8] {
        let (red, blue) = matrix.weights
        let luma = red * color[0] + (1 - red - blue) * color[1] + blue * color[2]
        let (first, second) = ((color[2] - luma) / (2 - 2 * blue), (color[0] - luma) / (2 - 2 * red))
        let numbers =
            isFull
            ? [luma, first + 128, second + 128]
            : [16 + luma * 219 / 255, 128 + first * 224 / 255, 128 + second * 224 / 255]
        return numbers.map { UInt8($0.rounded()) }
    }

    private func tags(_ matrix: ColorDescription.Matrix?, _ range: ColorDescription.Range?) -> [String] {
        let names = ["bt601": "smpte170m", "bt709": "bt709", "bt2020": "bt2020nc"]
        let matrixTags = ["-colorspace", matrix.flatMap { names[$0.rawValue] } ?? "unknown"]
        let others = matrix == nil ? "unknown" : "bt709"
        let rangeName = range.map { $0 == .full ? "pc" : "tv" } ?? "unknown"
        return matrixTags + ["-color_primaries", others, "-color_trc", others, "-color_range", rangeName]
    }

    /// Tells whether a movie can say what a case wants.
    private func isPossible(_ codec: Codec, _ wanted: Case, in ending: String) -> Bool {
        let (tellsMatrix, tellsRange) =
            switch ending {
            case "mkv", "webm": (true, true)
            // Beside a matrix alone.
            case "mp4": (true, wanted.matrixPlace == .file)
            case "mov": (true, false)
            default: (false, false)
            }
        // MP4 tells a range with each matrix.
        if ending == "mp4", wanted.matrixPlace == .file, wanted.rangePlace != .file, wanted.range == .full {
            return false
        }
        // GStreamer's own decoder of JPEG pictures, which is the one for this file, does not read the range.
        if codec.name == "MJPEG", ending == "mkv", wanted.rangePlace == .coded, wanted.range == .limited {
            return false
        }
        let isMatrixTold =
            switch wanted.matrixPlace {
            case .nowhere: wanted.matrix == .bt601
            case .coded: codec.tellsMatrix
            case .file: tellsMatrix
            }
        let usual: ColorDescription.Range = codec.name == "MJPEG" ? .full : .limited
        let isRangeTold =
            switch wanted.rangePlace {
            case .nowhere: wanted.range == usual
            case .coded: codec.tellsRange
            case .file: tellsRange
            }
        return isMatrixTold && isRangeTold
    }

    @Test(arguments: codecs) func aFlatColourIsTheOneThatWasEncoded(_ codec: Codec) throws {
        let colors: [[Double]] = [
            [200, 60, 90], [40, 180, 70], [30, 50, 210], [128, 128, 128], [220, 190, 20],
        ]
        var cases = Case.all.filter { wanted in codec.endings.contains { isPossible(codec, wanted, in: $0) } }
        if !Self.isLong { cases = Array(cases.shuffled().prefix(6)) }
        for (number, wanted) in cases.enumerated() {
            let (raw, coded) = (folder.file("raw"), folder.file("coded.mkv"))
            let codes = codes(colors[number % colors.count], wanted.matrix, isFull: wanted.range == .full)
            let picture = zip(codes, [64 * 48, 32 * 24, 32 * 24]).flatMap { Array(repeating: $0, count: $1) }
            try Data(picture + picture).write(to: URL(fileURLWithPath: raw))
            let isJPEG = codec.name == "MJPEG"
            // JPEG pictures of limited range have a comment; all others are taken for full.
            let format =
                isJPEG && (wanted.range == .full || wanted.rangePlace != .coded) ? "yuvj420p" : "yuv420p"
            let told = tags(
                wanted.matrixPlace == .coded ? wanted.matrix : nil,
                wanted.rangePlace == .coded ? wanted.range : nil)
            try ffmpeg(
                ["-f", "rawvideo", "-pix_fmt", format, "-s", "64x48", "-r", "10"] + (isJPEG ? [] : told)
                    + ["-i", raw, "-c:v"] + codec.arguments + (isJPEG ? ["-strict", "unofficial"] : told)
                    + ["-pix_fmt", format, coded])
            let endings = codec.endings.filter { isPossible(codec, wanted, in: $0) }
            let copies = endings.flatMap { ending in
                ["-c", "copy"]
                    + (ending == "avi" && codec.name == "H.264" ? ["-bsf:v", "h264_mp4toannexb"] : [])
                    + tags(
                        wanted.matrixPlace == .file ? wanted.matrix : nil,
                        wanted.rangePlace == .file ? wanted.range : nil) + [folder.file("a.\(ending)")]
            }
            try ffmpeg(["-i", coded] + copies)
            let isFull = wanted.range == .full
            let expected = Frame.color(codes.map { Double($0) }, wanted.matrix, isFull: isFull)
            for ending in endings {
                let pictures = try readAll(folder.file("a.\(ending)"))
                #expect(pictures.count == 2, "\(ending): \(wanted)")
                for frame in pictures.map(\.frame) {
                    let found = frame.color(20, 20)
                    #expect(
                        zip(found, expected).allSatisfy { abs($0 - $1) <= 2 },
                        "\(ending): \(wanted) \(found) \(expected)")
                }
            }
        }
    }

    @Test(arguments: codecs.prefix(2)) func aChangeTakesEffectWithItsPicture(_ codec: Codec) throws {
        let parts: [(ColorDescription.Matrix, ColorDescription.Range)] = [
            (.bt601, .limited), (.bt601, .full), (.bt709, .full), (.bt2020, .limited),
        ]
        let ending = try #require(codec.endings.last)
        var stream = Data()
        var expected: [[Double]] = []
        for (matrix, range) in parts {
            let codes = codes([200, 60, 90], matrix, isFull: range == .full)
            let picture = zip(codes, [64 * 48, 32 * 24, 32 * 24]).flatMap { Array(repeating: $0, count: $1) }
            let (raw, part) = (URL(fileURLWithPath: folder.file("raw")), folder.file("part.\(ending)"))
            try Data(picture).write(to: raw)
            try ffmpeg(
                ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "64x48", "-i", raw.path, "-c:v"]
                    + codec.arguments + tags(matrix, range) + [part])
            stream += try Data(contentsOf: URL(fileURLWithPath: part))
            expected.append(Frame.color(codes.map { Double($0) }, matrix, isFull: range == .full))
        }
        try stream.write(to: URL(fileURLWithPath: folder.file("whole.\(ending)")))
        try ffmpeg(["-r", "10", "-i", folder.file("whole.\(ending)"), "-c", "copy", folder.file("whole.ts")])
        let found = try readAll(folder.file("whole.ts")).map { $0.frame.color(20, 20) }
        #expect(found.count == parts.count)
        for (found, expected) in zip(found, expected) {
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 2 }, "\(found) \(expected)")
        }
    }
}
