import Testing

/// The table of libraries in HACKING.md against Package.swift.
struct DependencyTests {
    /// Targets in the order of a text, with those that each needs.
    private typealias Table = [(name: String, needs: [String])]

    /// Lines of the form `Library → A, B`, or a name alone, between the heading and the end of its fenced block.
    private func table() throws -> Table {
        let section = try Sources.text("HACKING.md").split(separator: "## The libraries\n").last ?? ""
        let parts = section.split(separator: "```\n", omittingEmptySubsequences: false)
        let block = try #require(parts.count > 2 ? parts[1] : nil)
        return block.split(separator: "\n").compactMap { line in
            line.wholeMatch(of: /(\w+)(?: +→ ([\w, ]+?))?(?: {2,}.*)?/).map { match in
                (String(match.output.1), (match.output.2 ?? "").matches(of: /\w+/).map { String($0.output) })
            }
        }
    }

    /// The targets below Sources/, with their dependencies within the package.
    private func manifest() throws -> Table {
        let text = try Sources.text("Package.swift")
        let declarations = text.split(
            separator: /\.(target|executableTarget|testTarget|systemLibrary|plugin)\(/)
        let found = declarations.dropFirst().filter { !$0.contains("path:") }.compactMap { declaration in
            declaration.firstMatch(of: /name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/).map { match in
                (
                    name: String(match.output.1),
                    needs: (match.output.2 ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) }
                )
            }
        }
        let sources = Set(
            try Sources.files(below: "Sources", ending: [".swift", ".cpp"]).compactMap(\.targetName))
        return found.filter { sources.contains($0.name) }
            .map { ($0.name, $0.needs.filter(sources.contains)) }
    }

    /// All that each target needs, directly or not.
    private func closure(_ table: Table) -> [String: Set<String>] {
        var known: [String: Set<String>] = [:]
        for (name, needs) in table {
            known[name] = needs.reduce(into: []) { $0.formUnion((known[$1] ?? []).union([$1])) }
        }
        return known
    }

    @Test func thePackageFollowsTheTable() throws {
        let (table, manifest) = (try table(), try manifest())
        #expect(manifest.count > 10)
        #expect(closure(table) == closure(manifest))
    }

