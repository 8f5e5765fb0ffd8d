internal import Filters
internal import Frames
internal import Movies
internal import VulkanCore

/// The render loop's part of recordings: gives a movie the frames, or the pictures that filters have made of them.
///
/// Confined to the render thread.
struct FrameRecorder {
    /// The movie that the pictures are recorded into; nil for none.
    var movie: MovieWriter?

    /// Records a frame as it is, where no filters make another picture of it.
    func record(_ frame: Frame, unless filters: FilterStage) {
        if !filters.isActive { movie?.append(frame) }
    }

    /// Records the pictures that the filters have made since the last time.
    func recordResults(of filters: FilterStage) throws(VulkanError) {
        guard let movie else { return }
        try unsafe filters.deliver { pixels, size, moment in
            unsafe movie.append(rgba: pixels, size: size, stride: size.width * 4, isBGRA: true, at: moment)
        }
    }
}
