/// The meaning of gestures on a window's picture: what the library does with them, and what it leaves to the program.
///
/// Whatever it is, the edges of the picture resize the window, but where a part of it has something (``Subsurface/ownsEdge``), and a secondary click while Alt is held opens the window's menu.
public struct GesturePolicy: Sendable, Hashable {
    /// True when a drag moves the window, in full screen nothing; else it is told by ``WindowEvent/dragBegan(_:)`` and those that follow.
    public var dragsMoveWindow = true
    /// True when a double click goes into and out of full screen; else it is told by ``WindowEvent/doubleClicked(_:)``.
    public var doubleClickTogglesFullscreen = true
    /// True when a secondary click opens the window's menu; else it is told by ``WindowEvent/secondaryClicked(_:)``.
    public var secondaryClickShowsMenu = true
    /// True when two fingers are told by ``WindowEvent/pinched(_:)``; else a second finger on a touch screen means nothing.
    public var pinchesAreTold = false

    /// Makes the policy of a program that cares for nothing: everything acts on the window.
    public init() {}
}
