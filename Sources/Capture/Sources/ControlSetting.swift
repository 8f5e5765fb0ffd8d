/// A wish for a control, by the name that it has on command lines.
public struct ControlSetting: Sendable, Hashable, Codable {
    /// The control's ``CameraControl/key``.
    public var key: String
    /// The value, in one of the forms that ``CameraControl/value(for:)`` takes.
    public var value: ControlValue

    /// Describes a wish.
    ///
    /// - Parameters:
    ///   - key: The control's ``CameraControl/key``.
    ///   - value: The value.
    public init(key: String, value: ControlValue) {
        self.key = key
        self.value = value
    }

    /// Reads `brightness=128`; nil for a text without a name or without `=`.
    public init?(parsing text: String) {
        guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
        key = String(text[..<sign])
        value = .text(String(text[text.index(after: sign)...]))
    }
}

/// Wishes for the controls of cameras, which hold whenever one of them is opened: at first, and after it was lost.
public struct ControlSettings: Sendable, Hashable {
    /// The wishes for every camera; a later one counts, and so does one here more than one in ``cameras``.
    public var all: [ControlSetting]
    /// The wishes for single cameras, by their ``Camera/id``.
    public var cameras: [String: [ControlSetting]]

    /// Describes wishes; by default there are none.
    public init(all: [ControlSetting] = [], cameras: [String: [ControlSetting]] = [:]) {
        self.all = all
        self.cameras = cameras
    }

    /// Adds wishes for a camera, which take the place of earlier ones for the same controls.
    public mutating func add(_ settings: [ControlSetting], of camera: String) {
        let keys = Set(settings.map(\.key))
        cameras[camera, default: []].removeAll { keys.contains($0.key) }
        cameras[camera, default: []] += settings
    }

    /// True when there are no wishes.
    public var isEmpty: Bool { all.isEmpty && cameras.isEmpty }
}
