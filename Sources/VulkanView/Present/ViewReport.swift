/// What a view is made of and how it does, for statistics and logs.
public struct ViewReport: Hashable, Sendable {
    /// The driver's name for the device.
    public var device: String
    /// The presentation mode.
    public var presentationMode: PresentationMode
    /// Why it is this mode.
    public var presentationReason: String
    /// The way of frames into textures; nil before the first frame.
    public var importRoute: String?
    /// Why it is this way.
    public var importReason: String?
    /// How many times the window's images were made anew.
    public var swapchainRebuilds: Int
    /// Vulkan objects made on the device until now; a steady stream adds none.
    public var createdObjects: Int
    /// By what pictures are drawn.
    public var path: DrawPath
    /// Why it is this path.
    public var pathReason: String
}

/// What became of a draw.
public enum DrawOutcome: Hashable, Sendable {
    /// The picture is on its way to the compositor; the surface was committed.
    case presented
    /// The compositor holds all images, or the surface has just changed; try again soon.
    ///
    /// Nothing was committed. When `willPresent` was called, what it requested comes with the next commit.
    case notReady
}
