internal import Capture
internal import Faults
internal import FoundationEssentials
internal import Glibc
internal import LinuxIO

/// The file of what the user has set and wants to find again: `viewfinder/settings.json` in the folder for settings.
///
/// An object with `version` 1, what ``UserSettings`` has, and the order in which cameras were changed. What this program does not know is kept. A file that cannot be understood is
/// reported and left alone. Changes are put into what the file has at that moment, so programs that run at the same time lose nothing of
/// each other's.
struct SettingsFile: Sendable {
    private static let version: Int64 = 1
    private static let mostBytes = 1 << 18
    /// The number of tries, ten milliseconds apart, to be the only one that writes.
    private static let mostTries = 300
    /// The seconds until which a disk must have answered.
    private static let patience = 2

    /// The file's path; nil where nothing is read or kept.
    let path: String?
    /// Gives a file's bytes; nil where there is none.
    var read: @Sendable (String) -> Result<Data?, SystemError> = SettingsFile.bytes

    /// Takes a file, which need not be there.
    init(path: String?) { self.path = path }

    /// Takes the user's file; none where there is no home.
    init(environment: UserEnvironment = UserEnvironment()) {
        path = environment.settingsFolder.map { "\($0)/viewfinder/settings.json" }
    }

    /// Reads all settings, which cameras are known by from then on; those of no file are empty.
    ///
    /// - Throws: The reason why the file cannot be understood.
    func settings() throws(ViewfinderError) -> UserSettings {
        guard let path else { return UserSettings() }
        let settings = try understood(try content(at: path), path)
        CameraList.sharedSerials.formUnion(settings.sharedSerials)
        return settings
    }

    /// Reads the settings of all cameras' controls, by the cameras' ids.
    ///
    /// - Throws: The reason why the file cannot be understood.
    func controls() throws(ViewfinderError) -> [String: [ControlSetting]] {
        try settings().cameras.mapValues(\.controls).filter { !$0.value.isEmpty }
    }

    /// Keeps controls of a camera.
    ///
    /// - Parameters:
    ///   - settings: Their values; others that are kept of it stay.
    ///   - camera: The camera's id.
    /// - Throws: The reason why they cannot be kept.
    func keep(_ settings: [ControlSetting], of camera: String) throws(ViewfinderError) {
        try keep(settings.map { .control($0, of: camera) })
    }

    /// Forgets all controls of a camera.
    ///
    /// - Throws: The reason why the file cannot be changed.
    func forgetControls(of camera: String) throws(ViewfinderError) { try keep([.noControls(of: camera)]) }

    /// Makes changes in the file, which is written only where they change something.
    ///
    /// - Throws: The reason why they cannot be kept.
    func keep(_ changes: [SettingsChange]) throws(ViewfinderError) {
        guard let path else { return }
        let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
        do throws(SystemError) {
            try NewFile.makeFolder(folder)
        } catch {
            throw unkept(folder, Message(verbatim: error.reason))
        }
        let lock = try locked(folder)
        defer { withExtendedLifetime(lock) {} }
        let before = try content(at: path)
        _ = try understood(before, path)
        var content = before
        for change in changes { change.apply(to: &content) }
        content["version"] = .integer(Self.version)
        if content["cameras"] == nil { content["cameras"] = .object([:]) }
        if content != before { try write(content, to: path) }
    }

    // MARK: - Reading

    private func content(at path: String) throws(ViewfinderError) -> [String: JSONValue] {
        let answer = SystemThread.result(
            name: "read settings", until: MonotonicClock.moment(in: Self.patience)
        ) { [read] in read(path) }
        guard let answer else { throw damaged(path, "its disk does not answer") }
        guard case .success(let bytes) = answer else { throw damaged(path, "it cannot be read") }
        guard let text = bytes else { return [:] }
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

    private static func bytes(of path: String) -> Result<Data?, SystemError> {
        do throws(SystemError) {
            let file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
            // More than a person's settings can be is not read into memory.
            guard let count = file.byteCount, count <= mostBytes,
                let bytes = FileManager.default.contents(atPath: path)
            else { throw SystemError(call: "read", target: path, code: EFBIG) }
            return .success(bytes)
        } catch {
            // Below what is no folder there is no file, either, and none can be written.
            return [ENOENT, ENOTDIR].contains(error.code) ? .success(nil) : .failure(error)
        }
    }

    private func understood(
        _ content: [String: JSONValue], _ path: String
    ) throws(ViewfinderError) -> UserSettings {
        do throws(SettingsDamage) {
            return try UserSettings(content)
        } catch {
            throw damaged(path, error.reason)
        }
    }

    private func damaged(_ path: String, _ reason: Message) -> ViewfinderError {
        ViewfinderError(Fault.settingsDamaged.message([.path: path, .reason: reason]), about: .file(path))
    }

    private func unkept(_ path: String, _ reason: Message) -> ViewfinderError {
        ViewfinderError(Fault.settingsUnkept.message([.path: path, .reason: reason]), about: .file(path))
    }

    // MARK: - Writing

    /// Waits until no other Viewfinder writes; where files cannot be locked, nobody waits.
    private func locked(_ folder: String) throws(ViewfinderError) -> Descriptor? {
        guard let lock = try? Descriptor.open(folder, flags: O_RDONLY | O_DIRECTORY) else { return nil }
        for _ in 0..<Self.mostTries {
            do throws(SystemError) {
                _ = try systemCall("flock", on: folder) { flock(lock.number, LOCK_EX | LOCK_NB) }
                return lock
            } catch {
                guard error.code == EWOULDBLOCK else { return lock }
                usleep(10_000)
            }
        }
        throw unkept(folder, "another Viewfinder writes there, and does not end")
    }

    /// Writes a file beside the old one, and puts it in its place when it is whole.
    ///
    /// Where that is too much, the cameras that were changed longest ago are left out.
    private func write(_ content: [String: JSONValue], to path: String) throws(ViewfinderError) {
        let place = Self.end(ofLinksAt: path)
        do {
            guard let place else { throw SystemError(call: "open", target: path, code: ELOOP) }
            let text = try JSONEncoder.readable.encode(JSONValue.object(content)) + Data("\n".utf8)
            // What could not be read again is not written.
            guard text.count <= Self.mostBytes else {
                guard let less = SettingsChange.withoutOldestCamera(content) else {
                    throw SystemError(call: "write", target: path, code: EFBIG)
                }
                return try write(less, to: path)
            }
            try FileDraft.write([UInt8](text), to: place)
        } catch {
            throw unkept(place ?? path, Message(verbatim: (error as? SystemError)?.reason ?? "\(error)"))
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