    /// Decoders are given by value: who takes frames as they come names no library that decodes them.
    @Test func framesAreKnownWithoutADecoder() throws {
        let needs = Dictionary(uniqueKeysWithValues: try manifest().map { ($0.name, Set($0.needs)) })
        let text = try Sources.text("Package.swift")
        for name in ["Frames", "Capture", "VulkanCore"] {
            let own = text.firstMatch(of: try Regex(#"\.target\(\s*name: "\#(name)",[^\]]*"#))?.output[0]
                .substring
            #expect(own?.contains("CTurboJPEG") == false && needs[name]?.contains("Decoders") == false)
        }
        for path in try Sources.files(below: "Sources", ending: [".swift"])
        where ["Frames", "Capture", "VulkanCore"].contains(path.targetName) {
            #expect(!(try Sources.text("Sources/\(path)")).contains("import Decoders"), "\(path)")
        }
        #expect(closure(try manifest())["VulkanCore"]?.contains("Decoders") == false)
        for path in try Sources.files(below: "Sources/VulkanView", ending: [".swift"])
        where !path.hasPrefix("SelfTest/") {
            #expect(!(try Sources.text("Sources/VulkanView/\(path)")).contains("import Decoders"), "\(path)")
        }
    }

    /// Builds for debugging let a file import what happens to be there; what nobody imports is built in vain.
    @Test func everyTargetImportsWhatItDeclaresAndNothingElse() throws {
        func names(_ text: Substring?) -> Set<String> {
            Set((text ?? "").matches(of: /"(\w+)"/).map { String($0.output.1) })
        }
        let text = try Sources.text("Package.swift").replacing("logging", with: "\"Logging\"")
            .replacing(/\.product\(name: ("\w+")[^)]*\)/) { $0.output.1 }
        let declaration = /\n {8}\.(\w*[tT]arget|systemLibrary)\((.*?)(?=\n {8}\.|\n {4}\])/
            .dotMatchesNewlines()
        let targets = try text.matches(of: declaration).map { match in
            let body = match.output.2
            return (
                kind: match.output.1,
                name: String(try #require(body.firstMatch(of: /name: "(\w+)"/)).output.1),
                needs: names(body.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.output.1),
                path: body.firstMatch(of: /path: "([^"]+)"/)?.output.1,
                parts: names(body.firstMatch(of: /sources: \[([^\]]*)\]/)?.output.1)
            )
        }
        let known = Set(targets.map(\.name) + ["Logging", "ArgumentParser"])
        // Tests run these.
        let programs = Set(targets.filter { $0.kind == "executableTarget" }.map(\.name))
        #expect(targets.count > 60 && programs.contains("MovieProbe"))
        let line = /^\s*(?:@\w+ +)*(?:\w+ +)?import +(?:\w+ +)?(\w+)/.anchorsMatchLineEndings()
        for target in targets where target.kind != "systemLibrary" {
            let folder = target.path ?? "\(target.kind == "testTarget" ? "Tests" : "Sources")/\(target.name)"
            var imported: Set<String> = []
            for path in try Sources.files(below: String(folder), ending: [".swift"])
            where target.parts.isEmpty || target.parts.contains(path.targetName ?? "") {
                let text = try Sources.text("\(folder)/\(path)")
                imported.formUnion(text.matches(of: line).map { String($0.output.1) })
            }
            #expect(
                imported.intersection(known).subtracting(target.needs).subtracting([target.name]) == [],
                "\(target.name) imports what it does not declare")
            let unused = target.needs.subtracting(imported)
            #expect(
                unused.subtracting(target.kind == "testTarget" ? programs : []) == [],
                "\(target.name) declares what it does not import")
        }
    }

    /// The program's sources are a module of the fuzzers' package, too, which is not built with the tests.
    @Test func theFuzzersPackageHasEveryLibraryThatTheProgramImports() throws {
        func names(_ text: String, _ pattern: Regex<(Substring, Substring)>) -> Set<Substring> {
            Set(text.matches(of: pattern).map(\.output.1))
        }
        let libraries = names(try Sources.text("Package.swift"), /\.library\(name: "(\w+)"/)
        let known = names(try Sources.text("Tests/Fuzz/Package.swift"), /"(\w+)"/)
        var imported: Set<Substring> = []
        for path in try Sources.files(below: "Sources/Viewfinder", ending: [".swift"]) {
            imported.formUnion(names(try Sources.text("Sources/Viewfinder/\(path)"), /import (\w+)/))
        }
        #expect(imported.contains("Capture"))
        #expect(imported.intersection(libraries).subtracting(known) == [])
    }

    /// The compiler then keeps C's types out of every public declaration, but for pointers without a type.
    @Test func noLibraryHandsOnWhatItHasOfC() throws {
        for path in try Sources.files(below: "Sources", ending: [".swift"]) {
            #expect(!(try Sources.text("Sources/\(path)")).contains(/public import C[A-Z]/), "\(path)")
        }
    }

    @Test func whatALibraryNeedsStandsAboveIt() throws {
        for table in [try table(), try manifest()] {
            var above: Set<String> = []
            for (name, needs) in table {
                #expect(above.isSuperset(of: needs), "\(name) needs what stands below it")
                above.insert(name)
            }
        }
    }

    /// The compiler then refuses a public declaration that names a type of C's.
    @Test func noFileImportsCPublicly() throws {
        let modules = try Sources.text("Package.swift").matches(of: /\.systemLibrary\(\s*name: "(\w+)"/)
            .map { String($0.output.1) }
        #expect(modules.contains("CVulkan"))
        for path in try Sources.files(below: "Sources", ending: [".swift"]) {
            let text = try Sources.text("Sources/\(path)")
            for module in modules + ["Glibc", "ProcessorVectors"] {
                #expect(!text.contains("public import \(module)\n"), "\(path) imports \(module) publicly")
            }
        }
    }
}

extension String {
    /// The folder below Sources/ in which a file lies.
    fileprivate var targetName: String? { split(separator: "/").first.map(String.init) }
}
