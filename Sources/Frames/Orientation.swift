/// A turn by quarters, clockwise, that brings a picture upright.
public enum Rotation: Int, CaseIterable, Sendable, Codable {
    /// Not turned.
    case none = 0
    /// 90° clockwise.
    case clockwise90 = 90
    /// Upside down.
    case half = 180
    /// 270° clockwise.
    case clockwise270 = 270

    /// True when the turn exchanges width and height.
    public var swapsSides: Bool { self == .clockwise90 || self == .clockwise270 }

    /// The turn that takes this one back.
    public var opposite: Rotation { Rotation(rawValue: (360 - rawValue) % 360) ?? .none }

    /// Adds two turns: the first, then the second.
    public static func + (first: Rotation, second: Rotation) -> Rotation {
        Rotation(rawValue: (first.rawValue + second.rawValue) % 360) ?? .none
    }
}
