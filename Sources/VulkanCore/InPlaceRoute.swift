internal import Frames

/// Leaves a frame where it is: the processor draws from it.
final class InPlaceRoute: FrameRoute {
    let name = "in place"
    let reason = "the processor draws, and it sees the camera's memory"
    private let limit: Int

    /// - Parameter limit: The largest side of a picture.
    init(limit: Int) { self.limit = limit }

    func load(_ frame: Frame) throws(FrameError) -> RouteAnswer {
        guard let picture = Picture(frame) else {
            return .refused("\(frame.layout.format.name) is compressed")
        }
        try frame.checkCompleteness()
        try picture.checkSize(limit: limit)
        return .imported(picture, .memory)
    }
}
