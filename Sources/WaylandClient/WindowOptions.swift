/// The way a window is to appear.
public struct WindowOptions: Sendable {
    /// The least size of a window whose program asks for none.
    public static let usualMinimumSize = SurfaceSize(width: 160, height: 120)

    /// The text in the title bar.
    public var title: String
    /// The name of the .desktop file without its ending; the desktop finds icon and name by it.
    public var applicationID: String
    /// The first size, in logical units; the compositor may choose another one.
    ///
    /// Nil while it is not known: ``Window/chooseInitialSize(_:)`` tells it later, and where the compositor leaves the
    /// size to us, the window counts as configured only then.
    public var initialSize: SurfaceSize?
    /// The smallest size that the compositor gives the window, in logical units.
    public var minimumSize = WindowOptions.usualMinimumSize
    /// True when the window first appears in full screen.
    public var isFullscreen = false
    /// True when the window first appears maximised; only one that is made anew does.
    var isMaximized = false
    /// True when the compositor is asked to draw title bar and borders; false for a picture without.
    public var wantsDecoration = true
    /// The launcher's word that the window may take the focus.
    ///
    /// Nil for the one in the connection's environment. A program keeps that from its children by ``LinuxIO/UserEnvironment/takeActivationToken()``.
    public var activationToken: String?

    /// Makes options with a minimum size of 160×120, not in full screen.
    ///
    /// - Parameters:
    ///   - title: The text in the title bar.
    ///   - applicationID: The name of the .desktop file without its ending.
    ///   - initialSize: The first size, in logical units; nil while it is not known.
    public init(title: String, applicationID: String, initialSize: SurfaceSize?) {
        self.title = title
        self.applicationID = applicationID
        self.initialSize = initialSize
    }
}
