internal import Capture
internal import Decoders
internal import LinuxIO
internal import Logging
internal import VulkanCore
internal import VulkanView

/// A trial of all graphics devices, one after the other: `viewfinder doctor --gpu`.
enum GraphicsTrial {
    /// The report of the trial; times in milliseconds, sizes in bytes.
    struct Report: Encodable {
        /// The sentences for a person.
        var findings: [DoctorFinding] = []
        /// The devices, in the order in which they are tried where no compositor tells its device.
        var devices: [SelfTestReport] = []
        /// The order in which they are tried, with the reason for each place.
        var order: [DevicePlace] = []
        /// The cameras that were asked for, each with each device.
        var cameras: [CameraLines.Result] = []
        /// The window's part.
        var window: PresentationTrial.Result?
        let program: String
        let kernel = SystemFacts.kernelRelease
        /// The version of Vulkan that the loader knows.
        let loader = VulkanInstance.loaderVersion
        /// The beginnings of the names of manifests that are not loaded, since their hardware is not there.
        let leftOut: [String]

        /// The members, in the order of lines for a person.
        static let members = [
            "order", "devices", "cameras", "window", "kernel", "loader", "leftOut", "program",
        ]
    }

    /// Tests all devices; each that hangs is given up and named.
    ///
    /// - Parameters:
    ///   - drivers: The choice of drivers.
    ///   - version: The program's version.
    ///   - cameras: The cameras whose first frames are compared.
    ///   - environment: The environment as it was before that choice.
    ///   - file: The file in which what is found out about graphics cards is kept.
    /// - Returns: The report.
    static func run(
        _ drivers: DriverSelection, version: String, _ cameras: [CameraIdentity],
        _ environment: [String: String], keeping file: DeviceRecordFile
    ) -> Report {
        var report = Report(program: version, leftOut: drivers.leftOut)
        var found: [PhysicalDevice] = []
        switch devices(drivers) {
        case .failure(let failure):
            report.findings += findings(failure, environment)
        case .success(let (instance, devices)):
            found = devices
            for device in devices {
                if let hang = hang() {
                    report.findings.add("gpu", "\(device.name) is not tested: \(hang)")
                } else {
                    test(device, of: instance, cameras, &report, file)
                }
            }
        }
        let window = PresentationTrial.run(drivers, file, logger)
        let missed = window.modes.map { ($0.mode, $0.missedCallbacks) }
        report.findings += DoctorFindings.missedCallbacks(Dictionary(uniqueKeysWithValues: missed))
        // Whatever the order, some surfaces are not for the first.
        report.order = DevicePlace.all(found, window.order, window.taken)
        if window.taken != nil {
            report.findings += report.order.prefix { !$0.isTaken }.map {
                DoctorFinding(fault: "order", sentence: "\($0.name) comes first: \($0.reason)")
            }
        }
        report.window = window
        return report
    }

    /// The words on a driver that keeps all others from being opened in this process; nil where none does.
    private static func hang() -> VulkanError? {
        do throws(VulkanError) { try VulkanInstance.checkLoader() } catch { return error }
        return nil
    }

    /// Tests a device, and keeps what is found out about a graphics card; nobody looks up what is known about the processor.
    private static func test(
        _ device: PhysicalDevice, of instance: VulkanInstance, _ cameras: [CameraIdentity],
        _ report: inout Report, _ file: DeviceRecordFile
    ) {
        let run = SelfTestRun(device, of: instance)
        // One that had no time for everything gets more of it.
        let known = device.kind == .cpu ? nil : try? file.record(of: device)
        let found = run.report(.all, timesLonger: known?.timeFactor ?? 1)
        guard !run.isBlocked else {
            return report.findings.add("gpu", "\(device.name) is not tested: \(found.fault ?? "")")
        }
        report.devices.append(found)
        report.findings += findings(found)
        if run.hangsOnClosing {
            report.findings.add(
                "gpu",
                "\(device.name): the driver has not closed the test's device for \(run.patience) seconds; update it"
            )
        }
        var seen: [DeviceVerdict] = []
        // One that is lost or hangs would keep the camera for nothing.
        for camera in cameras where !found.isDeviceLost && hang() == nil {
            let (result, verdicts) = CameraLines.run(camera, on: device, of: instance, logger)
            report.cameras.append(result)
            report.findings += findings(result)
            seen += verdicts
        }
        guard device.kind != .cpu else { return }
        do throws(DeviceRecordError) {
            var record = try file.recordToChange(of: device)
            record.take(found)
            record.add(seen)
            try file.keep(record)
        } catch {
            report.findings.add("devices", "\(error)")
        }
    }

    private static let logger = Logger(label: "viewfinder.doctor") { _ in SwiftLogNoOpLogHandler() }

    /// Says why there are no devices: what the user has told the loader, before what the loader says of it.
    private static func findings(_ failure: Failure, _ environment: [String: String]) -> [DoctorFinding] {
        let variables = DoctorFindings.variables(environment, haveFailed: failure.haveDriversAnswered)
        return failure.haveDriversAnswered && !variables.isEmpty
            ? variables : variables + [DoctorFinding(fault: "graphics", sentence: failure.sentence)]
    }

    /// Reads the result of a camera.
    static func findings(_ result: CameraLines.Result) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        if let fault = result.fault {
            findings.add("camera", "\(result.camera), \(result.device): \(fault)")
        }
        for route in result.routes {
            guard let words = route.difference else { continue }
            findings.add(
                "import",
                "\(result.device) reads pictures of \(result.camera) wrongly by the route \(route.route), which is not taken any more: \(words)"
            )
        }
        return findings
    }

    /// Reads a device's report.
    static func findings(_ report: SelfTestReport) -> [DoctorFinding] {
        let name = report.device.name
        var findings: [DoctorFinding] = []
        if let fault = report.fault {
            findings.add("gpu", "\(name): \(fault)")
        } else if !report.isComplete {
            findings.add(
                "unfinished",
                "\(name) was not tested to the end in the time that there was; run 'viewfinder doctor --gpu' once more"
            )
        }
        for (path, words) in report.barredPaths.sorted(by: { $0.key < $1.key }) {
            findings.add("path", "\(name) draws other bits by the path \(path): \(words)")
        }
        for verdict in report.verdicts where !verdict.isTrusted {
            findings.add(
                "import", "\(name): \(verdict.memory.rawValue) are not read in place, \(verdict.words)")
        }
        return findings
    }

    /// The reason why there are no devices.
    private struct Failure: Error {
        let sentence: String
        /// False where the drivers have said nothing at all.
        let haveDriversAnswered: Bool
    }

    private typealias Answer = Result<(VulkanInstance, [PhysicalDevice]), Failure>

    /// Loads the drivers.
    private static func devices(_ drivers: DriverSelection) -> Answer {
        DriverQuestion.answer {
            do throws(VulkanError) {
                return Answer.success(
                    try drivers.open(logger) { () throws(VulkanError) in
                        let instance = try VulkanInstance(
                            applicationName: "Viewfinder", decoder: PictureDecoder.init, logger: logger)
                        return (instance, try instance.devices())
                    })
            } catch {
                return .failure(Failure(sentence: "\(error)", haveDriversAnswered: true))
            }
        } ?? .failure(Failure(sentence: DriverQuestion.silence, haveDriversAnswered: false))
    }
}
