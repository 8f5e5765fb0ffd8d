internal import Overlay

/// A window over which guests stand, with the room that a guest may take.
struct GuestLayout {
    /// The window's size in logical units.
    var width: Double
    var height: Double
    var measures: Measures
    var isRightToLeft: Bool

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

    /// The rectangle of the header.
    var header: Area { Area(width: width, height: measures.header) }

    /// The rectangle of the bar.
    ///
    /// - Parameter fitting: Measures it in the room that it may take.
    /// - Returns: The rectangle, on whole units.
    func bar(_ fitting: (_ width: Double, _ height: Double) -> (width: Double, height: Double)) -> Area {
        let margin = measures.margin
        let size = fitting(max(1, width - 2 * margin), measures.bar)
        return Area(
            x: ((width - size.width) / 2).rounded(.down), y: max(0, height - margin - measures.bar),
            width: size.width, height: size.height)
    }

    /// The rectangle of a menu or a tooltip: above a place, or below it, where there is more room.
    ///
    /// - Parameters:
    ///   - anchor: The place on the window.
    ///   - fitting: Measures it in the room that it may take.
    /// - Returns: The rectangle, on whole units.
    func beside(
        _ anchor: Area, _ fitting: (_ width: Double, _ height: Double) -> (width: Double, height: Double)
    ) -> Area {
        let margin = measures.margin
        let size = fitting(
            max(1, min(measures.panel, width - 2 * margin)), max(1, height - 2 * margin))
        let x = (anchor.x + (anchor.width - size.width) / 2).rounded(.down)
        let above = (anchor.y - size.height - Self.distance).rounded(.down)
        let below = (anchor.bottom + Self.distance).rounded(.up)
        return Area(
            x: min(max(margin, x), max(margin, width - margin - size.width)),
            y: above >= margin ? above : max(0, min(below, height - margin - size.height)),
            width: size.width, height: size.height)
    }

    /// The distance of a menu from what it belongs to.
    private static let distance = 8.0
}
