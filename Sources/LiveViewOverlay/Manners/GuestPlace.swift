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
    /// Beside a place on the window, as near as there is room.
    case beside(Area)
}

/// A guest that shall be shown: its name, its place, and what is in it.
struct GuestPart {
    var name: String
    var place: GuestPlace
    var element: Element
}
