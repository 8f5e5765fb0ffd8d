internal import Capture
internal import Frames
internal import VulkanView

/// A value for the file of settings, and its place there.
struct SettingsChange: Sendable, Equatable {
    /// The names that lead to it.
    let path: [String]
    /// The value; nil takes it away.
    let value: JSONValue?
    /// The id under which the settings of a camera were; nil where they stay.
    private(set) var formerID: String?

    /// The name of the list of the cameras' ids, the one that was changed last at the end.
    private static let order = "cameraOrder"

    private init(_ path: [String], _ value: JSONValue?) { (self.path, self.value) = (path, value) }

    private init(of camera: String, _ name: String, _ value: JSONValue?) {
        self.init(["cameras", camera, name], value)
    }

    /// The camera that the user chose.
    static func lastCamera(_ camera: UserSettings.ChosenCamera) -> SettingsChange {
        SettingsChange(
            ["lastCamera"], .object(["id": .text(camera.id), "name": .text(camera.name)]))
    }

    /// The window's size.
    static func windowSize(_ size: PixelSize) -> SettingsChange {
        SettingsChange(
            ["window"],
            .object(["width": .integer(Int64(size.width)), "height": .integer(Int64(size.height))]))
    }

    /// The folder for pictures or videos; nil for the desktop's.
    static func folder(_ path: String?, of kind: UserFolders.Kind) -> SettingsChange {
        SettingsChange(["folders", kind.rawValue], path.map { .text($0) })
    }

    /// The seconds from the press of the shutter to the photograph.
    static func timer(_ seconds: Int) -> SettingsChange {
        SettingsChange(["timer"], seconds == 0 ? nil : .integer(Int64(seconds)))
    }

    /// True where recordings have sound.
    static func sound(_ isRecorded: Bool) -> SettingsChange {
        SettingsChange(["sound"], isRecorded ? .boolean(true) : nil)
    }

    /// A chain of filters under a name; nil takes it away.
    static func chain(_ filters: [String]?, named name: String) -> SettingsChange {
        SettingsChange(["chains", name], filters.map { .list($0.map { .text($0) }) })
    }

    /// The id of a camera that had another one, and keeps its settings.
    static func id(_ id: String, of camera: String) -> SettingsChange {
        var change = SettingsChange(["cameras", id], nil)
        change.formerID = camera
        return change
    }

    /// The serial numbers that are no cameras' own.
    static func sharedSerials(_ serials: Set<String>) -> SettingsChange {
        SettingsChange(["sharedSerials"], .list(serials.sorted().map { .text($0) }))
    }

    static func control(_ setting: ControlSetting, of camera: String) -> SettingsChange {
        SettingsChange(["cameras", camera, "controls", setting.key], JSONValue(setting.value))
    }

    static func noControls(of camera: String) -> SettingsChange {
        SettingsChange(of: camera, "controls", nil)
    }

    static func mirror(_ isMirrored: Bool, of camera: String) -> SettingsChange {
        SettingsChange(of: camera, "mirror", .boolean(isMirrored))
    }

    static func rotation(_ rotation: Rotation, of camera: String) -> SettingsChange {
        SettingsChange(of: camera, "rotate", .integer(Int64(rotation.rawValue)))
    }

    static func fillMode(_ mode: FillMode, of camera: String) -> SettingsChange {
        SettingsChange(of: camera, "fill", .text(mode.rawValue))
    }

    /// The mode that the user chose; one without wishes is the camera's own.
    static func mode(_ mode: ModeRequest, of camera: String) -> SettingsChange {
        let members = [
            "size": mode.size?.description, "rate": mode.rate?.description,
            "format": mode.format?.description,
        ].compactMapValues { $0.map(JSONValue.text) }
        return SettingsChange(of: camera, "mode", members.isEmpty ? nil : .object(members))
    }

    static func color(_ wish: ColorWish, of camera: String) -> SettingsChange {
        SettingsChange(of: camera, "color", wish.name.map(JSONValue.text))
    }

    static func filters(_ filters: [String], of camera: String) -> SettingsChange {
        SettingsChange(of: camera, "filters", filters.isEmpty ? nil : .list(filters.map { .text($0) }))
    }

    /// Makes the change; an object that is empty then goes, too.
    func apply(to content: inout [String: JSONValue]) {
        if let formerID, let id = path.last { return Self.move(formerID, to: id, in: &content) }
        Self.set(value, at: path[...], in: &content)
        guard path[0] == "cameras", value != nil else { return }
        let others = (content[Self.order]?.texts ?? []).filter { $0 != path[1] }
        content[Self.order] = .list((others + [path[1]]).map { .text($0) })
    }

    private static func move(_ former: String, to id: String, in content: inout [String: JSONValue]) {
        if content["lastCamera"]?.members?["id"] == .text(former) {
            set(.text(id), at: ["lastCamera", "id"], in: &content)
        }
        guard let settings = content["cameras"]?.members?[former] else { return }
        set(nil, at: ["cameras", former], in: &content)
        set(settings, at: ["cameras", id], in: &content)
        guard let order = content[Self.order]?.texts else { return }
        content[Self.order] = .list(order.map { .text($0 == former ? id : $0) })
    }

    /// Takes out the camera that was changed longest ago.
    ///
    /// - Returns: The rest; nil for a content with one camera or none.
    static func withoutOldestCamera(_ content: [String: JSONValue]) -> [String: JSONValue]? {
        guard var cameras = content["cameras"]?.members, cameras.count > 1 else { return nil }
        var order = content[Self.order]?.texts ?? []
        let oldest = cameras.keys.sorted().first { !order.contains($0) } ?? order.first { cameras[$0] != nil }
        guard let oldest else { return nil }
        cameras[oldest] = nil
        order.removeAll { cameras[$0] == nil }
        return content.merging([
            "cameras": .object(cameras), Self.order: .list(order.map { .text($0) }),
        ]) { $1 }
    }

    private static func set(
        _ value: JSONValue?, at path: ArraySlice<String>, in members: inout [String: JSONValue]
    ) {
        guard let name = path.first else { return }
        guard path.count > 1 else {
            members[name] = value
            return
        }
        var inner = members[name]?.members ?? [:]
        set(value, at: path.dropFirst(), in: &inner)
        members[name] = inner.isEmpty ? nil : .object(inner)
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
