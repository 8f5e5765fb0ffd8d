internal import ArgumentParser
internal import Foundation
internal import Logging
internal import VulkanCore

/// The command that measures Vulkan devices off screen.
@main
struct BenchGPU: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-gpu", abstract: "Measure a Vulkan device off screen.",
        subcommands: [DeviceCommand.self, FilterCostCommand.self, SwitchingCommand.self],
        defaultSubcommand: DeviceCommand.self)
}

/// The choice of the device that is measured.
struct DeviceOptions: ParsableArguments {
    @Option(help: "The Vulkan device: a number or a part of its name.")
    var device: String?

    /// Makes the device.
    func makeDevice() throws -> VulkanDevice {
        let logger = Logger(label: "bench-gpu")
        let instance = try VulkanInstance(
            applicationName: "Viewfinder", windowSystem: false, validation: false, logger: logger)
        return try VulkanDevice(instance: instance, selecting: device, logger: logger)
    }
}

/// A writer of figures to files.
enum FigureFile {
    /// Writes figures as JSON.
    ///
    /// - Parameters:
    ///   - figures: The figures.
    ///   - path: The file; - is the standard output.
    /// - Throws: The error of the file.
    static func write(_ figures: some Encodable, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try write(try encoder.encode(figures) + Data("\n".utf8), to: path)
    }

    /// Writes bytes.
    static func write(_ data: Data, to path: String) throws {
        if path == "-" {
            try FileHandle.standardOutput.write(contentsOf: data)
        } else {
            try data.write(to: URL(fileURLWithPath: path))
        }
    }
}
