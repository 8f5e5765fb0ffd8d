import Foundation
import PackagePlugin

/// Compiles the shaders of a target: those in Shaders/ that have the name of one of the target's Swift files.
///
/// Plugins do not see PATH, so our own tool looks for `glslc`.
@main
struct CompileShaders: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else { return [] }
        let types = Set(
            target.sourceFiles(withSuffix: ".swift").map { $0.url.deletingPathExtension().lastPathComponent })
        let folder = context.package.directoryURL.appending(path: "Shaders")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
        // Any shader may include any .glsl file, so a change of one of those compiles all again.
        let includes = files.filter { $0.pathExtension == "glsl" }
        let shaders = files.filter {
            ["vert", "frag", "comp"].contains($0.pathExtension)
                && types.contains($0.deletingPathExtension().lastPathComponent)
        }
        let compiler = try context.tool(named: "ShaderCompiler")
        return shaders.map { shader in
            let output = context.pluginWorkDirectoryURL.appending(path: shader.lastPathComponent + ".swift")
            return .buildCommand(
                displayName: "Compiling shader \(shader.lastPathComponent)", executable: compiler.url,
                arguments: [shader.path, output.path], inputFiles: [shader] + includes, outputFiles: [output])
        }
    }
}
