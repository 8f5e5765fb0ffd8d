internal import Frames

/// The route that leaves a frame where it is, for a drawing by the processor.
final class InPlaceRoute: FrameRoute {
    let name = "in place"
    let reason = "the processor draws, and it sees the camera's memory"

    func load(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer {
        .imported(picture, .memory)
    }
}
