import Capture
import Frames
import Glibc
import VulkanCore
import VulkanView

/// A tool of the lab: takes a camera's frames to the GPU by each route and writes down the results, a line each.
///
/// ```
/// route-probe pictures CAMERA FORMAT…        one still picture by each route and path: "picture FORMAT ROUTE PATH HASH TAKEN: REASON"
/// route-probe stream ROUTE CAMERA FORMAT N   N moving frames by one route: "stream NAME VALUE" for each count
/// route-probe early ROUTE CAMERA FORMAT N    as stream, with buffers given back too early, which must show
/// route-probe self-test                      the self-test, on a driver that takes files in memory for dma-bufs: "verdict MEMORY TRUSTED WORDS"
/// ```
@main struct RouteProbe {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["self-test"] { return try selfTest() }
        guard arguments.count > 2 else { throw ProbeError("see the source for the usage") }
        let device = try Stage.device()
        switch arguments[0] {
        case "pictures": try pictures(device, camera: arguments[1], formats: arguments[2...])
        case "stream", "early":
            guard arguments.count == 5, let route = ImportRoute(rawValue: arguments[1]),
                let count = Int(arguments[4])
            else { throw ProbeError("which route, camera, format and count?") }
            let stream = try StreamCheck(
                device, route: route, camera: arguments[2], format: arguments[3],
                givesBackEarly: arguments[0] == "early")
            try stream.run(count)
        default: throw ProbeError("what is \(arguments[0])?")
        }
    }

    private static func selfTest() throws {
        let report = DeviceSelfTest(takingFilesForShared: try Stage.device()).run(.silent)
        for verdict in report.verdicts { print("verdict", verdict.memory, verdict.isTrusted, verdict.words) }
        for memory in report.memories {
            if let hammer = memory.hammer { print("hammer", memory.memory, hammer.rounds, hammer.isComplete) }
            for reading in memory.readings {
                print(
                    "reading \(memory.memory), \(reading.way):",
                    reading.difference ?? reading.refusal ?? "right")
            }
        }
        for (path, words) in report.barredPaths.sorted(by: { $0.key < $1.key }) {
            print("barred", path, words)
        }
        if let fault = report.fault { print("fault", fault) }
        print("took \(report.duration) ms")
    }

    private static func pictures(
        _ device: VulkanDevice, camera: String, formats: ArraySlice<String>
    ) throws {
        for format in formats {
            for route in ImportRoute.allCases {
                let stage = try Stage(device, route: route, camera: camera, format: format)
                let frame = try stage.next()
                defer { withExtendedLifetime(stage) {} }
                for path in DrawPath.allCases where path != .host || route == .copy {
                    let view = try OffscreenView(device: device, importRoute: route, path: path)
                    try view.load(frame)
                    let picture = try view.render(size: frame.layout.size)
                    print(
                        "picture \(format) \(route) \(path) \(picture.hash)",
                        "\(view.importRoute?.name ?? ""): \(view.importRoute?.reason ?? "")")
                    // The results before a crash are worth knowing.
                    fflush(nil)
                }
            }
        }
    }
}

struct ProbeError: Error, CustomStringConvertible {
    let description: String
    init(_ sentence: String) { description = sentence }
}

extension OffscreenPicture {
    /// A number for all the picture's bytes (FNV-1a).
    var hash: UInt64 { bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }

    /// True when every row is equal to the first, as in a picture of upright bars.
    var hasEqualRows: Bool {
        (1..<size.height).allSatisfy { row in
            (0..<stride).allSatisfy { bytes[row * stride + $0] == bytes[$0] }
        }
    }
}
