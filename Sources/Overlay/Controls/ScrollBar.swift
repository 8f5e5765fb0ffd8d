/// The bar at the side of what scrolls: its places, and the way of the rows that it stands for.
struct ScrollBar {
    /// The strip that is hit, along the side where lines of text end.
    let place: Area
    /// The part of the strip that stands for what is in sight.
    let thumb: Area
    /// The way that a press beside the thumb moves the rows: what is in sight, but for a part that stays.
    let page: Double
    /// The track of the thumb.
    private let track: Area
    /// The longest way of the rows.
    private let most: Double

    /// The width of the strip, more than that of what is drawn.
    private static let width = 12.0
    /// The least height of the thumb.
    private static let leastThumb = 16.0

    /// Finds the bar of a container; nil where nothing scrolls in it.
    init?(_ container: PlacedElement, isMirrored: Bool) {
        guard let sight = container.sight, case .box(let box, _) = container.element.content else {
            return nil
        }
        let bounds = container.bounds
        let share = sight.upperBound - sight.lowerBound
        let seen = bounds.inset(0, box.verticalPadding).height
        guard share > 0, share < 1, seen > 0 else { return nil }
        let strip = Area(
            x: isMirrored ? bounds.x : bounds.right - Self.width, y: bounds.y, width: Self.width,
            height: bounds.height)
        place = strip.intersection(container.clip)
        track = strip.inset(0, 4)
        (page, most) = (seen * 0.9, seen / share - seen)
        let height = min(max(track.height * share, Self.leastThumb), track.height)
        let way = (track.height - height) * min(sight.lowerBound / (1 - share), 1)
        thumb = Area(x: strip.x, y: track.y + way, width: strip.width, height: height)
    }

    /// The way of the rows while the thumb's upper end is at a height, which may be outside of the track.
    func offset(ofThumbAt y: Double) -> Double {
        let way = track.height - thumb.height
        return way > 0 ? min(max((y - track.y) / way, 0), 1) * most : 0
    }

    /// The part of the thumb that is drawn: wider while the hand is at it.
    func drawn(isHeld: Bool, isMirrored: Bool) -> Area {
        let width = isHeld ? 5.0 : 3
        return Area(
            x: isMirrored ? thumb.x + 3 : thumb.right - 3 - width, y: thumb.y, width: width,
            height: thumb.height)
    }
}
