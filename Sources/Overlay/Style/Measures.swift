/// The sizes of what is drawn, in logical units on a grid of four.
public struct Measures: Sendable, Hashable {
    /// The height of a window's header.
    public let header: Double
    /// The height of the bar with the shutter.
    public let bar = 56.0
    /// The distance of the bar, and of cards, from the window's edge.
    public let margin = 16.0
    /// The width of a panel.
    public let panel = 320.0
    /// The largest width of a notice.
    public let toast = 480.0
    /// The radius of cards' corners.
    public let cornerRadius = 12.0
    /// The radius of buttons' and rows' corners.
    public let smallRadius = 8.0
    /// The side of an icon.
    public let icon = 20.0
    /// The diameter of the shutter.
    public let shutter = 48.0
    /// The width of the ring around what has the keyboard's focus.
    public let focusRing = 2.0
    /// The side of the smallest target of a pointer, or of a finger.
    public let target: Double
    /// The size of a live thumbnail.
    public var thumbnail: (width: Double, height: Double) { (96, 54) }

    /// Gives the sizes.
    ///
    /// - Parameter isForTouch: True where targets are made for fingers.
    public init(isForTouch: Bool = false) {
        target = isForTouch ? 44 : 40
        header = target
    }
}
