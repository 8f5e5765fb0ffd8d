internal import Frames

/// A way for a frame's samples into memory that the GPU reads.
///
/// Each is one file; ``FrameRoutes`` has them in order, best first.
protocol FrameRoute: AnyObject {
    /// The route's name in reports.
    var name: String { get }
    /// Why this route is a good one where no other took the frame, for reports.
    var reason: String { get }

    /// Takes a frame, or says why not.
    ///
    /// Called for every frame on the route that took the one before: such a call allocates nothing.
    ///
    /// - Parameters:
    ///   - frame: Uncompressed; its planes lie within its memories.
    ///   - picture: What it holds; not too large for the device.
    /// - Returns: Where the samples are, or why not.
    /// - Throws: When no other route could do better: the device failed.
    func load(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer
}

/// What a route says to a frame.
enum RouteAnswer {
    /// It has copied or decoded it, and where the samples are now.
    case copied(Picture, CurrentPicture.Samples)
    /// It reads the frame's own memory, which must be kept.
    case imported(Picture, CurrentPicture.Samples)
    /// It cannot take it, and why.
    case refused(String)
}
