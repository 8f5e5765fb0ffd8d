/// The side of a device on which a camera is (`V4L2_CID_CAMERA_ORIENTATION`).
public enum CameraPosition: String, Sendable, Hashable, Codable, CaseIterable {
    /// It looks at the user.
    case front
    /// It looks away from the user.
    case back
    /// It is no part of the device, and can be moved.
    case external
}
