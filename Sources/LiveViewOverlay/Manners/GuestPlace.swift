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

/// The rectangles of guests in a window: a pure function of its size and theirs.
struct GuestLayout {
    /// The window's size in logical units.
    var width: Double
    var height: Double
    /// The height of the header; 0 where there is none.
    var header: Double
    var measures: Measures
    var isRightToLeft: Bool

    /// The smallest window that has more than a recording's mark.
    static let smallest = (width: 200.0, height: 150.0)
    /// The smallest window that has all of the bar.
    static let small = (width: 360.0, height: 240.0)
    /// The window's width below which a panel takes all of it.
    private static let narrow = 480.0

    /// The room that a guest may take.
    ///
    /// - Parameter place: The place in the window.
    /// - Returns: Width and height.
    func room(_ place: GuestPlace) -> (width: Double, height: Double) {
        let margin = measures.margin
        return switch place {
        case .header: (width, measures.header)
        case .bar: (max(1, width - 2 * margin), measures.bar)
        case .notice: (max(1, min(measures.toast, width - 2 * margin)), max(1, free))
        case .center: (max(1, min(measures.toast, width - 2 * margin)), max(1, height - header - 2 * margin))
        case .mark, .top: (max(1, width - 2 * margin), measures.target)
        case .panel: (width < Self.narrow ? width : measures.panel, max(1, free))
        case .beside: (max(1, min(measures.panel, width - 2 * margin)), max(1, height - 2 * margin))
        }
    }

    /// The height between header and bar.
    private var free: Double { height - header - measures.bar - 3 * measures.margin }

    /// The rectangle of a guest.
    ///
    /// - Parameters:
    ///   - place: The place in the window.
    ///   - size: The size, within the room of that place.
    /// - Returns: The rectangle, on whole units.
    func area(_ place: GuestPlace, _ size: (width: Double, height: Double)) -> Area {
        let margin = measures.margin
        let middle = ((width - size.width) / 2).rounded(.down)
        let trailing = isRightToLeft ? 0 : width - size.width
        let (x, y): (Double, Double) =
            switch place {
            case .header: (0, 0)
            case .bar: (middle, height - margin - measures.bar)
            case .notice: (middle, height - 2 * margin - measures.bar - size.height)
            case .center: (middle, header + ((height - header - size.height) / 2).rounded(.down))
            case .mark:
                (isRightToLeft ? width - margin - size.width : margin, header + margin)
            case .top: (middle, header + margin)
            case .panel: (trailing, header + margin / 2)
            case .beside(let anchor):
                (
                    min(
                        max(margin, (anchor.x + (anchor.width - size.width) / 2).rounded(.down)),
                        max(margin, width - margin - size.width)),
                    anchor.y - size.height - 8 >= margin
                        ? anchor.y - size.height - 8
                        : min(anchor.y + anchor.height + 8, max(margin, height - margin - size.height))
                )
            }
        return Area(x: x, y: max(0, y), width: size.width, height: size.height)
    }
}
