/// The buttons of a window's header, and the sides on which they stand.
public struct ButtonLayout: Sendable, Hashable {
    /// A button of a window's header.
    public enum WindowButton: String, Sendable, Hashable, CaseIterable {
        /// Minimises the window.
        case minimize
        /// Maximises the window, or gives it its former size.
        case maximize
        /// Closes the window.
        case close
    }

    /// The buttons at the side where lines of text begin.
    public var leading: [WindowButton]
    /// The buttons at the side where lines of text end.
    public var trailing: [WindowButton]

    /// Describes a layout.
    ///
    /// - Parameters:
    ///   - leading: The buttons at the side where lines of text begin.
    ///   - trailing: The buttons at the side where lines of text end.
    public init(
        leading: [WindowButton] = [], trailing: [WindowButton] = [.minimize, .maximize, .close]
    ) {
        (self.leading, self.trailing) = (leading, trailing)
    }
}
