internal import Capture
internal import Faults
internal import LinuxIO
internal import VulkanCore

/// A thing that is wrong, and what to do.
struct DoctorFinding: Encodable, Equatable {
    /// The fault's name in the table of faults, or a word of the doctor's own.
    let fault: String
    let sentence: String
}

extension [DoctorFinding] {
    /// Adds one.
    mutating func add(_ fault: String, _ sentence: String) {
        append(DoctorFinding(fault: fault, sentence: sentence))
    }
}

/// The rules by which a report is read.
enum DoctorFindings {
    /// The least room for pictures and movies that is no fault, in bytes.
    private static let leastRoom = 100_000_000
    /// The largest share of pictures that may be missing for one reason: the first ones of many cameras are.
    private static let mostMissing = 0.1

    /// Reads a report.
    static func all(in report: DoctorReport) -> [DoctorFinding] {
        cameras(in: report) + graphics(report.graphics, report.program.environment)
            + drawing(in: report) + desktop(report.desktop)
            + missedCallbacks(
                report.trials.reduce(into: [:]) { $0.merge($1.missedCallbacks, uniquingKeysWith: +) })
            + files(report.files)
    }

    /// The faults of cameras and of what should be one.
    private static func cameras(in report: DoctorReport) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        for trial in report.trials where trial.path != CameraTrial.testCard {
            if let fault = trial.fault {
                findings.add("camera", fault)
                continue
            }
            let missing = trial.dropped.filter {
                Double($1) > mostMissing * Double(trial.captured.addingReportingOverflow($1).partialValue)
            }
            // A camera that loses pictures is slow for that reason.
            if missing.isEmpty, let promised = trial.promisedRate, let rate = trial.rate,
                rate < 0.8 * promised
            {
                let rates = "\(rate.rounded()) instead of \(promised.rounded()) pictures a second"
                findings.add(
                    "slow",
                    "\(trial.camera) (\(trial.path)) gives \(rates); make light, or choose another mode or cable"
                )
            }
            for (reason, count) in missing.sorted(by: { $0.key < $1.key }) {
                findings.add(
                    "dropped",
                    "\(trial.camera) (\(trial.path)): \(count) pictures were dropped (\(reason)) beside \(trial.captured) that came; try another cable or port, and close programs that use the disk or the processor"
                )
            }
            findings += trial.controlFaults.map { .init(fault: "control", sentence: $0) }
        }
        for node in report.video.nodes { findings += self.node(node, report.system) }
        for usb in report.video.usb where usb.kernelDriver != "uvcvideo" {
            let name = usb.product ?? "a camera at USB \(usb.place)"
            let driver = usb.kernelDriver.map { "the driver \($0) has taken it" } ?? "no driver has taken it"
            findings.add(
                "wrongDriver", "\(name) is plugged in, and \(driver): load uvcvideo (modprobe uvcvideo)")
        }
        if report.video.nodes.isEmpty, report.video.usb.isEmpty {
            findings.add("noCameras", "there is no camera; plug one in")
        }
        return findings
    }

    private static func node(_ node: VideoNode, _ system: SystemFacts) -> [DoctorFinding] {
        // The kernel's number of video devices (`VIDEO_MAJOR`).
        if let kind = node.access?.kind, !kind.hasPrefix("character device 81:") {
            return [
                .init(
                    fault: "forged",
                    sentence:
                        "\(node.path) is no video device of the kernel but a \(kind); remove what has put it there"
                )
            ]
        }
        if let access = node.access, !access.isReadable || !access.isWritable {
            let sentence =
                system.groups.contains(access.group)
                ? "you may not open \(node.path) although you are in its group \(access.group): its mode is \(access.mode) and its owner \(access.owner); look for a rule of udev that sets them"
                : Fault.forbidden.sentence([.path: node.path])
                    + " (it is for the group \(access.group), which you are not in)"
            return [.init(fault: Fault.forbidden.name, sentence: sentence)]
        }
        guard let obstacle = node.obstacle, node.name == nil else { return [] }
        let users = node.users.isEmpty ? "" : "; used by \(node.users.joined(separator: ", "))"
        return [.init(fault: "unavailable", sentence: "\(node.path): \(obstacle)\(users)")]
    }

    /// The faults of the words to Vulkan's loader.
    ///
    /// - Parameters:
    ///   - environment: The environment, as it was before this program has changed it.
    ///   - haveFailed: True where no driver that works was found.
    /// - Returns: The findings.
    static func variables(_ environment: [String: String], haveFailed: Bool) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        for name in ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"] {
            for path in environment[name]?.split(separator: ":") ?? []
            where FileAccess(of: String(path))?.isReadable != true {
                findings.add(
                    "wrongDriver", "\(name) names \(path), which cannot be read; unset it, or mend the path")
            }
        }
        guard haveFailed else { return findings }
        // Whatever is installed: these words decide what is loaded.
        for name in [
            "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE",
        ] {
            guard let value = environment[name], !findings.contains(where: { $0.sentence.hasPrefix(name) })
            else { continue }
            findings.add(
                "wrongDriver",
                "\(name) is \(value.isEmpty ? "empty" : value), and no driver that works is found by it; unset it"
            )
        }
        return findings
    }

    private static func graphics(
        _ graphics: DoctorReport.Graphics, _ environment: [String: String]
    ) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        if let fault = graphics.fault { findings.add("graphics", fault) }
        findings += variables(environment, haveFailed: graphics.hasAnswered && graphics.fault != nil)
        for node in graphics.nodes where node.path.contains("renderD") {
            if let access = node.access, !access.isReadable || !access.isWritable {
                findings.add(
                    "forbiddenGraphics",
                    "the graphics card \(node.path) may not be opened; join the group \(access.group)")
            }
        }
        let kinds = graphics.devices?.filter { $0.obstacle == nil }.map(\.kind) ?? []
        let cards = graphics.nodes.filter { $0.path.contains("renderD") }.compactMap(\.kernelDriver)
        if !kinds.isEmpty, kinds.allSatisfy({ $0 == "cpu" }), !cards.isEmpty {
            findings.add(
                "wrongDriver",
                "pictures are drawn by the processor although there is a graphics card (\(cards.joined(separator: ", "))); install its Vulkan driver"
            )
        }
        for device in graphics.devices ?? [] {
            guard let obstacle = device.obstacle else { continue }
            findings.add("device", "\(device.name) is not used: it \(obstacle)")
        }
        return findings
    }

    /// The faults of drawing, where the drivers have promised that they can.
    private static func drawing(in report: DoctorReport) -> [DoctorFinding] {
        guard report.graphics.fault == nil, let fault = report.trials.lazy.compactMap(\.drawingFault).first
        else { return [] }
        return [.init(fault: "graphics", sentence: fault)]
    }

    private static func desktop(_ desktop: DoctorReport.Desktop) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        if desktop.compositor == nil { findings.add("noWindow", desktop.window) }
        if desktop.windowWasClosed {
            findings.add(
                "closed",
                "the window was closed before all was tried; run the doctor again, and leave it open")
        }
        if let fault = desktop.busFault {
            findings.add("noBus", "the desktop's message bus cannot be asked (\(fault)); log in on a desktop")
        } else if desktop.bus?.offers("org.freedesktop.portal.Desktop") != true {
            findings.add("noPortal", "the desktop has no portal; install xdg-desktop-portal and log in again")
        }
        if desktop.sockets["pipewire-0"] == .some(nil) {
            findings.add("noPipeWire", "PipeWire does not run; install and start it")
        }
        return findings
    }

    /// The faults of a compositor that leaves pictures without a frame callback.
    ///
    /// - Parameter counts: The number of callbacks that did not come for a second, by presentation mode.
    /// - Returns: One for each mode by which some did not.
    static func missedCallbacks(_ counts: [String: Int]) -> [DoctorFinding] {
        counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { mode, count in
            .init(
                fault: Fault.callbackLost.name,
                sentence:
                    "frame callbacks that did not come for a second by \(mode): \(count); update the compositor, unless the window was out of sight"
            )
        }
    }

    private static func files(_ files: DoctorReport.Files) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        if let fault = files.settings.fault { findings.add("settings", fault) }
        for folder in files.folders {
            if let access = folder.access, !access.isWritable || access.kind != "folder" {
                findings.add(
                    Fault.noFolder.name,
                    "\(folder.path) cannot be saved in (\(access.kind), mode \(access.mode))")
            }
            if let room = folder.room, room < leastRoom {
                findings.add(
                    "littleRoom", "\(folder.path) has room for \(room / 1_000_000) MB only; make room")
            }
        }
        return findings
    }
}
