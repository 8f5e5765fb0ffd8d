internal import ArgumentParser
internal import Frames
internal import VulkanCore
internal import VulkanView

/// The command that measures how fast pictures are brought to a device, converted, filtered and placed, beside the
/// device's own copies.
struct DeviceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device", abstract: "Measure drawing, filters and copies.")

    @OptionGroup var options: DeviceOptions

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

    func validate() throws {
        if frames < 10 { throw ValidationError("--frames is 10 or more.") }
    }

    func run() throws {
        let device = try options.makeDevice()
        guard chain.isEmpty else {
            let measurement = try ChainMeasurement(
                device: device, size: PixelSize(width: 1920, height: 1080), filters: chain, isFused: !unfused)
            return print(try measurement.measure(frames).line)
        }
        var report = GPUReport(device: DeviceFacts(device), frames: frames)
        for (size, window) in GPUReport.sizes {
            for (path, route) in GPUReport.ways {
                report.add(size, window, path, route) {
                    try DrawMeasurement(device: device, size: size, window: window, path: path, route: route)
                        .measure(frames)
                }
            }
            guard size == window else { continue }
            report.filters += try FilterTimes.measure(device, size: size, frames: frames)
            report.copies += try CopyBandwidth(device: device, size: size, count: frames).measure()
        }
        report.firstFrames = FirstFrameMeasurement.all(
            on: device, size: PixelSize(width: 1920, height: 1080), count: max(10, frames / 10))
        report.goals = DeviceGoals.outcomes(of: report)
        print(report.table)
        if let json { try FigureFile.write(report, to: json) }
    }
}
