import Foundation
import Frames
import Logging
import Movies
import TestSupport
import Testing

let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A folder that goes with the test.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "viewfinder-movies-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}

/// The helper program of these tests.
let movieProbe = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appendingPathComponent("MovieProbe").path

/// What ffprobe says of a movie.
struct Probed: Decodable {
    struct Stream: Decodable {
        var codec_type: String
        var codec_name: String
        var pix_fmt: String?
        var width: Int?
        var height: Int?
        var nb_read_frames: String?
        var color_range: String?
        var color_space: String?
        var color_transfer: String?
        var color_primaries: String?
        var chroma_location: String?
        var sample_aspect_ratio: String?
        var side_data_list: [SideData]?
    }

    struct SideData: Decodable {
        var rotation: Int?
    }

    struct Format: Decodable {
        var duration: String?
    }

    var streams: [Stream]
    var format: Format

    var video: Stream? { streams.first { $0.codec_type == "video" } }
    var audio: Stream? { streams.first { $0.codec_type == "audio" } }
    var size: PixelSize { PixelSize(width: video?.width ?? 0, height: video?.height ?? 0) }
    var count: Int { video?.nb_read_frames.flatMap { Int($0) } ?? 0 }
    var seconds: Double? { format.duration.flatMap { Double($0) } }
    var rotation: Int { video?.side_data_list?.compactMap(\.rotation).first ?? 0 }
}

func probe(_ path: String) throws -> Probed {
    try Requirement.programs("ffprobe")
    let (program, end) = try Program.run(
        "ffprobe", ["-v", "error", "-count_frames", "-show_streams", "-show_format", "-of", "json", path])
    #expect(end.status == .exited(0) && program.errors.isEmpty, "\(program.log)")
    return try JSONDecoder().decode(Probed.self, from: program.outputBytes)
}

/// What GStreamer's own discoverer says of a movie.
struct Discovered {
    var seconds: Double
    var size: PixelSize

    init(_ path: String) throws {
        try Requirement.programs("gst-discoverer-1.0")
        let (program, end) = try Program.run("gst-discoverer-1.0", ["-v", path])
        #expect(end.status == .exited(0), "\(program.log)")
        func value(_ name: String) -> String {
            let line = program.output.split(separator: "\n")
                .first { $0.trimmingCharacters(in: .whitespaces).hasPrefix(name + ":") }
            return line?.components(separatedBy: name + ": ").last ?? ""
        }
        let parts = value("Duration").split(separator: ":").compactMap { Double($0) }
        seconds = parts.reduce(0) { $0 * 60 + $1 }
        size = PixelSize(width: Int(value("Width")) ?? 0, height: Int(value("Height")) ?? 0)
    }
}

/// A picture that was read, with what its file says of it.
struct ReadPicture {
    let frame: Frame
    let picture: MoviePicture
}

/// All pictures of a movie.
func readAll(_ path: String) throws -> [ReadPicture] {
    let reader = try MovieReader(path: path, logger: quiet)
    var pictures: [ReadPicture] = []
    while case .picture(let picture) = try reader.next() {
        let frame = picture.frame(arrival: 0, sequence: UInt32(pictures.count))
        pictures.append(ReadPicture(frame: frame, picture: picture))
    }
    return pictures
}

/// Writes pictures of a pattern at a constant rate, none of them dropped.
@discardableResult
func write(
    _ path: String, _ pattern: Pattern = Pattern(), count: Int, start: Int64 = 5_000_000_000,
    options: MovieWriterOptions = MovieWriterOptions(rate: Rational(30), isLive: false)
) throws -> MovieStatistics {
    let writer = try MovieWriter(path: path, options: options, logger: quiet)
    let rate = options.rate ?? Rational(30)
    for number in 0..<count {
        let moment = start + Int64(number * 1_000_000_000 * rate.denominator / rate.numerator)
        #expect(writer.append(pattern.frame(number, at: moment)))
    }
    return try writer.finish(within: 30)
}

/// The sentence of the error that a body throws; nil when it throws none.
func failure(_ body: () throws(MovieError) -> Void) -> MovieError? {
    do throws(MovieError) {
        try body()
        return nil
    } catch {
        return error
    }
}
