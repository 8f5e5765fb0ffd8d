internal import Frames

/// Leaves a frame where it is: the processor draws from it.
final class InPlaceRoute: FrameRoute {
    let name = "in place"
    let reason = "the processor draws, and it sees the camera's memory"

    func load(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer {
        .imported(picture, .memory)
    }
}
