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

    /// Reads a desktop's words (`org.gnome.desktop.wm.preferences`, `button-layout`), such as `appmenu:minimize,close`.
    ///
    /// Words that are not known are passed over; each button counts once.
    ///
    /// - Parameter words: The words, with a colon between the sides.
    public init(parsing words: String) {
        var seen: Set<WindowButton> = []
        let sides = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { side in
                side.split(separator: ",").compactMap { word -> WindowButton? in
                    guard let button = WindowButton(rawValue: word.filter { $0 != " " }),
                        seen.insert(button).inserted
                    else { return nil }
                    return button
                }
            }
        self.init(leading: sides.first ?? [], trailing: sides.count > 1 ? sides[1] : [])
    }
}
