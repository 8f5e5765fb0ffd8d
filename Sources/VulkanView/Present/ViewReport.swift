/// The facts of a view for statistics and logs.
public struct ViewReport: Hashable, Sendable {
    /// The driver's name for the device.
    public var device: String
    /// The device's ``VulkanCore/PhysicalDevice/identity``.
    ///
    /// It may be that of the very board, so it is not for reports that people send.
    public var deviceIdentity: String
    /// The reason for this device.
    public var deviceReason: String
    /// The presentation mode.
    public var presentationMode: PresentationMode
    /// The reason for this mode.
    public var presentationReason: String
    /// The number of frame callbacks that have not come for a second while the window seemed to be seen, by modes that were used.
    public var missedCallbacks: [PresentationMode: Int] = [:]
    /// The route of frames to the device; nil before the first frame.
    public var importRoute: String?
    /// The reason for this route; nil before the first frame.
    public var importReason: String?
    /// The number of times that the window's images were made again.
    public var swapchainRebuilds: Int
    /// The number of Vulkan objects made on the device until now; a steady stream adds none.
    public var createdObjects: Int
    /// The path by which pictures are drawn.
    public var path: DrawPath
    /// The reason for this path.
    public var pathReason: String
}

/// The fate of a draw.
public enum DrawOutcome: Hashable, Sendable {
    /// The picture is on its way to the compositor; the surface was committed.
    case presented
    /// The compositor holds all images, or the surface has just changed; try again soon.
    ///
    /// Nothing was committed. When `willPresent` was called, what it requested comes with the next commit.
    case notReady
}
