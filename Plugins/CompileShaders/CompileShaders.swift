import Foundation
import PackagePlugin

/// Compiles the shaders of a target: those in Shaders/ that have the name of one of the target's Swift files; a folder
/// in Shaders/ with the target's name holds texts that become kernels while the program runs.
///
/// Plugins do not see PATH, so our own tool looks for `glslc`.
@main
struct CompileShaders: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else { return [] }
        let folder = context.package.directoryURL.appending(path: "Shaders")
        let compiler = try context.tool(named: "ShaderCompiler").url
        return try compiled(of: target, in: folder, compiler, context)
            + texts(of: target, in: folder, compiler, context)
    }

    private func compiled(
        of target: SwiftSourceModuleTarget, in folder: URL, _ compiler: URL, _ context: PluginContext
    ) throws -> [Command] {
        let types = Set(
            target.sourceFiles(withSuffix: ".swift").map { $0.url.deletingPathExtension().lastPathComponent })
        let files = try contents(of: folder)
        // Any shader may include any .glsl file, so a change of one of those compiles all again.
        let includes = files.filter { $0.pathExtension == "glsl" }
        let shaders = files.filter {
            ["vert", "frag", "comp"].contains($0.pathExtension)
                && types.contains($0.deletingPathExtension().lastPathComponent)
        }
        return shaders.map { shader in
            let output = context.pluginWorkDirectoryURL.appending(path: shader.lastPathComponent + ".swift")
            return .buildCommand(
                displayName: "Compiling shader \(shader.lastPathComponent)", executable: compiler,
                arguments: [shader.path, output.path], inputFiles: [shader] + includes, outputFiles: [output])
        }
    }

    private func texts(
        of target: SwiftSourceModuleTarget, in folder: URL, _ compiler: URL, _ context: PluginContext
    ) throws -> [Command] {
        let own = folder.appending(path: target.name)
        guard FileManager.default.fileExists(atPath: own.path) else { return [] }
        let output = context.pluginWorkDirectoryURL.appending(path: "ShaderTexts.swift")
        return [
            .buildCommand(
                displayName: "Gathering shaders of \(target.name)", executable: compiler,
                arguments: ["--texts", own.path, output.path], inputFiles: try contents(of: own),
                outputFiles: [output])
        ]
    }

    private func contents(of folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }
}
