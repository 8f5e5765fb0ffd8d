/// The party that draws a window's title bar and borders.
public enum WindowDecoration: Sendable, Hashable {
    /// The compositor draws them around the picture (xdg-decoration, `server_side`).
    case compositor
    /// Nobody does: the picture is all there is of the window.
    case none
}

/// The acts that a compositor can do with a window (`xdg_toplevel.wm_capabilities`).
public struct WindowCapabilities: OptionSet, Hashable, Sendable {
    /// The bits, one for each act.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It has a menu for windows.
    public static let windowMenu = WindowCapabilities(rawValue: 1)
    /// It maximises windows.
    public static let maximize = WindowCapabilities(rawValue: 2)
    /// It shows windows in full screen.
    public static let fullscreen = WindowCapabilities(rawValue: 4)
    /// It minimises windows.
    public static let minimize = WindowCapabilities(rawValue: 8)
    /// Everything, as is assumed where a compositor does not say (before version 5 of xdg-shell).
    public static let all: WindowCapabilities = [.windowMenu, .maximize, .fullscreen, .minimize]

    /// Reads the protocol's array; numbers that it does not know are passed over.
    init(_ words: [UInt32]) {
        self = words.reduce(into: []) { set, word in
            switch XdgToplevel.WmCapabilities(rawValue: word) {
            case .windowMenu: set.insert(.windowMenu)
            case .maximize: set.insert(.maximize)
            case .fullscreen: set.insert(.fullscreen)
            case .minimize: set.insert(.minimize)
            default: break
            }
        }
    }
}

/// An edge or a corner of a window, by which it is resized.
public enum WindowEdge: Sendable, Hashable, CaseIterable {
    /// The top edge.
    case top
    /// The bottom edge.
    case bottom
    /// The left edge.
    case left
    /// The right edge.
    case right
    /// The corner at the top left.
    case topLeft
    /// The corner at the top right.
    case topRight
    /// The corner at the bottom left.
    case bottomLeft
    /// The corner at the bottom right.
    case bottomRight

    /// The number in `xdg_toplevel.resize`.
    var wire: XdgToplevel.ResizeEdge {
        switch self {
        case .top: .top
        case .bottom: .bottom
        case .left: .left
        case .right: .right
        case .topLeft: .topLeft
        case .topRight: .topRight
        case .bottomLeft: .bottomLeft
        case .bottomRight: .bottomRight
        }
    }
}
