import Testing

/// The programs of Tests/Outside: how little a package of others needs, and with what means.
struct OutsideTests {
    /// The largest number of lines of each program, imports included, without empty ones and comments.
    private static let limits = [
        "camera": 15, "equalized": 18, "side-by-side": 25, "own-filter": 25, "own-source": 25, "record": 15,
        "throttled": 20, "photograph": 15, "switching": 25, "ten-frames": 15, "devices": 5, "still": 20,
        "keys": 40, "sketch": 20, "clock": 12, "controls": 20, "converted": 20, "cut-out": 10,
        "turned": 15, "scene": 25, "slider": 25, "report": 12, "self-test": 20, "badge": 50, "wishes": 20,
        "colours": 25, "compressed": 15, "headed": 20, "dragged": 20, "billboard": 22, "opener": 10,
        "modes": 15,
        "wall": 10,
    ]

    @Test func eachIsAsShortAsItShallBe() throws {
        let files = try Sources.files(below: "Tests/Outside/Sources", ending: [".swift"])
        #expect(files.sorted() == Self.limits.keys.map { "\($0)/main.swift" }.sorted())
        for (name, limit) in Self.limits {
            let text = try Sources.text("Tests/Outside/Sources/\(name)/main.swift")
            let lines = text.split(separator: "\n").filter { line in
                let words = line.drop { $0 == " " }
                return !words.isEmpty && !words.hasPrefix("//")
            }
            #expect(lines.count <= limit, "\(name) has \(lines.count) lines")
        }
    }

    @Test func noneForcesOrReachesInside() throws {
        for name in Self.limits.keys {
            let code = Sources.code(try Sources.text("Tests/Outside/Sources/\(name)/main.swift"))
            #expect(!code.contains(/try!|@unchecked|@testable|package |;|[\w\])}]!(?!=)/), "\(name)")
        }
        let manifest = try Sources.text("Tests/Outside/Package.swift")
        #expect(manifest.contains(#".package(name: "viewfinder", path: "../..")"#))
    }

    /// The first sample of these documents is one of the programs, line for line.
    @Test(arguments: [
        ("README.md", "ten-frames"), ("Sources/LiveView/LiveView.docc/LiveView.md", "camera"),
        ("Sources/Capture/Capture.docc/Capture.md", "ten-frames"),
        ("Sources/Movies/Movies.docc/Movies.md", "record"),
        ("Sources/Frames/Frames.docc/Frames.md", "own-source"),
        ("Sources/Decoders/Decoders.docc/Decoders.md", "compressed"),
        ("Sources/FrameTools/FrameTools.docc/FrameTools.md", "cut-out"),
        ("Sources/Filters/Filters.docc/Filters.md", "own-filter"),
        ("Sources/PictureFiles/PictureFiles.docc/PictureFiles.md", "photograph"),
        ("Sources/FilterMovies/FilterMovies.docc/FilterMovies.md", "sketch"),
        ("Sources/VulkanCore/VulkanCore.docc/VulkanCore.md", "devices"),
        ("Sources/VulkanView/VulkanView.docc/VulkanView.md", "still"),
        ("Sources/WaylandClient/WaylandClient.docc/WaylandClient.md", "keys"),
        ("Sources/Overlay/Overlay.docc/Overlay.md", "scene"),
        ("Sources/LiveViewOverlay/LiveViewOverlay.docc/LiveViewOverlay.md", "headed"),
        ("Sources/LinuxIO/LinuxIO.docc/LinuxIO.md", "clock"),
    ])
    func documentsBeginWithAProgramThatRuns(path: String, name: String) throws {
        let program = try Sources.text("Tests/Outside/Sources/\(name)/main.swift")
        let samples = try Sources.text(path).split(separator: "```swift\n").dropFirst()
            .compactMap { $0.split(separator: "```", maxSplits: 1, omittingEmptySubsequences: false).first }
            .filter { !$0.contains("swift-tools-version") }
        #expect(samples.first.map(String.init) == program, "the first sample of \(path)")
    }
}
