internal import Frames

/// A way for a frame's samples into memory that the GPU reads.
///
/// Each is one file; ``FrameRoutes`` has them in order, best first.
protocol FrameRoute: AnyObject {
    /// The route's name in reports.
    var name: String { get }
    /// The advantage of this route where no other took the frame, for reports.
    var reason: String { get }

    /// Gives the reason against reading a source's memory in place, from what is known about it; nil when there is none.
    ///
    /// Asked when a stream begins, and again when its frames are others.
    func refusal(of frame: Frame) -> String?

    /// Gives the words for reading a source's memory in place that a test has proven to be right; nil where none was needed.
    func proof(of frame: Frame) -> String?

    /// Notes that the device has not read what the processor sees: the route then gives another answer to such frames, or refuses
    /// them.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - samples: The answer's samples.
    ///   - words: The difference, in words.
    func distrust(_ frame: Frame, _ samples: CurrentPicture.Samples, _ words: String)

    /// Takes a frame, or refuses it with a reason.
    ///
    /// Called for every frame on the route that took the one before: such a call allocates nothing.
    ///
    /// - Parameters:
    ///   - frame: An uncompressed frame, whose planes lie within its memories.
    ///   - picture: The frame's shape and colours; not too large for the device.
    /// - Returns: The place of the samples, or the refusal.
    /// - Throws: The device's failure, where no other route could do better.
    func load(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer
}

/// The answers of routes that read nothing in place.
extension FrameRoute {
    func refusal(of frame: Frame) -> String? { nil }
    func proof(of frame: Frame) -> String? { nil }
    func distrust(_ frame: Frame, _ samples: CurrentPicture.Samples, _ words: String) {}
}

/// A route's answer to a frame.
enum RouteAnswer {
    /// The route has copied the samples; the picture, and their place now.
    case copied(Picture, CurrentPicture.Samples)
    /// The route reads the frame's own memory, which must be kept.
    case imported(Picture, CurrentPicture.Samples)
    /// The route cannot take the frame; the reason.
    case refused(String)
}
