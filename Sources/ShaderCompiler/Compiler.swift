internal import Foundation

/// The `glslc` of this machine.
struct Compiler {
    private let executable: URL

    /// Looks in PATH, then in /usr/bin: a build started from an editor has no full PATH.
    static func find() throws(ShaderFailure) -> Compiler {
        let folders =
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + [
                "/usr/bin"
            ]
        for folder in folders {
            let candidate = URL(fileURLWithPath: folder).appendingPathComponent("glslc")
            if FileManager.default.isExecutableFile(atPath: candidate.path) {
                return Compiler(executable: candidate)
            }
        }
        throw .compilerMissing
    }

    /// Compiles one file; messages go to our own stderr as `path:line: error: …`.
    ///
    /// For Vulkan 1.2, because for 1.3 workgroup sizes become identifiers, for which a device must have maintenance4.
    func run(source: String, output: String) throws(ShaderFailure) {
        let process = Process()
        process.executableURL = executable
        process.arguments = ["--target-env=vulkan1.2", "-O", "-Werror", "-o", output, source]
        do {
            try process.run()
        } catch {
            throw .compilerMissing
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw .rejected(source) }
    }
}
