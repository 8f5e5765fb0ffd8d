/// The facts that sway tells about one window (GET_TREE in sway-ipc(7)).
package struct SwayWindow: Equatable, Sendable {
    /// The window's number in sway.
    package var identifier: Int
    /// The process that the window belongs to.
    package var process: Int32
    /// The xdg_toplevel's app_id; empty when it has none.
    package var application: String
    /// The xdg_toplevel's title.
    package var title: String
    /// The place where the window's content shall be, in logical pixels of the output.
    package var content: PixelRectangle
    /// True when it has the keyboard.
    package var isFocused: Bool
    /// True when it is on the visible workspace.
    package var isVisible: Bool
    /// True when it fills the output.
    package var isFullscreen: Bool
    /// True when it has a place of its own instead of one in the tiling.
    package var isFloating: Bool
}

/// One node of sway's tree, as JSON has it.
struct SwayNode: Decodable {
    struct Rectangle: Decodable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    enum CodingKeys: String, CodingKey {
        case id, pid, name, type, rect, focused, visible, nodes
        case appID = "app_id"
        case windowRect = "window_rect"
        case fullscreenMode = "fullscreen_mode"
        case floatingNodes = "floating_nodes"
    }

    var id: Int
    var pid: Int32?
    var name: String?
    var type: String
    var appID: String?
    var rect: Rectangle
    var windowRect: Rectangle
    var focused: Bool
    var visible: Bool?
    var fullscreenMode: Int?
    var nodes: [SwayNode]
    var floatingNodes: [SwayNode]

    /// Every window below this node.
    var windows: [SwayWindow] { (window.map { [$0] } ?? []) + (nodes + floatingNodes).flatMap(\.windows) }

    private var window: SwayWindow? {
        guard let pid else { return nil }
        return SwayWindow(
            identifier: id, process: pid, application: appID ?? "", title: name ?? "",
            content: PixelRectangle(
                x: rect.x + windowRect.x, y: rect.y + windowRect.y, width: windowRect.width,
                height: windowRect.height),
            isFocused: focused, isVisible: visible ?? false, isFullscreen: fullscreenMode ?? 0 != 0,
            isFloating: type == "floating_con")
    }
}
