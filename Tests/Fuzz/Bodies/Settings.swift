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
        let before: [String: [ControlSetting]]
        do {
            before = try file.controls()
            try file.keep([wish], of: "camera")
        } catch {
            try promiseHarmless(error.description)
            try promise(
                FileManager.default.contents(atPath: path) == Data(bytes),
                "a file that is no settings is changed")
            return
        }
        let after = try file.controls()
        try promise(after["camera"]?.contains(wish) == true, "what was kept is gone")
        for (camera, settings) in before where camera != "camera" {
            try promise(after[camera] == settings, "another camera's settings are changed")
        }
    }
}
