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
    /// The menu, and the place that it belongs to.
    var menu: (element: Element, anchor: Area)?
    /// The tooltip, and the place that it belongs to.
    var tooltip: (element: Element, anchor: Area)?

    /// The header's words and buttons.
    struct Header {
        var title: String
        var detail: String?
        var isMaximized = false
        var buttons = ButtonLayout()
    }

    /// The guests' names from below: those behind lie over those before them.
    static let order = [
        "header", "bar", "state", "center", "notice", "panel", "mark", "menu", "tooltip",
    ]

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
            if let state { add("state", state.place.guest, state.element("state")) }
            if let center { add("center", .center, center) }
            if let notice { add("notice", .notice, notice.element("notice")) }
            if let panel { add("panel", .panel, panel) }
        }
        if !marks.isEmpty { add("mark", .mark, .box("marks", Box(.row), marks)) }
        if layout.isLargeEnough {
            if let menu { add("menu", .beside(menu.anchor), menu.element) }
            if let tooltip { add("tooltip", .beside(tooltip.anchor), tooltip.element) }
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
        return .header(title: title, detail: detail, isMaximized: isMaximized, layout: layout)
    }
}

extension ButtonLayout {
    /// The buttons for which a compositor has acts.
    ///
    /// - Parameters:
    ///   - capabilities: The acts of the compositor.
    ///   - isFullscreen: True in full screen, where the button of the size is another one.
    /// - Returns: The buttons, on their sides.
    func possible(_ capabilities: WindowCapabilities, _ isFullscreen: Bool) -> ButtonLayout {
        func kept(_ side: [WindowButton]) -> [WindowButton] {
            side.filter { button in
                switch button {
                case .minimize: capabilities.contains(.minimize)
                case .maximize: capabilities.contains(.maximize) || isFullscreen
                case .close: true
                }
            }
        }
        return ButtonLayout(leading: kept(leading), trailing: kept(trailing))
    }
}
