internal import Overlay
internal import WaylandClient

/// All that may stand over the picture at a moment, as a plain value: what of it is shown follows from the window's size.
struct OverlayContent {
    /// The header; nil where there is none, or it is hidden.
    var header: Header?
    /// The bar's buttons; none while it is hidden.
    var bar: [Element] = []
    /// The words that stay.
    var state: OverlayNotice?
    /// The words that pass.
    var notice: OverlayNotice?
    /// The element in the middle of the picture.
    var center: Element?
    /// The marks at the beginning of the top edge.
    var marks: [Element] = []
    /// The panel at the side.
    var panel: Element?
    /// The menu, and its place.
    var menu: (element: Element, place: GuestPlace)?
    /// The tooltip, and its place.
    var tooltip: (element: Element, place: GuestPlace)?

    /// The header's words and buttons.
    struct Header {
        var title: String
        var detail: String?
        var isMaximized = false
        var isFullscreen = false
        var buttons = ButtonLayout()
    }

    /// The guests' names from below: those behind lie over those before them.
    static let order = [
        "header", "bar", "state", "center", "notice", "panel", "mark", "menu", "tooltip",
    ]

    /// The name of the guest that is seen at a place on the window, but for tooltips; nil where the picture is.
    ///
    /// - Parameters:
    ///   - x: The distance from the left edge.
    ///   - y: The distance from the top edge.
    ///   - areas: The rectangles of those that are shown.
    /// - Returns: The name.
    static func foremost(at x: Double, _ y: Double, in areas: [String: Area]) -> String? {
        order.last { $0 != "tooltip" && areas[$0]?.contains(x, y) == true }
    }

    /// The guests that a window has room for.
    ///
    /// - Parameter layout: The window.
    /// - Returns: The guests, from below.
    func parts(in layout: GuestLayout) -> [GuestPart] {
        var parts: [GuestPart] = []
        func add(_ name: String, _ place: GuestPlace, _ element: Element) {
            parts.append(GuestPart(name: name, place: place, element: element))
        }
        if layout.isLargeEnough {
            if let header { add("header", .header, header.element(isSmall: layout.isSmall)) }
            let buttons = layout.isSmall ? bar.filter { $0.rank >= 3 } : bar
            if !buttons.isEmpty { add("bar", .bar, .bar("bar", name: "", buttons)) }
            if let state {
                add("state", state.place.guest, state.element("state", isCompact: layout.isSmall))
            }
            if let center { add("center", .center, center) }
            if let notice { add("notice", .notice, notice.element("notice")) }
            if let panel { add("panel", .panel, panel) }
        }
        // In the smallest windows there is that of a recording alone.
        let marks = layout.isLargeEnough ? marks : marks.filter { $0.rank > 0 }
        if let first = marks.first {
            // In small ones what has no room beside the first one is left out, in others it stands below.
            let others = marks.dropFirst().map { $0.with { $0.isWhole = layout.isSmall } }
            add("mark", .mark, .box("marks", Box(.row, wraps: !layout.isSmall), [first] + others))
        }
        if layout.isLargeEnough {
            if let menu { add("menu", menu.place, menu.element) }
            if let tooltip { add("tooltip", tooltip.place, tooltip.element) }
        }
        return parts
    }
}

extension OverlayContent.Header {
    /// The element that shows it; in a small window it has one button, which closes it.
    func element(isSmall: Bool) -> Element {
        func kept(_ side: [ButtonLayout.WindowButton]) -> [ButtonLayout.WindowButton] {
            isSmall ? side.filter { $0 == .close } : side
        }
        let layout = ButtonLayout(leading: kept(buttons.leading), trailing: kept(buttons.trailing))
        return .header(
            title: title, detail: detail, isMaximized: isMaximized, isFullscreen: isFullscreen, layout: layout
        )
    }
}

extension ButtonLayout {
    /// The buttons that do something.
    ///
    /// A window in full screen is not put away, but left first; there the second button leaves it.
    ///
    /// - Parameters:
    ///   - capabilities: The acts that the compositor can do with the window.
    ///   - isFullscreen: True while the window is shown in full screen.
    /// - Returns: The same layout without the others.
    func offered(by capabilities: WindowCapabilities, isFullscreen: Bool) -> ButtonLayout {
        func kept(_ side: [WindowButton]) -> [WindowButton] {
            side.filter { button in
                switch button {
                case .minimize: !isFullscreen && capabilities.contains(.minimize)
                case .maximize: isFullscreen || capabilities.contains(.maximize)
                case .close: true
                }
            }
        }
        return ButtonLayout(leading: kept(leading), trailing: kept(trailing))
    }
}
