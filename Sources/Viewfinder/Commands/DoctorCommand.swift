internal import ArgumentParser
internal import Capture
internal import FoundationEssentials
internal import LinuxIO
internal import VulkanCore
internal import VulkanView

/// The command `viewfinder doctor`, which collects what a report of a fault needs.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Try everything, and print what a report of a fault needs.",
        discussion:
            "Each camera runs for 3 seconds, in a window where there is a desktop; without a camera the test card, for one. User names are left out, and the home folder is ~."
    )

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Test the graphics devices instead: bits, memory of others, times.")
    var gpu = false

    @Option(
        help: "Only this camera is tried, with --gpu, too: number, name, id or /dev/videoN; none tries none.")
    var source: String?

    func run() throws {
        try reporting {
            let environment = DoctorReport.environment
            // It writes to the environment, which is safe only while this thread is the only one.
            let drivers = DriverSelection.narrow(for: nil)
            // Cameras are looked at there only where somebody asks for one.
            if gpu, source == nil { return try testDevices(drivers, [], environment) }
            let found = CameraList.search()
            let chosen = try CameraIdentity.chosen(source, from: found)
            if gpu { return try testDevices(drivers, chosen, environment) }
            var report = DoctorReport(
                version: ViewfinderCommand.version, found, drivers: drivers, environment: environment)
            // Whoever asks for none gets none.
            let trial = CameraTrial(
                chosen.isEmpty && source == nil ? nil : chosen, drivers: drivers,
                records: DeviceRecordFile(program: ViewfinderCommand.programName, isReadOnly: true),
                mayDraw: report.graphics.hasAnswered)
            trial.run()
            (report.desktop.compositor, report.trials) = (trial.compositor, trial.results)
            (report.desktop.window, report.desktop.windowWasClosed) = (trial.windowWords, trial.wasClosed)
            report.graphics.take(trial.compositor, trial.taken)
            report.findings = DoctorFindings.all(in: report)
            // After the trials: what they have loaded counts.
            let builds = LoadedLibraries.builds
            report.program.libraries = LoadedLibraries.files.map { path in
                path + (builds[path].map { " (build \($0))" } ?? "")
            }
            try StandardOutput.print(DoctorText.text(of: report, isJSON: json))
        }
    }

    private func testDevices(
        _ drivers: DriverSelection, _ cameras: [CameraIdentity], _ environment: [String: String]
    ) throws {
        let report = GraphicsTrial.run(
            drivers, version: ViewfinderCommand.version, cameras, environment,
            keeping: DeviceRecordFile(program: ViewfinderCommand.programName))
        // The lines are for this person.
        let discretion = json ? Discretion().forSending(cameras) : Discretion()
        let text = try DoctorText.text(
            of: report, isJSON: json, order: GraphicsTrial.Report.members, by: discretion)
        try StandardOutput.print(text)
    }
}

extension CameraIdentity {
    /// Finds the cameras that a user means.
    ///
    /// - Parameters:
    ///   - text: A number, a name, an id or a node's path; `none` for none, nil for all.
    ///   - found: The findings of the search.
    /// - Returns: The cameras.
    /// - Throws: The sentence for a camera that is not there.
    static func chosen(
        _ text: String?, from found: CameraList.Search
    ) throws(ViewfinderError) -> [CameraIdentity] {
        guard let text else { return found.cameras }
        if text == "none" { return [] }
        let match =
            Int(text).flatMap { found.cameras.indices.contains($0 - 1) ? found.cameras[$0 - 1] : nil }
            ?? found.cameras.first { $0.path == text || $0.id == text }
            ?? found.cameras.first { $0.name.lowercased() == text.lowercased() }
        guard let match else {
            throw ViewfinderError(
                "there is no camera '\(text)'; 'viewfinder list' shows those that are there")
        }
        return [match]
    }
}
