/// A rectangle in logical units, from the top left.
public struct Area: Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Describes a rectangle.
    ///
    /// - Parameters:
    ///   - x: The left edge.
    ///   - y: The top edge.
    ///   - width: The width.
    ///   - height: The height.
    public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The right edge.
    public var right: Double { x + width }
    /// The bottom edge.
    public var bottom: Double { y + height }
    /// The middle between left and right.
    public var centerX: Double { x + width / 2 }
    /// The middle between top and bottom.
    public var centerY: Double { y + height / 2 }
    /// True where there is nothing inside.
    public var isEmpty: Bool { !(width > 0 && height > 0) }

    /// Tells whether a point lies inside; the right and bottom edges do not.
    public func contains(_ x: Double, _ y: Double) -> Bool {
        x >= self.x && x < right && y >= self.y && y < bottom
    }

    /// Tells whether another rectangle lies inside, but for a difference of rounding.
    public func contains(_ other: Area, tolerance: Double = 0.01) -> Bool {
        other.x >= x - tolerance && other.right <= right + tolerance && other.y >= y - tolerance
            && other.bottom <= bottom + tolerance
    }

    /// The rectangle with other distances of its edges from the middle.
    ///
    /// - Parameters:
    ///   - horizontal: The distance that the left and right edges move inwards.
    ///   - vertical: The distance that the top and bottom edges move inwards.
    /// - Returns: The smaller rectangle; an empty one where nothing is left.
    public func inset(_ horizontal: Double, _ vertical: Double) -> Area {
        Area(
            x: x + horizontal, y: y + vertical, width: max(width - 2 * horizontal, 0),
            height: max(height - 2 * vertical, 0))
    }

    /// The part that both have; an empty one where they have none.
    public func intersection(_ other: Area) -> Area {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return Area(
            x: left, y: top, width: max(min(right, other.right) - left, 0),
            height: max(min(bottom, other.bottom) - top, 0))
    }

    /// The smallest rectangle around both.
    public func union(_ other: Area) -> Area {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Area(
            x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    /// A square in the middle.
    func centered(_ size: Double) -> Area {
        Area(x: centerX - size / 2, y: centerY - size / 2, width: size, height: size)
    }
}

/// A rectangle in pixels of memory, from its top left.
public struct PixelArea: Sendable, Hashable {
    /// The left edge.
    public var x: Int
    /// The top edge.
    public var y: Int
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// The pixels that a rectangle touches.
    ///
    /// - Parameters:
    ///   - area: The rectangle in logical units.
    ///   - scale: The pixels of a unit.
    ///   - bounds: The memory's pixels; nothing outside of them is touched.
    init(touching area: Area, scale: Double, within bounds: PixelArea) {
        func clamped(_ value: Double, _ most: Int) -> Int { Int(min(max(value, 0), Double(most))) }
        x = clamped((area.x * scale).rounded(.down), bounds.width)
        y = clamped((area.y * scale).rounded(.down), bounds.height)
        width = clamped((area.right * scale).rounded(.up), bounds.width) - x
        height = clamped((area.bottom * scale).rounded(.up), bounds.height) - y
    }

    /// Describes a rectangle.
    ///
    /// - Parameters:
    ///   - x: The left edge.
    ///   - y: The top edge.
    ///   - width: The width.
    ///   - height: The height.
    public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// True where there is no pixel inside.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The smallest rectangle around both.
    func union(_ other: PixelArea) -> PixelArea {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelArea(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }

    /// Tells whether both have a pixel, or an edge, in common.
    func touches(_ other: PixelArea) -> Bool {
        x <= other.x + other.width && other.x <= x + width && y <= other.y + other.height
            && other.y <= y + height
    }
}
