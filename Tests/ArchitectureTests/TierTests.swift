import Testing

/// The folders of a library are its tiers: a file names nothing that is declared in a higher one.
///
/// Extensions may stand higher than what they extend.
struct TierTests {
    /// The folders of each library, the lowest first; files without a folder stand above all of them.
    private static let tiers = [
        "Capture": ["Sources", "Camera", "Controls", "Stream", "TestCard", "Session"],
        "LiveViewOverlay": ["Manners", "Guests", "View"],
        "LiveView": ["Pace", "Statistics", "Render", "Window"],
        "Filters": ["Values", "Plan", "Graph", "Run", "Consumers", "Operations", "Catalog"],
        "Overlay": ["Drawing", "Style", "Description", "Controls", "Layout", "Scene"],
        "Viewfinder": [
            "Values", "Filters", "Saving", "Statistics", "Sources", "Doctor", "Screen", "Window", "Commands",
        ],
        "VulkanCore": ["Device", "Memory", "Commands", "Pipelines", "Frames"],
        "VulkanView": ["Place", "Fragment", "Compute", "Processor", "Present", "SelfTest"],
        "WaylandClient": ["Bindings", "Input", "Buffers"],
    ]

    /// A source file of a library.
    private struct File {
        let path: String
        let tier: Int
        let declared: [String]
        /// The words that begin like a type's name and are not looked up in another, without types of its own.
        let named: Set<String>

        init(path: String, source: String, folders: [String]) {
            self.path = path
            let folder = path.split(separator: "/").dropLast().first.map(String.init)
            tier = folder.flatMap(folders.firstIndex) ?? folders.count
            let code = Sources.code(source)
            let own = Set(code.matches(of: TierTests.kinds()).map { String($0.output.1) })
            let words = code.matches(of: /(\.?)\b([A-Z]\w*)/).filter { $0.output.1.isEmpty }
            named = Set(words.map { String($0.output.2) }).subtracting(own)
            declared = TierTests.declared(code)
        }
    }

    private static func kinds() -> Regex<(Substring, Substring)> {
        /(?:struct|class|enum|protocol|actor|typealias|case|associatedtype) +(\w+)/
    }

    /// The types that code declares for other files, without those inside of others.
    private static func declared(_ code: String) -> [String] {
        let kinds = kinds()
        return code.split(separator: "\n").compactMap { line in
            guard line.first != " ", !line.hasPrefix("extension"), !line.contains("private") else {
                return nil
            }
            return line.firstMatch(of: kinds).map { String($0.output.1) }
        }
    }

    /// What the files of a library name of higher tiers.
    private static func faults(_ files: [File]) -> [String] {
        let places = Dictionary(files.flatMap { file in file.declared.map { ($0, file) } }) { first, _ in
            first
        }
        return files.flatMap { file in
            file.named.sorted().compactMap { name in
                guard let place = places[name], place.tier > file.tier else { return nil }
                return "\(file.path) names \(name) of \(place.path)"
            }
        }
    }

    @Test func noFileNamesWhatStandsHigher() throws {
        for (library, folders) in TierTests.tiers {
            let files = try Sources.files(below: "Sources/\(library)", ending: [".swift"]).map { path in
                File(path: path, source: try Sources.text("Sources/\(library)/\(path)"), folders: folders)
            }
            #expect(Set(files.map(\.tier)).isSuperset(of: folders.indices), "a folder of \(library) is empty")
            #expect(TierTests.faults(files) == [], "in \(library)")
        }
    }

    @Test func everyFolderIsATier() throws {
        var folders: [String: Set<String>] = [:]
        for path in try Sources.files(below: "Sources", ending: [".swift"]) {
            let parts = path.split(separator: "/").map(String.init)
            if parts.count > 2 { folders[parts[0], default: []].insert(parts[1]) }
        }
        #expect(folders == TierTests.tiers.mapValues(Set.init))
    }

    @Test func noTwoTypesOfTheLibrariesHaveOneName() throws {
        let programs = ["Viewfinder", "Bench", "BenchGPU", "ShaderCompiler", "WaylandScanner"]
        var places: [String: [String]] = [:]
        for path in try Sources.files(below: "Sources", ending: [".swift"]) {
            guard !programs.contains(where: { path.hasPrefix("\($0)/") }) else { continue }
            let code = Sources.code(try Sources.text("Sources/\(path)"))
            for name in Set(TierTests.declared(code)) { places[name, default: []].append(path) }
        }
        #expect(places.count > 300)
        #expect(places.filter { $0.value.count > 1 } == [:])
    }

    @Test func whatStandsHigherIsFound() {
        let upper = File(
            path: "Upper/A.swift", source: "final class Roof { enum Tile {} }", folders: ["Lower", "Upper"])
        func faults(_ source: String) -> [String] {
            TierTests.faults([
                upper, File(path: "Lower/B.swift", source: source, folders: ["Lower", "Upper"]),
            ])
        }
        #expect(faults("let roof: Roof? = nil") == ["Lower/B.swift names Roof of Upper/A.swift"])
        #expect(faults("func f(_ tile: Roof.Tile, _ roofs: [Roof]) {}").count == 1)
        #expect(faults("// A Roof.\nlet text = \"Roof // Roof\", other = Tile.self, Roofs = 1").isEmpty)
        #expect(faults("struct Own { enum Roof {}; let roof = Roof.self }").isEmpty)
    }
}
