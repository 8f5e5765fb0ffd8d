/// When the newest frame is taken of a camera that is faster than the display.
enum Latch: String, CaseIterable {
    /// At the last moment before the compositor takes a picture.
    case late
    /// As soon as the compositor takes another picture.
    case early
}
