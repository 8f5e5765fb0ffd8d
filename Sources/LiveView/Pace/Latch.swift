/// The moment at which the newest frame is taken of a camera that is faster than the display.
public enum Latch: String, CaseIterable, Sendable {
    /// The last moment before the compositor takes a picture.
    case late
    /// The moment when the compositor takes another picture.
    case early
}
