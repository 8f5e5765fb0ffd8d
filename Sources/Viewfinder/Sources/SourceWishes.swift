internal import Capture
internal import Frames

/// The wishes for a source that need it to be opened anew.
struct SourceWishes: Equatable, Sendable {
    /// The mode; all of it is left to the camera by default.
    var mode = ModeRequest()
    var color = ColorWish()
    /// The parts of the mode that are wished for because the command line says so, and not because a person chose them.
    var given = ModeRequest()
    /// The facts of colours that are wished for because the command line says so.
    var givenColor = ColorWish()

    /// The mode that is kept: what a person chose of it.
    var keptMode: ModeRequest {
        ModeRequest(
            size: mode.size == given.size ? nil : mode.size, rate: mode.rate == given.rate ? nil : mode.rate,
            format: mode.format == given.format ? nil : mode.format)
    }

    /// The facts of colours that are kept: what a person chose of them.
    var keptColor: ColorWish { color.beyond(givenColor) }

    /// Takes note that a person has changed the mode: what is another one now is not the command line's any more.
    mutating func chosen(insteadOf before: ModeRequest) {
        if mode.size != before.size { given.size = nil }
        if mode.rate != before.rate { given.rate = nil }
        if mode.format != before.format { given.format = nil }
    }

    /// The wishes as they hold later: what could be had once may have less room on its bus then, and something near it will do.
    var lasting: SourceWishes {
        var wishes = self
        wishes.mode.isStrict = false
        return wishes
    }
}
