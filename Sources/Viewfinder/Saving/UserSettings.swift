internal import Capture
internal import Frames
internal import LinuxIO
internal import VulkanView

/// The settings that the user wants to find again, as the file has them.
struct UserSettings: Equatable {
    /// A camera that was chosen.
    struct ChosenCamera: Equatable {
        var id: String
        /// The name by which the user knows it.
        var name: String
    }

    /// The camera that the user chose last; nil before the first choice.
    var lastCamera: ChosenCamera?
    /// The window's size in logical units; nil while the user has not changed it.
    var windowSize: PixelSize?
    /// The folders for pictures and videos, absolute paths; without one, the desktop's.
    var folders: [UserFolders.Kind: String] = [:]
    /// True to record sound.
    var recordsSound: Bool?
    /// True to have a header over the picture in the place of the compositor's title bar, false for none anywhere; nil for one where nobody
    /// draws a title bar.
    var showsHeader: Bool?
    /// The seconds from the key to the photograph, from 0 to 60.
    var timer: Int?
    /// The seconds between the photographs of a time lapse, from 1 to 86,400.
    var timeLapse: Int?
    /// The chains of filters that are kept under names, in the order of these.
    var chains: [KeptChain] = []
    /// The serial numbers that are no cameras' own.
    var sharedSerials: Set<String> = []
    /// The settings of cameras by their ids, and those of the test card by ``testCard``.
    var cameras: [String: CameraSettings] = [:]

    /// The test card's name among the cameras.
    static let testCard = "test"
    /// The sizes that a window can have, each way.
    private static let windowSides = 1...16_384
}

/// The settings of one camera; nil is the camera's or the program's own choice.
struct CameraSettings: Equatable {
    var controls: [ControlSetting] = []
    var mode: ModeRequest?
    var color: ColorWish?
    var isMirrored: Bool?
    var rotation: Rotation?
    var fillMode: FillMode?
    /// The filters as a user types them.
    var filters: [String]?
}

/// The reason why a file of settings cannot be understood, in words that follow a colon.
struct SettingsDamage: Error {
    let reason: Message
}

/// An object of the file.
///
/// A value of another type than is expected is damage; a word or a number without a meaning is passed over, as a later version may have
/// written it.
private struct SettingsObject {
    let members: [String: JSONValue]

    init(_ value: JSONValue?, _ name: String) throws(SettingsDamage) {
        guard let value else {
            members = [:]
            return
        }
        guard let members = value.members else { throw SettingsDamage(reason: "\(name) is no object") }
        self.members = members
    }

    init(_ members: [String: JSONValue]) { self.members = members }

    func object(_ key: String) throws(SettingsDamage) -> SettingsObject {
        try SettingsObject(members[key], "'\(key)'")
    }

    func text(_ key: String) throws(SettingsDamage) -> String? {
        try value(key, "'\(key)' is no text") { if case .text(let text) = $0 { text } else { nil } }
    }

    func boolean(_ key: String) throws(SettingsDamage) -> Bool? {
        try value(key, "'\(key)' is neither true nor false") {
            if case .boolean(let isTrue) = $0 { isTrue } else { nil }
        }
    }

    func integer(_ key: String) throws(SettingsDamage) -> Int? {
        try value(key, "'\(key)' is no whole number") {
            if case .integer(let number) = $0 { Int(number) } else { nil }
        }
    }

    func texts(_ key: String) throws(SettingsDamage) -> [String]? {
        try value(key, "'\(key)' is no list of texts", \.texts)
    }

    private func value<Value>(
        _ key: String, _ damage: @autoclosure () -> Message, _ read: (JSONValue) -> Value?
    ) throws(SettingsDamage) -> Value? {
        guard let value = members[key] else { return nil }
        guard let found = read(value) else { throw SettingsDamage(reason: damage()) }
        return found
    }
}

extension UserSettings {
    /// Reads the content of the file.
    ///
    /// - Throws: The reason why it cannot be understood.
    init(_ content: [String: JSONValue]) throws(SettingsDamage) {
        let content = SettingsObject(content)
        let last = try content.object("lastCamera")
        if let id = try last.text("id"), let name = try last.text("name"), !id.isEmpty {
            lastCamera = ChosenCamera(id: id, name: name)
        }
        let window = try content.object("window")
        if let width = try window.integer("width"), let height = try window.integer("height"),
            Self.windowSides.contains(width), Self.windowSides.contains(height)
        {
            windowSize = PixelSize(width: width, height: height)
        }
        let folders = try content.object("folders")
        for kind in UserFolders.Kind.allCases {
            // A path from nowhere in particular would be another one in each start.
            if let path = try folders.text(kind.rawValue), path.hasPrefix("/"), !path.contains("\0") {
                self.folders[kind] = path
            }
        }
        recordsSound = try content.boolean("sound")
        showsHeader = try content.boolean("header")
        timer = try content.integer("timer").flatMap { (0...60).contains($0) ? $0 : nil }
        timeLapse = try content.integer("timeLapse").flatMap { (1...86_400).contains($0) ? $0 : nil }
        chains = try content.object("chains").members.map { name, value in
            KeptChain(name: name, filters: value.texts)
        }.inOrder
        sharedSerials = try Set(content.texts("sharedSerials") ?? [])
        for (id, camera) in try content.object("cameras").members {
            cameras[id] = try CameraSettings(SettingsObject(camera, "a camera"))
        }
    }
}

extension CameraSettings {
    fileprivate init(_ camera: SettingsObject) throws(SettingsDamage) {
        for (key, value) in try camera.object("controls").members {
            guard let value = ControlValue(value) else {
                throw SettingsDamage(reason: "a control is neither number, true, false nor text")
            }
            controls.append(ControlSetting(key: key, value: value))
        }
        controls.sort { $0.key < $1.key }
        let wish = try camera.object("mode")
        let mode = ModeRequest(
            size: try wish.text("size").flatMap { PixelSize($0) },
            rate: try wish.text("rate").flatMap { Rational(frameRate: $0) },
            format: try wish.text("format").flatMap { FourCC(named: $0) })
        if mode != ModeRequest() { self.mode = mode }
        color = try camera.text("color").flatMap { ColorWish(named: $0) }
        isMirrored = try camera.boolean("mirror")
        rotation = try camera.integer("rotate").flatMap { Rotation(rawValue: $0) }
        fillMode = try camera.text("fill").flatMap { FillMode(rawValue: $0) }
        filters = try camera.texts("filters")
    }
}

extension FourCC {
    /// Takes a format's very code, one of its name, or any four characters.
    init?(named text: String) {
        let isCode = text.utf8.count == 4 && text.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
        let format = PixelFormat(named: text)
        let own = [FourCC(text), FourCC(text.uppercased())].first { code in
            format.map { ($0.codes + [$0.separateCode]).contains(code) } == true
        }
        guard let code = own ?? format?.fourCC ?? (isCode ? FourCC(text) : nil) else { return nil }
        self = code
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
