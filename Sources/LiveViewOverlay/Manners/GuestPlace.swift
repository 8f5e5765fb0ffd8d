internal import Overlay

/// The place of a guest on the picture.
enum GuestPlace: Hashable {
    /// The full width along the top edge.
    case header
    /// The middle of the bottom edge, at a distance.
    case bar
    /// In the middle, above the bar.
    case notice
    /// The middle of the picture.
    case center
    /// The leading corner at the top.
    case mark
    /// The middle of the top edge.
    case top
    /// The trailing side, between header and bar.
    case panel
    /// Above a place on the window, or below it, never over it.
    case beside(Area)
    /// With a corner, or a side, beside the pointer at a place on the window.
    case pointer(x: Double, y: Double)

    /// The place beside a control of a guest; beside those of header and bar all stands at one height.
    ///
    /// - Parameters:
    ///   - control: The control's rectangle on the guest.
    ///   - guest: The guest's name.
    ///   - area: The guest's rectangle on the window.
    /// - Returns: The place.
    static func beside(_ control: Area, of guest: String, at area: Area) -> GuestPlace {
        let isBar = guest == "header" || guest == "bar"
        return .beside(
            Area(
                x: area.x + control.x, y: area.y + (isBar ? 0 : control.y), width: control.width,
                height: isBar ? area.height : control.height))
    }
}

/// A guest that shall be shown: its name, its place, and what is in it.
struct GuestPart {
    var name: String
    var place: GuestPlace
    var element: Element
}
