internal import Overlay

/// A window over which guests stand, with the room that a guest may take.
struct GuestLayout {
    /// The window's size in logical units.
    var width: Double
    var height: Double
    var measures: Measures
    var isRightToLeft: Bool
    /// True for a window that can have a header: its place stays free while it is hidden, so that nothing moves when it comes and goes.
    var keepsHeader = false

    /// Measures a guest in the room that it may take.
    typealias Fitting = (_ width: Double, _ height: Double) -> (width: Double, height: Double)

    /// The smallest window that has more than a recording's mark.
    static let smallest = (width: 200.0, height: 150.0)
    /// The smallest window that has all of header and bar.
    static let small = (width: 360.0, height: 240.0)
    /// The window's width below which a panel takes all of it.
    private static let narrow = 480.0

    /// True where header and bar have only what matters most.
    var isSmall: Bool { width < Self.small.width || height < Self.small.height }

    /// True where there is room for more than a recording's mark.
    var isLargeEnough: Bool { width >= Self.smallest.width && height >= Self.smallest.height }

    /// The width of a panel.
    var panelWidth: Double { width < Self.narrow ? width : measures.panel }

    /// The distance of a panel from the window's side, and from what is above it; a panel that is as wide as the window has none at its sides.
    var panelGap: Double { width < Self.narrow ? 0 : measures.margin / 2 }

    /// The width that a panel takes from what stands beside it.
    var panelRoom: Double { panelWidth + panelGap }

    /// The rectangle of the header.
    var header: Area { Area(width: width, height: measures.header) }

    /// The rectangle of the bar.
    ///
    /// - Parameter fitting: Measures it in the room that it may take.
    /// - Returns: The rectangle, on whole units.
    func bar(_ fitting: Fitting) -> Area {
        let margin = measures.margin
        let size = fitting(max(1, width - 2 * margin), measures.bar)
        return Area(
            x: ((width - size.width) / 2).rounded(.down), y: max(0, height - margin - measures.bar),
            width: size.width, height: size.height)
    }

    /// The rectangle of a menu or a tooltip: above a place, or below it where only there is room for all, or more of it.
    ///
    /// - Parameters:
    ///   - anchor: The place on the window, which it never covers.
    ///   - distance: The distance from the place.
    ///   - fitting: Measures it in the room that it may take.
    /// - Returns: The rectangle, on whole units.
    func beside(_ anchor: Area, distance: Double = 8, _ fitting: Fitting) -> Area {
        func rooms(_ distance: Double, _ margin: Double) -> (above: Double, below: Double) {
            let (top, bottom) = (anchor.y.rounded(.down), anchor.bottom.rounded(.up))
            return (max(0, top - distance - margin), max(0, height - margin - distance - bottom))
        }
        var (distance, margin) = (distance, measures.margin)
        var room = rooms(distance, margin)
        if max(room.above, room.below) < Self.leastMenu {
            (distance, margin) = (min(distance, Self.tight), Self.tight)
            room = rooms(distance, margin)
        }
        let most = max(1, min(measures.panel, width - 2 * margin))
        let wish = fitting(most, max(1, height - 2 * margin)).height
        let isAbove = wish <= room.above || (wish > room.below && room.above >= room.below)
        let size = fitting(most, max(1, isAbove ? room.above : room.below))
        let x = (anchor.x + (anchor.width - size.width) / 2).rounded(.down)
        let y =
            isAbove
            ? anchor.y.rounded(.down) - distance - size.height : anchor.bottom.rounded(.up) + distance
        return Area(
            x: min(max(margin, x), max(margin, width - margin - size.width)),
            y: min(max(0, y), height - size.height), width: size.width, height: size.height)
    }

    /// The rectangle of a menu at the pointer, where lines of text begin and below it, or elsewhere beside it where there is no room.
    ///
    /// - Parameters:
    ///   - x: The pointer's distance from the left edge.
    ///   - y: The pointer's distance from the top edge.
    ///   - fitting: Measures it in the room that it may take.
    /// - Returns: The rectangle, on whole units; the pointer is not on it.
    func atPointer(x: Double, y: Double, _ fitting: Fitting) -> Area {
        let (gap, margin) = (Self.pointerGap, isSmall ? Self.tight : measures.margin / 2)
        let (left, right) = (x.rounded(.down) - gap, x.rounded(.up) + gap)
        let (above, below) = (y.rounded(.down) - gap, y.rounded(.up) + gap)
        let size = fitting(
            max(1, min(measures.panel, width - 2 * margin)), max(1, height - 2 * margin))
        let (fitsRight, fitsLeft) = (right + size.width <= width - margin, left - size.width >= margin)
        guard fitsRight || fitsLeft else {
            return beside(Area(x: x, y: y, width: 0, height: 0), distance: gap, fitting)
        }
        let isRight = isRightToLeft ? !fitsLeft : fitsRight
        // Where neither is all above nor below, it is as far down as it may.
        let end = height - margin - size.height
        let y = below <= end ? below : above - size.height >= margin ? above - size.height : end
        return Area(
            x: isRight ? right : left - size.width, y: y, width: size.width, height: size.height)
    }

    /// The distance of a menu from the pointer.
    private static let pointerGap = 2.0
    /// The height below which a menu has smaller distances from the window's edge and from what it belongs to, and these.
    private static let (leastMenu, tight) = (160.0, 4.0)
}
