internal import Capture
internal import Faults
internal import FoundationEssentials
internal import Glibc
internal import LinuxIO

/// The file of what the user has set and wants to find again: `viewfinder/settings.json` in the folder for settings.
///
/// An object with `version` 1 and, below `cameras` and a camera's id, `controls`: names and values. What this program does not know is
/// kept. A file that cannot be understood is reported and left alone.
struct SettingsFile {
    private static let version: Int64 = 1
    private static let mostBytes = 1 << 18

    /// The file's path; nil where nothing is read or kept.
    let path: String?

    /// Takes a file, which need not be there.
    init(path: String?) { self.path = path }

    /// Takes the user's file; none where there is no home.
    init(environment: UserEnvironment = UserEnvironment()) {
        path = environment.settingsFolder.map { "\($0)/viewfinder/settings.json" }
    }

    /// Reads the settings of all cameras' controls, by the cameras' ids.
    ///
    /// - Throws: The reason why the file cannot be understood.
    func controls() throws(ViewfinderError) -> [String: [ControlSetting]] {
        guard let path, let text = try read(path) else { return [:] }
        let content = try content(of: text, at: path)
        var found: [String: [ControlSetting]] = [:]
        for (id, camera) in try cameras(in: content, at: path) {
            found[id] = try controls(in: camera, at: path).map {
                ControlSetting(key: $0.key, value: $0.value)
            }
            .sorted { $0.key < $1.key }
        }
        return found
    }

    /// Keeps controls of a camera.
    ///
    /// - Parameters:
    ///   - settings: Their values; others that are kept of it stay.
    ///   - camera: The camera's id.
    /// - Throws: The reason why they cannot be kept.
    func keep(_ settings: [ControlSetting], of camera: String) throws(ViewfinderError) {
        try change(camera) { controls in
            for setting in settings { controls[setting.key] = JSONValue(setting.value) }
        }
    }

    /// Forgets all controls of a camera.
    ///
    /// - Throws: The reason why the file cannot be changed.
    func forgetControls(of camera: String) throws(ViewfinderError) {
        try change(camera) { $0 = [:] }
    }

    // MARK: - Reading

    private func read(_ path: String) throws(ViewfinderError) -> Data? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        // More than a person's settings can be is not read into memory.
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= Self.mostBytes, let data = FileManager.default.contents(atPath: path)
        else { throw damaged(path, "it cannot be read") }
        return data
    }

    private func content(of text: Data, at path: String) throws(ViewfinderError) -> [String: JSONValue] {
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: text), let content = value.members
        else {
            throw damaged(path, "it is no JSON object")
        }
        switch content["version"] {
        case nil, .integer(Self.version): return content
        case .integer(let newer) where newer > Self.version:
            throw damaged(path, "it belongs to a newer Viewfinder")
        default: throw damaged(path, "its version is no number")
        }
    }

    private func cameras(
        in content: [String: JSONValue], at path: String
    ) throws(ViewfinderError) -> [String: [String: JSONValue]] {
        guard let cameras = content["cameras"] else { return [:] }
        guard let members = cameras.members else { throw damaged(path, "'cameras' is no object") }
        var found: [String: [String: JSONValue]] = [:]
        for (id, camera) in members {
            guard let members = camera.members else { throw damaged(path, "a camera is no object") }
            found[id] = members
        }
        return found
    }

    private func controls(
        in camera: [String: JSONValue], at path: String
    ) throws(ViewfinderError) -> [String: ControlValue] {
        guard let controls = camera["controls"] else { return [:] }
        guard let members = controls.members else { throw damaged(path, "'controls' is no object") }
        var found: [String: ControlValue] = [:]
        for (key, value) in members {
            guard let value = ControlValue(value) else {
                throw damaged(path, "a control is neither number, true, false nor text")
            }
            found[key] = value
        }
        return found
    }

    private func damaged(_ path: String, _ reason: String) -> ViewfinderError {
        ViewfinderError(Fault.settingsDamaged.sentence([.path: path, .reason: reason]))
    }

    // MARK: - Writing

    private func change(
        _ camera: String, _ edit: (inout [String: JSONValue]) -> Void
    ) throws(ViewfinderError) {
        guard let path else { return }
        let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
        do throws(SystemError) {
            try NewFile.makeFolder(folder)
        } catch {
            throw ViewfinderError(Fault.settingsUnkept.sentence([.path: folder, .reason: error.reason]))
        }
        // Another Viewfinder may keep something at the same time.
        let lock = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(lock) }
        var tries = 0
        while flock(lock, LOCK_EX | LOCK_NB) != 0, tries < 100 {
            usleep(10_000)
            tries += 1
        }
        var content: [String: JSONValue] = [:]
        if let text = try read(path) { content = try self.content(of: text, at: path) }
        var cameras = try cameras(in: content, at: path)
        _ = try controls(in: cameras[camera] ?? [:], at: path)
        var controls = cameras[camera]?["controls"]?.members ?? [:]
        edit(&controls)
        cameras[camera, default: [:]]["controls"] = controls.isEmpty ? nil : .object(controls)
        if cameras[camera]?.isEmpty == true { cameras[camera] = nil }
        content["version"] = .integer(Self.version)
        content["cameras"] = .object(cameras.mapValues { .object($0) })
        try write(content, to: path)
    }

    /// Writes a file beside the old one, and puts it in its place when it is whole.
    private func write(_ content: [String: JSONValue], to path: String) throws(ViewfinderError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let place = Self.end(ofLinksAt: path)
        do {
            guard let place else { throw SystemError(call: "open", target: path, code: ELOOP) }
            let text = try encoder.encode(JSONValue.object(content)) + Data("\n".utf8)
            try FileDraft.write([UInt8](text), to: place)
        } catch {
            let reason = (error as? SystemError)?.reason ?? "\(error)"
            throw ViewfinderError(Fault.settingsUnkept.sentence([.path: place ?? path, .reason: reason]))
        }
    }

    /// Follows links, which stay: the file that the last one names is exchanged, or made; nil where they are too many.
    private static func end(ofLinksAt path: String) -> String? {
        var place = path
        // As many as the kernel follows (path_resolution(7)).
        for _ in 0..<40 {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else {
                return place
            }
            let folder = place.prefix(through: place.lastIndex(of: "/") ?? place.startIndex)
            place = target.hasPrefix("/") ? target : folder + target
        }
        return nil
    }
}

extension ControlValue {
    fileprivate init?(_ value: JSONValue) {
        switch value {
        case .boolean(let isOn): self = .boolean(isOn)
        case .integer(let number): self = .integer(number)
        case .text(let text): self = .text(text)
        case .null, .number, .list, .object: return nil
        }
    }
}

extension JSONValue {
    fileprivate init(_ value: ControlValue) {
        self =
            switch value {
            case .boolean(let isOn): .boolean(isOn)
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            }
    }
}
