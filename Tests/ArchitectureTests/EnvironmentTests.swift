import Testing

/// Libraries read the process's environment at one place.
struct EnvironmentTests {
    /// Programs, which may read it themselves.
    private static let programs: Set = [
        "Bench", "BenchGPU", "ShaderCompiler", "Viewfinder", "WaylandScanner",
    ]

    @Test func oneFileOfTheLibrariesReadsIt() throws {
        let files = try Sources.files(below: "Sources", ending: [".swift", ".cpp", ".hpp", ".h", ".inc"])
        let readers = try files.filter { path in
            guard let target = path.split(separator: "/").first, !Self.programs.contains(String(target))
            else {
                return false
            }
            let code = Sources.code(try Sources.text("Sources/\(path)"))
            return code.contains(/\b(?:getenv|secure_getenv|environ|ProcessInfo)\b/)
        }
        #expect(readers == ["LinuxIO/UserEnvironment.swift"])
    }
}
