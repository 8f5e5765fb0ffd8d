internal import Capture

/// The wishes for a source that need it to be opened anew.
struct SourceWishes: Equatable, Sendable {
    /// The mode; all of it is left to the camera by default.
    var mode = ModeRequest()
    var color = ColorWish()

    /// The wishes as they hold later: what could be had once may have less room on its bus then, and something near it will do.
    var lasting: SourceWishes {
        var wishes = self
        wishes.mode.isStrict = false
        return wishes
    }
}
