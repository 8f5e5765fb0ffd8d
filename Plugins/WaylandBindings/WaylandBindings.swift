import Foundation
import PackagePlugin

/// Runs `WaylandScanner` over `protocols/` before the target that asks for it is compiled.
@main
struct WaylandBindings: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "protocols")
        let inputs = try FileManager.default
            .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "wire" }
            .sorted { $0.path < $1.path }
        let output = context.pluginWorkDirectoryURL.appending(path: "WaylandProtocols.swift")
        return [
            .buildCommand(
                displayName: "Wayland bindings for \(target.name)",
                executable: try context.tool(named: "WaylandScanner").url,
                arguments: [output.path] + inputs.map(\.path), inputFiles: inputs, outputFiles: [output])
        ]
    }
}
