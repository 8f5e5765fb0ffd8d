/// A camera that is plugged in, by the facts that tell it from others.
public struct CameraIdentity: Sendable, Hashable {
    /// The identity that stays when the camera is unplugged and plugged in again: its name in `/dev/v4l/by-id`, if it has a serial number
    /// of its own, else that in `/dev/v4l/by-path`, else the bus it is on.
    ///
    /// A serial number that another device of its maker and product had beside it is none, from then on (``CameraList/sharedSerials``).
    public let id: String
    /// The name that the driver gives it.
    public let name: String
    /// The device node now, for example `/dev/video0`.
    public let path: String
    /// The place where it is plugged in, in the driver's words.
    public let busInfo: String

    /// Describes a camera.
    ///
    /// - Parameters:
    ///   - id: The identity that stays.
    ///   - name: The name that the driver gives it.
    ///   - path: The device node now.
    ///   - busInfo: The place where it is plugged in.
    public init(id: String, name: String, path: String, busInfo: String) {
        self.id = id
        self.name = name
        self.path = path
        self.busInfo = busInfo
    }
}
