internal import ArgumentParser
internal import Foundation
internal import Frames
internal import Logging
internal import VulkanCore
internal import VulkanView

/// Measures how fast pictures are brought to a device, converted and placed, off screen, beside the device's own copies.
@main
struct BenchGPU: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-gpu", abstract: "Measure a Vulkan device off screen.")

    @Option(help: "The Vulkan device: a number or a part of its name.")
    var device: String?

    @Option(help: "Frames of each kind.")
    var frames = 300

    @Option(help: "Where the figures go as JSON; - is the standard output.")
    var json: String?

    @Option(
        parsing: .upToNextOption,
        help: "Measure these filters one after another on a frame of 1920×1080, and nothing else.")
    var chain: [String] = []

    @Flag(help: "One kernel for each filter of --chain.")
    var unfused = false

    @Option(help: "Measure each filter by itself and nothing else; the figures go into this file as JSON.")
    var filterCosts: String?

    func validate() throws {
        if frames < 10 { throw ValidationError("--frames is 10 or more.") }
    }

    func run() throws {
        let logger = Logger(label: "bench-gpu")
        let instance = try VulkanInstance(
            applicationName: "Viewfinder", windowSystem: false, validation: false, logger: logger)
        let device = try VulkanDevice(instance: instance, selecting: device, logger: logger)
        guard chain.isEmpty else {
            let measurement = try ChainMeasurement(
                device: device, size: PixelSize(width: 1920, height: 1080), filters: chain, isFused: !unfused)
            return print(try measurement.measure(frames).line)
        }
        if let filterCosts { return try writeCosts(device, to: filterCosts) }
        var report = GPUReport(device: DeviceFacts(device), frames: frames)
        for (size, window) in GPUReport.sizes {
            for (path, route) in GPUReport.ways {
                report.add(size, window, path, route) {
                    try DrawMeasurement(device: device, size: size, window: window, path: path, route: route)
                        .measure(frames)
                }
            }
            guard size == window else { continue }
            report.copies += try CopyBandwidth(device: device, size: size, count: frames).measure()
        }
        print(report.table)
        guard let json else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(report) + Data("\n".utf8)
        if json == "-" {
            try FileHandle.standardOutput.write(contentsOf: data)
        } else {
            try data.write(to: URL(fileURLWithPath: json))
        }
    }

    private func writeCosts(_ device: VulkanDevice, to path: String) throws {
        let costs = try FilterCosts(device) { print($0) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(costs) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
    }
}
