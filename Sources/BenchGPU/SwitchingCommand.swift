internal import ArgumentParser
internal import Foundation
internal import Frames

/// The command that measures in a process of its own how frames follow one another while filters are exchanged: the
/// driver looks for kernels in the folder that its environment names when it starts.
struct SwitchingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "switching", abstract: "Measure the exchange of filters; figures as JSON.")

    @OptionGroup var options: DeviceOptions

    func run() throws {
        let size = PixelSize(width: 1920, height: 1080)
        try FigureFile.write(
            try SwitchMeasurement(device: try options.makeDevice(), size: size).measure(), to: "-")
    }

    /// Runs the command without and with kernels on disk.
    ///
    /// - Parameter device: The device as on the command line.
    /// - Returns: The figures of both.
    /// - Throws: The reason why the process did not measure.
    static func coldAndWarm(
        device: String?
    ) throws -> (cold: SwitchMeasurement.Figures, warm: SwitchMeasurement.Figures) {
        let cache = FileManager.default.temporaryDirectory.appending(path: "bench-filters-\(UUID())")
        try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: cache) }
        let cold = try measure(device, cache.path)
        return (cold, try measure(device, cache.path))
    }

    private static func measure(_ device: String?, _ cache: String) throws -> SwitchMeasurement.Figures {
        let process = Process()
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(filePath: program)
        process.arguments = ["switching"] + (device.map { ["--device", $0] } ?? [])
        var environment = ProcessInfo.processInfo.environment
        environment["MESA_SHADER_CACHE_DIR"] = cache
        environment["__GL_SHADER_DISK_CACHE_PATH"] = cache
        process.environment = environment
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(SwitchMeasurement.Figures.self, from: data)
    }
}
