import Capture
import Foundation

#if canImport(ViewfinderProgram)
    @testable import ViewfinderProgram
#else
    @testable import Viewfinder
#endif

/// The file of settings.
enum Settings {
    static func file(_ bytes: [UInt8]) throws {
        let folder = NSTemporaryDirectory() + "viewfinder-fuzz-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/settings.json"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let file = SettingsFile(path: path)
        let wish = ControlSetting(key: "brightness", value: 12)
        let before: UserSettings
        do {
            before = try file.settings()
            try file.keep([wish], of: "camera")
            try file.keep([.mirror(true, of: "camera"), .lastCamera(.init(id: "camera", name: "Camera"))])
        } catch {
            try promiseHarmless(error.description)
            try promise(
                FileManager.default.contents(atPath: path) == Data(bytes),
                "a file that is no settings is changed")
            return
        }
        let after = try file.settings()
        try promise(after.cameras["camera"]?.controls.contains(wish) == true, "what was kept is gone")
        try promise(after.cameras["camera"]?.isMirrored == true, "what was kept last is gone")
        try promise(after.lastCamera?.id == "camera", "the last camera is gone")
        var others = after
        (others.lastCamera, others.cameras["camera"]) = (before.lastCamera, before.cameras["camera"])
        try promise(others == before, "other settings are changed")
    }
}
