internal import ArgumentParser
internal import Capture
internal import FoundationEssentials
internal import LinuxIO
internal import Logging

/// The command `viewfinder controls`, which lists the controls of cameras, and sets some.
struct ControlsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "controls",
        abstract: "List the controls of cameras with their ranges and values, or set some.",
        discussion:
            "What is set is kept, and set again whenever the camera is opened, but for --no-settings.")

    @Option(
        help: "The camera: number, name, id or /dev/videoN; without it all, or the first to set something.")
    var source: String?

    @OptionGroup var controls: ControlFlags

    @Flag(help: "Set everything back to what the driver begins with, and forget what was kept.")
    var defaults = false

    @Flag(help: "Print JSON.")
    var json = false

    /// Says a fault that leaves the others as they are.
    private func warn(_ fault: CaptureFault) { TerminalLog.logger.warning("\(fault.sentence)") }

    /// A camera with its controls.
    private struct Listed: Encodable {
        let id: String
        let name: String
        let path: String
        let controls: [CameraControl]
    }

    func run() throws {
        try reporting {
            let cameras = try chosen()
            let isSetting = defaults || !controls.control.isEmpty
            var listed: [Listed] = []
            var failures: [CaptureFault] = []
            for camera in isSetting ? Array(cameras.prefix(1)) : cameras {
                let found: CameraControls
                do throws(CaptureFault) {
                    found = try CameraControls(.path(camera.path))
                } catch {
                    // The others are listed all the same.
                    failures.append(error)
                    continue
                }
                if isSetting { try change(found, of: camera) }
                listed.append(
                    Listed(id: camera.id, name: camera.name, path: camera.path, controls: found.all))
            }
            let last = listed.isEmpty ? failures.popLast() : nil
            failures.forEach(warn)
            if let last { throw last }
            if json {
                try StandardOutput.print(
                    String(decoding: try JSONEncoder.readable.encode(listed), as: UTF8.self))
            } else {
                try StandardOutput.print(listed.map { Self.text(of: $0) }.joined(separator: "\n\n"))
            }
        }
    }

    /// Finds the cameras that are meant.
    private func chosen() throws(ViewfinderError) -> [CameraIdentity] {
        // Where they cannot be read, that is told when they are written.
        _ = try? controls.settings.settings()
        let found = CameraList.search()
        guard let source else {
            guard !found.cameras.isEmpty else {
                throw ViewfinderError("\(CameraTable.text(for: [], in: found))")
            }
            return found.cameras
        }
        return try CameraIdentity.chosen(source, from: found)
    }

    private func change(_ found: CameraControls, of camera: CameraIdentity) throws {
        if defaults {
            // What cannot be set back is forgotten, too.
            let outcome = Result { () throws(CaptureFault) in try found.setDefaults() }
            try controls.settings.forgetControls(of: camera.id)
            try outcome.get()
        }
        let before = found.all
        try found.set(controls.control)
        let wanted = Set(controls.control.map(\.key))
        let kept = zip(before, found.all).compactMap { old, now -> ControlSetting? in
            guard wanted.contains(now.key) || old.value != now.value, now.isWorthKeeping else { return nil }
            return now.value.map { ControlSetting(key: now.key, value: $0) }
        }
        if !kept.isEmpty { try controls.settings.keep(kept, of: camera.id) }
    }

    private static func text(of camera: Listed) -> String {
        var lines = ["\(camera.name)", "   \(camera.path), id \(camera.id)"]
        if camera.controls.isEmpty { lines.append("   It has no controls.") }
        let width = camera.controls.map(\.key.count).max() ?? 0
        for (group, controls) in camera.controls.runs(by: \.group) {
            if !group.isEmpty { lines.append("   \(group)") }
            lines += controls.map { control in
                let gap = String(repeating: " ", count: width - control.key.count + 2)
                let value = control.value.map { "\($0)" } ?? "–"
                return "      \(control.key)\(gap)\(value)  (\(control.range)\(control.remarkWords))"
            }
        }
        return lines.joined(separator: "\n")
    }
}
