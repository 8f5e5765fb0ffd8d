/// The rectangles of pixels in which two descriptions differ.
struct Damage {
    /// The rectangles; none of them touches another.
    let areas: [PixelArea]

    /// The most rectangles, above which one around all is cheaper.
    private static let most = 16

    /// Compares two descriptions.
    ///
    /// - Parameters:
    ///   - old: The description that was drawn; nil where nothing was.
    ///   - new: The description that shall be drawn.
    ///   - scale: The pixels of a logical unit.
    ///   - whole: All pixels.
    init(from old: OverlayDescription?, to new: OverlayDescription, scale: Double, within whole: PixelArea) {
        guard let old else {
            areas = whole.isEmpty ? [] : [whole]
            return
        }
        if old == new {
            areas = []
            return
        }
        let (before, after) = (Self.places(old), Self.places(new))
        guard before.count == old.elements.count, after.count == new.elements.count else {
            // Two elements of one name cannot be told apart.
            areas = [whole]
            return
        }
        let gone = old.elements.filter { after[$0.element.id] != $0 }
        let come = new.elements.filter { before[$0.element.id] != $0 }
        areas = Self.merged(
            (gone + come).map { PixelArea(touching: $0.reach, scale: scale, within: whole) })
    }

    /// Elements by their names; where they are compared, places in the list do not count.
    private static func places(_ description: OverlayDescription) -> [String: PlacedElement] {
        Dictionary(description.elements.map { ($0.element.id, $0) }) { first, _ in first }
    }

    /// Joins rectangles that touch each other.
    static func merged(_ areas: [PixelArea]) -> [PixelArea] {
        var merged: [PixelArea] = []
        for area in areas where !area.isEmpty {
            var grown = area
            while let place = merged.firstIndex(where: { $0.touches(grown) }) {
                grown = grown.union(merged.remove(at: place))
            }
            merged.append(grown)
        }
        guard merged.count > most, let first = merged.first else { return merged }
        return [merged.dropFirst().reduce(first) { $0.union($1) }]
    }
}

extension PlacedElement {
    /// The part of the surface that its painting may change.
    var reach: Area { unclippedReach.intersection(clip) }

    /// The part that its painting would change without its clip.
    var unclippedReach: Area { bounds.inset(-ControlPainter.reach, -ControlPainter.reach) }
}
